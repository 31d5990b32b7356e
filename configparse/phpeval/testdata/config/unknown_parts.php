<?php
$opaque = app('something');
$known = 5;

return [
    'opaque' => $opaque,
    'method' => $opaque->method(),
    'known' => $known,
    'static' => App\Support\Settings::get('x'),
    'now' => now()->addMinutes(5),
    'string' => "x {$opaque} y",
    'config' => config('app.name'),
    'object' => new DateTime('2020-01-01'),
    'url' => url('x'),
    'in_list' => [1, $opaque, 3],
    'interval' => Carbon\CarbonInterval::minutes(5),
    'closure' => static fn () => app('x'),
    'count' => [$known + 1, $known * 2],
];
