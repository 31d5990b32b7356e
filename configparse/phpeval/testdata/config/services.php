<?php
return [
    'postmark' => ['key' => env('POSTMARK_API_KEY')],
    'ses' => ['key' => env('AWS_ACCESS_KEY_ID'), 'region' => env('AWS_DEFAULT_REGION', 'us-east-1')],
    'api' => [
        'timeout' => (int) env('API_TIMEOUT', 30),
        'retries' => min(5, max(0, (int) env('API_RETRIES', 3))),
        'base' => rtrim(env('API_BASE', 'https://api.example.com/v2/'), '/'),
        'headers' => array_filter(['X-Key' => env('API_KEY'), 'Accept' => 'application/json']),
        'hosts' => json_decode(env('API_HOSTS', '{"eu": ["a", "b"]}'), true) ?? [],
        'enabled' => env('API_ENABLED', env('APP_ENV') === 'production'),
        'percent' => round((float) env('API_PERCENT', 12.5) / 100, 3),
    ],
];
