package phpeval

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// environments are the variables that every file is evaluated under. The first one sets nothing.
var environments = []map[string]string{
	{},
	{
		"APP_ENV": "production", "APP_NAME": "My Shop", "APP_URL": "https://shop.example.com:8443/base", "QUEUE_CONNECTION": "redis",
		"REDIS_QUEUE_RETRY_AFTER": "300", "DB_QUEUE_RETRY_AFTER": "120", "QUEUE_NAMES": "emails,imports", "HORIZON_QUEUES": "a,b,c",
		"PLAIN": "production", "NUMBER": "45", "WORD_TRUE": "true", "WORD_FALSE": "false", "LIST": "one, two,three", "QUEUE": "high",
		"UNIT": "90s", "BLANK": "", "OFF": "off", "ZERO": "0", "REDIS_URL": "redis://:pw@cache:6380/1", "SQS_QUEUE": "jobs",
		"CACHE_DRIVER": "redis", "MAX_RUNTIME": "900", "LOG_STACK": "single,daily", "A": "set", "API_HOSTS": `{"us": [1, 2.5, null]}`,
		"DATABASE_URL": "pgsql://u:p@h:5432/d",
	},
	{
		"APP_ENV": "staging", "APP_NAME": "null", "QUEUE_CONNECTION": "(null)", "REDIS_QUEUE_RETRY_AFTER": "null",
		"DB_QUEUE_RETRY_AFTER": "5m", "PLAIN": `"quoted"`, "NUMBER": "3.7", "WORD_TRUE": "(TRUE)", "WORD_TRUE_PAREN": "(true)",
		"WORD_FALSE": "False", "WORD_NULL": "NULL", "WORD_EMPTY": "(empty)", "BLANK": "", "QUOTED": `'90'`, "HALF_QUOTED": `"90`,
		"UNIT": "abc", "PRODUCT": "60*5", "EXPONENT": "1e3", "SPACED": " 90", "OFF": "no", "ZERO": "0.0", "LIST": "", "QUEUE": "default",
		"CACHE_PREFIX": "p", "HORIZON_TIMEOUT": "", "SESSION_LIFETIME": "1e2", "HORIZON_FORCE": "yes", "MAX_RUNTIME": "-5",
		"QUEUE_NAMES": " , ,", "LOG_STACK": "false",
	},
}

type testEnv struct {
	vars    map[string]string
	missing VariableState
}

func (e testEnv) Lookup(name string) Variable {
	if v, ok := e.vars[name]; ok {
		return Variable{State: VariableSet, Text: v, Origin: &queue.Origin{Via: queue.ViaEnvFile, Text: ".env", Variable: name}}
	}
	return Variable{State: e.missing}
}

// unknowable are values that PHP decides and qlint does not, with the reason. A path is file:key.key; it covers what is below it.
var unknowable = map[string]string{
	"casts_int:e19":          "a number beyond all floats: versions differ",
	"negative_keys:negative": "the key behind a negative one: versions differ",
	"references:a":           "a variable that a reference ties to another",
	"references:list":        "the same",
	"references:target":      "the same, by an argument",
	"statics:counter":        "a static variable lives on",
	"statics:globals":        "a global variable",
	"cache_by_driver:prefix": "regular expressions are not evaluated",
}

func testUnit(t *testing.T, root, path string) *Unit {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		return nil
	}
	file := source.New(path, data)
	return NewUnit(file, php.Parse(file.Data))
}

type oracleLine struct {
	File  string          `json:"file"`
	OK    bool            `json:"ok"`
	Error string          `json:"error"`
	Value json.RawMessage `json:"value"`
}

// runOracle evaluates files under PHP in one process.
func runOracle(t *testing.T, base string, env map[string]string, files []string) map[string]oracleLine {
	t.Helper()
	args := []string{"-d", "precision=14", filepath.Join("testdata", "evalconfig.php"), "--typed", "--base", base}
	for k, v := range env {
		args = append(args, "--env", k+"="+v)
	}
	cmd := exec.CommandContext(t.Context(), "php", append(args, files...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("php: %v\n%s", err, stderr.String())
	}
	lines := map[string]oracleLine{}
	for line := range bytes.Lines(out) {
		var o oracleLine
		if err := json.Unmarshal(line, &o); err != nil {
			t.Fatalf("the oracle printed %q: %v", line, err)
		}
		lines[o.File] = o
	}
	return lines
}

// needPHP skips a test where PHP is missing; continuous integration has it.
func needPHP(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("php"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("php is not installed")
		}
		t.Skip("php is not installed")
	}
}

