<?php
return [
    'connections' => [
        'a' => ['retry_after' => '90'],
        'b' => ['retry_after' => 90.0],
        'c' => ['retry_after' => null],
        'd' => ['retry_after' => 0],
        'e' => ['retry_after' => -1],
        'f' => ['retry_after' => ''],
        'g' => ['retry_after' => '90s'],
        'h' => ['retry_after' => true],
        'i' => ['retry_after' => 1e3],
        'j' => ['retry_after' => 0x5A],
        'k' => ['retry_after' => 9_000],
        'l' => ['retry_after' => '1' . '20'],
    ],
];
