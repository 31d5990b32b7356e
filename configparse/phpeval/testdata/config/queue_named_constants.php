<?php
use App\Queue\Names;

const QUEUE_HIGH = 'high';
const LEASE = 10 * 60;

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => QUEUE_HIGH, 'retry_after' => LEASE],
        QUEUE_HIGH => ['driver' => 'redis', 'retry_after' => LEASE + 1],
        Names::class => ['driver' => 'database'],
    ],
];
