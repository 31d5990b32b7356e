package lint

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestAKindIsAskedForOnlyWhereOneOfItsWordsStands(t *testing.T) {
	text := search.Find([]byte("nothing of ours stands in here\n"))
	for i, r := range readings {
		if r.has == nil || r.byPath {
			continue
		}
		for _, at := range []string{"app/A.php", "serverless.yml", "vapor.yml", "docker/run", "bin/deploy", "a.sh", ".github/workflows/a.yml", "Procfile", "a.service", "tasks.json"} {
			if r.has(newScanned(&source.Tree{}), at, text) {
				t.Errorf("reading %d says yes to %s without any of its words", i, at)
			}
		}
	}
}

func TestOnlyTheFolderDecidesAboutAClassFile(t *testing.T) {
	names := []string{"A.php", "Zebra.php", "SupervisorRun.php", "Procfile.php", "Crontab.php", "ImportCronJob.php", "TaskTemplate.php", "Deploy.php", "Makefile.php", "Envoy.php", "Ecosystem.php", "DockerRun.php"}
	for _, folder := range []string{"", "app/", "app/Jobs/", "tests/", "config/", "database/migrations/", "docs/", "bin/", "scripts/", "supervisor/", "conf.d/", "cron.d/", "runit/a/", "resources/views/", "resources/lang/", "vendor/a/", ".github/workflows/"} {
		s := newScanned(&source.Tree{})
		for _, name := range names {
			if got, want := s.kindsOf(folder+name), kindsOf(folder+name); got != want {
				t.Errorf("%s%s: %b, want %b", folder, name, got, want)
			}
		}
	}
}
