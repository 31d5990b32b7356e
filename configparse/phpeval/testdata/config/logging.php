<?php
use Monolog\Handler\NullHandler;

return [
    'default' => env('LOG_CHANNEL', 'stack'),
    'deprecations' => ['channel' => env('LOG_DEPRECATIONS_CHANNEL', 'null'), 'trace' => false],
    'channels' => [
        'stack' => ['driver' => 'stack', 'channels' => explode(',', (string) env('LOG_STACK', 'single')), 'ignore_exceptions' => false],
        'single' => ['driver' => 'single', 'path' => storage_path('logs/laravel.log'), 'level' => env('LOG_LEVEL', 'debug')],
        'daily' => ['driver' => 'daily', 'days' => env('LOG_DAILY_DAYS', 14)],
        'syslog' => ['driver' => 'syslog', 'facility' => env('LOG_SYSLOG_FACILITY', LOG_USER)],
        'null' => ['driver' => 'monolog', 'handler' => NullHandler::class],
    ],
];
