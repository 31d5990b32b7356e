<?php
$config = ['driver' => 'redis'];
$env = env('APP_ENV', 'local');

if ($env === 'production') {
    $config['retry_after'] = 600;
} elseif ($env === 'staging') {
    $config['retry_after'] = 300;
} else {
    $config['retry_after'] = 90;
}

if (env('WORD_TRUE')):
    $config['alt'] = 'colon';
else:
    $config['alt'] = 'none';
endif;

if (! isset($config['queue'])) $config['queue'] = 'default';

if ($env !== 'local') {
    $config['connection'] = 'cluster';
} else if (true) {
    $config['connection'] = 'single';
}

return $config;
