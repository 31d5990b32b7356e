<?php
namespace App\Config;

use App\Enums\Queue as Q;
use function strtoupper as up;
use const PHP_INT_SIZE as SIZE;

const LIMIT = 5;
function twice($x) { return $x * 2; }

return [
    'own_constant' => LIMIT,
    'own_function' => twice(LIMIT),
    'qualified' => namespace\twice(3),
    'full' => \App\Config\twice(4),
    'fallback' => strtolower('ABC'),
    'alias' => up('abc'),
    'constant_alias' => SIZE,
    'class' => Q::class,
    'relative' => Jobs\Import::class,
    'namespace' => __NAMESPACE__,
    'fq' => \strlen('four'),
];
