// Package activejob reads the job classes of Rails applications: the queue that a class names, and on which errors it is tried again.
package activejob

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/ruby"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Is says that a path is one where Rails looks for job classes.
func Is(at string) bool {
	return path.Ext(at) == ".rb" && strings.Contains("/"+at, "/app/jobs/")
}

// DefaultAttempts is how often retry_on runs a job that does not say it (Rails: ActiveJob::Exceptions, since 5.1).
const DefaultAttempts = 5

// body is what the body of one class, or of one module's `included do`, says.
type body struct {
	name, parent string
	span         source.Span
	module       bool
	// includes says that it takes over what modules say.
	includes bool
	queue    queue.Value[string]
	retries  []queue.Retry
}

// Job is a job class, as far as its body says in literals.
type Job struct {
	Class string
	Span  source.Span // the class's name
	// Queue is what queue_as names, its own or an ancestor's: "default" where none does.
	Queue queue.Value[string]
	// Retries are its retry_on.
	Retries []queue.Retry
	// Parent says that another class extends it, Module that it is code for classes that include it.
	Parent, Module bool
}

// Read reads classes. What several files say of one class is not put together: then its queue is not known.
func Read(files []*source.File) []*Job {
	var bodies []*body
	for _, file := range files {
		bodies = append(bodies, bodiesOf(ruby.Parse(file))...)
	}
	named := map[string][]*body{}
	for _, b := range bodies {
		named[b.name] = append(named[b.name], b)
	}
	var out []*Job
	for _, b := range bodies {
		j := &Job{Class: b.name, Span: b.span, Retries: b.retries, Module: b.module}
		if !b.module {
			j.Queue = queueOf(b, named, 0)
		}
		j.Parent = slices.ContainsFunc(bodies, func(other *body) bool { return other.parent == b.name })
		for i := range j.Retries {
			j.Retries[i].Class, j.Retries[i].Span = b.name, b.span
		}
		out = append(out, j)
	}
	return out
}

