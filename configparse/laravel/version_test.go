package laravel

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestConstraintsAreRanges(t *testing.T) {
	tests := []struct{ constraint, want string }{
		{"^12.0", "12.0.0 up to 13.0.0"},
		{"^11.9", "11.9.0 up to 12.0.0"},
		{"~10.2", "10.2.0 up to 11.0.0"},
		{"~10.2.3", "10.2.3 up to 10.3.0"},
		{"10.*", "10.0.0 up to 11.0.0"},
		{"5.8.*", "5.8.0 up to 5.9.0"},
		{"^10.0|^11.0", "10.0.0 up to 12.0.0"},
		{"^10.0 || ^11.0 || ^12.0", "10.0.0 up to 13.0.0"},
		{">=9.0 <11", "9.0.0 up to 11.0.0"},
		{">= 9.0, < 11.5", "9.0.0 up to 11.5.0"},
		{"12.4.1", "12.4.1"},
		{"v8.83.27", "8.83.27"},
		{"10.0 - 11.2", "10.0.0 up to 11.3.0"},
		{"12.x-dev", "12.0.0 up to 13.0.0"},
		{"dev-master", "unknown version"},
		{"", "unknown version"},
	}
	for _, test := range tests {
		low, high, ok := constraintRange(test.constraint)
		got := "unknown version"
		if ok {
			got = queue.VersionRange{Low: low, High: high}.String()
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.constraint, got, test.want)
		}
	}
}

func TestLockedVersionsAreExactButForBranches(t *testing.T) {
	for text, want := range map[string]string{
		"v12.40.2": "12.40.2", "12.0.0": "12.0.0", "v11.0.0-beta.1": "11.0.0",
		"12.x-dev": "12.0.0 up to 13.0.0", "dev-master": "unknown version", "": "unknown version",
	} {
		if got := lockedVersion(text, nil).String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
