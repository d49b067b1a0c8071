package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"queens/dimacs"
)

// A Proof is an engine.Proof that keeps its lines. The zero value is empty.
type Proof struct{ lines []line }

type line struct {
	delete bool
	clause []dimacs.Lit
}

// Add keeps a copy of a clause that was derived.
func (p *Proof) Add(clause []dimacs.Lit) error {
	p.lines = append(p.lines, line{false, slices.Clone(clause)})
	return nil
}

// Delete keeps a copy of a clause that is no longer needed.
func (p *Proof) Delete(clause []dimacs.Lit) error {
	p.lines = append(p.lines, line{true, slices.Clone(clause)})
	return nil
}

// Len returns the number of lines.
func (p *Proof) Len() int { return len(p.lines) }

// CheckProof fails the test unless the proof refutes the formula: each clause
// follows from the formula and the clauses before it by unit propagation
// (reverse unit propagation), and the last one derived is empty.
//
// Source: E. Goldberg, Y. Novikov, Verification of Proofs of Unsatisfiability
// for CNF Formulas, DATE 2003.
func CheckProof(t testing.TB, f *dimacs.Formula, p *Proof) {
	t.Helper()
	refuted, err := p.Check(f)
	if err == nil && !refuted {
		err = errors.New("it does not derive the empty clause")
	}
	if err != nil {
		t.Errorf("proof of %d lines: %v", p.Len(), err)
	}
}

// CheckDerivation fails the test unless each clause of the proof follows like that;
// the last one need not be empty.
func CheckDerivation(t testing.TB, f *dimacs.Formula, p *Proof) {
	t.Helper()
	if _, err := p.Check(f); err != nil {
		t.Errorf("proof of %d lines: %v", p.Len(), err)
	}
}

// Check checks every line and reports whether the empty clause was derived,
// after which nothing may follow.
func (p *Proof) Check(f *dimacs.Formula) (refuted bool, err error) {
	var known [][]dimacs.Lit
	for c := range f.Clauses() {
		known = append(known, c)
	}
	for i, l := range p.lines {
		switch {
		case refuted:
			return false, fmt.Errorf("line %d, %v, follows the empty clause", i+1, l.clause)
		case l.delete:
			k := slices.IndexFunc(known, func(c []dimacs.Lit) bool { return sameClause(c, l.clause) })
			if k < 0 {
				return false, fmt.Errorf("line %d deletes %v, which is not there", i+1, l.clause)
			}
			known = slices.Delete(known, k, k+1)
		case !follows(known, l.clause):
			return false, fmt.Errorf("line %d, %v, does not follow by unit propagation", i+1, l.clause)
		default:
			known = append(known, l.clause)
			refuted = len(l.clause) == 0
		}
	}
	return refuted, nil
}

func sameClause(a, b []dimacs.Lit) bool {
	return slices.Equal(sorted(a), sorted(b))
}

func sorted(c []dimacs.Lit) []dimacs.Lit {
	c = slices.Clone(c)
	slices.Sort(c)
	return c
}

// follows reports whether unit propagation finds a conflict once all literals
// of the clause are false.
func follows(known [][]dimacs.Lit, clause []dimacs.Lit) bool {
	isTrue := map[dimacs.Lit]bool{}
	for _, l := range clause {
		if isTrue[l] {
			return true // a tautology
		}
		isTrue[-l] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range known {
			unit, open := unitOf(c, isTrue)
			switch {
			case open == 0:
				return true
			case open == 1 && !isTrue[unit]:
				isTrue[unit] = true
				changed = true
			}
		}
	}
	return false
}

// unitOf returns a literal of a clause that is not false, and how many
// different ones there are, of which it counts two at most.
func unitOf(c []dimacs.Lit, isTrue map[dimacs.Lit]bool) (unit dimacs.Lit, open int) {
	for _, l := range c {
		if isTrue[-l] || open > 0 && l == unit {
			continue
		}
		if open > 0 {
			return 0, 2
		}
		unit, open = l, 1
	}
	return unit, open
}
