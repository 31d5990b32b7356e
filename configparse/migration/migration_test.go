package migration

import (
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// up is a migration with the given body of up().
func up(body string) string {
	return "<?php\n\nuse Illuminate\\Database\\Migrations\\Migration;\nuse Illuminate\\Database\\Schema\\Blueprint;\nuse Illuminate\\Support\\Facades\\DB;\n" +
		"use Illuminate\\Support\\Facades\\Schema;\n\nreturn new class extends Migration {\n    public function up(): void\n    {\n" + body +
		"\n    }\n\n    public function down(): void\n    {\n        Schema::dropIfExists('t');\n    }\n};\n"
}

// schemaOf reads the files of an archive.
func schemaOf(t *testing.T, archive string) *queue.Schema {
	t.Helper()
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	tree := source.NewTree(memory, paths)
	from := Source{}
	Sort(paths)
	for _, p := range paths {
		file, err := tree.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case IsMigration(p):
			from.Migrations = append(from.Migrations, phpeval.NewUnit(file, php.Parse(file.Data)))
		case IsDump(p):
			from.Dumps = append(from.Dumps, ReadDump(file))
		}
	}
	classes := phpeval.NewClasses()
	classes.Lacks = Lacks
	return Read(&phpeval.World{Classes: classes}, from)
}

// one is the schema of a single migration.
func one(t *testing.T, body string) *queue.Schema {
	t.Helper()
	return schemaOf(t, "-- database/migrations/2024_01_01_000000_a.php --\n"+up(body))
}

// text describes a table: its columns, its keys with ! for unique and * for primary ones, and why it is open or may not exist.
func text(s *queue.Schema, name string) string {
	t := s.Table(name)
	if t == nil {
		return "none"
	}
	var columns, keys []string
	for _, c := range t.Columns {
		columns = append(columns, c.Name+":"+c.Type)
	}
	for _, k := range t.Keys {
		mark := ""
		switch {
		case k.Primary:
			mark = "*"
		case k.Unique:
			mark = "!"
		}
		keys = append(keys, mark+strings.Join(k.Columns, "+"))
	}
	out := strings.Join(columns, " ") + " | " + strings.Join(keys, " ")
	if t.Open != "" {
		out += " | open"
	}
	if t.Maybe != "" {
		out += " | maybe"
	}
	return out
}

