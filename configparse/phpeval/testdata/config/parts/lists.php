<?php

$queues = ['a', 'b', 'c'];

return compact('queues');
