package container

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// load reads a small repository.
func load(t testing.TB, archive string) *Repository {
	t.Helper()
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	tree := source.NewTree(memory, paths)
	var files []*source.File
	for _, p := range tree.Paths() {
		if strings.HasSuffix(p, ".yml") || strings.HasSuffix(p, ".yaml") {
			file, err := tree.Read(p)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	return Load(tree, files, Options{Development: func(p string) string {
		if strings.Contains(p, "dev") {
			return "the path says dev"
		}
		return ""
	}})
}

// called is the container of a name; the last one with it.
func called(t *testing.T, r *Repository, name string) *Container {
	t.Helper()
	for _, c := range slices.Backward(r.Containers) {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no container %s", name)
	return nil
}

func show[T any](v queue.Value[T]) string {
	if x, ok := v.Get(); ok {
		return fmt.Sprint(x)
	}
	if all, ok := v.Each(); ok && len(all) > 1 {
		return "one of several"
	}
	if v.IsUnknown() {
		return "unknown: " + v.Why()
	}
	return "absent"
}

func TestGraceOfAService(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"the default": {"-- compose.yml --\nservices:\n  a: {image: x}\n", "10s"},
		"units":       {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: 1m30s}\n", "1m30s"},
		"no unit":     {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: 30}\n", "unknown: docker compose refuses a stop_grace_period without a unit"},
		"quoted without a unit": {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: '30'}\n",
			"unknown: docker compose refuses it as a duration"},
		"a variable with a default":                       {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: '${GRACE:-45s}'}\n", "45s"},
		"a variable of .env":                              {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: '${GRACE:-45s}'}\n-- .env --\nGRACE=2m\n", "2m0s"},
		"a variable without a default":                    {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: '${GRACE}'}\n", "unknown: the environment of docker compose gives GRACE"},
		"an alternative for a variable that nothing sets": {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: '30${SECONDS:+0}s'}\n", "30s"},
		"taken back":                                      {"-- compose.yml --\nservices:\n  b: {image: x, stop_grace_period: 2m}\n  a: {extends: b, stop_grace_period: !reset null}\n", "10s"},
		"nested defaults":                                 {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: '${A:-${B:-3s}}'}\n", "3s"},
		"inherited through a merge": {"-- compose.yml --\nx-b: &b\n  stop_grace_period: 5s\nservices:\n  a:\n    <<: *b\n    image: x\n",
			"5s"},
		"extended": {"-- compose.yml --\nservices:\n  a:\n    extends: {file: base/common.yml, service: w}\n    image: x\n" +
			"-- base/common.yml --\nservices:\n  w: {image: y, stop_grace_period: 7s}\n", "7s"},
		"extends what is not there":    {"-- compose.yml --\nservices:\n  a: {image: x, extends: {service: nobody}}\n", "unknown: it extends a service that was not found"},
		"written twice":                {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: 5s, stop_grace_period: 6s}\n", "unknown: the key stop_grace_period is written twice"},
		"one for development does not": {"-- compose.yml --\nservices:\n  a: {image: x}\n-- compose.dev.yml --\nservices:\n  b: {image: y}\n", "10s"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := show(called(t, load(t, c.files), "a").StopWait); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestFilesOfOneFolderAreReadAloneAndTogether(t *testing.T) {
	for name, c := range map[string]struct {
		files string
		want  map[string]string
	}{
		"a file laid over lengthens": {"-- compose.yml --\nservices:\n  a: {image: x}\n-- compose.swarm.yml --\nservices:\n  a: {stop_grace_period: 60s}\n",
			map[string]string{"compose.yml": "one of several", "compose.swarm.yml": "1m0s"}},
		"one that is whole may stand alone": {"-- compose.yml --\nservices:\n  a: {image: x, stop_grace_period: 60s}\n-- compose.swarm.yml --\nservices:\n  a: {image: x}\n",
			map[string]string{"compose.yml": "1m0s", "compose.swarm.yml": "one of several"}},
		"development counts for nothing": {"-- compose.yml --\nservices:\n  a: {image: x}\n-- compose.dev.yml --\nservices:\n  a: {stop_grace_period: 60s}\n",
			map[string]string{"compose.yml": "10s", "compose.dev.yml": "1m0s"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]string{}
			for _, s := range load(t, c.files).Containers {
				got[s.Span.Path()] = show(s.StopWait)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheFirstProcess(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"a command is split":     {"-- compose.yml --\nservices:\n  a: {image: x, command: php artisan 'queue:work'}\n", "php|artisan|queue:work"},
		"a list is not":          {"-- compose.yml --\nservices:\n  a: {image: x, command: [php, artisan horizon]}\n", "php|artisan horizon"},
		"an entrypoint alone":    {"-- compose.yml --\nservices:\n  a: {build: ., entrypoint: [php, a]}\n-- Dockerfile --\nFROM php\nCMD [\"b\"]\n", "php|a"},
		"of the image":           {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php\nCMD [\"php\",\"artisan\"]\n", "php|artisan"},
		"the image's in a shell": {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php\nCMD php artisan\n", "sh|-c|php artisan"},
		"a shell of its own":     {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php:8-cli-alpine\nSHELL [\"/bin/bash\", \"-ec\"]\nCMD php artisan\n", "/bin/bash|-ec|php artisan"},
		"a target": {"-- compose.yml --\nservices:\n  a:\n    build: {context: app, dockerfile: d/File, target: w}\n-- app/d/File --\nFROM php AS w\nCMD [\"w\"]\nFROM php\nCMD [\"x\"]\n",
			"w"},
		"an entrypoint that passes on": {"-- compose.yml --\nservices:\n  a: {build: ., command: php a}\n-- Dockerfile --\nFROM php\nCOPY docker/e.sh /usr/local/bin/\n" +
			"ENTRYPOINT [\"e.sh\"]\n-- docker/e.sh --\n#!/bin/sh\nset -e\nexec \"$@\"\n", "php|a"},
		"one that does not": {"-- compose.yml --\nservices:\n  a: {build: ., command: php a}\n-- Dockerfile --\nFROM php\nCOPY docker/e.sh /usr/local/bin/\n" +
			"ENTRYPOINT [\"e.sh\"]\n-- docker/e.sh --\n#!/bin/sh\n\"$@\"\n", "e.sh|php|a"},
		"a file laid over the build": {"-- app/compose.yml --\nservices:\n  a: {build: {context: ./b, dockerfile: D}}\n-- app/compose.zone.yml --\nservices:\n  a: {build: {target: w}}\n" +
			"-- app/b/D --\nFROM php AS w\nCMD [\"w\"]\nFROM php\nCMD [\"x\"]\n", "w"},
		"a shell entrypoint takes no arguments": {"-- compose.yml --\nservices:\n  a: {build: ., command: php a}\n-- Dockerfile --\nFROM php\nENTRYPOINT run\n", "sh|-c|run"},
		"a dollar for the container":            {"-- compose.yml --\nservices:\n  a: {image: x, command: 'sh -c \"echo $$HOME\"'}\n", "sh|-c|echo $HOME"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, w := range called(t, load(t, c.files), "a").Words {
				got = append(got, w.Text)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWordsOfACommandHaveTheirPlaces(t *testing.T) {
	c := called(t, load(t, "-- compose.yml --\nservices:\n  a:\n    image: x\n    command: >-\n      php artisan queue:work\n      --timeout=${T:-300}\n"), "a")
	if got := c.Words[2].At(0, len("queue:work")); got.Text() != "queue:work" || got.First(source.Bytes).Line != 5 {
		t.Errorf("queue:work stands at %q", got.Text())
	}
	if got := c.Words[3]; got.Text != "--timeout=300" || got.At(0, 9).Text() != "--timeout" {
		t.Errorf("%q stands at %q", got.Text, got.At(0, 9).Text())
	}
}

func TestEnvironmentOfAService(t *testing.T) {
	r := load(t, `-- docker/compose.yml --
x-env: &env
  QUEUE_CONNECTION: redis
  FROM_MERGE: "1"
services:
  a:
    build: ..
    env_file: [./a.env, {path: missing.env, required: false}]
    environment:
      <<: *env
      DEFAULTED: ${X:-database}
      PASSED:
      OPEN: a${Y}b
  b:
    image: x
    environment: [QUEUE_CONNECTION=sqs, ALONE, "WITH=${W:-w}"]
-- docker/a.env --
FROM_FILE=f
QUEUE_CONNECTION=database
-- Dockerfile --
FROM php
ENV FROM_IMAGE=i FROM_FILE=no BUILT=$X
`)
	got := func(name string) map[string]string {
		out := map[string]string{}
		for _, v := range called(t, r, name).Environment {
			out[v.Name] = show(v.Value)
			if v.Passes != "" {
				out[v.Name] += " passes " + v.Passes
			}
		}
		return out
	}
	want := map[string]string{
		"FROM_IMAGE": "i", "FROM_FILE": "f", "BUILT": "unknown: the build fills in $X", "QUEUE_CONNECTION": "redis", "FROM_MERGE": "1",
		"DEFAULTED": "database passes X", "PASSED": "unknown: the environment of docker compose gives PASSED passes PASSED",
		"OPEN": "unknown: the environment of docker compose gives Y",
	}
	if diff := cmp.Diff(want, got("a")); diff != "" {
		t.Error(diff)
	}
	want = map[string]string{
		"QUEUE_CONNECTION": "sqs", "ALONE": "unknown: the environment of docker compose gives ALONE passes ALONE", "WITH": "w passes W",
	}
	if diff := cmp.Diff(want, got("b")); diff != "" {
		t.Error(diff)
	}
	if open := called(t, r, "a").Environment; variable(open, "DEFAULTED").Value.Origin().OpenVariables()[0] != "X" {
		t.Error("the default of X does not say that X may be set")
	}
}

func TestServicesForDevelopment(t *testing.T) {
	for name, c := range map[string]struct {
		files string
		want  bool
	}{
		"by APP_ENV":                   {"-- compose.yml --\nservices:\n  a: {image: x, environment: {APP_ENV: local}}\n", true},
		"by its default":               {"-- compose.yml --\nservices:\n  a: {image: x, environment: {APP_ENV: '${APP_ENV:-local}'}}\n", true},
		"by the one beside it":         {"-- compose.yml --\nservices:\n  b: {image: x, environment: {APP_ENV: local}}\n  a: {image: x, command: php artisan horizon}\n", true},
		"an override":                  {"-- docker-compose.override.yml --\nservices:\n  a: {image: x}\n", true},
		"Sail":                         {"-- compose.yml --\nservices:\n  a: {build: {context: ./vendor/laravel/sail/runtimes/8.4}}\n", true},
		"a profile":                    {"-- compose.yml --\nservices:\n  a: {image: x, profiles: [dev]}\n", true},
		"a whole file for production":  {"-- compose.yml --\nservices:\n  a: {image: x}\n-- compose.prod.yml --\nservices:\n  c: {image: x}\n", true},
		"production":                   {"-- compose.yml --\nservices:\n  a: {image: x, environment: {APP_ENV: production}}\n", false},
		"nothing said":                 {"-- compose.yml --\nservices:\n  a: {image: x, command: php artisan horizon}\n", false},
		"production says so by itself": {"-- compose.yml --\nservices:\n  b: {image: x, environment: {APP_ENV: local}}\n  a: {image: x, environment: {APP_ENV: production}}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := called(t, load(t, c.files), "a").Development; (got != "") != c.want {
				t.Errorf("development: %q", got)
			}
		})
	}
}

func TestTheConfigurationOfASupervisord(t *testing.T) {
	for name, c := range map[string]struct {
		files, config string
		want          []string
	}{
		"told where": {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php\nCOPY d/s.conf /etc/supervisord.conf\n-- d/s.conf --\n",
			"/etc/supervisord.conf", []string{"d/s.conf"}},
		"a folder is copied": {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php\nCOPY d /etc/s/\n-- d/s.conf --\n", "/etc/s/s.conf",
			[]string{"d/s.conf"}},
		"bound": {"-- d/compose.yml --\nservices:\n  a: {image: x, volumes: ['./s.conf:/s.conf:ro']}\n-- d/s.conf --\n", "/s.conf", []string{"d/s.conf"}},
		"the folder included": {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php\nCOPY s.conf /etc/supervisor/conf.d/\n-- s.conf --\n", "",
			[]string{"s.conf"}},
		"a file that is not known": {"-- compose.yml --\nservices:\n  a: {image: x}\n", "/other.conf", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := called(t, load(t, c.files), "a").SupervisorFiles(c.config)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatAnImageSaysOfItsContainers(t *testing.T) {
	for name, c := range map[string]struct{ dockerfile, shell, signals string }{
		"the official image has no pcntl": {"FROM php:8.3-cli\n", "dash", "false"},
		"by its full name":                {"FROM docker.io/library/php:8.3-fpm-alpine@sha256:0\n", "ash", "false"},
		"installed":                       {"FROM php:8.3-cli\nRUN docker-php-ext-install \\\n    pdo_mysql pcntl\n", "dash", "true"},
		"installed below":                 {"FROM php:8.3-cli AS base\nRUN install-php-extensions pcntl\nFROM base\nRUN true\n", "dash", "true"},
		"not installed in another stage":  {"FROM php:8.3-cli AS base\nRUN install-php-extensions pcntl\nFROM php:8.4-cli\n", "dash", "false"},
		"in a here-document":              {"FROM php:8.3-cli\nRUN <<EOF\ndocker-php-ext-install pcntl\nEOF\n", "dash", "true"},
		"a list in a variable":            {"FROM php:8.3-cli\nARG EXT\nRUN docker-php-ext-install $EXT\n", "dash", "unknown: a script that the Dockerfile runs may install ext-pcntl"},
		"by a script":                     {"FROM php:8.3-cli\nCOPY i.sh /i.sh\nRUN /i.sh\n", "dash", "unknown: a script that the Dockerfile runs may install ext-pcntl"},
		"another image":                   {"FROM acme/php:8.3\n", "", "unknown: the image acme/php:8.3 may bring ext-pcntl"},
		"the default of an argument":      {"ARG V=8.4-cli-alpine\nFROM php:${V}\n", "ash", "false"},
		"an argument without a default":   {"ARG V\nFROM php:${V}\n", "", "false"},
		"functions switched off":          {"FROM php:8.3-cli\nRUN docker-php-ext-install pcntl\nCOPY p.ini $PHP_INI_DIR/conf.d/\nCOPY p.ini /usr/local/etc/php/conf.d/p.ini\n", "dash", "false"},
		"what is said of another tag":     {"FROM registry.example.com:5000/php\n", "", "unknown: the image registry.example.com:5000/php may bring ext-pcntl"},
	} {
		t.Run(name, func(t *testing.T) {
			got := called(t, load(t, "-- compose.yml --\nservices:\n  a: {build: .}\n-- p.ini --\ndisable_functions = exec,pcntl_signal,pcntl_alarm\n-- i.sh --\n-- Dockerfile --\n"+c.dockerfile), "a")
			if got.Shell != c.shell || show(got.Images[0].Signals) != c.signals {
				t.Errorf("shell %q, signals %s; want %q, %s", got.Shell, show(got.Images[0].Signals), c.shell, c.signals)
			}
		})
	}
}

func TestStopSignals(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"its own":     {"-- compose.yml --\nservices:\n  a: {image: x, stop_signal: SIGINT}\n", "INT"},
		"the image's": {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM x\nSTOPSIGNAL SIGUSR1\n", "USR1"},
		"PHP's fpm":   {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php:8.3-fpm\n", "QUIT"},
		"PHP's own":   {"-- compose.yml --\nservices:\n  a: {build: .}\n-- Dockerfile --\nFROM php:8.3-cli\n", "TERM"},
		"not known":   {"-- compose.yml --\nservices:\n  a: {image: x}\n", "unknown: the image may set another stop signal than TERM"},
	} {
		if got := show(called(t, load(t, c.files), "a").StopSignal); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestOtherFilesDeclareNoContainers(t *testing.T) {
	r := load(t, "-- config/services.yaml --\nservices:\n  App\\:\n    resource: ../src\n-- templates/compose/x.yaml --\nservices:\n  a: {image: x}\n-- .gitlab-ci.yml --\nservices: [mysql]\n")
	if len(r.Containers) > 0 {
		t.Errorf("%d containers", len(r.Containers))
	}
}

func TestIncludedFilesAreProjectsOfTheirOwn(t *testing.T) {
	for name, c := range map[string]struct {
		files string
		want  map[string]string
	}{
		"one file": {"-- compose.yml --\ninclude: [queue.yml]\nservices: {w: {image: x}}\n-- queue.yml --\nservices:\n  a: {image: y, stop_grace_period: 40s}\n",
			map[string]string{"compose.yml w": "10s", "queue.yml a": "40s"}},
		"a file that nothing else shows to be one": {"-- compose.yml --\ninclude: [sub/q.yml]\nservices: {w: {image: x}}\n-- sub/q.yml --\nservices:\n  a: {command: x, stop_grace_period: 40s}\n",
			map[string]string{"compose.yml w": "10s", "sub/q.yml a": "40s"}},
		"several laid over each other": {"-- compose.yml --\ninclude:\n- path: [a.yml, b.yml]\nservices: {w: {image: x}}\n-- a.yml --\nservices:\n  a: {image: y}\n-- b.yml --\nservices:\n" +
			"  a: {stop_grace_period: 90s}\n  b: {image: z}\n", map[string]string{"compose.yml w": "10s", "a.yml a": "1m30s", "b.yml b": "10s"}},
		"variables of another file": {"-- compose.yml --\ninclude:\n- path: sub/a.yml\n  env_file: q.env\nservices: {w: {image: x}}\n-- q.env --\nG=25s\n-- sub/a.yml --\nservices:\n" +
			"  a: {image: y, stop_grace_period: '${G:-5s}'}\n", map[string]string{"compose.yml w": "10s", "sub/a.yml a": "25s"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]string{}
			for _, s := range load(t, c.files).Containers {
				got[s.Span.Path()+" "+s.Name] = show(s.StopWait)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestImagesThatAWorkflowBuilds(t *testing.T) {
	const workflow = "-- .github/workflows/d.yml --\njobs:\n  j:\n    steps:\n    - id: t\n      run: |\n        TAGS=\"acme/queue:${{ x }}\"\n        echo \"tags=$TAGS\" >> \"$GITHUB_OUTPUT\"\n" +
		"    - uses: docker/build-push-action@v7\n      with:\n        context: .\n        file: docker/q.Dockerfile\n        tags: ${{ steps.t.outputs.tags }}\n" +
		"    - uses: docker/build-push-action@v7\n      with:\n        file: docker/w.Dockerfile\n        tags: acme/web:latest\n"
	const dockerfiles = "-- docker/q.Dockerfile --\nFROM php:8.4-cli\nCMD [\"php\", \"artisan\"]\n-- docker/w.Dockerfile --\nFROM nginx\nCMD [\"nginx\"]\n"
	for name, c := range map[string]struct{ files, want string }{
		"of a service":    {"-- compose.yml --\nservices:\n  a: {image: 'acme/queue:${TAG:-latest}'}\n", "php|artisan"},
		"given in place":  {"-- compose.yml --\nservices:\n  a: {image: docker.io/acme/web}\n", "nginx"},
		"another's image": {"-- compose.yml --\nservices:\n  a: {image: other/queue}\n", ""},
		"of a pod":        {"-- p.yaml --\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: 'acme/queue:1', args: [horizon]}]}\n", "horizon"},
	} {
		t.Run(name, func(t *testing.T) {
			var texts []string
			for _, w := range called(t, load(t, workflow+dockerfiles+c.files), "a").Words {
				texts = append(texts, w.Text)
			}
			if got := strings.Join(texts, "|"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnOpenAPIDocumentDeclaresNoContainers(t *testing.T) {
	for text, want := range map[string]bool{
		"openapi: 3.1.0\npaths: {}\n":                       true,
		"# generated\n---\n\"swagger\": '2.0'\npaths: {}\n": true,
		"services: {a: {image: x}}\nopenapi: 3.1.0\n":       false,
		"x-openapi: 3\nservices: {a: {image: x}}\n":         false,
		"": false,
	} {
		if got := describesAPI([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	r := load(t, "-- compose.yml --\nservices:\n  größe: {image: é, command: \"ä 'ö ü' ß\", stop_grace_period: 30s}\n")
	c := called(t, r, "größe")
	if got := c.StopWait.Origin().Place(); got.Text() != "30s" || got.First(source.CodePoints).Column != 62 {
		t.Errorf("the grace is %q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
	if got := c.Words[2].At(0, len(c.Words[2].Text)).Text(); got != "ß" {
		t.Errorf("the last word is %q", got)
	}
}
