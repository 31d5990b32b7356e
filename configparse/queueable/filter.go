package queueable

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/marks"
)

// words are what a file has that holds a queued class or a place that dispatches one, or that registers listeners.
var words = slices.Concat(registrations, []string{
	"Queue",   // ShouldQueue, Queueable, onQueue(), Queue::push()
	"ispatch", // dispatch(), Dispatchable
	"ShouldBroadcast", "onConnection(",
	">job(", ":job(", // $schedule->job()
})

// registrations are what a file has that registers listeners: $listen, ->listen(), $subscribe, ::observe(), ObservedBy.
var registrations = []string{"$listen", ">listen", ":listen", "$subscribe", ":subscribe", "observe", "Observe"}

// heritageWords stand before the names of a class's parents and interfaces.
var heritageWords = []string{"extends", "implements"}

// Words are the words that Survey.Look asks for.
func Words() []string { return slices.Concat(words, heritageWords) }

// Interesting says whether a PHP file must be parsed: it may hold a queued class, a place that dispatches one, or the registration
// of a listener. It looks at bytes alone. Parents, traits and constants in other files are found on demand (Finder), children of
// the application's own base classes by a Survey.
func Interesting(path string, text marks.Text) bool {
	return strings.HasSuffix(path, ".php") && text.HasAny(words...) && !leftOut(path)
}

// leftOut says that a path lies outside an application's own running code.
func leftOut(path string) bool {
	if strings.HasSuffix(path, ".blade.php") || strings.HasSuffix(path, "_ide_helper.php") || strings.HasSuffix(path, ".phpstorm.meta.php") {
		return true
	}
	folder, _ := cutLast(path, '/')
	if strings.HasPrefix(path, "storage/framework/") || strings.Contains(path, "/storage/framework/") ||
		strings.HasSuffix(folder, "bootstrap/cache") {
		return true
	}
	for part := range strings.SplitSeq(folder, "/") {
		switch part {
		case "vendor", "node_modules", "tests", "Tests", "stubs":
			return true
		}
	}
	return false
}

// cutLast cuts a path at its last separator; the first part is "" without one.
func cutLast(s string, sep byte) (before, after string) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:]
	}
	return "", s
}

// Survey finds the files with queued classes in two looks: those that Interesting accepts, and then those whose classes extend or
// implement one of the application's own queued classes and interfaces, which show no mark themselves. Look may be called from
// several goroutines.
type Survey struct {
	mu    sync.Mutex
	heirs map[string][]string // last part of a parent's or interface's name, folded, to the files not accepted
}

// Look is shown every PHP file once and says whether to parse it.
func (s *Survey) Look(path string, text marks.Text) bool {
	if !strings.HasSuffix(path, ".php") || leftOut(path) {
		return false
	}
	if text.HasAny(words...) {
		return true
	}
	names := heritage(text)
	if len(names) == 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heirs == nil {
		s.heirs = map[string][]string{}
	}
	for _, name := range names {
		s.heirs[name] = append(s.heirs[name], path)
	}
	return false
}

// Heirs lists, sorted, the files passed over by Look that may hold children of the queued classes indexed so far. A file is listed
// once over all calls; the caller parses and adds them and calls again until none is left.
func (s *Survey) Heirs(classes *phpeval.Classes) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, c := range classes.All() {
		name := fold(c.Short())
		if len(s.heirs[name]) == 0 || c.Decl.Kind == php.KindTrait || c.Decl.Kind == php.KindEnum {
			continue
		}
		if a := ancestryOf(classes, c); !a.is(shouldQueue) && !a.is(shouldBroadcast) && !a.is(mailable) && !a.is(notification) {
			continue
		}
		out = append(out, s.heirs[name]...)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	for name, paths := range s.heirs {
		s.heirs[name] = slices.DeleteFunc(paths, func(p string) bool { return slices.Contains(out, p) })
	}
	return out
}

// heritage lists the last parts, folded, of the names that a file's classes extend and implement, by a search in its bytes.
func heritage(text marks.Text) []string {
	var out []string
	for _, word := range heritageWords {
		if !text.Has(word) {
			continue
		}
		rest := text.Data
		for {
			i := bytes.Index(rest, []byte(word))
			if i < 0 {
				break
			}
			before := i > 0 && isBlank(rest[i-1])
			rest = rest[i+len(word):]
			if before && len(rest) > 0 && isBlank(rest[0]) {
				out = appendNames(out, rest)
			}
		}
	}
	return out
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func isNameByte(c byte) bool {
	return c == '_' || c == '\\' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// appendNames reads a list of names separated by commas.
func appendNames(out []string, src []byte) []string {
	for {
		src = bytes.TrimLeft(src, " \n\r\t")
		n := 0
		for n < len(src) && isNameByte(src[n]) {
			n++
		}
		if n == 0 {
			return out
		}
		_, last := cutLast(string(src[:n]), '\\')
		out = append(out, fold(last))
		src = bytes.TrimLeft(src[n:], " \n\r\t")
		if len(src) == 0 || src[0] != ',' {
			return out
		}
		src = src[1:]
	}
}
