<?php
$base = ['driver' => 'redis', 'queue' => 'default', 1, 2];
$more = ['queue' => 'high', 3];

return [
    'list' => [...[1, 2], ...[3]],
    'keys' => [...$base, ...$more],
    'override' => [...$base, 'driver' => 'sync'],
    'under' => ['driver' => 'sync', ...$base],
    'numbers' => [5 => 'a', ...['b', 'c'], 'd'],
    'empty' => [...[]],
    'call' => max(...[3, 9, 2]),
    'mixed' => max(1, ...[3, 9, 2]),
    'function' => [...array_map(fn ($x) => $x * 2, [1, 2])],
    'conditional' => ['a' => 1, ...(env('WORD_TRUE') ? ['b' => 2] : [])],
];
