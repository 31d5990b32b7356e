<?php
return [
    'default' => env('FILESYSTEM_DISK', 'local'),
    'disks' => [
        'local' => ['driver' => 'local', 'root' => storage_path('app/private'), 'serve' => true],
        'public' => ['driver' => 'local', 'root' => storage_path('app/public'), 'url' => rtrim(env('APP_URL', 'http://localhost'), '/') . '/storage'],
        's3' => ['driver' => 's3', 'use_path_style_endpoint' => env('AWS_USE_PATH_STYLE_ENDPOINT', false)],
    ],
    'links' => [public_path('storage') => storage_path('app/public')],
];
