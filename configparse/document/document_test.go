package document

import (
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestClocksAreReadAsTheirFormatsWriteThem(t *testing.T) {
	tests := []struct {
		text string
		read func(*Node) queue.Value[time.Duration]
		want time.Duration
		ok   bool
	}{
		{"30", func(n *Node) queue.Value[time.Duration] { return n.Seconds("x") }, 30 * time.Second, true},
		{"30s", func(n *Node) queue.Value[time.Duration] { return n.Seconds("x") }, 0, false},
		{"-1", func(n *Node) queue.Value[time.Duration] { return n.Seconds("x") }, 0, false},
		{"1e400", func(n *Node) queue.Value[time.Duration] { return n.Seconds("x") }, 0, false},
		{"nan", func(n *Node) queue.Value[time.Duration] { return n.Seconds("x") }, 0, false},
		{"1600", func(n *Node) queue.Value[time.Duration] { return n.Milliseconds("x") }, 1600 * time.Millisecond, true},
		{"1m30s", func(n *Node) queue.Value[time.Duration] { return n.Duration("x") }, 90 * time.Second, true},
		{"300", func(n *Node) queue.Value[time.Duration] { return n.Duration("x") }, 300 * time.Second, true},
		{"-5s", func(n *Node) queue.Value[time.Duration] { return n.Duration("x") }, 0, false},
	}
	for _, test := range tests {
		got, ok := test.read(&Node{Kind: Scalar, Text: test.text}).Get()
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%q: %v %v", test.text, got, ok)
		}
	}
}

func TestWhatIsNotThereIsAbsentAndWhatIsNotKnownUnknown(t *testing.T) {
	var none *Node
	if !none.String("x").IsAbsent() || !(&Node{}).Int("x").IsAbsent() {
		t.Error("what is not there is not absent")
	}
	if v := (&Node{Kind: Scalar, Why: "it is a variable"}).Seconds("x"); v.State() != queue.Unknown || v.Why() != "it is a variable" {
		t.Error("what is not known is taken for known")
	}
	if v := (&Node{Kind: Mapping}).String("x"); v.State() != queue.Unknown {
		t.Error("a table is taken for a text")
	}
}

func FuzzClocks(f *testing.F) {
	for _, text := range []string{"30", "1e400", "-0", "nan", "inf", "1h30m", "9223372036854775807", " 5 ", "größe"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := &Node{Kind: Scalar, Text: text}
		for _, v := range []queue.Value[time.Duration]{n.Seconds("x"), n.Milliseconds("x"), n.Duration("x")} {
			if d, known := v.Get(); known && d < 0 {
				t.Errorf("%q is %s", text, d)
			}
		}
		n.Int("x")
		n.Bool("x")
		n.Get(text, text).Elements()
	})
}
