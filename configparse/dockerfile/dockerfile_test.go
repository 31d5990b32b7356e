package dockerfile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/source"
)

func parse(text string) *File { return Parse(source.New("Dockerfile", []byte(text))) }

// describe writes an instruction of a command down.
func describe(i *Instruction) string {
	switch {
	case i == nil:
		return ""
	case !i.Exec:
		return "sh: " + i.Text
	}
	var words []string
	for _, w := range i.Words {
		words = append(words, w.Text)
	}
	return strings.Join(words, "|")
}

func TestAnImageStartsWithWhatItsStagesSay(t *testing.T) {
	for name, c := range map[string]struct {
		text, target    string
		entrypoint, cmd string
		base            string
	}{
		"exec form":        {"FROM php:8.3-cli\nCMD [\"php\", \"artisan\",\"queue:work\"]\n", "", "", "php|artisan|queue:work", "php:8.3-cli"},
		"shell form":       {"from php\ncmd php artisan queue:work\n", "", "", "sh: php artisan queue:work", "php"},
		"no JSON is shell": {"FROM php\nCMD ['php', 'artisan']\n", "", "", "sh: ['php', 'artisan']", "php"},
		"escapes":          {"FROM php\nCMD [\"a\\\"b\\u00e9\"]\n", "", "", "a\"bé", "php"},
		"continued lines": {"FROM php\nCMD php artisan \\\n  # a comment\n\n  queue:work \\  \n  --tries=3\n", "", "",
			"sh: php artisan   queue:work   --tries=3", "php"},
		"the last one counts":           {"FROM php\nCMD a\nCMD b\n", "", "", "sh: b", "php"},
		"a stage inherits":              {"FROM php AS base\nENTRYPOINT [\"e\"]\nCMD [\"c\"]\nFROM base AS Prod\nRUN x\n", "", "e", "c", "php"},
		"an entrypoint drops a command": {"FROM php AS base\nCMD [\"c\"]\nFROM base\nENTRYPOINT [\"e\"]\n", "", "e", "", "php"},
		"not the one of its own stage":  {"FROM php\nCMD [\"c\"]\nENTRYPOINT [\"e\"]\n", "", "e", "c", "php"},
		"a target":                      {"FROM php AS Web\nCMD w\nFROM node AS queue\nCMD q\n", "web", "", "sh: w", "php"},
		"here-documents are no text":    {"FROM php\nRUN <<EOF\nCMD no\nEOF\nCOPY <<-'A' <<B /x/\n\tA\nCMD no\nB\nCMD yes\n", "", "", "sh: yes", "php"},
		"another escape":                {"# escape=`\nFROM php\nCMD a `\n b\n", "", "", "sh: a  b", "php"},
	} {
		t.Run(name, func(t *testing.T) {
			m := parse(c.text).Image(c.target, nil)
			if m == nil {
				t.Fatal("no such stage")
			}
			got := []string{describe(m.Entrypoint), describe(m.Cmd), m.Base}
			if diff := cmp.Diff([]string{c.entrypoint, c.cmd, c.base}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWordsKnowWhereTheyAreWritten(t *testing.T) {
	text := "FROM php\nENV A=1 \\\n  QUEUE_CONNECTION=\"re dis\"\nCMD [\"php\", \"artisan\"]\nENTRYPOINT exec \\\n  run.sh\nENV OLD an old one\n"
	m := parse(text).Image("", nil)
	if got := m.Cmd.Words[1].At(0, 7); got.Text() != "artisan" || got.First(source.Bytes).Line != 4 {
		t.Errorf("artisan stands at %q", got.Text())
	}
	at := strings.Index(m.Entrypoint.Text, "run.sh")
	if got := m.Entrypoint.At(at, at+6); got.Text() != "run.sh" || got.First(source.Bytes).Line != 6 {
		t.Errorf("run.sh stands at %q", got.Text())
	}
	var got []string
	for _, v := range m.Env {
		got = append(got, v.Name+"="+v.Value.Text+"@"+v.Value.At(0, len(v.Value.Text)).Text())
	}
	if diff := cmp.Diff([]string{"A=1@1", "QUEUE_CONNECTION=re dis@re dis", "OLD=an old one@an old one"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCopiesOfTheBuildContext(t *testing.T) {
	m := parse("FROM php\nCOPY --chown=a:b docker/supervisord.conf docker/*.ini /etc/\nCOPY --from=x /a /b\nADD [\"a b\", \"/c\"]\n").Image("", nil)
	want := []Copy{{Sources: []string{"docker/supervisord.conf", "docker/*.ini"}, Target: "/etc/"}, {Sources: []string{"a b"}, Target: "/c"}}
	if diff := cmp.Diff(want, m.Copies); diff != "" {
		t.Error(diff)
	}
}

func TestWhatDockerRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"CMD x\n":                  "no build stage in current context",
		"FROM a b\n":               "FROM requires either one or three arguments",
		"FROM php\nRUN <<EOF\nx\n": "unterminated heredoc",
		"# nothing\n":              "there is no FROM",
	} {
		if f := parse(text); len(f.Errors) != 1 || f.Errors[0].Message != want {
			t.Errorf("%q: %v, want %s", text, f.Errors, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"FROM a AS b\nENV x=\"y\" z\\ w\nCMD [\"\\u00e9\"]\n", "# escape=`\nFROM a\nRUN <<-\"E\" cat `\n  x\n\tE\n", "FROM b AS b\nFROM b\nCOPY --from=b a b\n", "ENV a\nFROM",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := parse(text)
		for _, s := range file.Stages {
			m := file.Image(s.Name, nil)
			for _, v := range m.Env {
				v.Value.At(0, len(v.Value.Text)).Text()
			}
			for _, i := range s.Instructions {
				for n := range i.Text {
					if got := i.At(n, n+1).Text(); got != i.Text[n:n+1] {
						t.Fatalf("byte %d of %q stands at %q", n, i.Text, got)
					}
				}
			}
		}
	})
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	f := parse("FROM php\n# größe\nCMD [\"é\", \"ä ö\", \"queue:work\"]\n")
	words := f.Image("", nil).Cmd.Words
	if len(words) != 3 {
		t.Fatalf("%+v", words)
	}
	if got := words[2].At(0, len(words[2].Text)); got.Text() != "queue:work" || got.First(source.CodePoints).Column != 19 {
		t.Errorf("%q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}
