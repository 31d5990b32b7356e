<?php
return match (env('APP_ENV', 'local')) {
    'production' => ['default' => 'redis', 'retry_after' => 600],
    'staging' => ['default' => 'database'],
    default => ['default' => 'sync'],
};
