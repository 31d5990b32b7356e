package faktory_worker

import "context"

type Perform func(ctx context.Context, args ...any) error
type Manager struct{}

func NewManager() *Manager                            { return nil }
func (mgr *Manager) Register(name string, fn Perform) {}
