<?php
$x = 5;
