package rules

import "github.com/qlint-dev/qlint/internal/queue"

// span is the versions of laravel/framework in which something is so: from the first on, up to and without the last. A zero first means all
// versions, a zero last no end.
type versionSpan struct{ from, until queue.Version }

func from(major, minor, patch int) versionSpan {
	return versionSpan{from: queue.Version{Major: major, Minor: minor, Patch: patch}}
}

// before8 ends the span with Laravel 8, which renamed the knobs of retries.
func (s versionSpan) before8() versionSpan {
	s.until = queue.Version{Major: 8}
	return s
}

// in says whether a range of versions lies within.
func (s versionSpan) in(r queue.VersionRange) queue.Verdict {
	if s == (versionSpan{}) {
		return queue.Yes
	}
	start := r.AtLeast(s.from.Major, s.from.Minor, s.from.Patch)
	if s.from == (queue.Version{}) {
		start = queue.Yes
	}
	end := queue.No
	if s.until != (queue.Version{}) {
		end = r.AtLeast(s.until.Major, s.until.Minor, s.until.Patch)
	}
	switch {
	case start == queue.No || end == queue.Yes:
		return queue.No
	case start == queue.Yes && end == queue.No:
		return queue.Yes
	}
	return queue.Maybe
}

// always is what every version does.
var always = versionSpan{}

// knobUse says for each kind of queued class in which versions the framework asks it for a knob; a kind that is left out is never asked.
type knobUse map[queue.JobKind]versionSpan

// propertyUse are the knobs that are read as properties (Queue/Queue.php, Events/Dispatcher.php, Notifications/SendQueuedNotifications.php,
// Mail/SendQueuedMailable.php, Broadcasting/BroadcastEvent.php, Bus/UniqueLock.php).
var propertyUse = map[string]knobUse{
	"timeout": {queue.PlainJob: always, queue.Listener: always, queue.Notification: always, queue.Mailable: always, queue.BroadcastEvent: from(6, 0, 0)},
	"tries":   {queue.PlainJob: always, queue.Listener: always, queue.Notification: always, queue.Mailable: always, queue.BroadcastEvent: from(6, 0, 0)},
	"backoff": {
		queue.PlainJob: from(8, 0, 0), queue.Listener: from(8, 0, 0), queue.Notification: from(8, 0, 0), queue.Mailable: from(8, 0, 0), queue.BroadcastEvent: from(9, 18, 0),
	},
	"maxExceptions": {
		queue.PlainJob: from(7, 0, 0), queue.Listener: from(8, 36, 1), queue.Notification: from(9, 38, 0), queue.Mailable: from(9, 40, 0), queue.BroadcastEvent: from(10, 8, 0),
	},
	"failOnTimeout": {queue.PlainJob: from(8, 43, 0), queue.Listener: from(10, 47, 0), queue.Notification: from(13, 25, 0)},
	"retryUntil":    {queue.PlainJob: from(8, 0, 0), queue.Notification: from(8, 0, 0), queue.Mailable: from(9, 4, 0)},
	"timeoutAt":     {queue.PlainJob: always.before8(), queue.Notification: always.before8(), queue.Mailable: always.before8()},
	"connection":    {queue.PlainJob: always, queue.Listener: always, queue.Notification: always, queue.Mailable: always, queue.BroadcastEvent: always},
	"queue":         {queue.PlainJob: always, queue.Listener: always, queue.Notification: always, queue.Mailable: always, queue.BroadcastEvent: always},
	"delay":         {queue.PlainJob: always, queue.Listener: always, queue.Notification: always, queue.Mailable: always},
	"afterCommit":   {queue.PlainJob: from(8, 19, 0), queue.Notification: from(8, 19, 0), queue.Mailable: from(8, 19, 0)},
	"uniqueFor":     {queue.PlainJob: from(8, 14, 0), queue.Listener: from(12, 50, 0)},
	"uniqueId":      {queue.PlainJob: from(8, 14, 0), queue.Listener: from(12, 50, 0)},
}

// methodUse are the knobs that are asked for as methods.
var methodUse = map[string]knobUse{
	"tries":      {queue.PlainJob: from(10, 39, 0), queue.Listener: from(12, 29, 0)},
	"backoff":    {queue.PlainJob: from(8, 0, 0), queue.Listener: from(8, 0, 0), queue.Notification: from(8, 0, 0), queue.Mailable: from(8, 0, 0)},
	"retryUntil": {queue.PlainJob: always, queue.Listener: from(8, 0, 0), queue.Notification: from(6, 1, 0), queue.Mailable: from(9, 4, 0)},
	"retryAfter": {queue.PlainJob: from(5, 8, 14).before8(), queue.Listener: from(7, 6, 0).before8(), queue.Notification: from(5, 8, 17).before8(), queue.Mailable: from(5, 8, 17).before8()},
	"middleware": {queue.PlainJob: from(6, 0, 0), queue.Listener: from(9, 0, 0)},
	"uniqueId":   {queue.PlainJob: from(8, 14, 0), queue.Listener: from(12, 50, 0)},
	"uniqueFor":  {queue.PlainJob: from(8, 14, 0), queue.Listener: from(12, 50, 0)},
	"uniqueVia":  {queue.PlainJob: from(8, 14, 0)},
	"failed":     {queue.PlainJob: always, queue.Listener: always, queue.Notification: always, queue.Mailable: always, queue.BroadcastEvent: from(11, 42, 0)},
}

// asked says whether the framework asks a job for a knob. It is Maybe where the versions or what the job is queued as leave that open.
func asked(app *queue.App, j *queue.Job, uses map[string]knobUse, name string) queue.Verdict {
	kind, certain := certainKind(j)
	use, known := uses[name]
	if !certain || !known {
		return queue.Maybe
	}
	span, ever := use[kind]
	if !ever {
		return queue.No
	}
	return span.in(app.Versions.Framework)
}

// outdone says that a method is not called because a property of the same name has a value, or may have: before Laravel 13 that is so of
// tries and backoff, and of retryUntil in all versions. A listener's methods always win.
func outdone(app *queue.App, j *queue.Job, method string) bool {
	p, has := declared(j, method, queue.PropertyForm)
	if !has || j.Kind == queue.Listener || !visible(p) {
		return false
	}
	if s, ok := p.Value.Get(); !p.Changed && (p.Value.IsAbsent() || ok && s.Kind == queue.NullScalar) {
		return false
	}
	switch method {
	case "tries", "backoff":
		return app.Versions.Framework.AtLeast(13, 0, 0) != queue.Yes
	case "retryUntil":
		return true
	}
	return false
}
