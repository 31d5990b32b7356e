<?php
return [
    'connections' => [
        'mysql' => [
            'driver' => 'mysql',
            'options' => [
                PDO::ATTR_TIMEOUT => 5,
                PDO::ATTR_PERSISTENT => (bool) env('DB_PERSISTENT', false),
                PDO::ATTR_EMULATE_PREPARES => true,
                PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
                PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
                PDO::ATTR_CASE => PDO::CASE_NATURAL,
                PDO::ATTR_STRINGIFY_FETCHES => false,
            ],
            'modern' => [\Pdo\Mysql::ATTR_SSL_CA => '/etc/ca.pem', \Pdo\Mysql::ATTR_SSL_VERIFY_SERVER_CERT => false],
        ],
    ],
];
