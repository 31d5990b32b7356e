package phpeval

import "github.com/qlint-dev/qlint/internal/queue"

func (v Value) toInt() Value         { return v }
func (v Value) toFloat() Value       { return v }
func (v Value) toString() Value      { return v }
func (v Value) enumValue() Value     { return v }
func (v Value) truth() queue.Verdict { return queue.Maybe }
