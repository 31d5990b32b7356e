<?php
$factor = 3;
$multiply = function ($x) use ($factor) { return $x * $factor; };
$arrow = fn ($x) => $x + $factor;
$curried = fn ($a) => fn ($b) => $a + $b;
$factor = 100;
$static = static fn (): int => 7;
$default = function ($x = 5, ...$rest) { return $x + count($rest); };
$compose = fn (callable ...$fns) => fn ($x) => array_reduce($fns, fn ($carry, $f) => $f($carry), $x);
$supervisor = fn (string $queue, int $timeout = 60): array => ['queue' => [$queue], 'timeout' => $timeout];

return [
    'multiply' => $multiply(2),
    'arrow' => $arrow(2),
    'curried' => $curried(1)(2),
    'static' => $static(),
    'default' => $default(),
    'rest' => $default(1, 2, 3),
    'iife' => (function () { $x = 5; return $x * 2; })(),
    'arrow_iife' => (fn () => ['a' => 1])(),
    'compose' => $compose('trim', fn ($s) => $s . '!', strtoupper(...))(' hi '),
    'supervisor' => $supervisor('emails'),
    'supervisor2' => $supervisor(timeout: 5, queue: 'x'),
    'closure' => fn () => 5,
    'callback' => function ($job) { return true; },
    'map' => array_map($multiply, [1, 2]),
    'value' => value(fn () => 'lazy'),
    'value2' => value('plain'),
    'tap' => tap(5, fn ($x) => $x + 1),
    'invoke' => $arrow->__invoke(1),
];
