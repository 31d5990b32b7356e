<?php
$production = env('APP_ENV', 'production') === 'production';

$config = [
    'default' => $production ? 'redis' : 'sync',
    'connections' => [
        'redis' => [
            'driver' => 'redis',
            'retry_after' => $production ? 600 : 90,
        ],
    ],
];

if (! $production) {
    $config['connections']['redis']['block_for'] = 1;
    unset($config['connections']['missing']);
}

if (env('SQS_QUEUE')) {
    $config['connections']['sqs'] = ['driver' => 'sqs', 'queue' => env('SQS_QUEUE')];
}

return $config;
