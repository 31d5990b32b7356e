<?php
$shared = 'from the outside';
$part = require __DIR__ . '/parts/redis.php';
$lists = require dirname(__DIR__) . '/config/parts/lists.php';
include __DIR__ . '/parts/sets_variable.php';

return [
    'part' => $part,
    'queue' => $lists['queues'][1],
    'merged' => array_merge($part, ['queue' => 'x']),
    'based' => (require base_path('config/parts/redis.php'))['driver'],
    'set' => $fromInclude,
    'nothing' => require __DIR__ . '/parts/nothing.php',
    'spread' => [...require __DIR__ . '/parts/lists.php'],
];
