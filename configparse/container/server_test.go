package container

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestImagesOfServersAndTheirTags(t *testing.T) {
	for image, want := range map[string]string{
		"mysql:5.7":                                   "mysql 5.7.0 up to 5.8.0",
		"mysql:8":                                     "mysql 8.0.0 up to 9.0.0",
		"mysql:8.0.33-debian":                         "mysql 8.0.33",
		"docker.io/library/mysql:5.7.44":              "mysql 5.7.44",
		"mysql/mysql-server:8.0":                      "mysql 8.0.0 up to 8.1.0",
		"mysql":                                       "mysql unknown version",
		"mysql:latest":                                "mysql unknown version",
		"mysql:lts":                                   "mysql unknown version",
		"mysql@sha256:0123":                           "mysql unknown version",
		"mysql:5.7@sha256:0123":                       "mysql 5.7.0 up to 5.8.0",
		"lscr.io/linuxserver/mariadb:10.5.17-r0":      "mariadb 10.5.17",
		"bitnami/mariadb:10.5.8-debian-10-r5":         "mariadb 10.5.8",
		"percona/percona-server:5.7":                  "percona 5.7.0 up to 5.8.0",
		"postgres:9.4-alpine":                         "postgres 9.4.0 up to 9.5.0",
		"postgres:16-bookworm":                        "postgres 16.0.0 up to 17.0.0",
		"postgis/postgis:9.6-2.5":                     "postgres 9.6.0 up to 9.7.0",
		"timescale/timescaledb:2.11.0-pg12":           "postgres 12.0.0 up to 13.0.0",
		"timescale/timescaledb:2.11.0":                "postgres unknown version",
		"pgvector/pgvector:pg16":                      "postgres 16.0.0 up to 17.0.0",
		"registry.example:5000/team/postgres:v9.4.26": "postgres 9.4.26",
		"redis:7-alpine":                              "redis 7.0.0 up to 8.0.0",
		"valkey/valkey:8.0":                           "redis 8.0.0 up to 8.1.0",
		"phpmyadmin/phpmyadmin":                       "",
		"oliver006/redis_exporter:1":                  "",
		"prom/mysqld-exporter:v0.14":                  "",
		"redis/redisinsight:latest":                   "",
		"vitess/vttestserver:mysql57":                 "",
	} {
		got := ""
		if s := NewServer(image, "db"); s != nil {
			got = s.Product + " " + s.Version.String()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", image, got, want)
		}
	}
}

func TestServersOfWorkflows(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"github":         {"jobs:\n  test:\n    services:\n      mysql:\n        image: mysql:5.7\n", "mysql:5.7"},
		"github, matrix": {"jobs:\n  test:\n    services:\n      mysql:\n        image: mysql:${{ matrix.mysql }}\n", ""},
		"gitlab":         {"services:\n  - mariadb:10.5\ntest:\n  services:\n    - name: postgres:9.4\n      alias: db\n", "mariadb:10.5 postgres:9.4"},
		"gitlab, other":  {"test:\n  services: [docker:dind]\n  script: [x]\n", ""},
		"broken":         {"jobs: [\n", ""},
	} {
		got := ""
		for _, s := range TestServers(source.New(".gitlab-ci.yml", []byte(c.text))) {
			if got != "" {
				got += " "
			}
			got += s.Span.Text()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestAmountsOfMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"512m": 512 << 20, "512M": 512 << 20, "1gb": 1 << 30, "1.5g": 3 << 29, "64k": 64 << 10, "1073741824": 1 << 30, "300b": 300, "1 GB": 1 << 30, "1GiB": 1 << 30,
	} {
		if got, ok := composeBytes(text); !ok || got != want {
			t.Errorf("compose %s: got %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int64{
		"512Mi": 512 << 20, "1Gi": 1 << 30, "500M": 500_000_000, "128974848": 128974848, "129e6": 129_000_000, "0.5Gi": 1 << 29, "64Ki": 64 << 10,
	} {
		if got, ok := podBytes(text); !ok || got != want {
			t.Errorf("kubernetes %s: got %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{"", "lots", "512X", "-1m", "1 2"} {
		if _, ok := composeBytes(text); ok {
			t.Errorf("compose takes %q", text)
		}
		if _, ok := podBytes(text); ok {
			t.Errorf("kubernetes takes %q", text)
		}
	}
}
