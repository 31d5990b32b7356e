<?php

$fromInclude = $shared . ', and back';
