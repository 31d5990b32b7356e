<?php
$name = 'World';
$list = ['zero', 'one'];
$map = ['key' => 'value', 'nested' => ['deep' => 'found']];
$number = 42;
$float = 1.50;
$fn = fn ($x) => strtoupper($x);

return [
    'e00' => 'single \'quoted\' \n',
    'e01' => "double \"quoted\" \n\t\x41\u{e9}\101",
    'e02' => "tab\tand\\back",
    'e03' => 'a' . 'b' . 1 . 2.5,
    'e04' => 'a' . true . false . null . 'b',
    'e05' => 1 . '',
    'e06' => "$name",
    'e07' => "Hello {$name}!",
    'e08' => "Hello ${name}!",
    'e09' => "$list[0] and $list[1]",
    'e10' => "$map[key]",
    'e11' => "{$map['key']}",
    'e12' => "{$map['nested']['deep']}",
    'e13' => "$name's",
    'e14' => "\$name",
    'e15' => "{$fn('x')}",
    'e16' => "a{$number}b{$float}c",
    'e17' => "$ alone",
    'e18' => "{ $name }",
    'e19' => "\{$name}",
    'e20' => '{$name}',
    'e21' => $name . "_" . $number,
    'e22' => "$number$number",
    'e23' => "{$map['key']}_{$list[1]}",
];
