package queueable

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// maxEffects bounds what is listed of one handler.
const maxEffects = 50

// handlerReader collects what a handler does.
type handlerReader struct {
	code *Code
	of   *phpeval.Class
	out  []queue.Effect
	// in is where the method that is read stands, vars are its variables that hold a client, by their service.
	in      *phpeval.Class
	vars    map[string]*provider
	inner   map[php.Node]bool // calls that belong to a chain already read
	read    map[*php.Method]bool
	calls   []string // methods of the class's own that the handler calls
	caught  int
	nesting int
}

// effects are those of handle() or __invoke() and of the class's own methods that it calls.
func (c *Code) effects(s *subject) []queue.Effect {
	if s.is(notification) || s.is(mailable) || s.is(shouldBroadcast) {
		return nil // what sends these is the framework's
	}
	r := &handlerReader{code: c, of: s.class, read: map[*php.Method]bool{}}
	for _, name := range [...]string{"handle", "__invoke"} {
		if r.method(name) {
			break
		}
	}
	for _, name := range r.calls {
		r.nesting = 1
		r.method(name)
	}
	r.middleware()
	return r.out
}

// method reads a method of the class; false where it has none of its own.
func (r *handlerReader) method(name string) bool {
	found, _ := r.code.classes.FindMethod(r.of, name)
	if found == nil || found.Decl.Body == nil || r.read[found.Decl] {
		return false
	}
	r.read[found.Decl] = true
	r.in, r.vars, r.inner, r.caught = found.In, map[string]*provider{}, map[php.Node]bool{}, 0
	for _, p := range found.Decl.Params {
		for _, class := range typeNames(p.Type, found.In.Unit) {
			if s := providerOf(class); s != nil && isClient(class) {
				r.vars[p.Name.Name] = s
			}
		}
	}
	php.Walk(found.Decl.Body, r.visit)
	return true
}

// middleware notes the framework's middleware that makes a pause of its own after an exception.
func (r *handlerReader) middleware() {
	found, _ := r.code.classes.FindMethod(r.of, "middleware")
	if found == nil || found.Decl.Body == nil {
		return
	}
	r.in = found.In
	php.Walk(found.Decl.Body, func(n php.Node) bool {
		if made, ok := n.(*php.New); ok && made.Anon == nil {
			if class, ok := r.in.Unit.Names().ClassExpr(made.Class); ok {
				switch _, last := cutLast(fold(class), '\\'); last {
				case "throttlesexceptions", "throttlesexceptionswithredis":
					r.add(queue.OwnPause, made, "the middleware ThrottlesExceptions")
				}
			}
		}
		return true
	})
}

func (r *handlerReader) add(kind queue.EffectKind, at php.Node, text string) {
	if len(r.out) < maxEffects {
		r.out = append(r.out, queue.Effect{Kind: kind, Span: r.in.Unit.Span(at), Text: text, Caught: r.caught > 0})
	}
}

func (r *handlerReader) visit(n php.Node) bool {
	switch n := n.(type) {
	case *php.Class, *php.Function:
		return false
	case *php.Try:
		return r.try(n)
	case *php.Assign:
		r.assign(n)
	case *php.MethodCall, *php.StaticCall, *php.Call, *php.New:
		return r.call(n.(php.Expr))
	}
	return true
}

// try reads what a try block guards; what is thrown there fails the job only where every catch throws again.
func (r *handlerReader) try(n *php.Try) bool {
	swallows := false
	for i := range n.Catches {
		swallows = swallows || !throws(n.Catches[i].Body)
	}
	if !swallows {
		return true
	}
	r.caught++
	php.Walk(n.Body, r.visit)
	r.caught--
	for i := range n.Catches {
		php.Walk(n.Catches[i].Body, r.visit)
	}
	if n.Finally != nil {
		php.Walk(n.Finally, r.visit)
	}
	return false
}

func throws(body *php.Block) bool {
	found := false
	php.Walk(body, func(n php.Node) bool {
		if _, ok := n.(*php.Throw); ok {
			found = true
		}
		return !found
	})
	return found
}

// assign follows clients into variables, and notes a status that says that the work has begun.
func (r *handlerReader) assign(n *php.Assign) {
	switch t := n.Target.(type) {
	case *php.Var:
		delete(r.vars, t.Name)
		if made, ok := n.Value.(*php.New); ok && made.Anon == nil {
			if s := r.client(made); s != nil {
				r.vars[t.Name] = s
				r.inner[made] = true // what is made does nothing before it is called
			}
		}
	case *php.Prop:
		if isStatus(t.Name.Name) {
			r.status(n, n.Value)
		}
	}
}

func (r *handlerReader) client(made *php.New) *provider {
	class, ok := r.in.Unit.Names().ClassExpr(made.Class)
	if !ok || !isClient(class) {
		return nil
	}
	return providerOf(class)
}

func isStatus(name string) bool {
	key := fold(name)
	return key == "status" || key == "state" || strings.HasSuffix(key, "_status")
}

func (r *handlerReader) status(at php.Node, value php.Expr) {
	text := ""
	switch v := value.(type) {
	case *php.String:
		text = v.Value()
	case *php.ClassConstFetch:
		text = strings.TrimPrefix(fold(v.Name.Name), "status_")
	case *php.Prop: // Status::Running->value
		if f, ok := v.Object.(*php.ClassConstFetch); ok {
			text = f.Name.Name
		}
	}
	if running(text) {
		r.add(queue.RunningStatus, at, excerpt(r.in.Unit, at))
	}
}