func TestConfigurationIsEvaluatedAsPHPDoes(t *testing.T) {
	needPHP(t)
	base, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join("testdata", "config", "*.php"))
	if err != nil || len(names) < 80 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	var together []string
	var alone [][]string
	units := map[string]*Unit{}
	for _, name := range names {
		u := testUnit(t, "testdata", "config/"+filepath.Base(name))
		for _, e := range u.Tree.Errors {
			t.Errorf("%s: %s", name, e.Message)
		}
		units[name] = u
		if d := u.declarations(); len(d.classes)+len(d.functions)+len(d.constants) > 0 {
			alone = append(alone, []string{name})
		} else {
			together = append(together, name)
		}
	}
	reasons := map[string]bool{}
	compared := 0
	for i, env := range environments {
		for _, files := range append(alone, together) {
			for name, line := range runOracle(t, base, env, files) {
				for _, missing := range []VariableState{VariableRemoved, VariableUnset} {
					w := testWorld(t, env, missing, base)
					d := differ{t: t, file: strings.TrimSuffix(filepath.Base(name), ".php"), env: i, reasons: reasons, lenient: missing == VariableUnset}
					d.whole(line, w.File(units[name]))
					compared += d.compared
				}
			}
		}
	}
	for path := range unknowable {
		if !reasons[path] {
			t.Errorf("%s is known in every environment: take it off the list", path)
		}
	}
	t.Logf("%d files, %d values compared", len(names), compared)
}

func testWorld(t *testing.T, env map[string]string, missing VariableState, base string) *World {
	return &World{
		Env: testEnv{env, missing}, Base: base, PHP: phpVersion,
		Include: func(path string) *Unit { return testUnit(t, "testdata", path) },
	}
}

var phpVersion = queue.VersionRange{Low: queue.Version{Major: 8}, High: queue.Version{Major: 8, Minor: 6}}

// differ compares one file's value with PHP's.
type differ struct {
	t        *testing.T
	file     string
	env      int
	reasons  map[string]bool
	lenient  bool // Unknown is no difference
	compared int
}

func (d *differ) whole(line oracleLine, ours Value) {
	if !line.OK {
		if ours.Kind != Unknown {
			d.t.Errorf("%s (environment %d): PHP says %s, qlint %s", d.file, d.env, line.Error, show(ours))
		}
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(line.Value))
	decoder.UseNumber()
	var theirs any
	if err := decoder.Decode(&theirs); err != nil {
		d.t.Fatalf("%s: %v", d.file, err)
	}
	d.value(d.file, ours, theirs)
}

func (d *differ) fail(path string, ours Value, theirs any) {
	text, _ := json.Marshal(theirs)
	d.t.Errorf("%s (environment %d): PHP says %s, qlint %s", path, d.env, text, show(ours))
}

// excused says that a path or one above it is on the list.
func (d *differ) excused(path string) bool {
	for p := path; ; {
		if _, ok := unknowable[p]; ok {
			d.reasons[p] = true
			return true
		}
		i := strings.LastIndexAny(p, ".:")
		if i < 0 {
			return false
		}
		p = p[:i]
	}
}

func (d *differ) value(path string, ours Value, theirs any) {
	d.compared++
	if ours.Kind == OneOf {
		for _, one := range ours.Some {
			if d.equal(one, theirs) {
				return
			}
		}
		d.fail(path, ours, theirs)
		return
	}
	if ours.Kind == Unknown {
		if !opaque(theirs) && !d.lenient && !d.excused(path) {
			d.fail(path, ours, theirs)
		}
		return
	}
	object, _ := theirs.(map[string]any)
	entries, isArray := object["a"].([]any)
	if !isArray || ours.Kind != Array {
		if !d.equal(ours, theirs) {
			d.fail(path, ours, theirs)
		}
		return
	}
	if !ours.Array.whole() {
		d.open(path, ours, entries)
		return
	}
	if len(entries) != len(ours.Array.Entries) {
		d.fail(path, ours, theirs)
		return
	}
	for i, e := range ours.Array.Entries {
		pair := entries[i].([]any)
		if !d.equal(e.Key.value(), pair[0]) {
			d.fail(path, ours, theirs)
			return
		}
		d.value(path+separator(path)+e.Key.String(), e.Value, pair[1])
	}
}

