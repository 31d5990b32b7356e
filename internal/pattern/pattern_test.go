package pattern

import (
	"sync"
	"testing"
)

func TestAPatternIsCompiledWhenItIsFirstUsed(t *testing.T) {
	broken := New("(")
	defer func() {
		if recover() == nil {
			t.Error("a broken expression is taken")
		}
	}()
	broken.MatchString("")
}

func TestAPatternServesSeveralGoroutines(t *testing.T) {
	p := New(`^a(b+)$`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if m := p.FindStringSubmatch("abb"); len(m) != 2 || m[1] != "bb" {
				t.Errorf("got %q", m)
			}
		})
	}
	wg.Wait()
}
