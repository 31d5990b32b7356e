<?php

$minutes = static fn (int $n): int => $n * 60;
$queues = array_filter(explode(',', (string) env('HORIZON_QUEUES', 'default,mail,exports')));

if (env('APP_ENV') === 'local') {
    $queues = ['default'];
}

return [
    'domain' => env('HORIZON_DOMAIN'),
    'path' => env('HORIZON_PATH', 'horizon'),
    'use' => 'default',
    'prefix' => env('HORIZON_PREFIX', \Illuminate\Support\Str::slug(env('APP_NAME', 'shop'), '_') . '_horizon:'),
    'middleware' => ['web', \App\Http\Middleware\Authenticate::class],
    'waits' => ['redis:default' => 60, 'redis:exports' => $minutes(10)],
    'trim' => ['recent' => 60, 'pending' => 60, 'completed' => 60, 'recent_failed' => 10_080, 'failed' => 10_080],
    'fast_termination' => false,
    'memory_limit' => 64,
    'defaults' => [
        'supervisor-1' => [
            'connection' => 'redis',
            'queue' => $queues,
            'balance' => 'auto',
            'autoScalingStrategy' => 'time',
            'maxProcesses' => 1,
            'maxTime' => 0,
            'maxJobs' => 0,
            'memory' => 128,
            'tries' => 1,
            'timeout' => $minutes(1),
            'nice' => 0,
        ],
    ],
    'environments' => [
        'production' => [
            'supervisor-1' => ['maxProcesses' => 10, 'balanceMaxShift' => 1, 'balanceCooldown' => 3],
            'exports' => [
                ...['connection' => 'redis', 'queue' => ['exports']],
                'timeout' => match (true) {
                    env('EXPORT_FAST', false) => 300,
                    default => 800,
                },
            ],
        ],
        'local' => ['supervisor-1' => ['maxProcesses' => 3]],
    ],
];