// open compares the elements that are known of an array that is not known whole.
func (d *differ) open(path string, ours Value, entries []any) {
	if !d.lenient && !d.excused(path) {
		d.t.Errorf("%s (environment %d): the array is open: %s", path, d.env, ours.Array.Open)
	}
	for _, e := range ours.Array.Entries {
		found := e.Value.Kind == Unknown
		for _, pair := range entries {
			if pair := pair.([]any); d.equal(e.Key.value(), pair[0]) {
				found = true
				d.value(path+separator(path)+e.Key.String(), e.Value, pair[1])
			}
		}
		if !found {
			d.t.Errorf("%s (environment %d): PHP has no key %s", path, d.env, e.Key)
		}
	}
}

func separator(path string) string {
	if strings.Contains(path, ":") {
		return "."
	}
	return ":"
}

// opaque says that the oracle does not know a value either.
func opaque(theirs any) bool {
	switch v := theirs.(type) {
	case map[string]any:
		_, a := v["$opaque"]
		_, b := v["$closure"]
		_, c := v["$object"]
		return a || b || c
	case string:
		return strings.Contains(v, "{{")
	}
	return false
}

func (d *differ) equal(ours Value, theirs any) bool {
	switch v := theirs.(type) {
	case nil:
		return ours.Kind == Null
	case bool:
		return ours.Kind == Bool && ours.Bool == v
	case string:
		return ours.Kind == String && ours.Str == v
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			f, err := v.Float64()
			return err == nil && ours.Kind == Float && math.Float64bits(f) == math.Float64bits(ours.Float)
		}
		return ours.Kind == Int && strconv.FormatInt(ours.Int, 10) == v.String()
	case map[string]any:
		return d.equalObject(ours, v)
	}
	return false
}

func (d *differ) equalObject(ours Value, theirs map[string]any) bool {
	for tag, v := range theirs {
		switch tag {
		case "$closure":
			return ours.Kind == Closure
		case "$opaque":
			return ours.Kind == Object
		case "$object":
			return ours.Kind == Object && (ours.Class == "" || ours.Class == v)
		case "$enum":
			return ours.Kind == Enum && ours.Class+"::"+ours.Case == v
		case "$float":
			return ours.Kind == Float && floatText(ours.Float) == v
		case "$bytes":
			return ours.Kind == String && base64.StdEncoding.EncodeToString([]byte(ours.Str)) == v
		case "a":
			entries := v.([]any)
			if ours.Kind != Array || !ours.Array.whole() || len(entries) != len(ours.Array.Entries) {
				return false
			}
			for i, e := range ours.Array.Entries {
				pair := entries[i].([]any)
				if !d.equal(e.Key.value(), pair[0]) || !d.equal(e.Value, pair[1]) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// show is a value for a test's message.
func show(v Value) string {
	switch v.Kind {
	case Unknown:
		return "unknown: " + v.Why
	case Null:
		return "null"
	case Bool:
		return strconv.FormatBool(v.Bool)
	case Int:
		return strconv.FormatInt(v.Int, 10)
	case Float:
		return fmt.Sprintf("float %v", v.Float)
	case String:
		return strconv.Quote(v.Str)
	case Enum:
		return v.Class + "::" + v.Case
	case Closure:
		return "closure"
	case Object:
		return "object " + v.Class
	case OneOf:
		var parts []string
		for _, x := range v.Some {
			parts = append(parts, show(x))
		}
		return "one of " + strings.Join(parts, " | ")
	}
	var parts []string
	for _, e := range v.Array.Entries {
		parts = append(parts, e.Key.String()+" => "+show(e.Value))
	}
	if v.Array.Open != "" {
		parts = append(parts, "… "+v.Array.Open)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
