<?php
$supervisors = [];
for ($i = 1; $i <= 3; $i++) {
    $supervisors["supervisor-$i"] = ['queue' => "q$i", 'tries' => $i * 2];
}

$n = 0;
while ($n < 5) {
    $n += 2;
}

$m = 10;
do {
    $m--;
} while ($m > 7);

for ($i = 0, $sum = 0; $i < 10; $i++) {
    if ($i % 2) continue;
    if ($i > 6) break;
    $sum += $i;
}

for (;;) {
    break;
}

$matrix = [];
for ($a = 0; $a < 3; $a++) {
    for ($b = 0; $b < 3; $b++) {
        if ($b === 2) continue 2;
        if ($a === 2) break 2;
        $matrix[$a][$b] = $a * $b;
    }
}

$countdown = 3;
while ($countdown--) {
    $left[] = $countdown;
}

$power = 1;
while (true) {
    $power *= 2;
    if ($power > 100) {
        break;
    }
}

return compact('supervisors', 'n', 'm', 'sum', 'matrix', 'left', 'power', 'i');
