package laravel

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func TestVersionsComeFromTheLockElseFromTheConstraint(t *testing.T) {
	tests := map[string]struct {
		manifest, lock             string
		framework, horizon, carbon string
	}{
		"lock": {
			`{"require": {"laravel/framework": "^12.0"}}`, lockOf("laravel/framework v12.40.2", "laravel/horizon v5.30.1", "nesbot/carbon 3.8.4"),
			"12.40.2", "5.30.1", "3.8.4",
		},
		"constraint, Carbon follows the framework": {
			`{"require": {"laravel/framework": "^12.0", "laravel/horizon": "~5.20"}}`, "",
			"12.0.0 up to 13.0.0", "5.20.0 up to 6.0.0", "3.0.0 up to 4.0.0",
		},
		"Carbon of 11 is open":  {`{"require": {"laravel/framework": "11.*"}}`, "", "11.0.0 up to 12.0.0", "unknown version", "2.72.0 up to 4.0.0"},
		"Carbon of 10":          {`{"require": {"laravel/framework": "^10.10"}}`, "", "10.10.0 up to 11.0.0", "unknown version", "1.0.0 up to 3.0.0"},
		"a package in capitals": {`{"require": {"Laravel/Framework": "^10.10"}}`, "", "10.10.0 up to 11.0.0", "unknown version", "1.0.0 up to 3.0.0"},
		"a development branch":  {`{}`, lockOf("laravel/framework 12.x-dev"), "12.0.0 up to 13.0.0", "unknown version", "3.0.0 up to 4.0.0"},
		"a branch with an alias": {
			`{}`, `{"packages": [{"name": "laravel/framework", "version": "dev-master", "extra": {"branch-alias": {"dev-master": "13.x-dev"}}}]}`,
			"13.0.0 up to 14.0.0", "unknown version", "3.0.0 up to 4.0.0",
		},
		"an empty object as PHP writes it": {
			`{}`, `{"packages": [{"name": "laravel/framework", "version": "v12.1.0", "extra": []}, {"name": "nesbot/carbon", "version": "3.1.0"}]}`,
			"12.1.0", "unknown version", "3.1.0",
		},
		"development packages do not count": {
			`{"require": {}}`, `{"packages": [], "packages-dev": [{"name": "laravel/framework", "version": "v12.1.0"}]}`,
			"unknown version", "unknown version", "unknown version",
		},
		"a lock without the framework": {`{"require": {"laravel/framework": "^11.0"}}`, lockOf("acme/x 1.0.0"), "11.0.0 up to 12.0.0", "unknown version", "2.72.0 up to 4.0.0"},
		"the parts of Laravel":         {`{"require": {"illuminate/queue": "^10.0"}}`, "", "10.0.0 up to 11.0.0", "unknown version", "1.0.0 up to 3.0.0"},
		"Lumen has Laravel's major":    {`{"require": {"laravel/lumen-framework": "^10.2"}}`, "", "10.0.0 up to 11.0.0", "unknown version", "1.0.0 up to 3.0.0"},
		"any version":                  {`{"require": {"laravel/framework": "*"}}`, "", "unknown version", "unknown version", "unknown version"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"composer.json": test.manifest}
			if test.lock != "" {
				files["composer.lock"] = test.lock
			}
			c := readComposer(treeOf(files), "")
			v := c.versions()
			if got := v.Framework.String(); got != test.framework {
				t.Errorf("framework %s, want %s", got, test.framework)
			}
			if got := v.Horizon.String(); got != test.horizon {
				t.Errorf("horizon %s, want %s", got, test.horizon)
			}
			if got := v.Carbon.String(); got != test.carbon {
				t.Errorf("carbon %s, want %s", got, test.carbon)
			}
			if len(c.problems) > 0 {
				t.Errorf("problems %v", c.problems)
			}
		})
	}
}

