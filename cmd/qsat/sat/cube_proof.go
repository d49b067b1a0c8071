package sat

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// errGap ends a walk that has found a gap.
var errGap = errors.New("a gap")

// A cubeProof takes the proof of a formula under a cube and makes of it a derivation
// from the formula alone: each clause has the negation of the cube as well, so that
// what was the empty clause is that negation.
//
// If a clause follows by unit propagation (RUP) from others and the cube, it does so
// with the negation of the cube from the others with theirs: under its complement the
// cube holds, and what was added to the others is false. Definitions of new variables stay
// such; if an earlier cube had the same variable, its negation is there by now, and with it
// follows what is resolved with clauses of that.
//
// Clauses of the formula are not deleted, as the proofs of other cubes need them.
type cubeProof struct {
	to      engine.Proof
	negated []dimacs.Lit // the negation of the cube
	lits    []dimacs.Lit
}

func newCubeProof(to engine.Proof, cube []dimacs.Lit) *cubeProof {
	return &cubeProof{to: clause.NewProofShare(to), negated: dimacs.NegateCube(cube)}
}

// Add derives a clause or the negation of the cube.
func (p *cubeProof) Add(lits []dimacs.Lit) error { return p.join(p.to.Add, lits) }

// Delete deletes a clause that was added.
func (p *cubeProof) Delete(lits []dimacs.Lit) error { return p.join(p.to.Delete, lits) }

// join writes a clause or the negation of the cube, unless that is a tautology. The
// clause comes first: checkers may take its first literal for that of a RAT.
func (p *cubeProof) join(write func([]dimacs.Lit) error, lits []dimacs.Lit) error {
	p.lits = append(p.lits[:0], lits...)
	for _, l := range p.negated {
		if slices.Contains(lits, l.Neg()) {
			return nil
		}
		if !slices.Contains(p.lits, l) {
			p.lits = append(p.lits, l)
		}
	}
	return write(p.lits)
}

// gap returns a cube that none of those of the search covers and unit propagation does not
// refute, or nil.
func (s *search) gap(ctx context.Context) ([]dimacs.Lit, error) {
	d, err := clause.Load(s.task.Formula, s.task.Assume)
	if err != nil {
		return nil, err
	}
	var gap []dimacs.Lit
	err = dimacs.WalkCubes(s.cubes, func(node []dimacs.Lit, below [][]dimacs.Lit) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		other := append([]dimacs.Lit{}, node...)
		for _, cube := range below {
			l := cube[len(node)]
			if slices.ContainsFunc(below, func(c []dimacs.Lit) bool { return c[len(node)] == l.Neg() }) {
				return nil
			}
			other = append(other, l.Neg())
		}
		if !refutes(d, other) {
			gap = other
			return errGap
		}
		return nil
	})
	if err == errGap {
		err = nil
	}
	return gap, err
}

// refutes reports whether unit propagation refutes a cube.
func refutes(d *clause.Database, cube []dimacs.Lit) bool {
	d.Backtrack(0)
	if d.Unsat {
		return true
	}
	for _, l := range cube {
		k := d.Lit(l)
		if k == 0 { // it is in no clause
			continue
		}
		if d.Values[k] < 0 {
			return true
		}
		if d.Values[k] == 0 {
			if d.Decide(k); d.Propagate() != nil {
				return true
			}
		}
	}
	return false
}
