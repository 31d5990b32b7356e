package migration

import (
	"strings"
	"unicode"

	"github.com/qlint-dev/qlint/internal/queue"
)

// columnTypes are the methods of Blueprint that make one column, in lower case, with MySQL's type.
var columnTypes = map[string]string{
	"id": "bigint", "increments": "int", "integerincrements": "int", "tinyincrements": "tinyint", "smallincrements": "smallint",
	"mediumincrements": "mediumint", "bigincrements": "bigint",
	"integer": "int", "tinyinteger": "tinyint", "smallinteger": "smallint", "mediuminteger": "mediumint", "biginteger": "bigint",
	"unsignedinteger": "int", "unsignedtinyinteger": "tinyint", "unsignedsmallinteger": "smallint", "unsignedmediuminteger": "mediumint",
	"unsignedbiginteger": "bigint", "foreignid": "bigint", "foreignuuid": "char", "foreignulid": "char",
	"float": "float", "double": "double", "decimal": "decimal", "unsignedfloat": "float", "unsigneddouble": "double", "unsigneddecimal": "decimal",
	"boolean": "tinyint", "char": "char", "string": "varchar", "tinytext": "tinytext", "text": "text", "mediumtext": "mediumtext", "longtext": "longtext",
	"enum": "enum", "set": "set", "json": "json", "jsonb": "json", "binary": "blob", "vector": "vector", "tsvector": "tsvector",
	"date": "date", "datetime": "datetime", "datetimetz": "datetime", "time": "time", "timetz": "time", "timestamp": "timestamp", "timestamptz": "timestamp",
	"year": "year", "uuid": "char", "ulid": "char", "ipaddress": "varchar", "macaddress": "varchar", "computed": "", "geometry": "geometry",
	"geography": "geography", "point": "point", "linestring": "linestring", "polygon": "polygon", "geometrycollection": "geometrycollection",
	"multipoint": "multipoint", "multilinestring": "multilinestring", "multipolygon": "multipolygon", "multipolygonz": "multipolygon",
	"softdeletes": "timestamp", "softdeletestz": "timestamp", "softdeletesdatetime": "datetime", "remembertoken": "varchar", "rawcolumn": "",
}

// defaultNames are the columns of methods that need no name.
var defaultNames = map[string]string{
	"id": "id", "uuid": "uuid", "ulid": "ulid", "ipaddress": "ip_address", "macaddress": "mac_address", "softdeletes": "deleted_at",
	"softdeletestz": "deleted_at", "softdeletesdatetime": "deleted_at", "remembertoken": "remember_token",
}

// morphTypes are the types of the id that two columns of a relation to several tables have.
var morphTypes = map[string]string{
	"morphs": "bigint", "nullablemorphs": "bigint", "numericmorphs": "bigint", "nullablenumericmorphs": "bigint",
	"uuidmorphs": "char", "nullableuuidmorphs": "char", "ulidmorphs": "char", "nullableulidmorphs": "char",
}

// columns are those that a call makes; found says that it is a method that makes columns, known that their names are known.
func (p *blueprint) columns(c call) (columns []*queue.Column, found, known bool) {
	made := func(name, kind string) *queue.Column { return &queue.Column{Name: name, Type: kind, Span: c.at} }
	switch c.name {
	case "timestamps", "timestampstz", "nullabletimestamps", "nullabletimestampstz", "datetimes":
		return []*queue.Column{made("created_at", "timestamp"), made("updated_at", "timestamp")}, true, true
	case "addcolumn":
		name, ok := p.argument(c.args, 1)
		kind, _ := p.argument(c.args, 0)
		return []*queue.Column{made(name, columnTypes[strings.ToLower(kind)])}, true, ok
	case "foreignidfor":
		name, ok := p.foreignKey(c)
		return []*queue.Column{made(name, "")}, true, ok
	}
	if kind, ok := morphTypes[c.name]; ok {
		name, known := p.argument(c.args, 0)
		return []*queue.Column{made(name+"_type", "varchar"), made(name+"_id", kind)}, true, known
	}
	kind, ok := columnTypes[c.name]
	if !ok {
		return nil, false, false
	}
	if len(c.args) == 0 {
		name := defaultNames[c.name]
		return []*queue.Column{made(name, kind)}, true, name != ""
	}
	name, known := p.argument(c.args, 0)
	return []*queue.Column{made(name, kind)}, true, known
}

// foreignKey is the column of foreignIdFor(): the second argument, or the model's name and the name of its key, which is `id` unless the
// model's own code says otherwise.
func (p *blueprint) foreignKey(c call) (string, bool) {
	if len(c.args) > 1 {
		return p.argument(c.args, 1)
	}
	model, ok := p.argument(c.args, 0)
	if !ok {
		return "", false
	}
	return snake(model[strings.LastIndexByte(model, '\\')+1:]) + "_id", true
}

// snake is Str::snake of a class's name.
func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
