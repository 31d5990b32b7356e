package link

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestTheServerOfADatabaseIsTheOneThatItsHostNames(t *testing.T) {
	v57 := queue.VersionRange{Low: queue.Version{Major: 5, Minor: 7}, High: queue.Version{Major: 5, Minor: 8}}
	v8 := queue.VersionRange{Low: queue.Version{Major: 8}, High: queue.Version{Major: 9}}
	server := func(image, name string, v queue.VersionRange) *queue.Server {
		return &queue.Server{Product: "mysql", Image: image, Name: name, Version: v}
	}
	tests := func(s *queue.Server) *queue.Server { s.Tests = true; return s }
	development := func(s *queue.Server) *queue.Server { s.Development = "x"; return s }
	for _, c := range []struct {
		name, key, value string
		servers          []*queue.Server
		want             string
	}{
		{"by name", "host", "db", []*queue.Server{server("a", "db", v57), server("b", "other", v8)}, "a"},
		{"by url", "url", "mysql://root:x@db:3306/shop", []*queue.Server{server("a", "db", v57)}, "a"},
		{"another host", "host", "db.internal", []*queue.Server{server("a", "db", v57)}, ""},
		{"two that agree", "host", "db", []*queue.Server{server("a", "db", v57), server("b", "db", v57)}, "a"},
		{"two that differ", "host", "db", []*queue.Server{server("a", "db", v57), server("b", "db", v8)}, ""},
		{"production before development", "host", "db", []*queue.Server{development(server("a", "db", v57)), server("b", "db", v8)}, "b"},
		{"tests where nothing is declared", "host", "127.0.0.1", []*queue.Server{tests(server("a", "mysql", v57))}, "a"},
		{"tests that differ", "host", "127.0.0.1", []*queue.Server{tests(server("a", "mysql", v57)), tests(server("b", "mysql", v8))}, ""},
		{"tests where something is declared", "host", "127.0.0.1", []*queue.Server{tests(server("a", "mysql", v57)), server("b", "db", v8)}, ""},
		{"nothing", "host", "db", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &queue.Database{Name: "mysql", Driver: queue.Is("mysql", nil), Settings: map[string]queue.Setting{
				c.key: {Value: queue.Is(queue.Scalar{Kind: queue.StringScalar, Text: c.value}, nil)},
			}}
			linkServers(&queue.App{Databases: []*queue.Database{d}, Servers: c.servers})
			got := ""
			if d.Server != nil {
				got = d.Server.Image
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
