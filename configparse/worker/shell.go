package worker

import (
	"fmt"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// shellKind is the shell that reads a text; the zero value is one that nothing is known of, of a script.
type shellKind struct {
	name string
	wrap *queue.Wrapper // the shell itself, where it stands between the manager and the command
}

// execsLast says whether the shell replaces itself by the last simple command of its text without being told to. Measured: dash
// 0.5.12 never; bash 5.2 for `A`, `cd x && A`, `cd x; A`, `V=1 A`, not with a redirection; busybox 1.35 with one too.
func (k shellKind) execsLast(redirected bool) bool {
	switch k.name {
	case "bash", "zsh":
		return !redirected
	case "ash":
		return true
	}
	return false
}

// maxScript bounds the text that is parsed as a whole, in bytes, maxBrackets how deep brackets may stand within each other: the
// parser takes stack for each. Other texts are read line by line.
const (
	maxScript   = 128 << 10
	maxBrackets = 500
)

// shell finds the commands of a text that a shell reads.
func (r *reader) shell(text string, at Place, kind shellKind, c context) {
	m := markPlaceholders(text, nil)
	file, err := parseShell(m.text)
	if err == nil {
		w := &walker{reader: r, masked: m, at: at, kind: kind, folder: c.folder}
		w.traps = strings.Contains(m.text, "trap")
		w.stmts(file.Stmts, position{context: c, tail: true, main: true})
		return
	}
	if !strings.ContainsAny(strings.TrimRight(text, "\n"), "\n") {
		return
	}
	// What the shell would refuse as a whole may still hold lines that are plain.
	start := 0
	for line := range strings.Lines(text) {
		from := start
		start += len(line)
		if strings.Contains(line, "artisan") && len(r.found) < maxCommands {
			r.shell(line, func(a, b int) source.Span { return at(from+a, from+b) }, kind, c)
		}
	}
}

// parseShell parses a text. The parser is a library: if it should panic, the text is one that it cannot read.
func parseShell(text string) (file *syntax.File, err error) {
	if len(text) > maxScript {
		return nil, fmt.Errorf("longer than %d bytes", maxScript)
	}
	if brackets(text) > maxBrackets {
		return nil, fmt.Errorf("more than %d brackets within each other", maxBrackets)
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("shell parser: %v", p)
		}
	}()
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
}

// brackets is how deep round brackets stand within each other.
func brackets(text string) int {
	depth, deepest := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
			deepest = max(deepest, depth)
		case ')':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

// walker goes through a parsed text in the order in which the shell runs it.
type walker struct {
	*reader
	masked
	at     Place
	kind   shellKind
	folder queue.Value[string]
	traps  bool // a trap keeps the shell alive
}

// position is where a command stands in the text.
type position struct {
	context
	// tail says that nothing of the text runs after the command.
	tail bool
	// main says that the shell itself runs the command, not a copy of it (a pipe, a subshell, `&`).
	main bool
}

func (p position) inner() position {
	p.tail = false
	return p
}

func (p position) copied() position {
	p.tail, p.main = false, false
	return p
}

func (w *walker) stmts(list []*syntax.Stmt, p position) {
	for i, s := range list {
		if i == len(list)-1 {
			w.stmt(s, p)
		} else {
			w.stmt(s, p.inner())
		}
	}
}

func (w *walker) stmt(s *syntax.Stmt, p position) {
	if len(w.found) >= maxCommands {
		return
	}
	if s.Background || s.Coprocess {
		p = p.copied()
		p.background = true
	}
	if s.Negated {
		p.tail = false
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		w.call(cmd, p, len(s.Redirs) > 0)
	case *syntax.BinaryCmd:
		w.binary(cmd, p)
	case *syntax.Block:
		w.stmts(cmd.Stmts, p.inner())
	case *syntax.Subshell:
		folder := w.folder
		w.stmts(cmd.Stmts, p.copied())
		w.folder = folder
	case *syntax.IfClause:
		for clause := cmd; clause != nil; clause = clause.Else {
			w.stmts(clause.Cond, p.inner())
			w.stmts(clause.Then, p.inner())
		}
	case *syntax.WhileClause:
		w.stmts(cmd.Cond, p.inner())
		w.stmts(cmd.Do, p.inner())
	case *syntax.ForClause:
		w.stmts(cmd.Do, p.inner())
	case *syntax.CaseClause:
		for _, item := range cmd.Items {
			w.stmts(item.Stmts, p.inner())
		}
	case *syntax.FuncDecl:
		w.stmt(cmd.Body, p.inner())
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			w.stmt(cmd.Stmt, p.inner())
		}
	case *syntax.CoprocClause:
		w.stmt(cmd.Stmt, p.copied())
	}
}

