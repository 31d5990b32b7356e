<?php
function counter() { static $n = 0; return ++$n; }
function globals() { global $never; return $never; }

return ['counter' => counter(), 'globals' => globals(), 'known' => 1];
