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
// cube holds, and what was added to the others is false. It would not do for clauses
// that only preserve satisfiability (RAT), of which no engine writes any under a cube.
//
// Clauses of the formula are not deleted, as the proofs of other cubes need them.
type cubeProof struct {
	to      engine.Proof
	negated []dimacs.Lit // the negation of the cube
	lits    []dimacs.Lit
}

func newCubeProof(to engine.Proof, cube []dimacs.Lit) *cubeProof {
	return &cubeProof{to: clause.NewProofShare(to), negated: negated(cube)}
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

// negated returns the negation of a cube, which is a clause.
func negated(cube []dimacs.Lit) []dimacs.Lit {
	clause := make([]dimacs.Lit, 0, len(cube))
	for _, l := range cube {
		if !slices.Contains(clause, l.Neg()) {
			clause = append(clause, l.Neg())
		}
	}
	return clause
}

// ProveCover derives the empty clause from the negations of cubes that cover the
// search: those of Parts, after the proofs of all of these. Cubes are the paths of a tree,
// of which the negation of each node follows from those of its children.
func ProveCover(cubes [][]dimacs.Lit, p Proof) error {
	return walk(cubes, func(node []dimacs.Lit, _ [][]dimacs.Lit) error { return p.Add(negated(node)) })
}

// gap returns a cube that none of those of the search covers and unit propagation does not
// refute, or nil.
func (s *search) gap(ctx context.Context) ([]dimacs.Lit, error) {
	d, err := clause.Load(ctx, s.task.Formula, s.task.Assume)
	if err != nil {
		return nil, err
	}
	var gap []dimacs.Lit
	err = walk(s.cubes, func(node []dimacs.Lit, below [][]dimacs.Lit) error {
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
		return context.Cause(ctx)
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

// walk calls visit with each node of the tree of cubes that is none of them, below
// before above, and with a cube for each of its children.
func walk(cubes [][]dimacs.Lit, visit func(node []dimacs.Lit, below [][]dimacs.Lit) error) error {
	if len(cubes) == 0 {
		return visit(nil, nil)
	}
	return walkBelow(slices.SortedFunc(slices.Values(cubes), slices.Compare), 0, visit)
}

// walkBelow does so for the sorted cubes that agree on their first literals.
func walkBelow(cubes [][]dimacs.Lit, depth int, visit func([]dimacs.Lit, [][]dimacs.Lit) error) error {
	if len(cubes[0]) == depth {
		return nil
	}
	var below [][]dimacs.Lit
	for from := 0; from < len(cubes); {
		to := from + 1
		for to < len(cubes) && cubes[to][depth] == cubes[from][depth] {
			to++
		}
		if err := walkBelow(cubes[from:to], depth+1, visit); err != nil {
			return err
		}
		below = append(below, cubes[from])
		from = to
	}
	return visit(cubes[0][:depth], below)
}
