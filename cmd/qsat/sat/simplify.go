package sat

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// Kept is the property of a formula that Simplify preserves.
type Kept string

const (
	KeepModel  Kept = "sat"    // whether there is a model
	KeepModels Kept = "models" // the number of models; each model of the simplified formula extends to one model
	KeepCount  Kept = "count"  // the number of models, or the sum of their weights, divided by Simplified.Factor
)

// Simplified is the result of Simplify, and can turn its models into models of the original formula.
type Simplified struct {
	Formula *dimacs.Formula // the simplified formula; a single empty clause if there is no model
	Kept    Kept
	Vars    int            // the number of variables of the original formula
	Old     []int          // indexed by variable of Formula, from 0: the variable of the original formula
	True    []dimacs.Lit   // literals of the original formula that are true in every model that Extend returns
	Removed [][]dimacs.Lit // clauses of the original formula, in the order of their removal; the first literal is the witness
	Factor  *big.Rat       // the count of the original formula is Factor times the count of Formula; 1 without KeepCount

	derived derivation                    // the clauses that the steps of Repeat add
	expand  func(*dnnf.Graph) *dnnf.Graph // count.Expand for the simplification
}

// simplifyBudget is the number of ticks of each technique in a round of Simplify, about a second.
const simplifyBudget = 1 << 27

// Simplify returns a formula that is easier for other solvers and counters, and that keeps what kept says. The
// assumptions become part of it. With KeepModels or KeepCount, models that agree on the projection of p count once; the
// simplified formula has a projection if p has one. The variables in keep stay.
//
// With Options.Proof, the steps of the proof leave the clauses of the simplified formula and units. With KeepModel, the
// variables then keep their numbers, and the simplified formula has these units. So a proof about it may follow. The
// new variables of that proof must have larger numbers than the variables in clauses. Otherwise only fixed, equal and
// free variables are removed, so that Certify is possible. There must be no assumptions and no variables to keep.
//
// The error is a *ProblemError if the formula has soft clauses, or if it has weights and kept is KeepModels. Other errors
// are those of Solve. If ctx ends after the clauses are loaded, there is no error: Simplify returns what it has by then.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, "Inprocessing Rules", IJCAR 2012.
func Simplify(ctx context.Context, p Problem, o Options, kept Kept, keep []int) (*Simplified, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*Simplified, error) {
		t := unprojected(j.task)
		if kept == KeepModel {
			t.Project = nil
		} else if kept == KeepModels && p.Weighted() {
			return nil, &ProblemError{Reason: "a formula with weights is simplified for a model or a count, not for all models"}
		} else if err := j.weigh(p); err != nil {
			return nil, err
		}
		t.Weights = j.task.Weights
		if o.Proof != nil && len(p.Assume)+len(keep) > 0 {
			return nil, &ProblemError{Reason: "a proof of a simplification needs one without assumptions and variables to keep"}
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
		s, stays := simplify.New(d), make([]bool, p.Formula.Vars+1)
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
			if kept != KeepModel && t.IsProjected(name) && t.Project != nil || stays[name] || t.Weights[dimacs.Lit(name)] != nil {
				s.Freeze(uint32(v))
			}
		}
		preprocess := func() {
			s.Preprocess(ctx, simplifyBudget, bounds, steps != nil && kept != KeepModel, kept == KeepModel)
		}
		preprocess()
		cdcl.Vivify(ctx, s, simplifyBudget)
		if preprocess(); d.Err != nil { // the end of ctx is no error
			return nil, d.Err
		}
		r := &Simplified{Formula: &dimacs.Formula{}, Kept: kept, Vars: p.Formula.Vars, Factor: big.NewRat(1, 1)}
		r.expand = func(g *dnnf.Graph) *dnnf.Graph { return count.Expand(t, s, g, r.Old) }
		if d.Unsat {
			r.Formula.Add()
			return r, d.Err
		}
		r.collect(ctx, s, t, stays, steps != nil)
		if steps != nil {
			err = steps.finish(r)
		}
		return r, cmp.Or(err, d.Err)
	}, "Proof")
}

