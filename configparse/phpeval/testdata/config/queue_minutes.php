<?php
$minute = 60;
$hour = 60 * $minute;

return [
    'default' => env('QUEUE_CONNECTION', 'redis'),
    'connections' => [
        'redis' => ['driver' => 'redis', 'retry_after' => 5 * $minute + 30],
        'redis-long' => ['driver' => 'redis', 'retry_after' => 2 * $hour, 'queue' => 'long'],
        'redis-half' => ['driver' => 'redis', 'retry_after' => $hour / 2],
        'redis-odd' => ['driver' => 'redis', 'retry_after' => $hour / 7],
        'redis-day' => ['driver' => 'redis', 'retry_after' => 60 * 60 * 24],
        'redis-env' => ['driver' => 'redis', 'retry_after' => max((int) env('MAX_RUNTIME', 300), $minute) + 10],
    ],
];