// call judges a chain of calls at its outermost one; false where what its arguments hold runs later.
func (r *handlerReader) call(e php.Expr) bool {
	if r.inner[e] {
		return true
	}
	root, calls := unwind(e)
	r.inner[root] = true
	for _, c := range calls {
		r.inner[c] = true
	}
	r.own(root, calls)
	switch root := root.(type) {
	case *php.StaticCall:
		return r.static(root, calls)
	case *php.New:
		if s := r.client(root); root.Anon == nil && s != nil && len(calls) > 0 {
			r.add(s.kind, e, "a client of "+s.name)
		}
	case *php.Call:
		return r.function(root)
	case *php.Var:
		if s := r.vars[root.Name]; s != nil && len(calls) > 0 {
			r.add(s.kind, e, "a client of "+s.name)
		}
	}
	for _, c := range calls {
		switch fold(c.Name.Name) {
		case "update", "forceupdate", "updatequietly":
			r.update(c)
		case "notifynow":
			r.add(queue.Mail, c, "notifyNow()")
		}
	}
	return true
}

// own notes methods of the class itself that the handler calls, and its pauses.
func (r *handlerReader) own(root php.Expr, calls []*php.MethodCall) {
	name := ""
	if call, ok := root.(*php.StaticCall); ok {
		switch class, _ := r.in.Unit.Names().ClassExpr(call.Class); class {
		case "self", "static", "parent":
			name = call.Name.Name
		}
	}
	if isThis(root) && len(calls) > 0 {
		name = calls[0].Name.Name
		if fold(name) == "release" {
			r.add(queue.OwnPause, calls[0], "release()")
			return
		}
	}
	if name != "" && r.nesting == 0 && len(r.calls) < maxEffects {
		r.calls = append(r.calls, name)
	}
}

// update notes ->update(['status' => 'processing']).
func (r *handlerReader) update(c *php.MethodCall) {
	if len(c.Args.List) == 0 {
		return
	}
	array, ok := c.Args.List[0].Value.(*php.Array)
	if !ok {
		return
	}
	for i := range array.Items {
		item := &array.Items[i]
		if key, ok := item.Key.(*php.String); ok && isStatus(key.Value()) {
			r.status(item.Value, item.Value)
		}
	}
}

// static judges a chain that starts with a static call: a facade, or a method of a payment library.
func (r *handlerReader) static(root *php.StaticCall, calls []*php.MethodCall) bool {
	class, ok := r.in.Unit.Names().ClassExpr(root.Class)
	if !ok {
		return true
	}
	verb := func(verbs map[string]bool) (php.Node, string) {
		if verbs[fold(root.Name.Name)] {
			return root, root.Name.Name
		}
		for _, c := range calls {
			if verbs[fold(c.Name.Name)] {
				return c, c.Name.Name
			}
		}
		return nil, ""
	}
	switch {
	case isFacade(class, "http"):
		if at, name := verb(httpVerbs); at != nil {
			r.add(queue.RemoteCall, at, "Http::"+name+"()")
		}
	case isFacade(class, "mail"):
		if at, name := verb(mailVerbs); at != nil && !r.queuedMail(at) {
			r.add(queue.Mail, at, "Mail::"+name+"()")
		}
	case isFacade(class, "notification"):
		if at, name := verb(map[string]bool{"sendnow": true}); at != nil {
			r.add(queue.Mail, at, "Notification::"+name+"()")
		}
	case isFacade(class, "db") && fold(root.Name.Name) == "aftercommit", isFacade(class, "bus"), isFacade(class, "concurrency"):
		return false
	default:
		if s := providerOf(class); s != nil && s.kind == queue.Payment {
			if at, name := verb(paymentVerbs); at != nil {
				_, last := cutLast(class, '\\')
				r.add(queue.Payment, at, last+"::"+name+"() of "+s.name)
			}
		}
	}
	return true
}

// queuedMail says that what a call sends is a mailable that goes to the queue, or may.
func (r *handlerReader) queuedMail(at php.Node) bool {
	var args *php.Args
	switch at := at.(type) {
	case *php.StaticCall:
		args = &at.Args
	case *php.MethodCall:
		args = &at.Args
	}
	if args == nil || len(args.List) == 0 {
		return true
	}
	made, ok := args.List[0].Value.(*php.New)
	if !ok || made.Anon != nil {
		_, text := args.List[0].Value.(*php.String)
		return !text
	}
	class, ok := r.in.Unit.Names().ClassExpr(made.Class)
	c := r.code.classes.Lookup(class)
	return !ok || c == nil || r.code.classes.IsA(class, shouldQueue) != queue.No
}

// function judges a call of a function; false where its arguments run later.
func (r *handlerReader) function(call *php.Call) bool {
	name := function(call)
	switch {
	case remoteFunctions[name]:
		r.add(queue.RemoteCall, call, name+"()")
	case name == "mail":
		r.add(queue.Mail, call, "mail()")
	case name == "file_get_contents" && len(call.Args.List) > 0:
		if s, ok := call.Args.List[0].Value.(*php.String); ok && (strings.HasPrefix(s.Value(), "http://") || strings.HasPrefix(s.Value(), "https://")) {
			r.add(queue.RemoteCall, call, "file_get_contents() of an address")
		}
	case name == "dispatch" || name == "defer" || name == "dispatch_sync":
		return false
	}
	return true
}