func TestVersionsPointIntoTheirFile(t *testing.T) {
	files := map[string]string{
		"composer.json": "{\n  \"require\": {\n    \"php\": \"^8.2\",\n    \"laravel/framework\": \"^12.0\"\n  }\n}\n",
		"composer.lock": "{\n  \"packages\": [\n    {\"name\": \"acme/x\", \"version\": \"1.0.0\", \"require\": {\"laravel/framework\": \"^12.0\"}},\n" +
			"    {\"name\": \"laravel/framework\", \"source\": {\"version\": \"no\"}, \"version\": \"v12.4.0\"}\n  ]\n}\n",
	}
	c := readComposer(treeOf(files), "")
	o := c.Version("laravel/framework").Origin
	if p := o.Span.First(source.CodePoints); o.Span.Text() != "v12.4.0" || p.Line != 4 || o.Span.Path() != "composer.lock" {
		t.Errorf("the locked version is %q at %v of %s", o.Span.Text(), p, o.Span.Path())
	}
	delete(files, "composer.lock")
	for _, bom := range []string{"", "\ufeff"} {
		files["composer.json"] = bom + strings.TrimPrefix(files["composer.json"], "\ufeff")
		o = readComposer(treeOf(files), "").Version("laravel/framework").Origin
		if p := o.Span.First(source.CodePoints); o.Span.Text() != "^12.0" || p.Line != 4 {
			t.Errorf("the constraint is %q at %v", o.Span.Text(), p)
		}
	}
	if want := "laravel/framework ^12.0 in composer.json"; o.Text != want {
		t.Errorf("origin %q, want %q", o.Text, want)
	}
}

func TestFaultyFilesOfComposerAreProblems(t *testing.T) {
	manifest := `{"require": {"laravel/framework": "^11.0"}}`
	tests := map[string]struct {
		manifest, lock, want, framework string
	}{
		"lock with a comma too many": {
			manifest, "{\n  \"packages\": [\n    {\"name\": \"laravel/framework\", \"version\": \"v11.1.0\"},\n  ]\n}",
			"composer.lock:4:3 cannot be parsed as JSON: invalid character ']' looking for beginning of value (the constraints of composer.json count)",
			"11.0.0 up to 12.0.0",
		},
		"lock that ends early": {
			manifest, "{\"packages\": [{\"name\": \"laravel/fra",
			"composer.lock:1:35 cannot be parsed as JSON: unexpected EOF (the constraints of composer.json count)", "11.0.0 up to 12.0.0",
		},
		"lock with a conflict": {
			manifest, "<<<<<<< HEAD\n{\"packages\": []}",
			"composer.lock:1:1 cannot be parsed as JSON: invalid character '<' looking for beginning of value (the constraints of composer.json count)", "11.0.0 up to 12.0.0",
		},
		"lock that is no object": {manifest, "[]", "composer.lock:1:1 cannot be parsed as JSON: not a JSON object (the constraints of composer.json count)", "11.0.0 up to 12.0.0"},
		"packages that are no list": {
			manifest, `{"packages": {}}`, "composer.lock:1:1 cannot be parsed as JSON: packages is no list (the constraints of composer.json count)", "11.0.0 up to 12.0.0",
		},
		"empty lock": {manifest, "", "composer.lock:1:1 cannot be parsed as JSON: EOF (the constraints of composer.json count)", "11.0.0 up to 12.0.0"},
		"composer.json": {
			`{"require": {"laravel/framework": "^11.0",}}`, lockOf("laravel/framework v11.2.0"),
			"composer.json:1:43 cannot be parsed as JSON: invalid character '}' looking for beginning of object key string ()", "11.2.0",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := readComposer(treeOf(map[string]string{"composer.json": test.manifest, "composer.lock": test.lock}), "")
			if len(c.problems) != 1 {
				t.Fatalf("problems %v, want one", c.problems)
			}
			if got := describeProblem(c.problems[0]); got != test.want {
				t.Errorf("problem %q, want %q", got, test.want)
			}
			if got := c.versions().Framework.String(); got != test.framework {
				t.Errorf("framework %s, want %s", got, test.framework)
			}
		})
	}
}

func describeProblem(p queue.Problem) string {
	at := p.Span.First(source.CodePoints)
	return fmt.Sprintf("%s:%d:%d %s (%s)", p.Span.Path(), at.Line, at.Column, p.Reason, p.Kept)
}

func TestLockBeyondTheSizeLimitIsAProblem(t *testing.T) {
	fsys := fstest.MapFS{
		"composer.json": {Data: []byte(`{"require": {"laravel/framework": "^11.0"}}`)},
		"composer.lock": {Data: make([]byte, source.MaxFileSize+1)},
	}
	c := readComposer(source.NewTree(fsys, []string{"composer.json", "composer.lock"}), "")
	if len(c.problems) != 1 || !strings.Contains(c.problems[0].Reason, "cannot be read: larger than 32 MiB") {
		t.Errorf("problems %v", c.problems)
	}
	if got := c.versions().Framework.String(); got != "11.0.0 up to 12.0.0" {
		t.Errorf("framework %s", got)
	}
}

