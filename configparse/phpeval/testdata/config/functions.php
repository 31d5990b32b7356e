<?php
if (! function_exists('queue_names')) {
    function queue_names(string $list, string $separator = ','): array
    {
        $names = [];
        foreach (explode($separator, $list) as $name) {
            $name = trim($name);
            if ($name === '') {
                continue;
            }
            $names[] = $name;
        }

        return $names;
    }
}

function env_unless_empty(string $key, $default = null)
{
    $value = env($key, $default);

    return $value === '' ? $default : $value;
}

function factorial(int $n): int { return $n <= 1 ? 1 : $n * factorial($n - 1); }
function variadic(string $first, ...$rest) { return $first . count($rest); }
function nothing() {}
function early($x) { if ($x > 5) { return 'big'; } if ($x > 2) { return 'medium'; } return 'small'; }
function coerces(int $x): string { return $x; }
function nullable(?int $x = null): ?int { return $x; }
function defaults($a, $b = 2, $c = 3) { return [$a, $b, $c]; }
function floats(float $f) { return $f; }
function swap(array $pair): array { [$a, $b] = $pair; return [$b, $a]; }

return [
    'names' => queue_names(' high, default ,,low'),
    'separator' => queue_names('a|b', '|'),
    'env' => env_unless_empty('BLANK', 'fallback'),
    'env2' => env_unless_empty('PLAIN', 'fallback'),
    'factorial' => factorial(10),
    'variadic' => variadic('x', 1, 2, 3),
    'nothing' => nothing(),
    'early' => [early(9), early(4), early(1)],
    'coerces' => coerces('12'),
    'nullable' => nullable(),
    'nullable2' => nullable(5),
    'named' => defaults(1, c: 9),
    'named2' => defaults(a: 5),
    'spread' => defaults(...[7, 8]),
    'spreadNamed' => defaults(...['a' => 1, 'c' => 4]),
    'floats' => floats(5),
    'swap' => swap([1, 2]),
    'callable' => array_map('early', [1, 3, 7]),
    'firstClass' => array_map(early(...), [1, 3, 7]),
    'string' => ('fact' . 'orial')(5),
];
