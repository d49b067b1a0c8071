package sat

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// Cubes divides the search for the models of a problem into n cubes, or fewer if no cube can be
// divided further. Each model satisfies exactly one cube. If unit propagation refutes the formula,
// there are no cubes. A cube consists of the assumptions, followed by decisions. With a projection,
// all decisions are on its variables. The engine dpll makes the decisions, whatever Options.Engine
// says. A formula that has cubes already is an error, and so is n < 1.
func Cubes(ctx context.Context, p Problem, o Options, n int) ([][]dimacs.Lit, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) ([][]dimacs.Lit, error) {
		if n < 1 {
			return nil, &ProblemError{Reason: fmt.Sprintf("the number of cubes must be at least 1, found %d", n)}
		}
		return dpll.Split(ctx, j.task, n) // the only engine that divides the search for models
	})
}

var (
	errCubeProof      = &ProblemError{Reason: "a formula with cubes can have a proof only for a part of the search"}
	errCubeProjection = &ProblemError{Reason: "the projection must contain all variables of the cubes"}
)

// enumerate calls found with each model, cube by cube, as Models yields them. It returns the first
// error of found, of the engine or of disjoint.
func (j *job) enumerate(ctx context.Context, found func(*dimacs.Assignment) error) error {
	return j.disjoint(func(_ int, t *engine.Task) error { return engine.Enumerate(ctx, j.engine, t, found) })
}

// noCheckpoint knows and keeps no counts.
type noCheckpoint struct{}

func (noCheckpoint) Counted(int) (n dimacs.Count, is bool) { return n, false }
func (noCheckpoint) Keep(int, dimacs.Count)                {}

// countCubes returns the number of models under the cubes of the share, or the result of
// countSplit. A model under several cubes counts for the first only. Counts that the checkpoint
// knows are not computed again, and all others go to it. With an error, the result is the number
// found so far.
func (j *job) countCubes(ctx context.Context) (dimacs.Count, error) {
	if j.split != nil {
		return j.countSplit(ctx)
	}
	total := dimacs.Count{M: new(big.Int)}
	err := j.disjoint(func(cube int, t *engine.Task) (err error) {
		n, known := j.checkpoint.Counted(cube)
		if !known {
			if j.task.Counted != nil {
				t.Counted = func(n dimacs.Count) { j.task.Counted(total.Plus(n)) }
			}
			if n, err = engine.CountModels(ctx, j.engine, t); err == nil {
				j.checkpoint.Keep(cube, n)
			}
		}
		total = total.Plus(n)
		return err
	})
	return total, public(err)
}

// countSplit returns the share of this job in the count of j.split: the subtrees first, first+step
// and so on. It may be called once. It takes the counts of finished subtrees from the checkpoint,
// and adds the other counts to it. A count in the checkpoint includes the weight of the subtree,
// but not the power of 2 for unconstrained variables. With an error, the result is the number found
// so far.
func (j *job) countSplit(ctx context.Context) (dimacs.Count, error) {
	var cubes []int
	sum := new(big.Int)
	for i := j.first; i < len(j.split.Cubes); i += j.step {
		if n, known := j.checkpoint.Counted(i); known {
			sum.Add(sum, n.M)
		} else {
			cubes = append(cubes, i)
		}
	}
	n, err := j.split.Share(ctx, cubes, sum, func(cube int, n *big.Int) { j.checkpoint.Keep(cube, dimacs.Count{M: n}) })
	return n, public(err)
}

// disjoint calls ask with a task for each cube of the share and the index of the cube; without
// cubes, with the task and 0. The tasks have no proof. A task excludes the models that satisfy an
// earlier cube, so no two tasks have a common model. disjoint returns the first error of ask, or
// errCubeProjection if a variable of a cube is outside the projection.
func (j *job) disjoint(ask func(int, *engine.Task) error) error {
	if j.cubes == nil {
		return ask(0, j.task.With(nil))
	}
	outside := func(l dimacs.Lit) bool { return !j.task.IsProjected(l.Var()) }
	if slices.ContainsFunc(j.cubes, func(cube []dimacs.Lit) bool { return slices.ContainsFunc(cube, outside) }) {
		return errCubeProjection
	}
	for i, cube := range j.share {
		t := j.task.Under(slices.Concat(j.task.Assume, cube))
		var excluded [][]dimacs.Lit // the negations of earlier cubes, also of other parts, unless this cube satisfies them
		for _, other := range j.cubes[:i] {
			clause := dimacs.NegateCube(other)
			if !slices.ContainsFunc(clause, func(l dimacs.Lit) bool { return slices.Contains(cube, l) }) {
				excluded = append(excluded, clause)
			}
		}
		t.Formula = t.Formula.With(excluded...)
		if err := ask(i, t); err != nil {
			return err
		}
	}
	return nil
}

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

