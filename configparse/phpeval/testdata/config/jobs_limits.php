<?php
$limits = [
    'import' => ['timeout' => 1800, 'tries' => 1],
    'mail' => ['timeout' => 30, 'tries' => 5],
];

$longest = 0;
foreach ($limits as $name => ['timeout' => $timeout]) {
    if ($timeout > $longest) {
        $longest = $timeout;
        $slowest = $name;
    }
}

uasort($limits, fn ($a, $b) => $a['timeout'] <=> $b['timeout']);

return [
    'longest' => $longest,
    'slowest' => $slowest,
    'retry_after' => (int) ceil($longest * 1.1),
    'total' => array_sum(array_column(['a' => ['t' => 1], 'b' => ['t' => 2]], 't')),
    'names' => strtoupper(implode('|', ['import', 'mail'])),
];
