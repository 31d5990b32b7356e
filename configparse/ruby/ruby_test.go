package ruby

import (
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func show(s *Statement) string {
	var parts []string
	for _, b := range s.In {
		parts = append(parts, b.Kind)
	}
	text := strings.Join(parts, ">") + "|"
	for i, t := range s.Tokens {
		if i > 0 {
			text += " "
		}
		switch t.Kind {
		case Label:
			text += t.Text + ":"
		case Symbol:
			text += ":" + t.Text
		case String:
			text += "'" + t.Text + "'"
		case Open:
			text += "~"
		default:
			text += t.Text
		}
	}
	return text
}

func TestStatementsStandInTheirBlocks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"assignment", "config.x.y = 30.seconds # why\n", []string{"|config . x . y = 30 . seconds"}},
		{"class", "class A < B\n  queue_as :low\nend\n", []string{"class|class A < B", "class|queue_as :low", "|end"}},
		{"configure", "Rails.application.configure do\n  config.a = 1\nend\n", []string{"do|Rails . application . configure do", "do|config . a = 1", "|end"}},
		{"condition", "if ENV['X']\n  a = 1\nelse\n  a = 2\nend\nb = 3\n", []string{"if|if ENV [ 'X' ]", "if|a = 1", "if|a = 2", "|end", "|b = 3"}},
		{"modifier", "a = 1 if b\nc\n", []string{"|a = 1 if b", "|c"}},
		{"value of a condition", "a = if b then 1 else 2 end\nc\n", []string{"if|a = if b", "if|1", "if|2", "|end", "|c"}},
		{"arguments over lines", "retry_on A,\n  wait: 5,\n  attempts: 3\nb\n", []string{"|retry_on A , wait: 5 , attempts: 3", "|b"}},
		{"chain over lines", "a\n  .b\n  .c\nd\n", []string{"|a . b . c", "|d"}},
		{"keyword as a method", "a.class.end\nb.if\n", []string{"|a . class . end", "|b . if"}},
		{"loop with do", "while a do\n  b\nend\nc\n", []string{"while|while a", "while|b", "|end", "|c"}},
		{"braces", "a { |x|\n  x }\nb\n", []string{"|a { | x | x }", "|b"}},
		{"endless method", "def a = 5\nb\n", []string{"|def a = 5", "|b"}},
		{"endless method with arguments", "def a(x, y = 1) = x\nb\n", []string{"|def a ( x , y = 1 ) = x", "|b"}},
		{"setter", "def a=(v)\n  @a = v\nend\nb\n", []string{"def|def a = ( v )", "def|@ a = v", "|end", "|b"}},
		{"here-document", "a = <<~TEXT\n  if x\nTEXT\nb\n", []string{"|a = ~", "|b"}},
		{"regular expression", "a = /if x/i\nb = c / 2 / d\n", []string{"|a = ~", "|b = c / 2 / d"}},
		{"words", "a %w[if do]\n", []string{"|a ~"}},
		{"comment block", "=begin\nif x\n=end\na\n", []string{"|a"}},
		{"end of the program", "a\n__END__\nif x\n", []string{"|a"}},
		{"rescue", "begin\n  a\nrescue B\n  c\nend\nd rescue nil\n", []string{"begin|a", "begin|rescue B", "begin|c", "|end", "|d rescue nil"}},
		{"case", "case a\nwhen 1 then b\nelse c\nend\n", []string{"case|case a", "case|when 1", "case|b", "case|c", "|end"}},
		{"substitution", "a \"x #{b ? '}' : 1} y\", 2\n", []string{"|a ~ , 2"}},
		{"ternary", "a ? b: 1\nc(d: 1)\n", []string{"|a ? b : 1", "|c ( d: 1 )"}},
	} {
		f := Parse(source.New("a.rb", []byte(c.text)))
		var got []string
		for _, s := range f.Statements {
			got = append(got, show(s))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") || !f.Whole {
			t.Errorf("%s: whole %v\n%s\nwant\n%s", c.name, f.Whole, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestWhatIsNotClosedIsNotWhole(t *testing.T) {
	for _, text := range []string{"class A\n", "end\n", "a(\n)]", "a = \"b", "=begin\n", "a = <<~X\n", "%w[a", strings.Repeat("begin\n", 300) + strings.Repeat("end\n", 300)} {
		if Parse(source.New("a.rb", []byte(text))).Whole {
			t.Errorf("%q is taken for a whole file", text)
		}
	}
}

func TestDurationsAreLiteralsOrKnownVariables(t *testing.T) {
	variable := func(name string) queue.Value[string] {
		if name == "SET" {
			return queue.Is("40", nil)
		}
		return queue.NotSet[string](nil)
	}
	for _, c := range []struct {
		text string
		want time.Duration // 0: not known
	}{
		{"30.seconds", 30 * time.Second}, {"5.minutes", 5 * time.Minute}, {"1.hour", time.Hour}, {"45", 45 * time.Second}, {"(1_000.seconds)", 1000 * time.Second},
		{"0.5.seconds", 500 * time.Millisecond}, {"ENV.fetch('SET', 5).to_i.seconds", 40 * time.Second}, {"ENV['SET'].to_i", 40 * time.Second},
		{"Integer(ENV.fetch('SET') { 5 }).minutes", 40 * time.Minute},
		{"ENV.fetch('OTHER', 5).seconds", 0}, {"30.seconds + 1", 0}, {"TIMEOUT", 0}, {"-1", 0}, {"30.fortnights", 0}, {"ENV.fetch('SET', 5) * 2", 0}, {"'30'", 0}, {"", 0},
	} {
		f := Parse(source.New("a.rb", []byte("# schön\nconfig.t = "+c.text+"\n")))
		value := f.Statements[0].Assigned("config", "t")
		v := Duration(value, "t", variable)
		if d, known := v.Get(); d != c.want || known != (c.want > 0) {
			t.Errorf("%s: %s %v %s", c.text, d, known, v.Why())
		}
		if at := v.Origin().Place(); c.want > 0 && at.Text() != c.text {
			t.Errorf("%s: at %q", c.text, at.Text())
		}
	}
}

func TestArgumentsOfACall(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
		open bool
	}{
		{"retry_on A, B, wait: 5, attempts: :unlimited", "=1 =1 wait=1 attempts=1", false},
		{"retry_on(A, :attempts => 3) { |x, y| x }", "=1 attempts=1", false},
		{"retry_on A, **options", "=1", true},
		{"retry_on A, attempts: 3 if x", "=1 attempts=1", false},
		{"retry_on", "", false},
	} {
		args, open := Arguments(Parse(source.New("a.rb", []byte(c.text))).Statements[0].Tokens)
		var got []string
		for _, a := range args {
			got = append(got, a.Key+"="+string(rune('0'+len(a.Tokens))))
		}
		if strings.Join(got, " ") != c.want || open != c.open {
			t.Errorf("%s: %v %v", c.text, got, open)
		}
	}
}

func TestStatementsThatAreAlwaysCarriedOut(t *testing.T) {
	for text, want := range map[string]bool{
		"x = 1": true, "Rails.application.configure do\nx = 1\nend": true, "module A\nclass B < C\nx = 1\nend\nend": true,
		"x = 1 if y": false, "if y\nx = 1\nend": false, "def z\nx = 1\nend": false, "on_load do\nx = 1\nend": false,
	} {
		for _, s := range Parse(source.New("a.rb", []byte(text))).Statements {
			if s.Assigned("x") != nil && s.Certain() != want {
				t.Errorf("%q: %v", text, s.Certain())
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("class Ä < B\n  retry_on C, wait: 5.seconds, attempts: :unlimited do |j|\n a = <<~X\n é\nX\n end\nend\n")
	f.Add("config.solid_queue.shutdown_timeout = ENV.fetch(\"X\", 5).to_i.seconds if /a#{b}/ =~ %w[c]\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Parse(source.New("a.rb", []byte(text))).Statements {
			for _, token := range s.Tokens {
				if token.Span.Start > token.Span.End || token.Span.End > len(text) {
					t.Fatal(token)
				}
			}
			s.Certain()
			Arguments(s.Tokens)
			none := func(string) queue.Value[string] { return queue.NotSet[string](nil) }
			if d, _ := Duration(s.Tokens, "x", none).Get(); d < 0 {
				t.Fatal(d)
			}
			Int(s.Tokens, "x", none)
		}
	})
}
