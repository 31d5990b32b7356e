<?php
return [
    'negative' => [-5 => 'a', 'b', 'c'],
    'fine' => [-5 => 'a', 3 => 'b', 'c'],
];