func (w *walker) binary(cmd *syntax.BinaryCmd, p position) {
	switch cmd.Op {
	case syntax.AndStmt:
		w.stmt(cmd.X, p.inner())
		w.stmt(cmd.Y, p)
	case syntax.OrStmt:
		w.stmt(cmd.X, p.inner())
		w.stmt(cmd.Y, p.inner())
	default:
		w.stmt(cmd.X, p.copied())
		w.stmt(cmd.Y, p.copied())
	}
}

// call reads one simple command.
func (w *walker) call(cmd *syntax.CallExpr, p position, redirected bool) {
	if len(cmd.Args) == 0 {
		return
	}
	words := make([]Word, len(cmd.Args))
	for i, a := range cmd.Args {
		words[i] = w.word(a)
	}
	if words = withoutSchedule(words); len(words) == 0 {
		return
	}
	switch words[0].Text {
	case "cd":
		w.changeFolder(words[1:])
		return
	case "eval":
		if len(words) == 2 {
			p.context.folder = w.folder
			w.script(words[1], w.kind, p.context)
		}
		return
	}
	c := p.context
	c.folder = w.folder
	if w.kind.wrap != nil {
		wrap := *w.kind.wrap
		wrap.Execs = p.main && (words[0].Text == "exec" || p.tail && !w.traps && w.kind.execsLast(redirected))
		c = c.wrapped(wrap)
	}
	w.exec(words, c)
}

// changeFolder follows `cd folder`.
func (w *walker) changeFolder(args []Word) {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && len(args[0].Text) > 1 {
		args = args[1:]
	}
	switch {
	case len(args) != 1 || args[0].Text == "-":
		w.folder = queue.NotKnown[string]("cd goes to a folder that is not written", nil)
	case args[0].Why != "":
		w.folder = queue.NotKnown[string](args[0].Why, nil)
	default:
		w.folder = queue.Is(args[0].Text, &queue.Origin{Via: queue.ViaLiteral, Span: args[0].span(), Text: "cd " + args[0].Text})
	}
}

var (
	cronField = regexp.MustCompile(`^(?:\*|[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?)(?:/[0-9]+)?(?:,[0-9A-Za-z*/-]+)*$`)
	cronName  = regexp.MustCompile(`^@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)$`)
	userName  = regexp.MustCompile(`^[a-z_][a-z0-9_-]*$`)
)

// withoutSchedule takes the times, and the user, off a line of a cron table.
func withoutSchedule(words []Word) []Word {
	fields := 0
	for fields < len(words) && fields < 5 && cronField.MatchString(words[fields].Text) {
		fields++
	}
	switch {
	case fields == 5 && !userName.MatchString(words[0].Text):
		words = words[5:]
	case cronName.MatchString(words[0].Text):
		words = words[1:]
	default:
		return words
	}
	if len(words) > 1 && userName.MatchString(words[0].Text) {
		name := words[0].Text
		next := base(words[1].Text)
		_, wraps := wrappers[name]
		command := wraps || shells[name] || phpName.MatchString(name)
		if !command && (next == "cd" || shells[next] || phpName.MatchString(next)) {
			words = words[1:]
		}
	}
	return words
}