// queueOf is the queue of a class, its own or that of its ancestors.
func queueOf(b *body, named map[string][]*body, depth int) queue.Value[string] {
	switch {
	case len(named[b.name]) > 1:
		return queue.NotKnown[string]("the class is written more than once", nil)
	case !b.queue.IsAbsent():
		return b.queue
	case b.includes:
		return queue.NotKnown[string]("a module may set it", nil)
	case b.parent == "ActiveJob::Base":
		return queue.Is("default", &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Active Job's default without queue_as"})
	case depth > 20 || len(named[b.parent]) != 1:
		return queue.NotKnown[string]("it is not known what "+b.parent+" says", nil)
	}
	return queueOf(named[b.parent][0], named, depth+1)
}

// bodiesOf are the bodies of a file. A file with a fault says nothing: where its blocks end is not known.
func bodiesOf(file *ruby.File) []*body {
	if !file.Whole {
		return nil
	}
	found := map[*ruby.Block]*body{}
	var out []*body
	for _, s := range file.Statements {
		block := owner(s)
		if block == nil {
			continue
		}
		b := found[block]
		if b == nil {
			if b = open(s.In, block); b == nil {
				continue
			}
			found[block] = b
			out = append(out, b)
		}
		b.read(s)
	}
	return out
}

// owner is the innermost class or module that a statement stands in; nil within a method of it.
func owner(s *ruby.Statement) *ruby.Block {
	for _, b := range slices.Backward(s.In) {
		switch b.Kind {
		case "class", "module":
			return b
		case "def":
			return nil
		}
	}
	return nil
}

// open begins the body of a block; nil where it has no name: `class << self`.
func open(in []*ruby.Block, block *ruby.Block) *body {
	b := &body{module: block.Kind == "module", queue: queue.NotSet[string](nil)}
	for _, outer := range in {
		if outer.Kind != "class" && outer.Kind != "module" {
			continue
		}
		name, rest := constant(outer.Head[1:])
		if name == "" {
			return nil
		}
		if b.name != "" {
			name = b.name + "::" + name
		}
		b.name = name
		if outer == block {
			n := len(outer.Head) - len(rest)
			b.span = ruby.Span(outer.Head[1:n])
			if len(rest) > 1 && rest[0].Is("<") {
				b.parent, _ = constant(rest[1:])
			}
			break
		}
	}
	return b
}

// constant reads a name such as A::B at the start of some tokens.
func constant(tokens []ruby.Token) (name string, rest []ruby.Token) {
	for len(tokens) > 0 && tokens[0].Kind == ruby.Const || len(tokens) > 1 && tokens[0].Is("::") && tokens[1].Kind == ruby.Const {
		if tokens[0].Is("::") {
			tokens = tokens[1:]
			if name != "" {
				name += "::"
			}
		} else if name != "" {
			break
		}
		name += tokens[0].Text
		tokens = tokens[1:]
	}
	return name, tokens
}

func (b *body) read(s *ruby.Statement) {
	if len(s.Tokens) == 0 || s.Tokens[0].Kind != ruby.Name {
		return
	}
	switch s.Tokens[0].Text {
	case "queue_as":
		b.queue = queueAs(s)
	case "queue_with_priority":
	case "include", "prepend", "extend":
		b.includes = true
	case "retry_on":
		if certain(s) {
			b.retries = append(b.retries, retryOn(s))
		}
	}
	if len(s.Tokens) > 2 && s.Tokens[0].Is("self") && (s.Tokens[2].Is("queue_name") || s.Tokens[2].Is("queue_adapter") || s.Tokens[2].Is("queue_name_prefix")) {
		b.queue = queue.NotKnown[string]("the class sets "+s.Tokens[2].Text, nil)
	}
}

// certain says that a statement is carried out whenever its class is loaded, or its module included.
func certain(s *ruby.Statement) bool {
	for _, b := range s.In {
		if b.Kind == "do" && !(len(b.Head) == 2 && b.Head[0].Is("included")) && !isStatement(b, s) || b.Kind != "do" && b.Kind != "class" && b.Kind != "module" {
			return false
		}
	}
	return !slices.ContainsFunc(s.Tokens, ruby.Modifier)
}

// isStatement says that a block is the one that the statement itself opens: `retry_on A do |job|`.
func isStatement(b *ruby.Block, s *ruby.Statement) bool {
	return len(b.Head) > 0 && len(s.Tokens) > 0 && b.Head[0].Span == s.Tokens[0].Span
}

func queueAs(s *ruby.Statement) queue.Value[string] {
	args, open := ruby.Arguments(s.Tokens)
	if !certain(s) || open || len(args) != 1 || len(args[0].Tokens) != 1 || args[0].Key != "" || opens(s) {
		return queue.NotKnown[string]("it is not written as one name", &queue.Origin{Via: queue.ViaProperty, Span: ruby.Span(s.Tokens), Text: "queue_as"})
	}
	t := args[0].Tokens[0]
	origin := &queue.Origin{Via: queue.ViaProperty, Span: t.Span, Text: "queue_as"}
	if t.Kind != ruby.Symbol && t.Kind != ruby.String {
		return queue.NotKnown[string]("it is not written as one name", origin)
	}
	return queue.Is(t.Text, origin)
}

// opens says that a statement has a block.
func opens(s *ruby.Statement) bool {
	return slices.ContainsFunc(s.Tokens, func(t ruby.Token) bool { return t.Is("do") || t.Is("{") })
}

func retryOn(s *ruby.Statement) queue.Retry {
	args, open := ruby.Arguments(s.Tokens)
	var on []string
	attempts := queue.Is(DefaultAttempts, &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Active Job's default of attempts"})
	if open {
		attempts = queue.NotKnown[int]("its arguments are not all written there", nil)
	}
	for _, a := range args {
		switch {
		case a.Key == "":
			if name, rest := constant(a.Tokens); name != "" && len(rest) == 0 {
				on = append(on, name)
			} else {
				on = append(on, "others")
			}
		case a.Key == "attempts" && len(a.Tokens) == 1 && a.Tokens[0].Kind == ruby.Symbol && a.Tokens[0].Text == "unlimited":
			attempts = queue.NoLimit[int](&queue.Origin{Via: queue.ViaProperty, Span: a.Tokens[0].Span, Text: "attempts: :unlimited"})
		case a.Key == "attempts":
			attempts = ruby.Int(a.Tokens, "attempts", func(string) queue.Value[string] { return queue.NotSet[string](nil) })
		}
	}
	return queue.Retry{On: strings.Join(on, ", "), Attempts: attempts}
}
