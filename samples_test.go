package qlint_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

// samples are the projects of Laravel applications: a line of what map prints, and the place of the only finding.
var samples = []struct{ project, chain, finding string }{
	{"invoices", `systemd unit "invoices-worker@.service": SIGTERM, SIGKILL after 120s, margin -120s`, "deploy/systemd/invoices-worker@.service.d/10-grace.conf:3:16: error: "},
	{"tickets", `heroku process "worker": SIGTERM, SIGKILL after 30s, margin -90s`, "app/Jobs/ExportTickets.php:12:23: error: "},
	{"gallery", `pm2 process "gallery-worker": SIGINT, SIGKILL after 1.6s, margin -58.4s`, "ecosystem.config.js:4:14: error: "},
	{"podcast", `s6 service "worker": SIGTERM, SIGKILL after 60s, margin -540s`, "docker/s6-rc.d/worker/timeout-kill:1:1: error: "},
	{"tours", `fly process "worker": SIGINT, SIGKILL after 5s, margin -115s`, "fly.toml:10:3: error: "},
	{"ferries", `render worker "ferries-worker": SIGTERM, SIGKILL after 30s, margin -90s`, "render.yaml:3:11: error: "},
	{"clinics", `digitalocean worker "letters": SIGTERM, SIGKILL after 120s, margin -120s`, ".do/app.yaml:3:11: error: "},
	{"parcels", `ecs Fargate container "worker": SIGKILL after 60s, margin -60s`, "deploy/task-definition.json:10:22: error: "},
	{"radio", `nomad task "worker": SIGKILL after 5s, margin -115s`, "radio.nomad:3:10: error: "},
	{"choirs", `kubernetes deployment "choirs-queue": SIGTERM, SIGKILL after 30s, margin -90s, binds`, "k8s/queue.yaml:4:9: error: "},
	{"vineyard", `kubernetes deployment "vineyard-queue": SIGKILL after 60s, margin -180s`, "charts/vineyard/values.yaml:3:10: warning: "},
	{"lighthouse", `kubernetes deployment "lighthouse-queue": SIGKILL after 60s, margin -180s`, "k8s/base/queue.yaml:14:38: error: "},
	{"harbour", `ecs Fargate container "worker": SIGKILL after 120s, margin -80s`, "app/Jobs/WeighCargo.php:12:23: error: "},
	{"apiary", `ecs Fargate container "worker": SIGKILL after 45s, margin -45s`, "deploy/worker.yaml:12:24: error: "},
	{"puppets", `circus watcher "puppets": SIGTERM, SIGKILL after 30s, margin -90s`, "deploy/circus.ini:4:10: error: "},
	{"quarry", `s6 service "queue": SIGTERM, SIGKILL after 30s, margin -90s`, "etc/s6/queue/timeout-kill:1:1: error: "},
	{"glassworks", `runit service "queue": SIGTERM, no limit`, "app/Jobs/BlowGlass.php:12:23: warning: "},
	{"almanac", "unknown: cron starts another one each time", "app/Jobs/PrintAlmanac.php:12:23: error: "},
	{"balloons", "visibility  120s", "app/Jobs/FillBalloons.php:12:23: error: "},
	{"meadow", `railway service "service": SIGTERM, SIGKILL after 20s, margin -40s`, "railway.json:5:24: error: "},
	{"foundry", `supervisor program "queue": SIGTERM, SIGKILL after 130s, margin 10s`, ".gitlab-ci.yml:4:5: warning: "},
	{"video", `compose service "worker": SIGTERM, SIGKILL after 60s, margin -240s, binds`, "compose.yaml:4:24: error: "},
	{"opera", `s6-overlay service "queue": SIGTERM, SIGKILL after 6s, margin -114s`, "docker/services.d/queue/run:1:1: error: "},
	{"regatta", "dokku process \"worker\": SIGTERM, unknown: `dokku ps:set` sets stop-timeout-seconds on the server", "app/Jobs/TimeRace.php:12:23: error: "},
	{"belfry", `procfile process "worker": unknown: it is not known which platform reads the Procfile`, "app/Jobs/RingBells.php:12:23: error: "},
	{"orders", `supervisor program "orders": SIGTERM, SIGKILL after 150s, margin 30s`, "app/Jobs/BookOrder.php:12:23: error: "},
}

