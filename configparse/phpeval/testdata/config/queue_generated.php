<?php
$queues = array_filter(array_map('trim', explode(',', env('QUEUE_NAMES', 'emails, reports ,,imports'))));
$leases = ['emails' => 60, 'imports' => 1800];

return [
    'default' => 'redis',
    'connections' => array_merge(
        ['redis' => ['driver' => 'redis', 'retry_after' => 90]],
        array_combine(
            array_map(fn (string $q) => "redis-$q", $queues),
            array_map(fn (string $q) => ['driver' => 'redis', 'queue' => $q, 'retry_after' => $leases[$q] ?? 90], $queues),
        ),
    ),
    'names' => array_values($queues),
    'joined' => implode(',', array_unique([...$queues, 'default'])),
];
