<?php
try {
    $decoded = json_decode('{"a": 1}', true, 512, JSON_THROW_ON_ERROR);
} catch (JsonException $e) {
    $decoded = [];
}

$found = (function () {
    try {
        return ['ok' => true];
    } finally {
        $x = 1;
    }
})();

return ['decoded' => $decoded, 'found' => $found];
