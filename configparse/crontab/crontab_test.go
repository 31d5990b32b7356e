package crontab

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestLinesAreWhatCronStarts(t *testing.T) {
	for _, c := range []struct{ path, in, want string }{
		{"crontab", "# é\nMAILTO=x\n* * * * * cd /app && php artisan queue:work\r\n@reboot php artisan horizon\n", "* * * * *|cd /app && php artisan queue:work / @reboot|php artisan horizon"},
		{"cron.d/shop", "*/5 0-3,9 * jan mon-fri www-data php artisan queue:work --once\n", "*/5 0-3,9 * jan mon-fri|php artisan queue:work --once"},
		{"crontab", "0 0 * * * a \\% b%c\nnot a line\n", "0 0 * * *|a \\% b"},
	} {
		file := source.New(c.path, []byte(c.in))
		var got []string
		for _, e := range Load(file) {
			if at := file.Span(e.Offset, e.Offset+len(e.Text)).Text(); at != e.Text {
				t.Errorf("%q stands at %q", e.Text, at)
			}
			got = append(got, e.Schedule+"|"+e.Text)
		}
		if strings.Join(got, " / ") != c.want {
			t.Errorf("%s: %q", c.path, got)
		}
	}
}

func TestOnlyTablesAreRead(t *testing.T) {
	for path, want := range map[string]bool{
		"docker/crontab": true, "etc/cron.d/shop": true, "shop.cron": true, "crontab.j2": true, "app/Cron/run.php": false, "cron.d/x.sh": false, "crontabs/root": true,
	} {
		if Is(path) != want {
			t.Errorf("%s: %t", path, !want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("* * * * * root php artisan queue:work % x\n@daily é\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range Load(source.New("cron.d/x", []byte(text))) {
			if text[e.Offset:e.Offset+len(e.Text)] != e.Text {
				t.Fatal(e)
			}
		}
	})
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	file := source.New("crontab", []byte("# größe\n* * * * * cd /ä && é queue:work\n"))
	all := Load(file)
	if len(all) != 1 {
		t.Fatalf("%d entries", len(all))
	}
	i := strings.Index(all[0].Text, "queue")
	if got := file.Span(all[0].Offset+i, all[0].Offset+len(all[0].Text)); got.Text() != "queue:work" || got.First(source.CodePoints).Column != 22 {
		t.Errorf("%q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}
