package dimacs

// A Status is the answer of a solver.
type Status int

// The zero Status is Unknown: nothing was proven either way.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// String returns the word of the competition's `s` line.
func (s Status) String() string {
	switch s {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	default:
		return "UNKNOWN"
	}
}
