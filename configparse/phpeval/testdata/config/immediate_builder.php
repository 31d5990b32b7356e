<?php
return (static function (): array {
    $queues = array_filter(array_map('trim', explode(',', (string) env('LIST', 'high, default'))));
    $connections = [];
    foreach ($queues as $index => $queue) {
        $connections[$queue] = [
            'driver' => 'redis',
            'queue' => $queue,
            'retry_after' => 90 * ($index + 1),
        ];
    }

    return [
        'default' => $queues[0] ?? 'sync',
        'connections' => $connections,
    ];
})();
