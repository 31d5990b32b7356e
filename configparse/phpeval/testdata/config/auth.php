<?php
return [
    'guards' => ['web' => ['driver' => 'session', 'provider' => 'users']],
    'providers' => ['users' => ['driver' => 'eloquent', 'model' => env('AUTH_MODEL', App\Models\User::class)]],
    'passwords' => ['users' => ['expire' => 60, 'throttle' => 60]],
    'password_timeout' => env('AUTH_PASSWORD_TIMEOUT', 10800),
];
