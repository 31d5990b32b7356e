package machinery

type Server struct{}

func (s *Server) RegisterTask(name string, taskFunc any) error      { return nil }
func (s *Server) RegisterTasks(namedTaskFuncs map[string]any) error { return nil }
