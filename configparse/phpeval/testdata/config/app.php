<?php
return [
    'name' => env('APP_NAME', 'Laravel'),
    'env' => env('APP_ENV', 'production'),
    'debug' => (bool) env('APP_DEBUG', false),
    'url' => env('APP_URL', 'http://localhost'),
    'timezone' => 'UTC',
    'previous_keys' => [...array_filter(explode(',', env('APP_PREVIOUS_KEYS', '')))],
    'maintenance' => ['driver' => env('APP_MAINTENANCE_DRIVER', 'file'), 'store' => env('APP_MAINTENANCE_STORE', 'database')],
    'host' => parse_url(env('APP_URL', 'http://localhost'), PHP_URL_HOST),
    'secure' => str_starts_with(env('APP_URL', 'http://localhost'), 'https://'),
    'locales' => array_combine($l = ['en', 'de'], array_map('strtoupper', $l)),
];
