<?php
$a = 5;
$a += 3;
$b = 10; $b -= 4; $b *= 2; $b /= 3;
$c = 17; $c %= 5; $c **= 3;
$s = 'x'; $s .= 'y'; $s .= 1;
$bits = 6; $bits &= 3; $bits |= 8; $bits ^= 1; $bits <<= 2; $bits >>= 1;
$n = null; $n ??= 'set'; $n ??= 'again';
$arr = ['k' => null]; $arr['k'] ??= 'filled'; $arr['new'] ??= 'added'; $arr['k'] ??= 'no';
$i = 1; $post = $i++; $pre = ++$i; $down = $i--; $downPre = --$i;
$u = null; $u++;
$f = 1.5; $f++;
$union = ['a' => 1]; $union += ['a' => 2, 'b' => 3];
$nested = $x = $y = 3;
$inline = ($z = 4) + $z;
$arr2['auto']['vivified'][] = 1;
$arr2['auto']['vivified'][] = 2;
$big = PHP_INT_MAX; $big++;

return compact('a', 'b', 'c', 's', 'bits', 'n', 'arr', 'i', 'post', 'pre', 'down', 'downPre', 'u', 'f', 'union', 'nested', 'x', 'y', 'inline', 'z', 'arr2', 'big');