// Every process manager has a sample project, which shows how it stops a worker.
func TestEveryManagerHasASampleProject(t *testing.T) {
	for m := queue.Supervisor; m <= queue.Cron; m++ {
		name := m.String() + " "
		if !slices.ContainsFunc(samples, func(c struct{ project, chain, finding string }) bool { return strings.Contains(c.chain, name) }) &&
			!slices.ContainsFunc(otherSamples, func(c struct{ project, chain, finding, rule string }) bool { return strings.HasPrefix(c.chain, name) }) {
			t.Errorf("%s has no sample project", name)
		}
	}
}

// Every sample project of a process manager has the chain of stops that its files say, and the finding that it was made for.
func TestSampleProjectsShowTheirChainAndTheirFinding(t *testing.T) {
	for _, c := range samples {
		t.Run(c.project, func(t *testing.T) {
			folder := "testdata/projects/" + c.project
			chain, err := exec.CommandContext(t.Context(), qlintBinary(t), "map", folder).Output()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(chain), c.chain) {
				t.Errorf("the map does not show %s:\n%s", c.chain, chain)
			}
			found, _ := exec.CommandContext(t.Context(), qlintBinary(t), "check", "--no-go", "--format", "compact", folder).Output()
			want := regexp.MustCompile(`^` + regexp.QuoteMeta(folder+"/"+c.finding) + `[^\n]*\n$`)
			if !want.Match(found) {
				t.Errorf("findings, want one at %s:\n%s", c.finding, found)
			}
		})
	}
}

// otherSamples are the projects of other frameworks.
var otherSamples = []struct{ project, chain, finding, rule string }{
	{"tracker", `kubernetes deployment "tracker-sidekiq": SIGKILL after 45s, margin -10s`, "deploy/sidekiq.yaml:15:38: error: ", "QL127"},
	{"bakery", "margin -", "config/deploy.yml:12:16: error: ", "QL127"},
	{"aquarium", "files of no application", "src/worker.ts:11:17: error: ", "QL126"},
	{"museum", `compose service "worker": SIGKILL after 120s, margin -1080s`, "compose.yml:5:24: error: ", "QL127"},
	{"kennel", `kamal role "jobs": SIGTERM, SIGKILL after 40s, margin -25s`, "config/deploy.yml:12:16: error: ", "QL127"},
	{"orchard", "timeout  a task: 600s", "orchard/settings.py:7:16: error: ", "QL126"},
	{"pottery", "function    glaze: 120s", "serverless.yml:21:28: error: ", "QL122"},
	{"posters", "sh keeps the signal: it starts the worker without exec", "package.json:7:16: error: ", "QL303"},
	{"florist", "sh keeps the signal: it starts the worker before other commands", "compose.yaml:4:21: error: ", "QL303"},
}

// A sample of another framework has the one finding that it was made for.
func TestSampleProjectsOfOtherFrameworksShowTheirFinding(t *testing.T) {
	for _, c := range otherSamples {
		folder := "testdata/projects/" + c.project
		chain, err := exec.CommandContext(t.Context(), qlintBinary(t), "map", folder).Output()
		if err != nil || !strings.Contains(string(chain), c.chain) {
			t.Errorf("the map does not show %s:\n%s%v", c.chain, chain, err)
		}
		found, _ := exec.CommandContext(t.Context(), qlintBinary(t), "check", "--no-go", "--format", "compact", folder).Output()
		want := regexp.MustCompile(`^` + regexp.QuoteMeta(folder+"/"+c.finding) + `[^\n]*\[` + c.rule + ` [^\n]*\n$`)
		if !want.Match(found) {
			t.Errorf("findings, want one:\n%s", found)
		}
	}
}
