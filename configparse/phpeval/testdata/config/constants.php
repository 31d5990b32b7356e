<?php
const RETRY_AFTER = 90;
const MARGIN = 10, TOTAL = RETRY_AFTER + MARGIN;
define('QUEUE_PREFIX', 'app_' . 'queue');
define('QUEUE_LIST', ['high', 'low']);

return [
    'retry' => RETRY_AFTER,
    'total' => TOTAL,
    'prefix' => QUEUE_PREFIX,
    'fq' => \RETRY_AFTER,
    'list' => QUEUE_LIST[1],
    'call' => constant('RETRY_AFTER'),
    'true' => [TRUE, False, NULL],
    'sort' => [SORT_STRING, JSON_THROW_ON_ERROR, STR_PAD_LEFT, FILTER_VALIDATE_BOOLEAN, FILTER_NULL_ON_FAILURE, PHP_URL_HOST],
    'signals' => [LOG_DEBUG, E_DEPRECATED, M_PI, PHP_FLOAT_EPSILON],
    'line' => __LINE__,
    'namespace' => __NAMESPACE__,
    'function' => __FUNCTION__ === '' ? 'none' : 'some',
    'class' => __CLASS__ === '' ? 'none' : 'some',
    'dir' => basename(__DIR__),
    'file' => basename(__FILE__),
    'parent' => basename(dirname(__DIR__)),
    'levels' => basename(dirname(__FILE__, 2)),
];
