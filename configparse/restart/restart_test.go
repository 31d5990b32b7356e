package restart

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		path, text string
		want       int
	}{
		{"deploy.sh", "php artisan queue:restart\n", 1},
		{"deploy.sh", `"$PHP_BIN" artisan queue:restart || true`, 1},
		{"deploy.sh", "docker compose exec -T app php artisan --no-interaction queue:restart\n", 1},
		{"deploy.sh", "echo done && php artisan queue:restart\n", 1},
		{"deploy.sh", "echo 'now: php artisan queue:restart'\n", 0},
		{"deploy.sh", "# php artisan queue:restart\n", 0},
		{"deploy.sh", "true # then php artisan queue:restart\n", 0},
		{"deploy.sh", "php artisan queue:restarted\n", 0},
		{"deploy.sh", "php artisan queue:restart\nphp artisan queue:restart\n", 2},
		{".github/workflows/deploy.yml", "      - run: php artisan queue:restart\n", 1},
		{"Makefile", "deploy:\n\t@php artisan queue:restart\n", 1},
		{"Makefile", "deploy:\n\t@echo php artisan queue:restart\n", 0},
		{"composer.json", `{"scripts": {"deploy": ["@php artisan queue:restart"]}}`, 1},
		{"Envoy.blade.php", "@task('deploy')\n    php artisan queue:restart\n@endtask\n", 1},
		{"Envoy.blade.php", "{{-- php artisan queue:restart --}}\n", 0},
		{"deploy.php", "after('deploy:success', 'artisan:queue:restart');\n", 1},
		{"deploy.php", "run('cd {{release_path}} && php artisan queue:restart');\n", 1},
		{"app/A.php", "Artisan::call('queue:restart');\n", 1},
		{"app/A.php", `$this->kernel->call("queue:restart");`, 1},
		{"app/A.php", "$schedule->command('queue:restart')->daily();\n", 1},
		{"app/A.php", "$this->line('php artisan queue:restart');\n", 0},
		{"app/A.php", "// Artisan::call('queue:restart');\n", 0},
		{"app/A.php", " * @see Artisan::call('queue:restart')\n", 0},
	} {
		got := Calls(source.New(c.path, []byte(c.text)))
		if len(got) != c.want {
			t.Errorf("%s: %q has %d calls, want %d", c.path, c.text, len(got), c.want)
		}
		for _, s := range got {
			if s.Text() != "queue:restart" {
				t.Errorf("%s: a call stands at %q", c.path, s.Text())
			}
		}
	}
}

func TestPlaceOnAMultiByteLine(t *testing.T) {
	got := Calls(source.New("deploy.sh", []byte("cd /srv/bücher && php artisan queue:restart\n")))
	if len(got) != 1 || got[0].First(source.CodePoints).Column != 31 {
		t.Errorf("the call stands at %v", got)
	}
}

func TestDeaf(t *testing.T) {
	if got := Deaf(source.New("app/Providers/A.php", []byte("Queue::withoutInterruptionPolling();\n// Queue::withoutInterruptionPolling();\nfunction withoutInterruptionPolling() {}\n"))); len(got) != 1 {
		t.Errorf("%d places, want 1", len(got))
	}
}

func TestPathsThatMayHoldACall(t *testing.T) {
	for p, want := range map[string]bool{
		"deploy.sh": true, "deploy.php": true, "Envoy.blade.php": true, "resources/views/a.blade.php": false, "Makefile": true,
		".github/workflows/a.yml": true, "composer.json": true, "package.json": false, "README.md": false,
	} {
		if MayHold(p) != want {
			t.Errorf("MayHold(%q) is %v", p, !want)
		}
	}
}

func FuzzCalls(f *testing.F) {
	f.Add("deploy.sh", "php artisan queue:restart\n")
	f.Add("a.php", "Artisan::call('queue:restart'); Queue::withoutInterruptionPolling();")
	f.Fuzz(func(t *testing.T, path, text string) {
		file := source.New(path, []byte(text))
		for _, s := range append(Calls(file), Deaf(file)...) {
			if s.Text() != command && s.Text() != polling {
				t.Errorf("a place at %q", s.Text())
			}
		}
	})
}
