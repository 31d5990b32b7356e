package rules

import "testing"

func TestVersionsAreComparedAsPHPDoes(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"8.0", "8.0.1", -1}, {"8", "8.0.1", -1}, {"", "8.0.1", -1}, {"8.0.1", "8.0.1", 0}, {"8.0.36", "8.0.1", 1}, {"8.4", "8.0.1", 1}, {"10.5.8-MariaDB", "10.6", -1},
		{"10.11.6-MariaDB-1:10.11.6", "10.6.0", 1}, {"5.7.44-log", "8.0.1", -1}, {"9.4", "9.5", -1}, {"16.1 (Debian)", "9.5", 1},
	} {
		if got := compareVersion(c.a, c.b); got != c.want {
			t.Errorf("%q with %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
