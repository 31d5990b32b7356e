<?php
$defaults = ['connection' => 'redis', 'balance' => 'simple', 'tries' => 3, 'timeout' => 60];
$environment = fn (int $factor) => [
    'default' => $defaults + ['queue' => ['default'], 'processes' => 2 * $factor],
    'emails' => array_merge($defaults, ['queue' => ['emails'], 'processes' => 1 * $factor, 'timeout' => 120]),
    'long' => [...$defaults, 'queue' => ['long'], 'timeout' => 3600, 'tries' => 1],
];

return [
    'environments' => [
        'production' => $environment(4),
        'staging' => $environment(1),
        'local' => array_map(fn ($supervisor) => ['processes' => 1] + $supervisor, $environment(1)),
        env('APP_ENV', 'custom') => $environment(2),
    ],
];
