<?php

$nothing = 1;
