<?php
$a = 1;
$b = &$a;
$b = 2;
$list = [1, 2, 3];
foreach ($list as &$item) {
    $item *= 2;
}
unset($item);
$add = function (array &$target) { $target[] = 'x'; };
$target = ['a'];
$add($target);

return ['untouched' => 5, 'a' => $a, 'list' => $list, 'target' => $target];
