<?php

use Illuminate\Support\Str;

return [

    /*
    |--------------------------------------------------------------------------
    | Default queue connection
    |--------------------------------------------------------------------------
    |
    | Orders go to Redis, mail to the database, exports to SQS. The name of the
    | connection that is used where a job names none stands here.
    |
    */

    'default' => env('QUEUE_CONNECTION', 'redis'),

    'connections' => [

        'sync' => ['driver' => 'sync'],

        'database' => [
            'driver' => 'database',
            'connection' => env('DB_QUEUE_CONNECTION'),
            'table' => env('DB_QUEUE_TABLE', 'jobs'),
            'queue' => env('DB_QUEUE', 'default'),
            'retry_after' => (int) env('DB_QUEUE_RETRY_AFTER', 90),
            'after_commit' => false,
        ],

        'redis' => [
            'driver' => 'redis',
            'connection' => env('REDIS_QUEUE_CONNECTION', 'default'),
            'queue' => env('REDIS_QUEUE', '{' . Str::slug(env('APP_NAME', 'shop'), '_') . '}'),
            'retry_after' => (int) env('REDIS_QUEUE_RETRY_AFTER', 60 * 15),
            'block_for' => env('APP_ENV') === 'production' ? 5 : null,
            'after_commit' => true,
        ],

        // Exports may take long, hence the visibility timeout of the queue itself.
        'sqs' => [
            'driver' => 'sqs',
            'key' => env('AWS_ACCESS_KEY_ID'),
            'secret' => env('AWS_SECRET_ACCESS_KEY'),
            'prefix' => env('SQS_PREFIX', 'https://sqs.eu-central-1.amazonaws.com/123456789012'),
            'queue' => env('SQS_QUEUE', 'exports'),
            'suffix' => env('SQS_SUFFIX'),
            'region' => env('AWS_DEFAULT_REGION', 'eu-central-1'),
            'after_commit' => false,
        ],

    ],

    'batching' => [
        'database' => env('DB_CONNECTION', 'mysql'),
        'table' => 'job_batches',
    ],

    'failed' => [
        'driver' => env('QUEUE_FAILED_DRIVER', 'database-uuids'),
        'database' => env('DB_CONNECTION', 'mysql'),
        'table' => 'failed_jobs',
    ],

];
