package celery

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestTheApplicationThatAWorkerNamesHasItsOwnSettings(t *testing.T) {
	const app, dict = "from celery import Celery\napp = Celery('a')\n", "app.config_from_object({'task_time_limit': 60})\n"
	for _, test := range []struct {
		name, application string
		files             map[string]string
		limit             string
	}{
		{"a module", "shop.jobs", map[string]string{"shop/jobs.py": app + dict, "b.py": app}, "1m0s"},
		{"a module and its variable", "shop.jobs:app", map[string]string{"src/shop/jobs.py": app + dict, "b.py": app}, "1m0s"},
		{"a variable behind a dot", "shop.jobs.app", map[string]string{"shop/jobs.py": app + dict, "b.py": app}, "1m0s"},
		{"a package", "shop", map[string]string{"shop/celery.py": app + dict, "b.py": app + "app.conf.task_time_limit = 5\n"}, "1m0s"},
		{"nothing set", "shop", map[string]string{"shop/celery.py": app, "b.py": app + dict}, "no limit"},
		{"another module sets it too", "shop", map[string]string{"shop/celery.py": app + dict, "b.py": app, "c.py": "other.conf.task_time_limit = 9\n"}, "unknown: task_time_limit is set in several places"},
		{"only another module sets it", "shop", map[string]string{"shop/celery.py": app, "b.py": app, "c.py": "other.conf.update(task_time_limit=9)\n"}, "unknown: c.py may configure another application"},
		{"two modules of the name", "jobs", map[string]string{"x/jobs.py": app + dict, "y/jobs.py": app}, "none"},
		{"two applications in the module", "jobs", map[string]string{"jobs.py": app + "b = Celery('b')\n"}, "none"},
		{"a module that makes none", "jobs", map[string]string{"jobs.py": "import celery\n", "x.py": app, "y.py": app}, "none"},
		{"no name", "", map[string]string{"x.py": app, "y.py": app}, "none"},
	} {
		var files []*source.File
		for at, text := range test.files {
			files = append(files, source.New(at, []byte(text)))
		}
		got := "none"
		if s := Load(files, nil).Of(test.application); s != nil {
			got = shown(s.TimeLimit)
		}
		if got != test.limit {
			t.Errorf("%s: got %s, want %s", test.name, got, test.limit)
		}
	}
}
