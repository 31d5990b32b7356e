<?php
$env = env('APP_ENV', 'production');
$debug = env('WORD_TRUE', false);

return [
    'tries' => $env === 'production' ? 5 : 1,
    'timeout' => $env === 'local' ? 60 : ($env === 'staging' ? 120 : 300),
    'prefix' => env('PREFIX') ?: 'app_' . $env,
    'queue' => $env === 'production' ? ['high', 'default'] : ['default'],
    'debug' => $debug ? 'yes' : 'no',
    'nested' => $debug && $env !== 'local' ? [
        'a' => 1,
    ] : [],
    'null_safe' => null?->method() ?? 'nothing',
];
