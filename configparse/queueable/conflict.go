package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// traitProperties are the properties of Bus\Queueable that classes are seen to declare: all are public, have no type and are null, but for
// $middleware, which is [] (Bus/Queueable.php; $middleware since 6.0, $afterCommit since 8.19).
var traitProperties = []string{"connection", "queue", "delay", "afterCommit", "middleware"}

// conflicts lists the properties that PHP refuses beside the trait Queueable: those of the class that uses it, of its other traits and of
// the classes above it that are declared otherwise. A child of that class may declare what it likes.
func (r *reader) conflicts() []queue.TraitConflict {
	var out []queue.TraitConflict
	seen := 0
	for user := r.s.class; user != nil && seen < maxAncestors; seen++ {
		parent := user.Parent()
		if use := r.queueableUse(user, 0); use != nil {
			for _, name := range traitProperties {
				out = append(out, r.conflictsOf(name, user, use)...)
			}
		}
		if parent == "" {
			break
		}
		user = r.code.classes.Lookup(parent)
	}
	return out
}

// queueableUse is where a class uses the framework's Queueable itself or through its traits; nil where it does not.
func (r *reader) queueableUse(c *phpeval.Class, depth int) php.Node {
	if depth > maxIndirections {
		return nil
	}
	for _, m := range c.Decl.Members {
		use, ok := m.(*php.TraitUse)
		if !ok {
			continue
		}
		for _, t := range use.Traits {
			name := c.Unit.Names().Class(t)
			if key := fold(name); key == busQueueable || key == queueable {
				return t
			}
			if trait := r.code.classes.Lookup(name); trait != nil && trait != c && r.queueableUse(trait, depth+1) != nil {
				return t
			}
		}
	}
	return nil
}

// conflictsOf lists the declarations of one property that a class may not have while it uses Queueable.
func (r *reader) conflictsOf(name string, user *phpeval.Class, use php.Node) []queue.TraitConflict {
	var out []queue.TraitConflict
	lineage, _ := r.code.classes.Lineage(user)
	above := false
	for _, c := range lineage {
		above = above || c != user && c.Decl.Kind == php.KindClass
		decl, ok := c.Property(name)
		if !ok || above && decl.Flags.Has(php.FlagPrivate) { // a parent's private property is another one
			continue
		}
		if why := r.differs(name, decl, c); why != "" {
			out = append(out, queue.TraitConflict{
				Property: name, Span: c.Unit.Span(decl.Node), In: c.Name, User: user.Name, Use: user.Unit.Span(use), Why: why,
			})
		}
	}
	return out
}

// differs says how a declaration is incompatible with the trait's, "" where it is not known to be.
func (r *reader) differs(name string, d phpeval.PropertyDecl, in *phpeval.Class) string {
	switch {
	case d.Flags.Has(php.FlagStatic):
		return "it is static"
	case d.Flags.Has(php.FlagProtected), d.Flags.Has(php.FlagPrivate):
		return "it is " + visibility(d.Flags)
	case d.Type != nil:
		return "it has the type " + excerpt(in.Unit, d.Type)
	case d.Flags.Has(php.FlagReadonly):
		return "it is readonly"
	case d.Hooked:
		return ""
	case d.Promoted || d.Default == nil: // a promoted property has no default of its own
		if name == "middleware" {
			return "its default is null"
		}
		return ""
	}
	v := r.w.Expr(d.Default, phpeval.Scope{Unit: in.Unit, Class: in, This: r.s.class})
	same := v.IsNull()
	if name == "middleware" {
		same = v.Kind == phpeval.Array && len(v.Array.Entries) == 0
	}
	if same || !slices.Contains([]phpeval.Kind{phpeval.Null, phpeval.Bool, phpeval.Int, phpeval.Float, phpeval.String, phpeval.Array, phpeval.Enum}, v.Kind) {
		return ""
	}
	return "its default is " + excerpt(in.Unit, d.Default)
}
