package queueable

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/source"
)

func TestInteresting(t *testing.T) {
	for _, c := range []struct {
		path, src string
		want      bool
	}{
		{"app/Jobs/A.php", "<?php class A implements ShouldQueue {}", true},
		{"app/Events/A.php", "<?php class A implements ShouldBroadcast {}", true},
		{"app/S.php", "<?php A::dispatch();", true},
		{"app/S.php", "<?php Dispatchable", true},
		{"app/S.php", "<?php $user->notify((new A)->onConnection('x'));", true},
		{"routes/console.php", "<?php Schedule::job(new A);", true},
		{"app/Console/Kernel.php", "<?php $schedule->job(new A);", true},
		{"app/S.php", "<?php function job() {}", false},
		{"app/Providers/E.php", "<?php class E { protected $listen = []; }", true},
		{"app/Providers/E.php", "<?php Event::listen(A::class);", true},
		{"app/Providers/E.php", "<?php Event::subscribe(A::class);", true},
		{"app/Billing.php", "<?php $plan->subscribe($user);", false},
		{"app/Models/A.php", "<?php #[ObservedBy(B::class)] class A {}", true},
		{"app/Models/A.php", "<?php class A extends Model {}", false},
		{"Modules/Blog/src/Jobs/A.php", "<?php ShouldQueue", true},
		{"vendor/x/A.php", "<?php ShouldQueue", false},
		{"Modules/Blog/vendor/x/A.php", "<?php ShouldQueue", false},
		{"tests/A.php", "<?php ShouldQueue", false},
		{"stubs/A.php", "<?php ShouldQueue", false},
		{"storage/framework/views/A.php", "<?php ShouldQueue", false},
		{"app/Storage/A.php", "<?php ShouldQueue", true},
		{"bootstrap/cache/A.php", "<?php ShouldQueue", false},
		{"resources/views/a.blade.php", "<?php dispatch()", false},
		{"app/A.js", "dispatch()", false},
	} {
		if got := Interesting(c.path, marks.Text{Data: []byte(c.src)}); got != c.want {
			t.Errorf("%s with %q: %v, want %v", c.path, c.src, got, c.want)
		}
	}
}

func parse(path, src string) *phpeval.Unit {
	file := source.New(path, []byte(src))
	return phpeval.NewUnit(file, php.Parse(file.Data))
}

func TestSurveyFindsChildrenOfOwnBaseClasses(t *testing.T) {
	files := map[string]string{
		"app/Base.php":   "<?php namespace App; abstract class Base implements \\Illuminate\\Contracts\\Queue\\ShouldQueue {}",
		"app/Child.php":  "<?php namespace App; class Child\n    extends Base\n{}",
		"app/Grand.php":  "<?php namespace App; final class Grand extends \\App\\Child {}",
		"app/Runs.php":   "<?php namespace App; interface Runs extends \\Illuminate\\Contracts\\Queue\\ShouldQueue {}",
		"app/Other.php":  "<?php namespace App; class Other implements Countable, Runs {}",
		"app/Model.php":  "<?php namespace App; class Model extends Basement {}",
		"tests/Fake.php": "<?php namespace Tests; class Fake extends Base {}",
	}
	var s Survey
	classes := phpeval.NewClasses()
	classes.Outside, classes.Lacks = Outside, Lacks
	for path, src := range files {
		if s.Look(path, marks.Text{Data: []byte(src)}) {
			classes.Add(parse(path, src))
		}
	}
	var found []string
	for {
		more := s.Heirs(classes)
		if len(more) == 0 {
			break
		}
		found = append(found, more...)
		for _, path := range more {
			classes.Add(parse(path, files[path]))
		}
	}
	if want := []string{"app/Child.php", "app/Other.php", "app/Grand.php"}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

func TestFinderFindsTheFileOfAClass(t *testing.T) {
	fsys := fstest.MapFS{}
	var paths []string
	for path, src := range map[string]string{
		"site/app/Jobs/A.php":                   "<?php namespace App\\Jobs; class A {}",
		"site/packages/blog/src/Base.php":       "<?php\n\nnamespace Blog\\Jobs;\nclass Base {}",
		"site/packages/shop/src/Base.php":       "<?php\nnamespace Blog\\JobsOther;\nclass Base {}",
		"site/shop/Pay.php":                     "<?php namespace App\\Jobs\\Shop; class Pay {}",
		"site/app/Jobs/Shop/Pay.php":            "<?php namespace App\\Jobs\\Shop; class Old {}",
		"site/app/helpers/Plain.php":            "<?php class Plain {}",
		"site/vendor/x/Gone.php":                "<?php namespace X; class Gone {}",
		"site/modules/Shop/Jobs/Concerns/T.php": "<?php namespace Modules\\Shop\\Jobs\\Concerns; trait T {}",
	} {
		fsys[path] = &fstest.MapFile{Data: []byte(src)}
		paths = append(paths, path)
	}
	tree := source.NewTree(fsys, paths)
	f := NewFinder(tree, "site", map[string][]string{`App\`: {"app/"}, `Modules\`: {"modules"}, `App\Jobs\Shop\`: {"shop"}}, func(path string) *phpeval.Unit {
		file, err := tree.Read(path)
		if err != nil {
			return nil
		}
		return phpeval.NewUnit(file, php.Parse(file.Data))
	})
	for class, want := range map[string]string{
		`App\Jobs\A`:                   "site/app/Jobs/A.php",
		`\App\Jobs\A`:                  "site/app/Jobs/A.php",
		`App\Jobs\Shop\Pay`:            "site/shop/Pay.php",
		`Modules\Shop\Jobs\Concerns\T`: "site/modules/Shop/Jobs/Concerns/T.php",
		`Blog\Jobs\Base`:               "site/packages/blog/src/Base.php",
		`Plain`:                        "site/app/helpers/Plain.php",
		`X\Gone`:                       "",
		`App\Jobs\B`:                   "",
		`Other\A`:                      "",
		`Illuminate\Foundation\Plain`:  "",
		``:                             "",
	} {
		got := ""
		if u := f.Find(class); u != nil {
			got = u.File.Path
		}
		if got != want {
			t.Errorf("%s is in %q, want %q", class, got, want)
		}
	}
}
