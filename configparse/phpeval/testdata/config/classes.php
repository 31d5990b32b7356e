<?php
interface HasLimits { const LIMIT = 7; }
abstract class Base implements HasLimits
{
    public const TIMEOUT = 60;
    protected const MARGIN = 10;
    const NAMES = ['a' => 'first', 'b' => 'second'];
    public static function timeout(): int { return static::TIMEOUT + self::MARGIN; }
    public static function named(string $k = 'a'): string { return self::NAMES[$k]; }
}
trait Doubles { public static function double(int $x): int { return $x * static::FACTOR; } }
final class Queues extends Base
{
    use Doubles;
    const FACTOR = 3;
    const TIMEOUT = parent::TIMEOUT * 2;
    const SELF = self::TIMEOUT;
    const LIST = ['high', self::DEFAULT, ...['low']];
    const DEFAULT = 'default';
    private static int $count = 4;
    public static function count() { return self::$count; }
    public static function all() { return array_map(fn ($q) => strtoupper($q), self::LIST); }
}

return [
    'const' => Queues::TIMEOUT,
    'self' => Queues::SELF,
    'list' => Queues::LIST,
    'inherited' => Queues::NAMES['b'],
    'interface' => Queues::LIMIT,
    'class' => Queues::class,
    'static' => Queues::timeout(),
    'base' => Base::timeout(),
    'named' => Queues::named('b'),
    'default' => Queues::named(),
    'trait' => Queues::double(5),
    'property' => Queues::count(),
    'map' => Queues::all(),
    'expression' => Queues::TIMEOUT - Base::TIMEOUT,
];
