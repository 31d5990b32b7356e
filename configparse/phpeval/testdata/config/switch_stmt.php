<?php
$env = env('APP_ENV', 'local');
$out = [];

switch ($env) {
    case 'production':
        $out['workers'] = 10;
        // falls through
    case 'staging':
        $out['tries'] = 3;
        break;
    default:
        $out['tries'] = 1;
}

switch (true) {
    case $env === 'local':
        $out['kind'] = 'dev';
        break;
    case in_array($env, ['staging', 'production'], true):
        $out['kind'] = 'real';
        break;
    default:
        $out['kind'] = 'other';
        break;
}

switch (3) {
    case '3': $out['loose'] = true; break;
    case 3: $out['loose'] = false; break;
}

foreach ([1, 2, 3] as $i) {
    switch ($i) {
        case 2:
            continue 2;
        case 3:
            break;
    }
    $out['seen'][] = $i;
}

return $out;
