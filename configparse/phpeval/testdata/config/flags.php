<?php
$flag = fn (string $name, bool $default = false): bool => filter_var(env($name, $default), FILTER_VALIDATE_BOOLEAN);
$number = static fn (string $name, int $default, int $min = 0): int => max($min, (int) env($name, $default));
$list = function (string $name, string $default = '') {
    $value = env($name, $default);
    if (! is_string($value) || trim($value) === '') {
        return [];
    }

    return array_values(array_unique(array_map('trim', explode(',', $value))));
};

return [
    'a' => $flag('WORD_TRUE'),
    'b' => $flag('WORD_FALSE', true),
    'c' => $flag('MISSING', true),
    'd' => $number('NUMBER', 60),
    'e' => $number('UNIT', 60, 100),
    'f' => $number('MISSING', 60),
    'g' => $list('LIST'),
    'h' => $list('MISSING', 'x, y, x'),
    'i' => $list('WORD_TRUE'),
    'j' => [...$list('LIST', 'z'), 'end'],
];
