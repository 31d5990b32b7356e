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
