package engine

// A Registration is an engine that a program chooses by its name.
type Registration struct {
	Name string
	New  func() Engine
}

var registered []Registration

// Register adds an engine to Registered. Only functions init may call it. An engine that depends on
// a library outside of the module registers itself, so that only programs which import the engine
// depend on the library.
func Register(name string, new func() Engine) {
	registered = append(registered, Registration{name, new})
}

// Registered returns the engines for which Register was called.
func Registered() []Registration { return registered }
