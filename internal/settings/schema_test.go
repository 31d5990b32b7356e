package settings

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../../schema/qlint.schema.json"

// editorSchema is the schema that editors check qlint.toml with.
func editorSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.Open(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	doc, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("schema.json")
}

// asJSON is a TOML text as editors hand it to a schema; false where it is no TOML.
func asJSON(t *testing.T, text string) (any, bool) {
	t.Helper()
	var doc map[string]any
	if _, err := toml.Decode(text, &doc); err != nil {
		return nil, false
	}
	for _, table := range tablesOf(doc["ignore"]) {
		if day, ok := table["until"].(interface{ Format(string) string }); ok {
			table["until"] = day.Format("2006-01-02")
		}
	}
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return out, true
}

func tablesOf(v any) []map[string]any {
	tables, _ := v.([]map[string]any)
	return tables
}

func TestTheSchemaTakesWhatIsRead(t *testing.T) {
	schema := editorSchema(t)
	for _, text := range []string{"", whole, "assume.stop_grace = '1h30m'", "assume.longest_job = '1.5m'"} {
		doc, ok := asJSON(t, text)
		if !ok {
			t.Fatalf("%q is no TOML", text)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheSchemaRefusesWhatIsRefused(t *testing.T) {
	schema := editorSchema(t)
	// What hangs on the rules that exist, or on the syntax of globs, is said by qlint alone.
	beyond := []string{"is no rule", "is no glob"}
	for _, test := range wrong {
		doc, ok := asJSON(t, test.text)
		if !ok || containsAny(test.want, beyond) {
			continue
		}
		if schema.Validate(doc) == nil {
			t.Errorf("the schema takes %q, which is refused: %s", test.text, test.want)
		}
	}
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// The settings in whole hold every key: each key of the schema stands there, and the schema takes them all.
func TestTheSchemaKnowsEveryKeyAndNoOther(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if _, err := toml.Decode(whole, &doc); err != nil {
		t.Fatal(err)
	}
	same(t, "", root, doc)
}

// node is a schema as far as its keys go.
type node struct {
	Properties map[string]node `json:"properties"`
	Items      *node           `json:"items"`
}

func same(t *testing.T, path string, n node, table map[string]any) {
	t.Helper()
	for key, below := range n.Properties {
		v, ok := table[key]
		if !ok {
			t.Errorf("%s%s of the schema is no key", path, key)
		}
		if inner, ok := v.(map[string]any); ok && below.Properties != nil {
			same(t, path+key+".", below, inner)
		}
		if all := tablesOf(v); len(all) > 0 && below.Items != nil {
			same(t, path+key+".", *below.Items, all[0])
		}
	}
}
