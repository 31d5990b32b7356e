package effects

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// mailServices are parts of the addresses at which services take mails and text messages over HTTP.
var mailServices = []struct{ part, name string }{
	{"/v2/notifications/email", "GOV.UK Notify"}, {"/v2/notifications/sms", "GOV.UK Notify"}, {"/v2/notifications/letter", "GOV.UK Notify"},
	{"/v3/mail/send", "SendGrid"}, {"api.postmarkapp.com/email", "Postmark"}, {"api.mailgun.net/", "Mailgun"}, {"api.eu.mailgun.net/", "Mailgun"},
	{"api.resend.com/emails", "Resend"}, {"/v3/smtp/email", "Brevo"}, {"api.mailjet.com/v3.1/send", "Mailjet"}, {"mandrillapp.com/api/1.0/messages/send", "Mandrill"},
	{"api.twilio.com/2010-04-01/", "Twilio"}, {"hooks.slack.com/services/", "Slack"}, {"slack.com/api/chat.postMessage", "Slack"},
}

// http reads the calls of the standard HTTP client.
func http(fn *types.Func, args []ssa.Value) Effect {
	e := Effect{Fails: true, What: "http " + fn.Name()}
	switch typeName(fn) + "." + fn.Name() {
	case ".Post", ".PostForm", "Client.Post", "Client.PostForm":
		e.Kind = Request
		e.mailed(text(args[0], 0))
	case ".Get", ".Head", "Client.Get", "Client.Head":
		e.Kind = Fetch
	case "Client.Do":
		e.request(args)
	}
	return e
}

// doer reads the Do of an interface that stands for an HTTP client.
func doer(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	sig := fn.Signature()
	if !call.Common().IsInvoke() || fn.Name() != "Do" || sig.Params().Len() != 1 || sig.Results().Len() != 2 || !isRequest(sig.Params().At(0).Type()) {
		return nil, false
	}
	e := Effect{Fails: true, What: "http Do"}
	e.request(flow.Args(call.Common()))
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

func isRequest(t types.Type) bool {
	n := library.Named(t)
	return n != nil && n.Obj().Name() == "Request" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// request tells reads from writes by the constant method of http.NewRequest; what is unknown counts as a read, which is never judged.
func (e *Effect) request(args []ssa.Value) {
	e.Kind = Fetch
	if len(args) != 1 {
		return
	}
	e.givenRequest(args[0])
	if e.Kind == Mail || e.Given {
		return
	}
	call, fn := maker(args[0])
	if fn == nil || fn.Pkg().Path() != "net/http" || !strings.HasPrefix(fn.Name(), "NewRequest") {
		return
	}
	rest := flow.Args(&call.Call)
	if at := textArg(rest); at >= 0 {
		if method, _ := flow.String(rest[at]); writesBy(method) {
			e.Kind = Request
		}
	}
}

func writesBy(method string) bool {
	switch method {
	case "POST", "PUT", "PATCH", "DELETE":
		return true
	}
	return false
}

// givenRequest turns the sending of a request into a mail, where a helper of the program's own or the standard library made it for a mail service, or leaves it to the caller.
func (e *Effect) givenRequest(v ssa.Value) {
	if p, ok := flow.Origin(v).(*ssa.Parameter); ok {
		for at, param := range p.Parent().Params {
			if param == p {
				e.Given, e.Param = true, at
			}
		}
		return
	}
	call, fn := maker(v)
	if fn == nil {
		return
	}
	posts := false
	var address string
	for _, arg := range flow.Args(&call.Call) {
		if b, ok := arg.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.String {
			continue
		}
		if method, _ := flow.String(arg); writesBy(method) {
			posts = true
			continue
		}
		address += text(arg, 0) + " "
	}
	if posts {
		e.mailed(address)
	}
}

// mailed turns a request to a mail service's address into a mail.
func (e *Effect) mailed(address string) {
	for _, s := range mailServices {
		if strings.Contains(address, s.part) {
			e.Kind, e.Store, e.What = Mail, "mail", "HTTP POST to "+s.name
			return
		}
	}
}

// maker gives the call that a request comes from.
func maker(v ssa.Value) (*ssa.Call, *types.Func) {
	o := flow.Origin(v)
	if x, ok := o.(*ssa.Extract); ok {
		o = x.Tuple
	}
	call, ok := o.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	return call, flow.Callee(&call.Call)
}

// text gives the constant parts of a text, in their order.
func text(v ssa.Value, depth int) string {
	if depth > 10 {
		return ""
	}
	switch o := flow.Origin(v).(type) {
	case *ssa.BinOp:
		if o.Op == token.ADD {
			return text(o.X, depth+1) + text(o.Y, depth+1)
		}
	case *ssa.Call:
		if fn := flow.Callee(&o.Call); fn != nil && fn.Pkg().Path() == "fmt" && fn.Name() == "Sprintf" {
			return text(flow.Args(&o.Call)[0], depth+1)
		}
	default:
		s, _ := flow.String(v)
		return s
	}
	return ""
}
