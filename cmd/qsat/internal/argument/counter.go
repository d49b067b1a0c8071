package argument

import "queens/cmd/qsat/internal/clause"

// A Counter claims that the clauses with its sums bound the number of true labels, and say nothing
// else: values of the labels extend to a model of these clauses if and only if at least Low and at
// most High labels are true.
type Counter struct {
	Labels    []clause.Lit // of different variables
	Low, High int
	Sums      []Threshold
	Unique    bool // the values of the labels determine the values of the sums
}

// A Threshold gives a sum the value with which the clauses of the counter hold: Lit is true if and
// only if at least AtLeast of the first Prefix labels are true. Prefix is from 1 to the number of
// labels, and AtLeast from 0 (always true) to Prefix+1 (never true).
type Threshold struct {
	Lit             clause.Lit
	Prefix, AtLeast int
}
