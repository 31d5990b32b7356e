<?php
$hosts = explode(',', env('DB_READ_HOSTS', '10.0.0.2,10.0.0.3'));

return [
    'connections' => [
        'mysql' => [
            'read' => ['host' => $hosts],
            'write' => ['host' => [env('DB_HOST', '10.0.0.1')]],
            'sticky' => count($hosts) > 1,
            'first' => $hosts[0],
        ],
    ],
    'sentinels' => array_map(fn (string $node) => array_combine(['host', 'port'], explode(':', $node)), explode(';', 's1:26379;s2:26380')),
];
