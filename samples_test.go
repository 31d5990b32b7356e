package qlint_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// Every sample project of a process manager has the chain of stops that its files say, and the finding that it was made for.
func TestSampleProjectsShowTheirChainAndTheirFinding(t *testing.T) {
	for _, c := range []struct{ project, chain, finding string }{
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
		{"orders", `supervisor program "orders": SIGTERM, SIGKILL after 150s, margin 30s`, "app/Jobs/BookOrder.php:12:23: error: "},
	} {
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

// A sample of another framework has the one finding that it was made for.
func TestSampleProjectsOfOtherFrameworksShowTheirFinding(t *testing.T) {
	for _, c := range []struct{ project, chain, finding, rule string }{
		{"tracker", `kubernetes deployment "tracker-sidekiq": SIGKILL after 45s, margin -10s`, "deploy/sidekiq.yaml:15:38: error: ", "QL127"},
		{"bakery", "margin -", "config/deploy.yml:12:16: error: ", "QL127"},
		{"aquarium", "files of no application", "src/worker.ts:11:17: error: ", "QL126"},
		{"museum", `compose service "worker": SIGKILL after 120s, margin -1080s`, "compose.yml:5:24: error: ", "QL127"},
		{"posters", "sh keeps the signal: it starts the worker without exec", "package.json:7:16: error: ", "QL303"},
		{"florist", "sh keeps the signal: it starts the worker before other commands", "compose.yaml:4:21: error: ", "QL303"},
	} {
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
