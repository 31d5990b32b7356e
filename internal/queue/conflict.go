package queue

import "github.com/qlint-dev/qlint/internal/source"

// TraitConflict is a property that a class or a class above it declares otherwise than the framework's trait Queueable, which the class uses:
// PHP refuses to load the class ("define the same property … However, the definition differs and is considered incompatible").
type TraitConflict struct {
	// Property is its name without the dollar sign.
	Property string
	Span     source.Span // the name where it is declared
	// In is the class or trait that declares it.
	In string
	// User is the class or trait that uses Queueable, and Use where it does.
	User string
	Use  source.Span
	// Why is how the declaration differs: "it has a type", "its default is 'emails'".
	Why string
}
