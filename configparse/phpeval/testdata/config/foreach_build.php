<?php
$connections = [];

foreach (['emails' => 60, 'reports' => 900, 'default' => 90] as $queue => $seconds) {
    $connections["redis-{$queue}"] = [
        'driver' => 'redis',
        'queue' => $queue,
        'retry_after' => $seconds + 30,
    ];
}

foreach (range(1, 3) as $shard) {
    if ($shard === 2) {
        continue;
    }
    $connections['shard' . $shard] = ['driver' => 'database', 'table' => "jobs_$shard"];
}

foreach ([['a', 1], ['b', 2]] as [$name, $value]) {
    $pairs[$name] = $value;
}

foreach ([['id' => 1, 'name' => 'x'], ['id' => 2, 'name' => 'y']] as ['id' => $id, 'name' => $label]) {
    $labels[$id] = $label;
}

foreach ([] as $never) {
    $pairs['never'] = true;
}

foreach ([1, 2, 3, 4] as $n) {
    if ($n === 3) {
        break;
    }
    $until[] = $n;
}

return ['connections' => $connections, 'pairs' => $pairs, 'labels' => $labels, 'until' => $until, 'last' => $n, 'shard' => $shard];
