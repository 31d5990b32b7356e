package link

import "github.com/qlint-dev/qlint/internal/queue"

// linkChain gives a worker the stages that stop it, innermost first. Where a wrapper keeps the signal from the worker, or may do so, how
// long the manager then waits says nothing about it.
func linkChain(w *queue.Worker) {
	p := w.Program
	if p == nil || !w.Signalled() {
		return
	}
	if cut := w.Cut(); cut != nil {
		w.Chain = append(w.Chain, cut.Stage())
	}
	w.Chain, w.Outer = append(w.Chain, p.Stage()), p.Outer
}
