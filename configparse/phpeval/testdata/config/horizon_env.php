<?php
return [
    'environments' => [
        'production' => [
            'main' => [
                'connection' => env('HORIZON_CONNECTION', 'redis'),
                'queue' => explode(',', env('HORIZON_QUEUES', 'high,default')),
                'balance' => env('HORIZON_BALANCE', 'auto'),
                'minProcesses' => env('HORIZON_MIN', 1),
                'maxProcesses' => (int) env('HORIZON_MAX', 8),
                'tries' => (int) env('HORIZON_TRIES', '3'),
                'timeout' => (int) env('HORIZON_TIMEOUT', 60 * 15),
                'memory' => intval(env('HORIZON_MEMORY', '256M')),
                'sleep' => (float) env('HORIZON_SLEEP', 0.5),
                'force' => filter_var(env('HORIZON_FORCE', 'false'), FILTER_VALIDATE_BOOLEAN),
            ],
        ],
    ],
    'waits' => collect_waits(explode(',', env('HORIZON_QUEUES', 'high,default'))),
];

function collect_waits(array $queues): array
{
    $waits = [];
    foreach ($queues as $q) {
        $waits["redis:$q"] = $q === 'high' ? 30 : 90;
    }

    return $waits;
}
