package sat

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// Kept is the property of a formula that Simplify preserves.
type Kept string

const (
	KeepModel  Kept = "sat"    // whether there is a model
	KeepModels Kept = "models" // the number of models; each model of the simplified formula extends to one model
	KeepCount  Kept = "count"  // the number of models divided by Simplified.Factor
)

// Simplified is the result of Simplify, and can turn its models into models of the original formula.
type Simplified struct {
	Formula *dimacs.Formula // the simplified formula; a single empty clause if there is no model
	Kept    Kept
	Vars    int            // the number of variables of the original formula
	Old     []int          // indexed by variable of Formula, from 0: the variable of the original formula
	True    []dimacs.Lit   // literals of the original formula that are true in every model that Extend returns
	Removed [][]dimacs.Lit // clauses of the original formula, in the order of their removal; the first literal is the witness
	Factor  *big.Int       // the number of models of the original formula for each model of Formula; 1 without KeepCount
}

// simplifyBudget is the number of ticks of each technique in a round of Simplify, about a second.
const simplifyBudget = 1 << 27

// Simplify returns a formula that is easier for other solvers and counters, and that keeps what kept says. The
// assumptions become part of it. With KeepModels or KeepCount, models that agree on the projection of p count once; the
// simplified formula has a projection if p has one. The variables in keep stay.
//
// With Options.Proof, the variables keep their numbers, and the steps of the proof leave the clauses of the simplified
// formula and units, so that a proof about the simplified formula may follow. Then kept must be KeepModel, and there
// must be no assumptions and no variables to keep. Formulas with soft clauses, and with weights unless kept is
// KeepModel, are a *ProblemError. If ctx ends after the clauses are loaded, Simplify returns what it has by then,
// without an error. The other errors are the errors of Solve.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, "Inprocessing Rules", IJCAR 2012.
func Simplify(ctx context.Context, p Problem, o Options, kept Kept, keep []int) (*Simplified, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*Simplified, error) {
		t := unprojected(j.task)
		if kept == KeepModel {
			t.Project = nil
		} else if p.Formula.Weighted() {
			return nil, &ProblemError{Reason: "a formula with weights is simplified for a model only"}
		}
		if o.Proof != nil && (kept != KeepModel || len(p.Assume)+len(keep) > 0) {
			return nil, &ProblemError{Reason: "a proof of a simplification needs one for a model, without assumptions and variables to keep"}
		}
		d, err := t.Load(t.Assume)
		if err != nil {
			return nil, err
		}
		var steps *liveProof
		if o.Proof != nil {
			steps = newLiveProof(o.Proof, p.Formula)
			d.SetProof(steps)
		}
		s, projected, stays := simplify.New(d), make([]bool, d.Vars+1), make([]bool, p.Formula.Vars+1)
		for _, v := range keep {
			if v < 1 || v > p.Formula.Vars {
				return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to keep: the largest is %d", v, p.Formula.Vars)}
			}
			stays[v] = true
		}
		bounds := simplify.Bounds{Growth: 16, Occurrences: 1000, Width: 100}
		if kept != KeepModel && t.Project == nil {
			bounds = simplify.Bounds{Defined: true, Width: 100}
		}
		for v := 1; v <= d.Vars; v++ {
			name := int(d.Names[v])
			projected[v] = kept != KeepModel && t.IsProjected(name)
			if projected[v] && t.Project != nil || stays[name] {
				s.Freeze(uint32(v))
			}
		}
		if s.Preprocess(ctx, simplifyBudget, bounds, false, kept == KeepModel); d.Err != nil { // the end of ctx is no error
			return nil, d.Err
		}
		r := &Simplified{Formula: &dimacs.Formula{}, Kept: kept, Vars: p.Formula.Vars, Factor: big.NewInt(1)}
		if d.Unsat {
			r.Formula.Add()
			return r, d.Err
		}
		r.collect(d, s, t, projected, stays, steps != nil)
		if steps != nil {
			err = steps.finish(r.Formula)
		}
		return r, cmp.Or(err, d.Err)
	}, "Proof")
}

