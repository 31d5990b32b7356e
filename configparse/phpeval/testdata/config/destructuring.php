<?php
[$a, $b] = [1, 2];
[, $second] = ['x', 'y'];
list($c, , $d) = [3, 4, 5];
['host' => $host, 'port' => $port] = ['port' => 6379, 'host' => 'redis'];
[[$e], ['k' => $f]] = [[6], ['k' => 7]];
[$a, $b] = [$b, $a];
[$missing] = [];
['x' => ['y' => $deep]] = ['x' => ['y' => 'z']];
[$array['p'], $array['q']] = ['P', 'Q'];
[$one, [$two]] = [1, null];
$chain = $other = 'same';
[1 => $byInt, 0 => $zero] = ['zero', 'one'];
list('n' => $n) = ['n' => 'named'];
[$host2, $port2] = explode(':', 'localhost:11211');

return compact('a', 'b', 'second', 'c', 'd', 'host', 'port', 'e', 'f', 'missing', 'deep', 'array', 'one', 'two', 'chain', 'other', 'byInt', 'zero', 'n', 'host2', 'port2');