// collect fills in r from the clauses of s, the simplification of t. The slice keep is indexed by variable of the
// original formula. If proved is set, there is a proof: with KeepModel, the variables keep their numbers, and with
// KeepCount, components are not counted.
func (r *Simplified) collect(ctx context.Context, s *simplify.Simplifier, t *engine.Task, keep []bool, proved bool) {
	named := func(lits []clause.Lit) []dimacs.Lit { return lists.Map(lits, s.Name) }
	r.True = named(s.Trail)
	for c := range s.Removed {
		r.Removed = append(r.Removed, named(c))
	}
	n := r.Vars + 1
	x := &rest{make([]bool, n), make([]bool, n), map[dimacs.Lit]*big.Rat{}, t.Project != nil, nil, make([]dimacs.Lit, n)}
	for c := range s.Unsatisfied {
		x.add(named(c)...)
	}
	if proved && r.Kept == KeepModel { // the proof keeps these units, so no new variable may have their numbers
		for _, l := range r.True {
			x.add(l)
		}
	}
	w, isFree := count.NewWeights(t, s), make([]bool, n)
	for name := 1; name < n; name++ {
		own := dimacs.Lit(name)
		l := s.Lit(own) // 0 if it is in no clause of the original formula
		same := s.Representative(l)
		switch isFree[name] = l == 0 || s.Active(l.Var()); {
		case isFree[name] && l == 0 && t.Weights[own] != nil:
			x.weights[own], x.weights[-own] = t.Weights[own], t.Weights[-own]
		case isFree[name] && w.Lits[l] != nil:
			x.weights[own], x.weights[-own] = w.Lits[l], w.Lits[l.Not()]
		case !keep[name]:
		case s.Value(same) > 0:
			x.add(own)
		case s.Value(same) < 0:
			x.add(-own)
		case same != l:
			x.add(own, -s.Name(same))
			x.add(-own, s.Name(same))
		}
		x.stays[name] = x.stays[name] || keep[name]
		if r.Kept != KeepModel && t.IsProjected(name) {
			x.projected[name] = true
			if l != 0 {
				x.projected[s.Name(same).Var()] = true
			}
		}
	}
	free := uint(0)
	for name, is := range isFree {
		switch weight := x.weights[dimacs.Lit(name)]; {
		case !is || !x.projected[name] || x.stays[name]:
		case r.Kept == KeepModels:
			x.stays[name] = true
		case weight != nil:
			w.Multiply(new(big.Rat).Add(weight, x.weights[-dimacs.Lit(name)]))
		default:
			free++
		}
	}
	if r.Kept == KeepCount && !proved && !r.countComponents(ctx, x, w, keep) {
		r.Formula.Add()
		return
	}
	r.Factor.SetFrac(w.Factor[0].Lsh(w.Factor[0], free), w.Factor[1])
	for name, stays := range x.stays {
		if stays || proved && r.Kept == KeepModel && name > 0 {
			r.Old = append(r.Old, name)
		}
	}
	r.Formula = x.formula(x.clauses, r.Old)
}

// A rest is the formula that a simplification leaves, with the variables of the original formula.
type rest struct {
	stays, projected []bool                  // indexed by variable
	weights          map[dimacs.Lit]*big.Rat // nil for the weight 1
	projects         bool                    // there is a projection
	clauses          [][]dimacs.Lit
	number           []dimacs.Lit // a buffer of formula, indexed by variable
}

// add adds a clause, whose variables stay.
func (x *rest) add(c ...dimacs.Lit) {
	x.clauses = append(x.clauses, c)
	for _, l := range c {
		x.stays[l.Var()] = true
	}
}

// formula returns a formula of clauses over vars, which get the numbers from 1 on.
func (x *rest) formula(clauses [][]dimacs.Lit, vars []int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: len(vars)}
	if x.projects {
		f.Projection = []int{}
	}
	for i, v := range vars {
		x.number[v] = dimacs.Lit(i + 1)
		if x.projects && x.projected[v] {
			f.Projection = append(f.Projection, i+1)
		}
		for _, sign := range [2]dimacs.Lit{1, -1} {
			if weight := x.weights[sign*dimacs.Lit(v)]; weight != nil && x.projected[v] { // otherwise it is 1
				f.Weights = append(f.Weights, dimacs.Weight{Lit: sign * x.number[v], Value: weight})
				f.CountType = map[bool]string{true: "p"}[x.projects] + "wmc"
			}
		}
	}
	for _, c := range clauses {
		f.Add(lists.Map(c, func(l dimacs.Lit) dimacs.Lit {
			if l < 0 {
				return -x.number[-l]
			}
			return x.number[l]
		})...)
	}
	return f
}

