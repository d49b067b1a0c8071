package command

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A side is about the models of one formula that are no models of the other. A field that is not known is nil.
type side struct {
	model *dimacs.Assignment // one of these models, or nil if there is none
	count *dimacs.Count      // the number of these models
}

// mostCompared is the largest number of variables of a formula that --diff compares.
const mostCompared = 1 << 24

// readDifference returns the difference between f and the formula of --diff, over the variables that are
// in the projections of both. It eliminates other variables by sat.Projection, whose errors it returns.
// The difference has the names of variables and the comments of f, which messages call name.
func (r *run) readDifference(ctx context.Context, f *dimacs.Formula, name string) (*dimacs.Formula, error) {
	g, other, err := r.readClauses(ctx, r.diff)
	if err != nil {
		return nil, err
	}
	formula.WarnOfDoubts(r.call, g)
	formulas, names, common := [2]*dimacs.Formula{f, g}, [2]string{name, other}, [2][]int{{}, {}}
	inputs := [2]func(v int) bool{} // each reports whether a variable is in the projection of a formula
	for i, f := range formulas {
		list, err := r.Projection(f, names[i])
		switch inputs[i] = func(v int) bool { _, in := slices.BinarySearch(list, v); return in || list == nil && v <= f.Vars }; {
		case err != nil:
			return nil, err
		case f.Soft != nil || len(f.Cubes) > 0:
			return nil, fmt.Errorf("%s: --diff compares formulas without cubes and soft clauses (--ignore-objective leaves out soft clauses)", names[i])
		case f.Vars > mostCompared:
			return nil, fmt.Errorf("%s: --diff compares formulas of at most %d variables", names[i], mostCompared)
		}
	}
	of, last := make([]dimacs.Lit, g.Vars+1), 0 // of: indexed by variable of g, the variable of f; last: the last of these
	for _, p := range pairs(f, g) {
		switch v, w := p[0], p[1]; {
		case !inputs[0](v) || !inputs[1](w):
		case of[w] != 0 || v == last:
			return nil, fmt.Errorf("%s: the name of variable %d belongs to several variables here or in %s", name, v, other)
		default:
			of[w], last, common[0], common[1] = dimacs.Lit(v), v, append(common[0], v), append(common[1], w)
		}
	}
	for i, f := range formulas {
		if len(common[i]) < f.Vars {
			formulas[i], err = sat.Projection(ctx, sat.Problem{Formula: f, Project: common[i]}, sat.Options{Memory: r.Flags.Memory})
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
	}
	d := difference(formulas[0], formulas[1], of)
	d.Names, d.Comments, d.Projection = f.Names, f.Comments, common[0]
	return d, nil
}

// pairs returns pairs of a variable of f and a variable of g, in ascending order. If both formulas have names, the
// variables of a pair share a name, and a variable may be in several pairs. Otherwise they have the same number.
func pairs(f, g *dimacs.Formula) (list [][2]int) {
	if len(f.Names) == 0 || len(g.Names) == 0 {
		for v := range min(f.Inputs(), g.Inputs()) {
			list = append(list, [2]int{v + 1, v + 1})
		}
		return list
	}
	vars := map[string][]int{}
	for _, n := range f.Names {
		vars[n.Text] = append(vars[n.Text], n.Var)
	}
	for _, n := range g.Names {
		for _, v := range vars[n.Text] {
			list = append(list, [2]int{v, n.Var})
		}
	}
	slices.SortFunc(list, func(p, q [2]int) int { return slices.Compare(p[:], q[:]) })
	return slices.Compact(list)
}

// difference returns a formula with a model for each model of f or g that is no model of the other. The
// slice of is indexed by variable of g, and holds variables of f. The first new variable is the selector. It is
// true in the models of f, and false in the models of g. Each further new variable belongs to a clause that only
// one formula has, and is true if this clause is false (G. S. Tseitin, "On the Complexity of Derivation in
// Propositional Calculus", 1968). All new variables are Auxiliary. Clauses of both formulas hold in both cases.
func difference(f, g *dimacs.Formula, of []dimacs.Lit) *dimacs.Formula {
	type clause struct {
		lits []dimacs.Lit
		in   int // 1 for f, 2 for g, 3 for both
	}
	var list []clause
	var key []byte
	index := map[string]int{} // indexed by the sorted literals of a clause: its index in list
	for i, h := range []*dimacs.Formula{f, g} {
		for c := range h.Clauses() {
			lits := slices.Clone(c)
			for j, l := range c {
				if i == 1 {
					lits[j] = of[l.Var()] * dimacs.Lit(cmp.Compare(l, 0))
				}
			}
			slices.Sort(lits)
			lits = slices.Compact(lits)
			key = key[:0]
			for _, l := range lits {
				key = binary.LittleEndian.AppendUint32(key, uint32(l))
			}
			if _, known := index[string(key)]; !known {
				index[string(key)], list = len(list), append(list, clause{lits, 0})
			}
			list[index[string(key)]].in |= 1 << i
		}
	}
	selector := dimacs.Lit(f.Vars + 1)
	d, some := &dimacs.Formula{Vars: f.Vars + 1}, [2][]dimacs.Lit{{-selector}, {selector}} // some[0]: a clause of g is false, unless the selector is false; some[1]: likewise for f
	for _, c := range list {
		if c.in == 3 {
			d.Add(c.lits...)
			continue
		}
		d.Vars++
		violated, own := dimacs.Lit(d.Vars), some[c.in-1][0]
		for _, l := range c.lits {
			d.Add(-violated, -l)
		}
		d.Add(append(slices.Clip(c.lits), violated)...)
		d.Add(append(slices.Clip(c.lits), own)...)
		some[2-c.in] = append(some[2-c.in], violated)
	}
	d.Add(some[0]...)
	d.Add(some[1]...)
	d.Auxiliary = d.Vars - f.Vars
	return d
}

// findDifference finds a model of each formula that is no model of the other, and the numbers of these
// models. If there are none, it refutes the difference of the formulas, with its proof. The errors are errors
// of sat.Solve and sat.Count; the answer then has the results so far.
func (r *run) findDifference(ctx context.Context) (a answer, err error) {
	q := r.question
	if a, err = r.solve(ctx, q); err != nil || a.Status != dimacs.Satisfiable {
		return a, err
	}
	selector := dimacs.Lit(q.Formula.Inputs() + 1)
	for i, s := range []dimacs.Lit{selector, -selector} {
		about, n := q.Problem, dimacs.Count{}
		about.Assume = []dimacs.Lit{s}
		found, err := sat.Solve(ctx, about, q.options)
		if a.sides[i].model = found.Model; err == nil && found.Model != nil {
			r.pass(func() error { r.reporter.soFar = a; return nil })
			n, err = sat.Count(ctx, about, q.options)
		}
		if err != nil {
			return a, err
		}
		a.sides[i].count = &n
	}
	return a, nil
}

// reportDifference reports that the formulas have the same models. Otherwise it reports for each formula the
// number of models that are no models of the other, and one of these models. If the search was stopped, the number
// may be 1+ or missing. reportDifference returns the exit code, and errors of values.
func (r *reporter) reportDifference(ctx context.Context, q *question, a answer) (int, error) {
	switch a.Status {
	case dimacs.Unknown:
		return r.unknown(), nil
	case dimacs.Unsatisfiable:
		r.w.Remark("equivalent", "equivalent", true)
		return r.unsatisfiable(q, a), nil
	}
	r.w.Status(a.Status)
	for i, at := range a.sides {
		n := "1+"
		if at.count != nil {
			n = at.count.String()
		} else if at.model == nil {
			break
		}
		name, field := []string{q.name, r.diff}[i], []string{"only_in_file", "only_in_diff"}[i]
		if r.w.Remark("only in "+program.Printable(name)+": "+n, field, n); at.model == nil {
			continue
		}
		if err := r.values(ctx, at.model, q.NumProjected(), q.Projected); err != nil {
			return program.ExitSatisfiable, err
		}
	}
	return program.ExitSatisfiable, nil
}
