package argument

import "queens/cmd/qsat/internal/clause"

// A Counter claims that the clauses with its sums say how many labels are true, and nothing else:
// values of the labels extend to a model of these clauses if and only if at least Low and at most
// High labels are true.
type Counter struct {
	Labels    []clause.Lit // of different variables
	Low, High int
	Sums      []Threshold
	Unique    bool // the labels determine the sums in each model
}

// A Threshold says that Lit can stand for "at least AtLeast of the first Prefix labels are true".
type Threshold struct {
	Lit             clause.Lit
	Prefix, AtLeast int
}