// collect fills in r from the clauses of d after their simplification by s. The slice projected is indexed by variable
// of d, and keep by variable of the original formula. If numbers is set, the variables keep their numbers.
func (r *Simplified) collect(d *clause.Database, s *simplify.Simplifier, t *engine.Task, projected, keep []bool, numbers bool) {
	named := func(lits []clause.Lit) []dimacs.Lit {
		list := make([]dimacs.Lit, len(lits))
		for i, l := range lits {
			list[i] = d.Name(l)
		}
		return list
	}
	r.True = named(d.Trail)
	for c := range s.Removed {
		r.Removed = append(r.Removed, named(c))
	}
	stays := make([]bool, r.Vars+1) // indexed by variable of the original formula
	var clauses [][]dimacs.Lit
	add := func(c ...dimacs.Lit) {
		clauses = append(clauses, c)
		for _, l := range c {
			stays[l.Var()] = true
		}
	}
	for c := range d.Unsatisfied {
		add(named(c)...)
	}
	known := make([]bool, r.Vars+1) // the variable occurs in the clauses of the original formula
	free := 0
	for v := uint32(1); v <= uint32(d.Vars); v++ {
		name := int(d.Names[v])
		known[name] = true
		l := s.Representative(clause.Positive(v))
		switch own := dimacs.Lit(name); {
		case !keep[name]:
		case d.Value(l) > 0:
			add(own)
		case d.Value(l) < 0:
			add(-own)
		case l.Var() != v:
			add(own, -d.Name(l))
			add(-own, d.Name(l))
		default:
			stays[name] = true
		}
		if projected[v] {
			projected[l.Var()] = true
		}
	}
	for name := 1; name <= r.Vars; name++ {
		stays[name] = stays[name] || keep[name]
		if r.Kept == KeepModel || stays[name] || known[name] || !t.IsProjected(name) {
			continue
		}
		free++ // it is in no clause
		stays[name] = r.Kept == KeepModels
	}
	for v := uint32(1); v <= uint32(d.Vars); v++ {
		if name := int(d.Names[v]); projected[v] && s.Active(v) && !stays[name] {
			free++ // it is in no clause any more
			stays[name] = r.Kept == KeepModels
		}
	}
	if r.Kept == KeepCount {
		r.Factor.Lsh(r.Factor, uint(free))
	}
	number := make([]dimacs.Lit, r.Vars+1)
	for name, is := range stays {
		if is || numbers && name > 0 {
			r.Old = append(r.Old, name)
			number[name] = dimacs.Lit(len(r.Old))
		}
	}
	r.Formula.Vars = len(r.Old)
	for _, c := range clauses {
		for i, l := range c {
			if c[i] = number[l.Var()]; l < 0 {
				c[i] = -c[i]
			}
		}
		r.Formula.Add(c...)
	}
	if t.Project != nil {
		r.Formula.Projection = []int{}
		for v := uint32(1); v <= uint32(d.Vars); v++ {
			if n := number[d.Names[v]]; projected[v] && n != 0 {
				r.Formula.Projection = append(r.Formula.Projection, int(n))
			}
		}
		for _, v := range t.Project {
			if !known[v] && number[v] != 0 {
				r.Formula.Projection = append(r.Formula.Projection, int(number[v]))
			}
		}
		slices.Sort(r.Formula.Projection)
	}
}

// Extend returns the model of the original formula that a model of the simplified one gives. A variable without a value
// is false.
func (r *Simplified) Extend(model []dimacs.Lit) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	for _, l := range model {
		if v := l.Var(); v >= 1 && v <= len(r.Old) {
			a.Set(r.Old[v-1], l > 0)
		}
	}
	for _, l := range r.True {
		a.SetLit(l)
	}
	for _, c := range slices.Backward(r.Removed) {
		if !a.Satisfies(c) {
			a.SetLit(c[0])
		}
	}
	return a
}
