package sat

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// errGap ends the walk over the cubes at the first gap.
var errGap = errors.New("a gap")

// A cubeProof turns the proof of a formula under a cube into a derivation from the formula
// alone. Every clause gets the literals of the negated cube. So the empty clause becomes
// the negation of the cube.
//
// The result is a correct derivation. Suppose that a clause C follows by unit propagation
// (RUP) from other clauses and the cube. Then C with the negated cube follows from the
// other clauses with the negated cube: falsifying the negated cube makes the cube true, and
// leaves only the original literals of the other clauses. Definitions of new variables
// remain definitions. If an earlier cube used the same new variable, the negation of that
// cube has been derived by now. It implies all clauses of the earlier cube, and so their
// resolvents with the definition.
//
// Deletions of clauses of the formula are dropped, because the proofs of other cubes need
// them.
type cubeProof struct {
	to      engine.Proof // drops deletions of clauses that were not added through it
	negated []dimacs.Lit // the negation of the cube
	lits    []dimacs.Lit // the clause of the last call of join
}

// Add writes the clause together with the negation of the cube.
func (p *cubeProof) Add(lits []dimacs.Lit) error { return p.join(p.to.Add, lits) }

// Delete writes the deletion of a clause that Add has written. It drops any other deletion.
func (p *cubeProof) Delete(lits []dimacs.Lit) error { return p.join(p.to.Delete, lits) }

// join calls write with lits, followed by the negation of the cube, each literal of the negation
// once. If lits contains a literal of the cube, this clause is a tautology, and join does nothing.
// The literals of the clause come first, because checkers may take the first literal as the pivot
// of a RAT.
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

// gap returns a gap between all cubes of the search, or nil. A gap is a conjunction of literals
// that contradicts every cube and that unit propagation does not refute. So it may have models that
// satisfy no cube. No cube may be a prefix of another.
//
// The cubes are the paths of a tree. There is no gap at a node if two of its branches are
// complements, or if unit propagation refutes the node together with the complements of its
// branches. Otherwise these literals are the gap. The errors are clause.ErrTooLarge and the cause
// of ctx.
func (j *job) gap(ctx context.Context) ([]dimacs.Lit, error) {
	d, err := clause.Load(j.task.Formula, j.task.Assume)
	if err != nil {
		return nil, err
	}
	var gap []dimacs.Lit
	err = dimacs.WalkCubes(j.cubes, func(node []dimacs.Lit, below [][]dimacs.Lit) error {
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

// refutes reports whether unit propagation refutes the clauses of d with the literals of cube. It
// first backtracks d to decision level 0, and leaves its own assignments there.
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
