<?php
return array(
    'default' => env('QUEUE_DRIVER', 'sync'),
    'connections' => array(
        'sync' => array('driver' => 'sync'),
        'database' => array('driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'expire' => 60),
        'beanstalkd' => array('driver' => 'beanstalkd', 'host' => 'localhost', 'queue' => 'default', 'ttr' => 60),
        'redis' => array('driver' => 'redis', 'queue' => 'default', 'expire' => 60),
    ),
    'failed' => array('database' => env('DB_CONNECTION', 'mysql'), 'table' => 'failed_jobs'),
);
