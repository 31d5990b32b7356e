<?php
$tenants = ['acme' => 2, 'globex' => 5];
$connections = [];
$supervisors = [];

foreach ($tenants as $tenant => $workers) {
    foreach (['high', 'low'] as $priority) {
        $name = "{$tenant}-{$priority}";
        $connections[$name] = [
            'driver' => 'redis',
            'queue' => $name,
            'retry_after' => $priority === 'high' ? 90 : 90 * $workers,
        ];
        $supervisors[$tenant]['queue'][] = $name;
    }
    $supervisors[$tenant]['processes'] = $workers;
    $supervisors[$tenant] += ['tries' => 3, 'processes' => 99];
}

return compact('connections', 'supervisors');
