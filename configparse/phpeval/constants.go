package phpeval

import "math"

// builtinConstants are constants of PHP that are the same on every machine that runs Laravel in production.
var builtinConstants = map[string]Value{
	"PHP_INT_MAX": integer(math.MaxInt64), "PHP_INT_MIN": integer(math.MinInt64), "PHP_INT_SIZE": integer(8),
	"PHP_FLOAT_MAX": float(math.MaxFloat64), "PHP_FLOAT_EPSILON": float(0x1p-52), "PHP_FLOAT_DIG": integer(15),
	"NAN": float(math.NaN()), "INF": float(math.Inf(1)), "M_PI": float(math.Pi), "M_E": float(math.E),

	"DIRECTORY_SEPARATOR": text("/"), "PATH_SEPARATOR": text(":"), "PHP_EOL": text("\n"),
	"ARRAY_FILTER_USE_KEY": integer(filterUseKey), "ARRAY_FILTER_USE_BOTH": integer(filterUseBoth),
	"COUNT_NORMAL": integer(0), "COUNT_RECURSIVE": integer(1),
	"SORT_REGULAR": integer(0), "SORT_NUMERIC": integer(1), "SORT_STRING": integer(2),
	"STR_PAD_LEFT": integer(padLeft), "STR_PAD_RIGHT": integer(padRight), "STR_PAD_BOTH": integer(padBoth),
	"PHP_ROUND_HALF_UP": integer(1), "PHP_ROUND_HALF_DOWN": integer(2), "PHP_ROUND_HALF_EVEN": integer(3),

	"FILTER_VALIDATE_INT": integer(filterInt), "FILTER_VALIDATE_BOOLEAN": integer(filterBool),
	"FILTER_VALIDATE_BOOL": integer(filterBool), "FILTER_VALIDATE_FLOAT": integer(259), "FILTER_VALIDATE_REGEXP": integer(272),
	"FILTER_VALIDATE_URL": integer(273), "FILTER_VALIDATE_EMAIL": integer(274), "FILTER_VALIDATE_IP": integer(275),
	"FILTER_DEFAULT": integer(filterDefault), "FILTER_UNSAFE_RAW": integer(filterDefault),
	"FILTER_NULL_ON_FAILURE": integer(filterNullOnFailure),

	"JSON_OBJECT_AS_ARRAY": integer(jsonObjectAsArray), "JSON_THROW_ON_ERROR": integer(jsonThrow),
	"JSON_UNESCAPED_SLASHES": integer(64), "JSON_PRETTY_PRINT": integer(128), "JSON_UNESCAPED_UNICODE": integer(256),
	"JSON_BIGINT_AS_STRING": integer(2), "JSON_ERROR_NONE": integer(0),

	"PHP_URL_SCHEME": integer(0), "PHP_URL_HOST": integer(1), "PHP_URL_PORT": integer(2), "PHP_URL_USER": integer(3),
	"PHP_URL_PASS": integer(4), "PHP_URL_PATH": integer(5), "PHP_URL_QUERY": integer(6), "PHP_URL_FRAGMENT": integer(7),

	"E_ERROR": integer(1), "E_WARNING": integer(2), "E_NOTICE": integer(8), "E_DEPRECATED": integer(8192),
	"E_USER_DEPRECATED": integer(16384),
	"LOG_EMERG":         integer(0), "LOG_ALERT": integer(1), "LOG_CRIT": integer(2), "LOG_ERR": integer(3),
	"LOG_WARNING": integer(4), "LOG_NOTICE": integer(5), "LOG_INFO": integer(6), "LOG_DEBUG": integer(7), "LOG_USER": integer(8),

	"SIGHUP": integer(1), "SIGINT": integer(2), "SIGQUIT": integer(3), "SIGKILL": integer(9), "SIGUSR1": integer(10),
	"SIGUSR2": integer(12), "SIGALRM": integer(14), "SIGTERM": integer(15), "SIGCONT": integer(18), "SIGSTOP": integer(19),
}

// builtinClassConstants are constants of PDO, which every config/database.php has as keys. "class::NAME" with the class in lower
// case.
var builtinClassConstants = pdoConstants()

func pdoConstants() map[string]Value {
	table := map[string]Value{
		"pdo::ERRMODE_SILENT": integer(0), "pdo::ERRMODE_WARNING": integer(1), "pdo::ERRMODE_EXCEPTION": integer(2),
		"pdo::CASE_NATURAL": integer(0), "pdo::CASE_UPPER": integer(1), "pdo::CASE_LOWER": integer(2),
		"pdo::FETCH_ASSOC": integer(2), "pdo::FETCH_NUM": integer(3), "pdo::FETCH_BOTH": integer(4), "pdo::FETCH_OBJ": integer(5),
		"pdo::NULL_NATURAL": integer(0),
	}
	for i, name := range [...]string{
		"AUTOCOMMIT", "PREFETCH", "TIMEOUT", "ERRMODE", "SERVER_VERSION", "CLIENT_VERSION", "SERVER_INFO", "CONNECTION_STATUS",
		"CASE", "CURSOR_NAME", "CURSOR", "ORACLE_NULLS", "PERSISTENT", "STATEMENT_CLASS", "FETCH_TABLE_NAMES",
		"FETCH_CATALOG_NAMES", "DRIVER_NAME", "STRINGIFY_FETCHES", "MAX_COLUMN_LEN", "DEFAULT_FETCH_MODE", "EMULATE_PREPARES",
	} {
		table["pdo::ATTR_"+name] = integer(int64(i))
	}
	// With mysqlnd, PHP's own driver, and without it the same numbers.
	for i, name := range [...]string{
		"USE_BUFFERED_QUERY", "LOCAL_INFILE", "INIT_COMMAND", "COMPRESS", "DIRECT_QUERY", "FOUND_ROWS", "IGNORE_SPACE", "SSL_KEY",
		"SSL_CERT", "SSL_CA", "SSL_CAPATH", "SSL_CIPHER", "SERVER_PUBLIC_KEY", "MULTI_STATEMENTS", "SSL_VERIFY_SERVER_CERT",
	} {
		table["pdo::MYSQL_ATTR_"+name] = integer(int64(1000 + i))
		table["pdo\\mysql::ATTR_"+name] = integer(int64(1000 + i))
	}
	return table
}
