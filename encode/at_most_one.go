package encode

import (
	"fmt"
	"strings"

	"queens/dimacs"
)

// A Sink takes clauses in order. It keeps no slice that it is given. A
// dimacs.Writer is one.
type Sink interface {
	// Clause takes one clause of any length. A variadic call through an
	// interface allocates, so literals that come in numbers belong in a
	// reused slice.
	Clause(lits ...dimacs.Lit)
	// Binary takes the clause {a, b}.
	Binary(a, b dimacs.Lit)
	// Pairs takes the clauses {lits[i], lits[j]} for all i < j.
	Pairs(lits []dimacs.Lit)
	// Err returns the first error of the sink. What follows an error is
	// lost, so callers with much to say ask now and then.
	Err() error
}

// A VarSource hands out auxiliary variables.
type VarSource interface {
	// Fresh returns a positive literal whose variable occurs nowhere else.
	Fresh() dimacs.Lit
}

// An AtMostOne is a way to say in clauses that at most one of k literals is
// true. Literals that occur twice count twice.
type AtMostOne struct {
	Name string // as in `qgen --encoding Name`
	// Encode adds the clauses over lits, which it does not change or keep.
	Encode func(lits []dimacs.Lit, sink Sink, vars VarSource)
	// Size returns how many auxiliary variables and clauses Encode adds for
	// k literals, exactly.
	Size func(k int) (aux, clauses int64)
	// Occurrences returns how often literal i of k, from 0, or its negation
	// occurs in these clauses.
	Occurrences func(k, i int) int64
	// Signs returns how often auxiliary variables occur in the clauses, and
	// how many occurrences of all literals are negative if the k literals are
	// positive. With Occurrences that makes the length of the text.
	Signs func(k int) (aux, negative int64)
}

// DefaultEncoding is the name of the encoding of an Instance that names none.
const DefaultEncoding = "pairwise"

// AtMostOnes returns every encoding. A new one is a file of its own, named
// after it, and an entry here.
func AtMostOnes() []AtMostOne {
	return []AtMostOne{pairwise, sequential, ladder, commander, product, binary, bimander}
}

// AtMostOneByName returns the encoding of that name; "" is DefaultEncoding.
// The error lists the names there are.
func AtMostOneByName(name string) (AtMostOne, error) {
	if name == "" {
		name = DefaultEncoding
	}
	var names []string
	for _, e := range AtMostOnes() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return AtMostOne{}, fmt.Errorf("unknown encoding %q: expected %s", clip(name), strings.Join(names, ", "))
}

// on returns the encoding that a line gets: e itself, or pairwise where that
// needs fewer clauses, without the pairs that an earlier line rules out.
func (e AtMostOne) on(l Line) AtMostOne {
	plain := pairwise
	if d := l.doubled(); d > 0 {
		plain = AtMostOne{
			Name: pairwise.Name,
			Encode: func(lits []dimacs.Lit, sink Sink, _ VarSource) {
				pairwiseExcept(lits, d, sink)
			},
			Size:        func(k int) (aux, clauses int64) { return 0, pairs(k) - int64(k-d) },
			Occurrences: func(k, _ int) int64 { return int64(k) - 2 },
			Signs:       func(k int) (aux, negative int64) { return 0, 2 * (pairs(k) - int64(k-d)) },
		}
	}
	_, own := e.Size(l.Len())
	if _, clauses := plain.Size(l.Len()); e.Name == plain.Name || clauses < own {
		return plain
	}
	return e
}

// variables is the VarSource of one instance: it counts up.
type variables struct{ last dimacs.Lit }

func (v *variables) Fresh() dimacs.Lit {
	v.last++
	return v.last
}
