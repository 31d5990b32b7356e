package djangoq

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestTheClusterIsReadWhereItIsWrittenOnce(t *testing.T) {
	for code, want := range map[string]string{
		"Q_CLUSTER = {'timeout': 600, 'retry': 120}":                       "2m0s 10m0s",
		"Q_CLUSTER = dict(timeout=60)":                                     "1m0s 1m0s",
		"Q_CLUSTER = {'name': 'größe'}":                                    "1m0s 0s",
		"Q_CLUSTER = {'timeout': None, 'retry': 90}":                       "1m30s 0s",
		"Q_CLUSTER = load()":                                               "none",
		"if DEBUG:\n    Q_CLUSTER = {'timeout': 1}":                        "none",
		"Q_CLUSTER = {'timeout': 600, 'retry': 120}\nQ_CLUSTER = {}":       "none",
		"Q_CLUSTER = {'timeout': 600, 'retry': 120}\nQ_CLUSTER['x'] = 1\n": "2m0s 10m0s",
		"X = 1": "none",
	} {
		got := "none"
		if l := Lease([]*source.File{source.New("a.py", []byte(code+"\n"))}, nil); l != nil {
			retry, _ := l.Time.Get()
			timeout, _ := l.Runs[0].Limit.Get()
			got = retry.String() + " " + timeout.String()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
}

func TestTheClocksHaveTheirPlaceOnLinesOfSeveralBytesACharacter(t *testing.T) {
	l := Lease([]*source.File{source.New("einstellungen.py", []byte("Q_CLUSTER = {'name': 'größe', 'timeout': 600, 'retry': 120}\n"))}, nil)
	if l == nil {
		t.Fatal("no lease")
	}
	if got := l.Time.Origin().Place(); got.Text() != "120" || got.First(source.CodePoints).Column != 56 {
		t.Errorf("retry is %q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
	if got := l.Runs[0].Limit.Origin().Place().Text(); got != "600" {
		t.Errorf("timeout is %q", got)
	}
}

func FuzzLease(f *testing.F) {
	f.Add("Q_CLUSTER = {'timeout': 600, 'retry': 10 * 60, **x}\n")
	f.Add("Q_CLUSTER = dict(timeout=env.int('é', 5))\nQ_CLUSTER['retry'] = 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		l := Lease([]*source.File{source.New("a.py", []byte(text))}, nil)
		if l == nil {
			return
		}
		if d, known := l.Time.Get(); known && d < 0 {
			t.Errorf("retry is %s", d)
		}
		l.Time.Origin().Place().Text()
	})
}
