<?php
$url = parse_url(env('DATABASE_URL', 'mysql://app:secret@db.internal:3307/app_production?charset=utf8'));
$redis = parse_url((string) env('REDIS_URL'));

return [
    'default' => $url['scheme'] ?? 'mysql',
    'connections' => [
        'mysql' => [
            'driver' => 'mysql',
            'host' => $url['host'] ?? '127.0.0.1',
            'port' => $url['port'] ?? 3306,
            'username' => $url['user'] ?? null,
            'password' => $url['pass'] ?? null,
            'database' => ltrim($url['path'] ?? '', '/'),
            'query' => $url['query'] ?? '',
        ],
    ],
    'redis' => ['default' => [
        'host' => isset($redis['host']) ? $redis['host'] : 'localhost',
        'port' => (int) ($redis['port'] ?? 6379),
        'password' => empty($redis['pass']) ? null : $redis['pass'],
    ]],
];
