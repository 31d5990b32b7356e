<?php
namespace Config;

final class Supervisor
{
    public const DEFAULT_TIMEOUT = 60;
    private const DEFAULTS = ['connection' => 'redis', 'balance' => 'auto', 'timeout' => self::DEFAULT_TIMEOUT];

    public static function make(string|array $queue, int $timeout = self::DEFAULT_TIMEOUT, mixed ...$more): array
    {
        return array_merge(self::DEFAULTS, ['queue' => (array) $queue, 'timeout' => $timeout], $more);
    }
}

return [
    'environments' => [
        'production' => [
            'default' => Supervisor::make('default'),
            'long' => Supervisor::make(['long', 'imports'], 3600, tries: 1),
            'named' => Supervisor::make(timeout: 30, queue: 'fast'),
        ],
    ],
    'timeout' => Supervisor::DEFAULT_TIMEOUT * 2,
];
