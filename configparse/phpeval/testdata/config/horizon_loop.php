<?php
$supervisors = [];
$queues = [
    'default' => ['timeout' => 60],
    'exports' => ['timeout' => 900, 'memory' => 512],
    'webhooks' => ['tries' => 10, 'backoff' => [1, 5, 10]],
];

foreach ($queues as $name => $options) {
    $supervisors['supervisor-' . $name] = array_replace([
        'connection' => 'redis',
        'queue' => [$name],
        'tries' => 3,
        'timeout' => 60,
        'maxProcesses' => (int) env('HORIZON_' . strtoupper($name) . '_PROCESSES', 2),
    ], $options);
}

$supervisors['supervisor-default']['queue'][] = 'low';

return ['defaults' => $supervisors, 'environments' => ['production' => array_fill_keys(array_keys($supervisors), [])]];
