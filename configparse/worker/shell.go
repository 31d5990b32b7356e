package worker

import (
	"cmp"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

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
		w.traps = trapsOf(file, m.text)
		w.functions = functionsOf(file)
		w.variables = variablesOf(file, at, r.options)
		w.variables.open = w.variables.open || len(m.gaps) > 0 // what stands in their place is not the script's
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
	traps  trapping
	// functions are the text's own, by name; calls is how deep they call each other.
	functions map[string]*function
	calls     int
	variables *variables
}

// function is one of a text's functions.
type function struct {
	body   *syntax.Stmt
	called bool
}

// maxCalls bounds functions that call functions.
const maxCalls = 8

// functionsOf lists the functions of a text, and notes which of them are called.
func functionsOf(file *syntax.File) map[string]*function {
	var out map[string]*function
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok && f.Name != nil { // one without a name is called by nothing
			if out == nil {
				out = map[string]*function{}
			}
			out[f.Name.Value] = &function{body: f.Body}
		}
		return true
	})
	if out == nil {
		return nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			if f := out[call.Args[0].Lit()]; f != nil {
				f.called = true
			}
		}
		return true
	})
	return out
}

// function is what is known of a declared function; nil where it has no name.
func (w *walker) function(decl *syntax.FuncDecl) *function {
	if decl.Name == nil {
		return nil
	}
	return w.functions[decl.Name.Value]
}

// position is where a command stands in the text.
type position struct {
	context
	// tail says that nothing of the text runs after the command.
	tail bool
	// main says that the shell itself runs the command, not a copy of it (a pipe, a subshell, `&`).
	main bool
	// why says how the command is started, where that keeps the shell from becoming it: "in a pipe".
	why string
	// unsure says that it is not known whether, and in what place, the command is run.
	unsure bool
}

func (p position) inner(why string) position {
	p.tail = false
	if p.why == "" || why == looped {
		p.why = cmp.Or(why, p.why)
	}
	return p
}

// looped and followed are how a command may be started within a text; the first says more.
const (
	looped   = "in a loop"
	followed = "before other commands"
)

func (p position) copied(why string) position {
	p.tail, p.main, p.why = false, false, why
	return p
}

func (w *walker) stmts(list []*syntax.Stmt, p position) {
	for i, s := range list {
		if i == len(list)-1 {
			w.stmt(s, p)
		} else {
			w.stmt(s, p.inner(followed))
		}
	}
}

func (w *walker) stmt(s *syntax.Stmt, p position) {
	if len(w.found) >= maxCommands {
		return
	}
	if w.calls == 0 {
		w.variables.now = s.Pos().Offset()
	}
	if s.Background || s.Coprocess {
		p = p.copied("in the background")
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
		w.stmts(cmd.Stmts, p.inner(""))
	case *syntax.Subshell:
		folder := w.folder
		w.stmts(cmd.Stmts, p.copied("in a subshell"))
		w.folder = folder
	case *syntax.IfClause:
		w.clauses(cmd, p)
	case *syntax.WhileClause:
		w.stmts(cmd.Cond, p.inner(looped))
		w.stmts(cmd.Do, p.inner(looped))
	case *syntax.ForClause:
		w.stmts(cmd.Do, p.inner(looped))
	case *syntax.CaseClause:
		only, known := w.variables.taken(cmd)
		for i, item := range cmd.Items {
			if !known || i == only {
				w.stmts(item.Stmts, p.inner(""))
			}
		}
	case *syntax.FuncDecl:
		if f := w.function(cmd); f == nil || !f.called {
			p.unsure = true // what calls it stands elsewhere
			w.stmt(cmd.Body, p.inner(""))
		}
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			w.stmt(cmd.Stmt, p.inner(""))
		}
	case *syntax.CoprocClause:
		w.stmt(cmd.Stmt, p.copied("in the background"))
	}
}

// clauses follows an if with its elifs and its else as far as they may be taken.
func (w *walker) clauses(clause *syntax.IfClause, p position) {
	for ; clause != nil; clause = clause.Else {
		w.stmts(clause.Cond, p.inner(""))
		taken := queue.Maybe
		if len(clause.Cond) > 0 { // none of an else
			taken = w.variables.holds(clause.Cond)
		}
		if taken != queue.No {
			w.stmts(clause.Then, p.inner(""))
		}
		if taken == queue.Yes {
			return
		}
	}
}

func (w *walker) binary(cmd *syntax.BinaryCmd, p position) {
	switch cmd.Op {
	case syntax.AndStmt:
		w.stmt(cmd.X, p.inner(followed))
		w.stmt(cmd.Y, p)
	case syntax.OrStmt:
		w.stmt(cmd.X, p.inner(followed))
		w.stmt(cmd.Y, p.inner(""))
	default:
		w.stmt(cmd.X, p.copied("in a pipe"))
		w.stmt(cmd.Y, p.copied("in a pipe"))
	}
}

// call reads one simple command.
func (w *walker) call(cmd *syntax.CallExpr, p position, redirected bool) {
	if len(cmd.Args) == 0 {
		return
	}
	words := make([]Word, 0, len(cmd.Args))
	for _, a := range cmd.Args {
		words = append(words, w.words(a)...)
	}
	if len(words) > maxWords {
		return
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
	if f := w.functions[words[0].Text]; f != nil {
		if w.calls < maxCalls {
			w.calls++
			w.stmt(f.body, p)
			w.calls--
		}
		return
	}
	c := p.context
	c.folder = w.folder
	if w.kind.wrap != nil {
		c = c.wrapped(w.relay(p, words[0].Text == "exec", redirected))
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
	cronField = pattern.New(`^(?:\*|[0-9A-Za-z]+(?:-[0-9A-Za-z]+)?)(?:/[0-9]+)?(?:,[0-9A-Za-z*/-]+)*$`)
	cronName  = pattern.New(`^@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)$`)
	userName  = pattern.New(`^[a-z_][a-z0-9_-]*$`)
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