func TestDeeplyNestedLockDoesNotEndTheReader(t *testing.T) {
	deep := `{"packages": [` + strings.Repeat(`[`, 200_000) + strings.Repeat(`]`, 200_000) + `]}`
	if c := readComposer(treeOf(map[string]string{"composer.lock": deep}), ""); len(c.problems) != 1 {
		t.Errorf("problems %v, want one", c.problems)
	}
}

func TestRoots(t *testing.T) {
	app := `{"type": "project", "require": {"laravel/framework": "^12.0"}}`
	library := `{"type": "library", "require": {"illuminate/support": "^12.0"}, "require-dev": {"orchestra/testbench": "^10"}}`
	tests := map[string]struct {
		files map[string]string
		want  []Root
	}{
		"at the top":                             {map[string]string{"artisan": "", "composer.json": app}, []Root{{"", ApplicationRoot}}},
		"several, one within another's folder":   {map[string]string{"api/artisan": "", "api/composer.json": app, "web/artisan": "", "web/composer.json": app, "artisan": "", "composer.json": app}, []Root{{"", ApplicationRoot}, {"api", ApplicationRoot}, {"web", ApplicationRoot}}},
		"without artisan, with config/queue.php": {map[string]string{"composer.json": app, "config/queue.php": ""}, []Root{{"", ApplicationRoot}}},
		"Lumen":                                  {map[string]string{"artisan": "", "bootstrap/app.php": "", "composer.json": `{"require": {"laravel/lumen-framework": "^8.0"}}`}, []Root{{"", ApplicationRoot}}},
		"artisan without composer.json":          {map[string]string{"site/artisan": "", "site/config/queue.php": ""}, []Root{{"site", ApplicationRoot}}},
		"the framework through another package":  {map[string]string{"artisan": "", "config/app.php": "", "composer.json": `{"require": {"october/rain": "^3.0"}}`}, []Root{{"", ApplicationRoot}}},
		"a faulty composer.json":                 {map[string]string{"artisan": "", "composer.json": "{"}, []Root{{"", ApplicationRoot}}},
		"a package":                              {map[string]string{"composer.json": library, "config/queue.php": ""}, []Root{{"", PackageRoot}}},
		"Horizon itself":                         {map[string]string{"composer.json": `{"type": "library", "require": {"illuminate/queue": "^12.0"}}`, "config/horizon.php": ""}, []Root{{"", PackageRoot}}},
		"a package beside its demo":              {map[string]string{"composer.json": library, "demo/artisan": "", "demo/composer.json": app}, []Root{{"", PackageRoot}, {"demo", ApplicationRoot}}},
		"no Laravel at all":                      {map[string]string{"composer.json": `{"require": {"symfony/console": "^7.0"}}`, "bin/console": ""}, nil},
		"folders that never run": {map[string]string{
			"vendor/x/artisan": "", "vendor/x/composer.json": app, "tests/App/artisan": "", "tests/App/composer.json": app, "stubs/artisan": "", "stubs/composer.json": app,
			"examples/a/artisan": "", "examples/a/composer.json": app, "node_modules/a/composer.json": app, "node_modules/a/artisan": "",
		}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tree := treeOf(test.files)
			if got := Roots(tree); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
			var applications []string
			for _, r := range test.want {
				if r.Kind == ApplicationRoot {
					applications = append(applications, r.Path)
				}
			}
			if got := FindRoots(tree); !slices.Equal(got, applications) {
				t.Errorf("applications %q, want %q", got, applications)
			}
		})
	}
}

func TestClassesAreFoundByTheirPrefix(t *testing.T) {
	a := Open(treeOf(map[string]string{
		"api/artisan":            "",
		"api/composer.json":      `{"require": {"laravel/framework": "^12.0"}, "autoload": {"psr-4": {"App\\": "app/", "App\\Domain\\": ["src/Domain", "lib"], "Bad\\": 3}}}`,
		"api/app/Jobs/Send.php":  "<?php namespace App\\Jobs; class Send {}",
		"api/lib/Order.php":      "<?php",
		"api/app/Domain/Old.php": "<?php",
	}), "api")
	for class, want := range map[string]string{
		`App\Jobs\Send`: "api/app/Jobs/Send.php", `App\Domain\Order`: "api/lib/Order.php", `App\Domain\Old`: "api/app/Domain/Old.php",
		`App\Jobs\None`: "", `Other\Thing`: "", `Plain`: "",
	} {
		got := ""
		if u := a.FindClass(class); u != nil {
			got = u.File.Path
		}
		if got != want {
			t.Errorf("%s: %q, want %q", class, got, want)
		}
	}
}
