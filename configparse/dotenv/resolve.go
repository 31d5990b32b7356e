package dotenv

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxValue bounds the length of a value in bytes after its references were resolved: doubling variables line by line would
// otherwise fill any memory.
const maxValue = 64 << 10

var reference = pattern.New(`\A\$\{([a-zA-Z0-9_.]+)\}`)

// Resolve returns the entries with their references resolved where the environment that starts the application sets more
// variables. The environment wins over the file, as phpdotenv's immutable loader has it; the entries hold what the file says all
// the same. environment may be nil.
func (f *File) Resolve(environment func(name string) (value string, found bool)) []Entry {
	entries := slices.Clone(f.Entries)
	defined := map[string]int{}
	for i := range entries {
		e := &entries[i]
		e.resolve(func(name string) (string, int, bool) {
			if environment != nil {
				if v, ok := environment(name); ok {
					return v, -1, true
				}
			}
			if k, ok := defined[name]; ok {
				return entries[k].Value, k, true
			}
			return "", -1, false
		})
		if e.Null {
			delete(defined, e.Name)
		} else {
			defined[e.Name] = i
		}
	}
	return entries
}

// resolve goes from the last '$' to the first, so that the name of an outer reference may hold an inner one (Loader/Resolver.php).
func (e *Entry) resolve(lookup func(name string) (value string, entry int, found bool)) {
	e.References, e.TooLong = nil, false
	tail, end := newTail(len(e.raw)), len(e.raw)
	for _, v := range slices.Backward(e.vars) {
		tail.prepend(e.raw[v.at:end])
		end = v.at
		m := reference.FindSubmatch(tail.bytes())
		if m == nil {
			continue
		}
		text, from, found := lookup(string(m[1]))
		e.References = append(e.References, Reference{Name: string(m[1]), Span: e.referenceSpan(v.span), Entry: from, Found: found})
		if !found {
			continue
		}
		tail.start += len(m[0])
		tail.prepend(text)
		if len(tail.bytes()) > maxValue {
			e.TooLong = true
			break
		}
	}
	slices.Reverse(e.References)
	if e.Value = e.raw; !e.TooLong {
		tail.prepend(e.raw[:end])
		e.Value = string(tail.bytes())
	}
}

// tail is a text that grows at its front.
type tail struct {
	buf   []byte
	start int
}

func newTail(room int) *tail { return &tail{make([]byte, room), room} }

func (t *tail) bytes() []byte { return t.buf[t.start:] }

func (t *tail) prepend(text string) {
	if t.start < len(text) {
		grown := newTail(2*len(t.buf) + len(text))
		grown.start -= len(t.bytes())
		copy(grown.buf[grown.start:], t.bytes())
		*t = *grown
	}
	t.start -= len(text)
	copy(t.buf[t.start:], text)
}

// referenceSpan is the span of a reference as written; one whose name holds another reference has no end of its own and is shown
// up to the end of the value.
func (e *Entry) referenceSpan(span source.Span) source.Span {
	if span.End-span.Start == 1 {
		span.End = e.ValueSpan.End
	}
	return span
}
