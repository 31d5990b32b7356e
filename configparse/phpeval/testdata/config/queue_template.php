<?php
$redis = [
    'driver' => 'redis',
    'connection' => env('REDIS_QUEUE_CONNECTION', 'default'),
    'queue' => '{default}',
    'retry_after' => 90,
    'block_for' => 5,
];

return [
    'default' => 'redis',
    'connections' => [
        'redis' => $redis,
        'redis-long' => array_merge($redis, ['queue' => '{long}', 'retry_after' => 3600]),
        'redis-spread' => [...$redis, 'retry_after' => 1200],
        'redis-union' => ['retry_after' => 600] + $redis,
        'redis-replace' => array_replace($redis, ['block_for' => null]),
    ],
];
