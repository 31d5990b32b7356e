package procfile

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func load(archive string) []*Process {
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	tree := source.NewTree(memory, paths)
	var out []*Process
	for _, p := range paths {
		if file, err := tree.Read(p); err == nil && Is(p) {
			out = append(out, Load(tree, file)...)
		}
	}
	return out
}

func show[T any](v queue.Value[T]) string {
	if x, ok := v.Get(); ok {
		return fmt.Sprint(x)
	}
	return "unknown"
}

func TestThePlatformIsFoundByWhatLiesBeside(t *testing.T) {
	const procfile = "-- Procfile --\n# é\nweb: x\nworker:  php artisan queue:work \nrelease: php artisan migrate\n"
	for _, c := range []struct{ name, files, want string }{
		{"nothing tells", "", "procfile worker unknown unknown unknown"},
		{"heroku.yml", "-- heroku.yml --\n", "heroku worker 30s TERM unknown"},
		{"buildpacks, and how many run", "-- app.json --\n{\"buildpacks\": [{\"url\": \"heroku/php\"}], \"formation\": {\"worker\": {\"quantity\": 2}}}\n", "heroku worker 30s TERM 2"},
		{"add-ons", "-- app.json --\n{\"addons\": [\"heroku-redis:mini\"]}\n", "heroku worker 30s TERM unknown"},
		{"an app.json of something else", "-- app.json --\n{\"expo\": {\"name\": \"x\"}}\n", "procfile worker unknown unknown unknown"},
		{"Dokku", "-- app.json --\n{\"scripts\": {\"dokku\": {\"predeploy\": \"x\"}}, \"buildpacks\": [{\"url\": \"heroku/php\"}]}\n", "dokku worker unknown TERM unknown"},
		{"broken JSON", "-- app.json --\n{\n", "procfile worker unknown unknown unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := load(procfile + c.files)
			if len(all) != 2 {
				t.Fatalf("%d processes", len(all))
			}
			p := all[1]
			got := strings.Join([]string{p.Manager.String(), p.Name, show(p.StopWait), show(p.StopSignal), show(p.Processes)}, " ")
			if got != c.want || p.Text != "php artisan queue:work" || p.Command.Span.Text() != p.Text {
				t.Errorf("%s, want %s (%q)", got, c.want, p.Text)
			}
		})
	}
}

func TestProcfilesForDevelopmentAreLeftOut(t *testing.T) {
	if Is("Procfile.dev") || Is("app/procfile.php") || !Is("app/Procfile") {
		t.Error("only Procfile and those for production")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("web: a\r\nworker: php artisan é\n", `{"formation": {"worker": {"quantity": -1}}, "addons": [1, {"plan": "heroku"}]}`)
	f.Fuzz(func(t *testing.T, text, app string) {
		memory := fstest.MapFS{"Procfile": {Data: []byte(text)}, "app.json": {Data: []byte(app)}}
		tree := source.NewTree(memory, []string{"Procfile", "app.json"})
		file, _ := tree.Read("Procfile")
		for _, p := range Load(tree, file) {
			if text[p.Offset:p.Offset+len(p.Text)] != p.Text {
				t.Fatal(p)
			}
		}
	})
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	tree := source.NewTree(fstest.MapFS{"Procfile": {Data: []byte("web: é\nworker: ä=ö php artisan queue:work\n")}}, []string{"Procfile"})
	file, err := tree.Read("Procfile")
	if err != nil {
		t.Fatal(err)
	}
	all := Load(tree, file)
	last := all[len(all)-1]
	i := strings.Index(last.Text, "queue")
	if got := file.Span(last.Offset+i, last.Offset+len(last.Text)); got.Text() != "queue:work" || got.First(source.CodePoints).Column != 25 {
		t.Errorf("%q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}
