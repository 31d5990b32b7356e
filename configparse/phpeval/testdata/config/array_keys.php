<?php
return [
    'mixed' => [1, 'a' => 2, 3, '5' => 4, 6, '05' => 7, 8],
    'coerced' => [true => 'bool', 2.7 => 'float', null => 'null', '-3' => 'negative', '+4' => 'plus', ' 1' => 'space', '1.0' => 'dot'],
    'duplicate' => ['a' => 1, 'b' => 2, 'a' => 3],
    'duplicate_int' => [1 => 'a', '1' => 'b', true => 'c'],
    'long' => array('x' => 1, 2, array(3, array())),
    'big' => ['9223372036854775807' => 'max', '9223372036854775808' => 'more'],
    'minus_zero' => ['-0' => 'text', 0 => 'int'],
    'class' => [App\Jobs\Import::class => 1, \DateTime::class => 2],
    'constant' => [PHP_INT_SIZE => 'eight'],
    'computed' => ['a' . 'b' => 1, 1 + 1 => 2],
    'trailing' => [1, 2, ],
    'negative_start' => [-1 => 'a', 'b'],
    'empty_key' => ['' => 'empty'],
];
