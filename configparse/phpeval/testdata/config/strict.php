<?php
declare(strict_types=1);

function half(float $x): float { return $x / 2; }
function label(string $s): string { return "<$s>"; }

return [
    'widened' => half(5),
    'label' => label('a'),
    'cast' => label((string) 5),
];
