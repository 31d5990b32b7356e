package worker

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// scripts finds the scripts of a package.json at the root and of another in sub.
func scripts(folder, name string) *PackageScript {
	text := map[string]string{
		"/work": "php artisan queue:work größe --tries=3", "/start": "exec php artisan queue:work redis", "/again": "npm run again", "/both": "npm run web && npm run work",
		"/web": "node web.js", "sub/work": "php artisan queue:work sub",
	}[folder+"/"+name]
	if text == "" {
		return nil
	}
	return &PackageScript{Text: text, At: In(source.New("package.json", []byte(text)), 0)}
}

func TestScriptsOfPackagesAreFollowed(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"npm run work", "npm sh: php artisan queue:work größe --tries=3"},
		{"npm run-script --silent work", "npm sh: php artisan queue:work größe --tries=3"},
		{"npm run work -- --timeout=60", "npm sh: php artisan queue:work größe --tries=3 --timeout=60"},
		{"npm run work --timeout=60", "npm sh: php artisan queue:work größe --tries=3"},
		{"yarn work --timeout=60", "yarn sh: php artisan queue:work größe --tries=3 --timeout=60"},
		{"yarn run work", "yarn sh: php artisan queue:work größe --tries=3"},
		{"pnpm work", "pnpm sh: php artisan queue:work größe --tries=3"},
		{"npm start", "npm sh exec: php artisan queue:work redis"},
		{"npm --prefix sub run work", "npm sh: php artisan queue:work sub"},
		{"yarn --cwd=sub work", "yarn sh: php artisan queue:work sub"},
		{"npm run both", "npm sh npm sh: php artisan queue:work größe --tries=3"},
		{"timeout 60 npm run work", "timeout npm sh: php artisan queue:work größe --tries=3"},
		{"npm work", "none"}, // npm has no such command
		{"npm run again", "none"},
		{"npm run nothing", "none"},
		{"npm run work -w api", "none"},
		{"npm -w api run work", "none"},
		{"pnpm --filter api work", "none"},
		{"pnpm install", "none"},
		{"npm", "none"},
		{"npm --prefix", "none"},
	} {
		got := "none"
		for _, found := range ParseSplit(c.command, In(source.New("x", []byte(c.command)), 0), Options{Package: scripts}) {
			got = ""
			for i, w := range found.Wrappers {
				if i > 0 {
					got += " "
				}
				got += w.Name
			}
			got += ": " + found.Line.Text
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.command, got, c.want)
		}
	}
}

func TestAPackageManagerPassesTheSignalToTheShellOfTheScript(t *testing.T) {
	for command, want := range map[string]queue.Relay{"npm start": queue.Forwards, "pnpm start": queue.Forwards, "yarn start": queue.Leaves, "bun run start": queue.RelayUnknown} {
		found := ParseSplit(command, In(source.New("x", []byte(command)), 0), Options{Package: scripts, Shell: "dash"})
		if len(found) != 1 || len(found[0].Wrappers) != 3 || found[0].Wrappers[0].Relay != want || found[0].Wrappers[1].Relay != queue.Replaces {
			t.Errorf("%s: %+v", command, found)
		}
	}
}

func TestScriptsOfPackagesHaveTheirPlaces(t *testing.T) {
	text := "npm run work -- --é=1"
	found := ParseSplit(text, In(source.New("Procfile", []byte(text)), 0), Options{Package: scripts})
	if len(found) != 1 {
		t.Fatal(found)
	}
	words := found[0].Line.Words
	if got := words[3].Span; got.Path() != "package.json" || got.Text() != "größe" {
		t.Errorf("the connection is at %s %q", got.Path(), got.Text())
	}
	if got := words[len(words)-1].Span; got.Path() != "Procfile" || got.Text() != "--é=1" {
		t.Errorf("the argument is at %s %q", got.Path(), got.Text())
	}
}

func TestScriptsThatRunThemselvesEnd(t *testing.T) {
	text := strings.Repeat("npm run a; ./a.sh; ", 50) + "php artisan queue:work"
	file := source.New("a.sh", []byte(text))
	found := ParseShell(text, In(file, 0), Options{
		Package: func(string, string) *PackageScript { return &PackageScript{Text: text, At: In(file, 0)} },
		Script:  func(string) *source.File { return file },
	})
	if len(found) == 0 || len(found) > maxFollows+1 {
		t.Errorf("%d workers", len(found))
	}
}