// componentPropagations is the budget of countComponents in propagations, about half a second. Each component takes at
// least componentCost of it. Tests make it smaller.
var componentPropagations int64 = 1 << 20

const (
	componentCost = 1 << 8
	maxComponent  = 1 << 14 // the largest number of variables of a component that is counted
)

// countComponents counts connected components of the clauses of x, small ones first, except those with variables to
// keep. It removes a component that it has counted, multiplies w by its count, and appends a model of it to r.True. It
// returns false if a component has no model.
func (r *Simplified) countComponents(ctx context.Context, x *rest, w *count.Weights, keep []bool) bool {
	classes := simplify.NewClasses(2 * len(keep))
	root := func(l dimacs.Lit) clause.Lit { return classes.Find(clause.Positive(uint32(l.Var()))) }
	for _, c := range x.clauses {
		for _, l := range c[1:] {
			if a, b := root(c[0]), root(l); a != b {
				classes.Merge(a, b)
			}
		}
	}
	type component struct {
		vars    []int
		clauses [][]dimacs.Lit
		stays   bool
	}
	all := map[clause.Lit]*component{}
	for v, stays := range x.stays {
		if l := root(dimacs.Lit(v)); stays {
			if all[l] == nil {
				all[l] = &component{}
			}
			all[l].vars, all[l].stays = append(all[l].vars, v), all[l].stays || keep[v]
		}
	}
	for _, c := range x.clauses {
		all[root(c[0])].clauses = append(all[root(c[0])].clauses, c)
	}
	left := componentPropagations
	for _, c := range slices.SortedFunc(maps.Values(all), func(a, b *component) int {
		return cmp.Or(len(a.vars)-len(b.vars), a.vars[0]-b.vars[0])
	}) {
		if c.stays || left <= 0 || len(c.vars) > maxComponent {
			continue
		}
		n, a, work, err := countLimited(ctx, Problem{Formula: x.formula(c.clauses, c.vars)}, left)
		if left -= componentCost + work; err != nil {
			continue
		}
		if a.Model == nil {
			return false
		}
		w.Multiply(n.Rat())
		for i, v := range c.vars {
			x.stays[v] = false
			r.True = append(r.True, dimacs.Lit(v)*max(-1, min(1, a.Model.Lit(i+1))))
		}
	}
	x.clauses = slices.DeleteFunc(x.clauses, func(c []dimacs.Lit) bool { return !x.stays[c[0].Var()] })
	return true
}

// countLimited returns the count of p, which has no assumptions, a model or nil, and the number of propagations. It is
// an error if the count needs more propagations than limit.
func countLimited(ctx context.Context, p Problem, limit int64) (n dimacs.Count, a engine.Answer, work int64, err error) {
	j, err := whole(p, Options{Threads: 1})
	if err = cmp.Or(err, j.weigh(p)); err != nil {
		return n, a, 0, err
	}
	j.task.Stats = &engine.Stats{}
	n, err = (&count.Engine{Limit: limit}).Count(ctx, j.task)
	for _, w := range j.task.Stats.Work() {
		work += w.Propagations
	}
	if err == nil {
		a, err = engine.Solve(ctx, cdcl.New(), j.task)
	}
	return n, a, work, err
}

// Original returns literals of the simplified formula as literals of the original one.
func (r *Simplified) Original(lits []dimacs.Lit) []dimacs.Lit {
	return lists.Map(lits, func(l dimacs.Lit) dimacs.Lit {
		if l < 0 {
			return dimacs.Lit(-r.Old[-l-1])
		}
		return dimacs.Lit(r.Old[l-1])
	})
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
