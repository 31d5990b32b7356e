<?php

// Reads paths from standard input, one a line, and prints for each "ok", or what PHP's own parser says against the file.
ini_set('memory_limit', '1G');
while (($path = fgets(STDIN)) !== false) {
    try {
        token_get_all(file_get_contents(rtrim($path, "\n")), TOKEN_PARSE);
        echo "ok\n";
    } catch (Throwable $e) {
        echo strtr($e->getMessage(), "\n", ' '), "\n";
    }
}
