<?php
$from = env('MAIL_FROM', 'Support <help@example.com>');
[$name, $address] = array_pad(explode('<', rtrim($from, '>'), 2), 2, '');

return [
    'default' => env('MAIL_MAILER', 'log'),
    'mailers' => [
        'smtp' => [
            'transport' => 'smtp',
            'port' => env('MAIL_PORT', 2525),
            'timeout' => null,
            'local_domain' => env('MAIL_EHLO_DOMAIN', parse_url((string) env('APP_URL', 'http://localhost'), PHP_URL_HOST)),
        ],
        'roundrobin' => ['transport' => 'roundrobin', 'mailers' => ['ses', 'postmark'], 'retry_after' => 60],
    ],
    'from' => ['name' => trim($name), 'address' => trim($address)],
];
