package rules

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

// attempts is how often a job may be started.
type attempts struct {
	known     bool
	unlimited bool
	n         int
}

// attemptsOf is the bound of a job: its own, or that of the workers that take it, where they agree.
func attemptsOf(j *queue.Job, workers []*queue.Worker) attempts {
	if until, ok := j.RetryUntil.Get(); ok && until {
		return attempts{known: true, unlimited: true} // retryUntil overrides the count (Laravel, since 8.15)
	}
	if !j.RetryUntil.IsAbsent() && j.RetryUntil.IsUnknown() && j.RetryUntil.Why() != "" {
		return attempts{}
	}
	if !j.Tries.IsAbsent() {
		return attemptsFrom(j.Tries)
	}
	var common attempts
	for i, w := range workers {
		a := attemptsFrom(w.Tries)
		if i > 0 && a != common {
			return attempts{}
		}
		common = a
	}
	return common
}

func attemptsFrom(v queue.Value[int]) attempts {
	if v.IsInfinite() {
		return attempts{known: true, unlimited: true}
	}
	n, ok := v.Get()
	return attempts{known: ok && n > 0, n: n}
}

// collision says what happens when a job runs longer than its lease (measured on Laravel 10 to 13 with redis and database).
// workers is how many processes are declared for the connection, 0 where that is not known.
func collision(driver string, a attempts, limit, lease time.Duration, workers int) string {
	copies := int(math.Ceil(float64(limit) / float64(lease)))
	if limit == lease {
		copies = 2
	}
	if workers > 1 {
		copies = min(copies, workers)
	}
	switch {
	case !a.known:
		return fmt.Sprintf("at %s a second worker gets the same job while the first still works on it: with one attempt it marks the job failed, "+
			"with more it runs it a second time", secs(lease))
	case a.unlimited:
		return fmt.Sprintf("a new copy starts every %s for as long as the job runs: up to %d at once, without end", secs(lease), copies)
	case a.n == 1:
		return fmt.Sprintf("with tries=1: at %s a second worker marks the job failed (failed() runs, a row in failed_jobs) while the first still "+
			"works; it may then succeed all the same", secs(lease))
	}
	failed := time.Duration(a.n) * lease
	end := ""
	if driver == "redis" { // the copy that ends first cannot remove its re-reserved twin
		end = fmt.Sprintf("; the %s pick-up marks the job failed besides (failed(), failed_jobs)", ordinal(a.n+1))
	}
	if failed <= limit && copies >= a.n {
		end = fmt.Sprintf("; at %s the %s pick-up marks the job failed (failed(), failed_jobs) while they still run", secs(failed), ordinal(a.n+1))
	}
	if driver == "database" {
		return fmt.Sprintf("with tries=%d: up to %d copies at once, a new one every %s until the first ends and deletes the row%s",
			a.n, min(a.n, copies), secs(lease), end)
	}
	if copies >= a.n {
		return fmt.Sprintf("with tries=%d: %d copies at once%s", a.n, a.n, end)
	}
	return fmt.Sprintf("with tries=%d: %d copies, up to %d at once%s", a.n, a.n, copies, end)
}

// ordinal is a number as "second", "12th".
func ordinal(n int) string {
	words := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n < len(words) {
		return words[n]
	}
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

// collisionTimeline draws the copies of a job that runs longer than its lease.
func collisionTimeline(a attempts, limit, lease time.Duration) *diag.Timeline {
	t := &diag.Timeline{Bars: []diag.Bar{{Label: "worker 1", Start: 0, End: limit}}, Marks: []time.Duration{0, limit}}
	const most = 3
	for k := 1; k < most; k++ {
		start := time.Duration(k) * lease
		if start > limit {
			break
		}
		t.Marks = append(t.Marks, start)
		if a.known && !a.unlimited && k >= a.n {
			t.Bars = append(t.Bars, diag.Bar{Label: fmt.Sprintf("worker %d: marks it failed", k+1), Start: start, End: start})
			break
		}
		label := fmt.Sprintf("worker %d", k+1)
		if k == 1 {
			label += ": the same job"
		}
		t.Bars = append(t.Bars, diag.Bar{Label: label, Start: start, Open: true})
	}
	return t
}

// processes counts the declared worker processes in the fullest Horizon environment, of one connection or, for nil, of all; 0 where that is
// not known.
func processes(app *queue.App, on *queue.Connection) int {
	total, pools := 0, map[string]int{}
	for _, w := range app.Workers {
		if on != nil && w.On != on || w.Development != "" || w.Kind == queue.HorizonMaster {
			continue
		}
		n, ok := w.Processes.Get()
		if !ok {
			return 0
		}
		if w.Kind == queue.HorizonSupervisor {
			pools[w.Environment] += n
		} else {
			total += n
		}
	}
	most := 0
	for _, n := range pools {
		most = max(most, n)
	}
	return total + most
}
