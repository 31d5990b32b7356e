<?php
$name = 'queue';

return [
    'plain' => <<<EOT
        first
          second
        third $name
        EOT,
    'nowdoc' => <<<'EOT'
    raw $name \n
    EOT,
    'empty' => <<<EOT
    EOT,
    'expression' => trim(<<<"EOT"
        {$name}:
            - one
        EOT),
    'unindented' => <<<EOT
line \x41
line 2
EOT,
];
