<?php
if (env('APP_ENV') === 'production') {
    return ['default' => 'redis'];
}

if (env('APP_ENV') === 'staging') {
    return ['default' => 'database'];
}

return ['default' => 'sync'];

return ['unreachable' => true];
