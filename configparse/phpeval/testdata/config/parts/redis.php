<?php

return [
    'driver' => 'redis',
    'connection' => env('PLAIN', 'default'),
    'dir' => basename(__DIR__),
];
