package rules

import (
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// The harness of cases passes over information that no case asks for, so what stays silent is tested here.
func TestInformationAboutAttemptsSpeaksOfProvedValuesOnly(t *testing.T) {
	pauses := func(all ...int) queue.Value[[]time.Duration] {
		out := make([]time.Duration, len(all))
		for i, n := range all {
			out[i] = time.Duration(n) * time.Second
		}
		return queue.Is(out, nil)
	}
	no := queue.NotSet[int](nil)
	unset := queue.NotSet[bool](nil)
	noPauses := queue.NotSet[[]time.Duration](nil)
	tests := []struct {
		name       string
		rule       *Rule
		tries      queue.Value[int]
		exceptions queue.Value[int]
		until      queue.Value[bool]
		pauses     queue.Value[[]time.Duration]
		want       int
	}{
		{"one attempt and a pause", backoffNeverUsed, queue.Is(1, nil), no, unset, pauses(30), 1},
		{"one attempt and a pause of zero", backoffNeverUsed, queue.Is(1, nil), no, unset, pauses(0), 0},
		{"two attempts and a pause", backoffNeverUsed, queue.Is(2, nil), no, unset, pauses(30), 0},
		{"one attempt that retryUntil overrides", backoffNeverUsed, queue.Is(1, nil), no, queue.Is(true, nil), pauses(30), 0},
		{"attempts that are not known", backoffNeverUsed, queue.NotKnown[int]("for a test", nil), no, unset, pauses(30), 0},
		{"attempts of a worker that nobody declares", backoffNeverUsed, no, no, unset, pauses(30), 0},
		{"as many pauses as attempts", backoffListLongerThanRetries, queue.Is(3, nil), no, unset, pauses(1, 2, 3), 1},
		{"one pause less than attempts", backoffListLongerThanRetries, queue.Is(3, nil), no, unset, pauses(1, 2), 0},
		{"pauses without end of attempts", backoffListLongerThanRetries, queue.NoLimit[int](nil), no, unset, pauses(1, 2, 3), 0},
		{"one of two numbers of attempts", backoffListLongerThanRetries, queue.OneOfThese(queue.Is(3, nil), queue.Is(9, nil)), no, unset, pauses(1, 2, 3), 0},
		{"exceptions equal to attempts", maxExceptionsUnreachable, queue.Is(3, nil), queue.Is(3, nil), unset, noPauses, 1},
		{"exceptions below attempts", maxExceptionsUnreachable, queue.Is(3, nil), queue.Is(2, nil), unset, noPauses, 0},
		{"exceptions without end of attempts", maxExceptionsUnreachable, queue.NoLimit[int](nil), queue.Is(3, nil), unset, noPauses, 0},
		{"exceptions that are not known", maxExceptionsUnreachable, queue.Is(3, nil), queue.NotKnown[int]("for a test", nil), unset, noPauses, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := &queue.Connection{Name: "redis", Driver: queue.Is("redis", nil), Lease: queue.Is(90*time.Second, nil)}
			j := &queue.Job{
				Name: "A", Class: `App\Jobs\A`, Tries: test.tries, MaxExceptions: test.exceptions, RetryUntil: test.until, Backoff: test.pauses,
				Candidates: []queue.Candidate{{Connection: c}},
			}
			app := &queue.App{Framework: "laravel", Connections: []*queue.Connection{c}, Jobs: []*queue.Job{j}}
			if got := len(test.rule.Run(app)); got != test.want {
				t.Errorf("%d findings, want %d", got, test.want)
			}
		})
	}
}

func TestOneFindingTellsOfAllWorkersWithoutPausesOrLimits(t *testing.T) {
	worker := func(name string, tries int, options ...string) *queue.Worker {
		w := &queue.Worker{Kind: queue.Work, Name: name, Tries: queue.Is(tries, nil), Backoff: queue.Is([]time.Duration{0}, nil)}
		for _, o := range options {
			w.Options = append(w.Options, queue.Option{Name: o})
		}
		return w
	}
	dev := worker("dev", 3)
	dev.Development = "for a test"
	open := worker("open", 3)
	open.Command.Words = []queue.Word{{Text: "$OPTIONS", Why: "it holds a variable"}}
	app := &queue.App{Framework: "laravel", Workers: []*queue.Worker{
		worker("a", 3), worker("b", 3, "max-time"), worker("c", 1), dev, open,
	}}
	for _, test := range []struct {
		rule    *Rule
		related int
	}{
		{retriesWithoutBackoff, 2}, // b and open beside a; c has one attempt
		{workerNeverRecycled, 1},   // c beside a; what open's variable holds is not known
	} {
		found := test.rule.Run(app)
		if len(found) != 1 || len(found[0].Related) != test.related {
			t.Errorf("%s: %d findings, want one with %d more places", test.rule.ID, len(found), test.related)
		}
	}
}
