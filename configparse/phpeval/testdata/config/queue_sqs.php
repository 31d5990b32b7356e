<?php
return [
    'default' => 'sqs',
    'connections' => [
        'sqs' => [
            'driver' => 'sqs',
            'key' => env('AWS_ACCESS_KEY_ID'),
            'prefix' => env('SQS_PREFIX', 'https://sqs.eu-west-1.amazonaws.com/' . env('AWS_ACCOUNT', '000')),
            'queue' => sprintf('%s-%s', env('APP_ENV', 'local'), env('SQS_QUEUE', 'default')),
            'suffix' => env('SQS_SUFFIX'),
            'region' => env('AWS_DEFAULT_REGION', 'us-east-1'),
        ],
    ],
];
