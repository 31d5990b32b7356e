package marks

import (
	"bytes"
	"strings"
	"testing"
)

var words = []string{"queue", "Queue", "ispatch", "qlint:", ">job(", "extends", "ababa", "babab", "Dockerfile"}

func TestWordsAreFoundWhereverTheyStand(t *testing.T) {
	set := New(words...)
	for _, word := range words {
		for _, text := range []string{word, "x" + word, word + "x", strings.Repeat(word[:2], 5) + word, strings.Repeat(" ", 100) + word + strings.Repeat("e", 100)} {
			if !set.Find([]byte(text)).Has(word) {
				t.Errorf("%q is not found in %q", word, text)
			}
		}
	}
}

func TestAWordThatTheSetLacksIsSearchedFor(t *testing.T) {
	text := New(words...).Find([]byte("a b c"))
	if !text.Has("b c") || text.Has("c b") || !text.Empty() {
		t.Error("the answer does not hang on the bytes")
	}
	if !(Text{Data: []byte("Queue")}).Has("Queue") {
		t.Error("a text without a set is not searched")
	}
}

func TestSeveralWords(t *testing.T) {
	text := New(words...).Find([]byte("ShouldQueue extends"))
	if !text.HasAll("Queue", "extends") || text.HasAll("Queue", "ababa") || !text.HasAny("ababa", "Queue") || text.HasAny("ababa") {
		t.Error("wrong answer for several words")
	}
}

func FuzzFind(f *testing.F) {
	f.Add("xababab>job(ueueQueueispatchqlint:extend", "xaba")
	f.Add("Dockerfil", "kerf")
	f.Fuzz(func(t *testing.T, text, own string) {
		all := words
		if len(own) >= minLength {
			all = append([]string{own}, words...)
		}
		found := New(all...).Find([]byte(text))
		for _, word := range all {
			if got, want := found.Has(word), strings.Contains(text, word); got != want {
				t.Errorf("%q in %q: %v, want %v", word, text, got, want)
			}
		}
	})
}

// BenchmarkFind searches a text that holds none of the words.
func BenchmarkFind(b *testing.B) {
	data := bytes.Repeat([]byte("    public function total(array $rows): int { return max($this->sum, 0); } // nothing of ours\n"), 1000)
	set := New(words...)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		set.Find(data)
	}
}
