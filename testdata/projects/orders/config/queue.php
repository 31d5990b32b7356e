<?php

return [
    'default' => env('QUEUE_CONNECTION', 'sqs'),
    'connections' => [
        'sqs' => [
            'driver' => 'sqs',
            'prefix' => 'https://sqs.eu-central-1.amazonaws.com/210987654321',
            'queue' => 'orders',
            'region' => 'eu-central-1',
        ],
    ],
];
