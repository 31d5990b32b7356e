package document

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// Reading turns a node into a value of the model; what names the setting in a reader's words. A node that is not there is Absent.

// String is a scalar's text.
func (n *Node) String(what string) queue.Value[string] {
	if n == nil || n.Kind == Null && n.Why == "" {
		return queue.NotSet[string](nil)
	}
	origin := n.origin(what)
	switch {
	case n.Why != "":
		return queue.NotKnown[string](n.Why, origin)
	case n.Kind != Scalar:
		return queue.NotKnown[string]("it is no text and no number", origin)
	}
	return queue.Is(n.Text, origin)
}

func (n *Node) origin(what string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaConfig, Span: n.Span, Text: what, From: n.Origin}
}

// Int is a whole number.
func (n *Node) Int(what string) queue.Value[int] {
	return queue.Map(n.String(what), func(s string) (int, bool) {
		i, err := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
		return int(i), err == nil
	}, "it is no whole number")
}

// Bool is true or false.
func (n *Node) Bool(what string) queue.Value[bool] {
	return queue.Map(n.String(what), func(s string) (bool, bool) {
		switch strings.ToLower(s) {
		case "true", "yes", "on", "1":
			return true, true
		case "false", "no", "off", "0":
			return false, true
		}
		return false, false
	}, "it is neither true nor false")
}

// Seconds is a number of seconds that is not negative.
func (n *Node) Seconds(what string) queue.Value[time.Duration] {
	return n.clock(what, time.Second, false)
}

// Milliseconds is a number of milliseconds that is not negative.
func (n *Node) Milliseconds(what string) queue.Value[time.Duration] {
	return n.clock(what, time.Millisecond, false)
}

// Duration is a number of seconds, or a text with units as Go writes them: "30s", "1m30s".
func (n *Node) Duration(what string) queue.Value[time.Duration] {
	return n.clock(what, time.Second, true)
}

func (n *Node) clock(what string, unit time.Duration, units bool) queue.Value[time.Duration] {
	return queue.Map(n.String(what), func(s string) (time.Duration, bool) {
		s = strings.TrimSpace(s)
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			most := float64(math.MaxInt64) / 2 / float64(unit)
			return time.Duration(f * float64(unit)), f >= 0 && f <= most
		}
		if !units {
			return 0, false
		}
		d, err := time.ParseDuration(s)
		return d, err == nil && d >= 0
	}, "it is no duration")
}
