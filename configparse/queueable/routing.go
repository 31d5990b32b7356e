package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// routing fills the connection and queue of a job: what each possible version makes of each possible kind and of each place that
// dispatches it.
func (r *reader) routing(j *queue.Job, versions []queue.Version) {
	if why := r.run(); why != "" {
		j.Connection, j.Queue = queue.NotKnown[string](why, nil), queue.NotKnown[string](why, nil)
		return
	}
	var connections, queues []queue.Value[string]
	for _, k := range r.s.kinds {
		for _, s := range r.sites(k) {
			for _, v := range versions {
				connections = append(connections, r.routed(named(r.connection(k, v, s)), v))
				queues = append(queues, r.routed(named(r.queue(k, v, s)), v))
			}
		}
	}
	j.Connection, j.Queue = merged(connections, equals), merged(queues, equals)
}

// routed is a name unless the application's Queue::route() or Queue::forward() may choose another.
func (r *reader) routed(n queue.Value[string], v queue.Version) queue.Value[string] {
	if r.code.forwards && since(v, 13, 26, 0) {
		return queue.NotKnown[string]("Queue::forward() may send it elsewhere", n.Origin())
	}
	if !n.IsAbsent() || !since(v, 13, 0, 0) {
		return n
	}
	for _, route := range r.code.routes {
		if route.class == "" || r.s.is(route.class) || r.s.outsideParent != "" {
			return queue.NotKnown[string]("Queue::route() may choose it", &queue.Origin{Via: queue.ViaComputed, Span: route.span, Text: "Queue::route()"})
		}
	}
	return n
}

// sites are the ways in which an instance comes to the queue; a class without known ones has the one that changes nothing. A listener is
// never dispatched itself.
func (r *reader) sites(k queue.JobKind) []site {
	if k == queue.Listener {
		return []site{{}}
	}
	out := slices.Clone(r.s.sites)
	if len(out) == 0 || r.s.escapes {
		out = append(out, site{})
	}
	if k == queue.PlainJob && len(r.s.sites) == 0 {
		for _, l := range r.code.loose {
			if l.class == "" || r.s.is(l.class) {
				out = append(out, l.site)
			}
		}
	}
	return out
}

func (r *reader) connection(k queue.JobKind, v queue.Version, s site) phpeval.Value {
	p, lost := r.layered("connection", r.of("connection", k), s)
	switch k {
	case queue.Listener:
		if since(v, 8, 51, 0) {
			return r.methodOr("viaConnection", k, func() phpeval.Value { return r.attributeOr("connection", p, v) })
		}
	case queue.Notification:
		own := r.attributeOr("connection", p, v)
		if since(v, 9, 44, 0) {
			return r.perChannel("viaConnections", own, v)
		}
		return own
	case queue.BroadcastEvent:
		return coalesce(p.value, func() phpeval.Value { return r.attributeOr("connection", property{value: null(), initial: null()}, v) })
	case queue.PlainJob, queue.Mailable:
		if why := r.ownQueueMethod(k); why != "" {
			return unknown(why, nil)
		}
	}
	if lost {
		return p.value
	}
	return r.attributeOr("connection", p, v)
}

func (r *reader) queue(k queue.JobKind, v queue.Version, s site) phpeval.Value {
	p, lost := r.layered("queue", r.of("queue", k), s)
	switch k {
	case queue.Listener:
		if since(v, 7, 15, 0) {
			return r.methodOr("viaQueue", k, func() phpeval.Value { return r.attributeOr("queue", p, v) })
		}
	case queue.Notification:
		own := r.attributeOr("queue", p, v)
		if since(v, 7, 11, 0) {
			return r.perChannel("viaQueues", own, v)
		}
		return own
	case queue.BroadcastEvent:
		return r.broadcastQueue(p, v)
	case queue.PlainJob, queue.Mailable:
		if why := r.ownQueueMethod(k); why != "" {
			return unknown(why, nil)
		}
	}
	if lost {
		return p.value
	}
	return r.attributeOr("queue", p, v)
}

// broadcastQueue follows Broadcasting/BroadcastManager.php: broadcastQueue(), $broadcastQueue, $queue, and last the attribute.
func (r *reader) broadcastQueue(p property, v queue.Version) phpeval.Value {
	own := r.methodOr("broadcastQueue", queue.BroadcastEvent, func() phpeval.Value {
		return coalesce(r.after("broadcastQueue").value, func() phpeval.Value { return p.value })
	})
	return coalesce(own, func() phpeval.Value { return r.attributeOr("queue", property{value: null(), initial: null()}, v) })
}

// broadcastsNow says that a class's own shouldBroadcastNow() is known to keep it off the queue.
func (c *Code) broadcastsNow(r *reader) bool {
	if r.s.kinds[0] != queue.BroadcastEvent {
		return false
	}
	now, ok := r.call("shouldBroadcastNow", false).value.AsBool().Get()
	return ok && now
}

// perChannel is what viaConnections() or viaQueues() of a notification give for its channels. A channel that they leave out has none, or
// from 13.0 on the notification's own.
func (r *reader) perChannel(method string, own phpeval.Value, v queue.Version) phpeval.Value {
	m := r.call(method, false)
	if !m.exists && m.maybe == "" {
		return own
	}
	rest := null()
	if since(v, 13, 0, 0) {
		rest = own
	}
	some, known := m.value.Each()
	if !known {
		return m.value
	}
	var out []phpeval.Value
	for _, one := range some {
		if one.Kind != phpeval.Array || one.Array.Open != "" {
			return unknown("what "+method+"() returns is not all known", one.Origin)
		}
		out = append(out, r.channelValues(one, rest)...)
	}
	return phpeval.Alternatives(out...)
}

func (r *reader) channelValues(byChannel, rest phpeval.Value) []phpeval.Value {
	var out []phpeval.Value
	channels, known := r.channels()
	if !known {
		for _, e := range byChannel.Array.Entries {
			out = append(out, e.Value)
		}
		return append(out, rest)
	}
	for _, channel := range channels {
		if e, ok := byChannel.Array.Get(phpeval.StringKey(channel)); ok && !e.Value.IsNull() {
			out = append(out, e.Value)
		} else {
			out = append(out, rest)
		}
	}
	return out
}

// channels are what via() is known to return.
func (r *reader) channels() ([]string, bool) {
	v := r.call("via", true).value
	if v.Kind != phpeval.Array || v.Array.Open != "" {
		if v.Kind == phpeval.String {
			return []string{v.Str}, true
		}
		return nil, false
	}
	var out []string
	for _, e := range v.Array.Entries {
		if e.Value.Kind != phpeval.String {
			return nil, false
		}
		out = append(out, e.Value.Str)
	}
	return out, len(out) > 0
}

// ownQueueMethod says that a class puts itself on a queue: a job's queue(), or a mailable's in place of the framework's.
func (r *reader) ownQueueMethod(k queue.JobKind) string {
	found, _ := r.code.classes.FindMethod(r.s.class, "queue")
	if found == nil || found.Decl.Flags.Has(php.FlagStatic) && k == queue.Mailable {
		return ""
	}
	return "its own queue() method chooses"
}
