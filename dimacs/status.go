package dimacs

// A Status is the answer of a solver.
type Status int

// The zero Status is Unknown: the solver did not decide.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// String returns the word of the `s` line in the SAT competitions.
func (s Status) String() string {
	return [...]string{"UNKNOWN", "SATISFIABLE", "UNSATISFIABLE"}[s]
}
