<?php
$driver = env('CACHE_DRIVER', 'file');

$stores = [
    'file' => fn () => ['driver' => 'file', 'path' => storage_path('cache')],
    'redis' => fn () => ['driver' => 'redis', 'connection' => 'cache'],
];

return [
    'default' => $driver,
    'stores' => isset($stores[$driver]) ? [$driver => $stores[$driver]()] : [],
    'local' => in_array($driver, ['file', 'array', 'apc'], true),
    'prefix' => match (true) {
        (bool) env('CACHE_PREFIX') => env('CACHE_PREFIX'),
        default => strtolower(preg_replace('/[^a-z]/i', '', 'My App!')),
    },
    'ttl' => ['short' => 60, 'long' => 60 ** 2],
];