// cubesPerPart is the number of cubes per part that NewParts makes at least, if there are
// enough. More cubes make the work of the parts more equal.
const cubesPerPart = 32

// Parts divides one search into shares, one for each of several processes. Processes that
// call NewParts with the same arguments get the same parts. Part i of k, from 1, consists of
// the cubes i, i+k, i+2k and so on, where the first cube is 1; see Options. The models and
// counts of the parts add up to the whole.
type Parts struct {
	Cubes [][]dimacs.Lit // of all parts
	// Weights is indexed like Cubes: the number of cubes, equal up to symmetry, that this
	// cube represents. nil means 1 for all cubes. If it is not nil, Parts is for one call of Count
	// only.
	Weights []int64

	job *job // of all parts; nil if NewParts has not made the Parts
}

// A splitter is an engine that can divide a count into at least n subtrees if there are enough, as
// cover.Engine.Split does: one for each class of symmetric subtrees. It declines formulas that it
// cannot divide.
type splitter interface {
	Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error)
}

// NewParts divides a search into k parts, for a count if counts is true. The parts consist of the
// cubes of the formula, if it has any, and otherwise of new cubes. It returns a *ProblemError if k
// < 1, for a count with weights, and if o.Proof is set but the cubes of the formula leave a gap:
// the error names a conjunction of literals that contradicts every cube and that unit propagation
// does not refute. If no part has a model, the proofs of all parts, one after the other, followed
// by the proof of ProveCover, refute the formula with the assumptions as unit clauses.
func NewParts(ctx context.Context, p Problem, o Options, k int, counts bool) (*Parts, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (_ *Parts, err error) {
		if k < 1 {
			return nil, &ProblemError{Reason: fmt.Sprintf("the number of parts must be at least 1, found %d", k)}
		}
		if counts && p.Weighted() {
			return nil, &ProblemError{Reason: "parts do not count with weights (to count without, add the line `c t mc` to the formula)"}
		}
		given := j.cubes != nil
		j.step, j.isPart, j.explains = k, true, false
		if e, is := j.engine.(splitter); is && counts && !given {
			if j.split, err = e.Split(ctx, j.task, k*cubesPerPart); err == nil {
				return &Parts{Cubes: j.split.Cubes, Weights: j.split.Weights, job: j}, nil
			}
			if !engine.IsDeclined(err) {
				return nil, err
			}
		}
		switch {
		case !given:
			j.cubes, err = dpll.Split(ctx, j.task, k*cubesPerPart) // no other engine divides the search for models
			for i := range j.cubes {
				j.cubes[i] = j.cubes[i][len(p.Assume):]
			}
			if len(j.cubes) == 0 { // unit propagation refutes the formula
				j.cubes = [][]dimacs.Lit{nil}
			}
		case o.Proof != nil:
			var gap []dimacs.Lit
			if gap, err = j.gap(ctx); gap != nil {
				err = &ProblemError{Reason: fmt.Sprintf("the cubes do not cover the search, so their proofs do not refute the formula: "+
					"no cube covers %v", gap)}
			}
		}
		if err != nil {
			return nil, err
		}
		return &Parts{Cubes: j.cubes, job: j}, nil
	}, "Cubes", "Proof")
}

// ProveCover writes to proof a derivation of the empty clause from the negations of all cubes,
// which the proofs of the parts have derived. The cubes are the paths of a tree. The negation of
// each node follows from the negations of its children.
func (p *Parts) ProveCover(proof proof.Sink) error { return dimacs.ProveCover(p.Cubes, proof.Add) }
