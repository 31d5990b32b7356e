<?php
$env = env('APP_ENV', 'local');

return [
    'simple' => match ($env) {
        'production' => 10,
        'staging', 'testing' => 5,
        default => 1,
    },
    'true' => match (true) {
        $env === 'production' => 'prod',
        str_starts_with($env, 'st') => 'stage',
        default => 'other',
    },
    'strict' => match ('1') {
        1 => 'int',
        '1' => 'string',
        default => 'none',
    },
    'throwing' => match ($env) {
        'nothing' => throw new RuntimeException('no'),
        default => 'fine',
    },
    'nested' => match (true) { default => match (false) { true => 1, false => 2 } },
];