func TestTheSchemaBuilderIsFollowed(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"columns and keys", `Schema::create('t', function (Blueprint $table) {
			$table->id(); $table->string('email')->unique(); $table->foreignId('user_id')->constrained()->unique(); $table->timestamps();
			$table->unique(['user_id', 'email'], 'pair'); $table->index('user_id');
		});`, "id:bigint email:varchar user_id:bigint created_at:timestamp updated_at:timestamp | *id !email !user_id+email user_id"},
		{"the variable's name is free", `Schema::create('t', function ($x) { $x->increments('n'); $x->tinyInteger('a'); });`, "n:int a:tinyint | *n"},
		{"arrow function", `Schema::create('t', fn (Blueprint $table) => $table->uuid('key')->primary());`, "key:char | *key"},
		{"names in any case", `schema::CREATE('t', function ($t) { $t->String('a')->UNIQUE(); });`, "a:varchar | !a"},
		{"default names", `Schema::create('t', function ($t) { $t->uuid(); $t->softDeletes(); $t->rememberToken(); $t->morphs('owner'); });`,
			"uuid:char deleted_at:timestamp remember_token:varchar owner_type:varchar owner_id:bigint | owner_type+owner_id"},
		{"model's key", `Schema::create('t', function ($t) { $t->foreignIdFor(\App\Models\SalesOrder::class)->unique(); });`, "sales_order_id: | !sales_order_id"},
		{"changes", `Schema::create('t', function ($t) { $t->string('a')->unique(); $t->string('b')->unique(); $t->tinyInteger('n'); });
			Schema::table('t', function ($t) { $t->dropUnique(['a']); $t->dropColumn('b'); $t->smallInteger('n')->change(); $t->renameColumn('a', 'z'); });`,
			"z:varchar n:smallint | "},
		{"key by its name", `Schema::create('t', function ($t) { $t->string('a')->unique(); }); Schema::table('t', function ($t) { $t->dropUnique('t_a_unique'); });`, "a:varchar | "},
		{"renamed column keeps its key", `Schema::create('t', function ($t) { $t->string('a')->unique(); $t->renameColumn('a', 'b'); });`, "b:varchar | !b"},
		{"renamed table", `Schema::create('s', function ($t) { $t->string('a'); }); Schema::rename('s', 't');`, "a:varchar | "},
		{"dropped table", `Schema::create('t', function ($t) { $t->string('a'); }); Schema::dropIfExists('t');`, "none"},
		{"dropped columns", `Schema::create('t', function ($t) { $t->string('a')->unique(); $t->string('b'); }); Schema::dropColumns('t', ['a']);`, "b:varchar | "},
		{"loop over a list", `foreach (['t', 'u'] as $name) { Schema::create($name, function ($t) use ($name) { $t->string('a')->unique(); }); }`, "a:varchar | !a"},
		{"local variable", `$name = 't'; Schema::create($name, function ($t) { $t->id(); });`, "id:bigint | *id"},
		{"transaction", `DB::transaction(function () { Schema::create('t', function ($t) { $t->id(); }); });`, "id:bigint | *id"},
		{"connection", `Schema::connection('logs')->create('t', function ($t) { $t->id(); });`, "id:bigint | *id"},
		{"guard by hasTable", `if (! Schema::hasTable('t')) { Schema::create('t', function ($t) { $t->id(); }); }`, "id:bigint | *id"},
		{"early return by hasTable", `if (Schema::hasTable('t')) { return; } Schema::create('t', function ($t) { $t->id(); });`, "id:bigint | *id"},
		{"guard by hasColumn", `Schema::create('t', function ($t) { $t->id(); });
			if (! Schema::hasColumn('t', 'a')) { Schema::table('t', function ($t) { $t->string('a')->unique(); }); }`, "id:bigint a:varchar | *id !a"},
		{"undecided condition", `if (config('x.y')) { Schema::create('t', function ($t) { $t->id(); }); }`, "id:bigint | *id | maybe"},
		{"undecided change", `Schema::create('t', function ($t) { $t->string('a'); });
			if (DB::getDriverName() === 'mysql') { Schema::table('t', function ($t) { $t->unique('a'); }); }`, "a:varchar |  | open"},
		{"undecided early return", `if (config('x.y')) { return; } Schema::create('t', function ($t) { $t->id(); });`, "id:bigint | *id | maybe"},
		{"undecided drop", `Schema::create('t', function ($t) { $t->id(); }); if (config('x.y')) { Schema::drop('t'); }`, "id:bigint | *id | maybe"},
		{"condition within a table", `Schema::create('t', function ($t) { $t->string('a'); if (config('x.y')) { $t->unique('a'); } });`, "a:varchar |  | open"},
		{"try", `Schema::create('t', function ($t) { $t->string('a'); }); try { Schema::table('t', function ($t) { $t->unique('a'); }); } catch (\Throwable $e) {}`, "a:varchar |  | open"},
		{"macro", `Schema::create('t', function ($t) { $t->id(); $t->nestedSet(); });`, "id:bigint | *id | open"},
		{"handed over", `Schema::create('t', function ($t) { $t->id(); Common::columns($t); });`, "id:bigint | *id | open"},
		{"column of a name that is not known", `Schema::create('t', function ($t) { $t->id(); $t->string(column()); });`, "id:bigint | *id | open"},
		{"change of a table that no migration makes", `Schema::table('t', function ($t) { $t->string('a')->unique(); });`, "a:varchar | !a | open"},
		{"change of a table of unknown name", `Schema::create('t', function ($t) { $t->id(); }); Schema::table(table(), function ($t) { $t->unique('id'); });`, "id:bigint | *id | open"},
		{"SQL", `DB::statement('CREATE TABLE t (id bigint primary key, a text)'); DB::statement('CREATE UNIQUE INDEX i ON t (a)');`, "a:text id:bigint | *id !a"},
		{"SQL on a table of the builder", `Schema::create('t', function ($t) { $t->string('a'); }); DB::statement("ALTER TABLE t ADD UNIQUE (a)");`, "a:varchar | !a"},
		{"SQL with a hole", `Schema::create('t', function ($t) { $t->string('a'); }); DB::statement("ALTER TABLE {$prefix}t ADD UNIQUE (a)");`, "a:varchar |  | open"},
		{"SQL that changes no table", `Schema::create('t', function ($t) { $t->string('a'); }); DB::statement("UPDATE {$x} SET a = 1");`, "a:varchar | "},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := text(one(t, c.body), "t"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestMethodsOfTheMigrationAreFollowed(t *testing.T) {
	s := schemaOf(t, `-- database/migrations/2024_01_01_000000_a.php --
<?php
class A extends \Illuminate\Database\Migrations\Migration {
	private string $name = 't';
	public function up() { $this->make('u'); \Schema::create($this->name, function ($table) { $table->id(); $this->common($table, 'a'); }); }
	private function make($name) { \Schema::create($name, function ($t) { $t->id(); }); }
	private function common($blueprint, $column) { $blueprint->string($column)->unique(); }
}
`)
	for name, want := range map[string]string{"t": "id:bigint a:varchar | *id !a", "u": "id:bigint | *id"} {
		if got := text(s, name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if s.Open != "" {
		t.Errorf("open: %s", s.Open)
	}
}

func TestMigrationsRunInTheOrderOfTheirNames(t *testing.T) {
	s := schemaOf(t, "-- database/migrations/2024_02_01_000000_b.php --\n"+up("Schema::table('t', function ($t) { $t->unique('a'); });")+
		"-- database/migrations/2024_01_01_000000_a.php --\n"+up("Schema::create('t', function ($t) { $t->string('a'); });"))
	if got := text(s, "t"); got != "a:varchar | !a" || s.Open != "" {
		t.Errorf("got %s, open %q", got, s.Open)
	}
}

func TestADumpRunsBeforeTheMigrationsThatItDoesNotHold(t *testing.T) {
	s := schemaOf(t, "-- database/schema/mysql-schema.sql --\nCREATE TABLE `t` (`a` varchar(255), UNIQUE KEY `t_a_unique` (`a`));\n"+
		"INSERT INTO `migrations` VALUES (1,'2023_01_01_000000_a',1);\n-- database/migrations/2023_01_01_000000_a.php --\n"+
		up("Schema::create('t', function ($t) { $t->string('a'); });")+"-- database/migrations/2024_01_01_000000_b.php --\n"+
		up("Schema::table('t', function ($t) { $t->string('b')->unique(); });"))
	if got := text(s, "t"); got != "a:varchar b:varchar | !a !b" || s.Open != "" {
		t.Errorf("got %s, open %q", got, s.Open)
	}
}

func TestWhatMayHoldMoreTablesOpensTheSchema(t *testing.T) {
	create := up("Schema::create('t', function ($t) { $t->id(); });")
	for name, c := range map[string]struct{ archive, want string }{
		"nothing":      {"-- artisan --\n", "there are no migrations"},
		"module":       {"-- Modules/Shop/Database/Migrations/2024_a.php --\n" + create, "migrations lie in Modules/Shop/Database/Migrations too"},
		"tenants":      {"-- database/migrations/tenant/2024_a.php --\n" + create, "migrations lie in database/migrations/tenant too"},
		"unknown name": {"-- database/migrations/2024_a.php --\n" + up("Schema::create(name(), function ($t) { $t->id(); });"), "2024_a.php creates a table whose name is not known"},
		"broken":       {"-- database/migrations/2024_a.php --\n" + up("Schema::create('t', function ($t) { $t->id( });"), "2024_a.php cannot be parsed as a whole"},
		"whole":        {"-- database/migrations/2024_a.php --\n" + create, ""},
		"code":         {"-- database/schema/pgsql-schema.sql --\nDO $$ BEGIN END $$;\n", "database/schema/pgsql-schema.sql runs code that may make tables"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := schemaOf(t, c.archive).Open; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheFoldersOfTestsAndTemplatesAreLeftOut(t *testing.T) {
	create := up("Schema::create('t', function ($t) { $t->id(); });")
	s := schemaOf(t, "-- tests/database/migrations/2024_a.php --\n"+create+"-- stubs/migrations/2024_a.php --\n"+create)
	if len(s.Tables) != 0 {
		t.Errorf("tables %v", s.Tables)
	}
}

func TestPlacesOnLinesWithLettersOfSeveralBytes(t *testing.T) {
	s := one(t, `/* äöü */ Schema::create('größe', function ($t) { /* é */ $t->string('a')->unique(); });`)
	k, verdict := s.Unique("größe", "a")
	if verdict != queue.Yes {
		t.Fatal(verdict)
	}
	at := k.Span.First(source.CodePoints)
	if k.Span.Text() != "unique" || at.Line != 11 || at.Column != 76 {
		t.Errorf("%q at %v", k.Span.Text(), at)
	}
}

func TestQuestionsAboutUniqueKeys(t *testing.T) {
	s := one(t, `Schema::create('t', function ($t) { $t->id(); $t->unique(['a', 'b']); $t->index('c'); });
		Schema::create('open', function ($t) { $t->macro(); });`)
	for _, c := range []struct {
		table   string
		columns []string
		want    queue.Verdict
	}{
		{"t", []string{"a", "b"}, queue.Yes}, {"T", []string{"B", "A", "c"}, queue.Yes}, {"t", []string{"a"}, queue.No}, {"t", []string{"c"}, queue.No},
		{"t", []string{"id"}, queue.Yes}, {"open", []string{"a"}, queue.Maybe}, {"none", []string{"a"}, queue.Maybe},
	} {
		if _, got := s.Unique(c.table, c.columns...); got != c.want {
			t.Errorf("%s %v: %v, want %v", c.table, c.columns, got, c.want)
		}
	}
	for name, want := range map[string]queue.Verdict{"t": queue.Yes, "none": queue.No} {
		if got := s.Has(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, body := range []string{
		"Schema::create('t', function ($t) { $t->id(); $t->string('a')->unique(); });", "if (Schema::hasTable('t')) { return; } DB::statement('ALTER TABLE t ADD UNIQUE (a)');",
		"foreach (['a'] as $x) { Schema::table($x, fn ($t) => $t->dropUnique(['a'])); }", "$this->up(); self::up();",
	} {
		f.Add(up(body))
	}
	f.Fuzz(func(t *testing.T, src string) {
		file := source.New("database/migrations/a.php", []byte(src))
		s := Read(&phpeval.World{}, Source{Migrations: []*phpeval.Unit{phpeval.NewUnit(file, php.Parse(file.Data))}})
		for _, table := range s.Tables {
			if !table.Span.IsZero() && table.Span.End > len(src) {
				t.Errorf("%s ends at %d of %d", table.Name, table.Span.End, len(src))
			}
		}
	})
}
