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
	"queens/encode/cardinality"
)

// A side holds the models of one formula that are no models of the other. If neither field is known,
// both are nil.
type side struct {
	model *dimacs.Assignment
	count *dimacs.Count
}

// mostCompared is the largest number of variables of a formula that --diff compares.
const mostCompared = 1 << 24

// readDifference returns the difference between f and the formula of --diff, over the variables that are
// in the projections of both. It eliminates other variables by sat.Projection, whose errors it returns.
// The difference has the names of variables and the comments of f, which messages call name.
func (r *run) readDifference(ctx context.Context, f *dimacs.Formula, name string) (*dimacs.Formula, error) {
	g, other, err := r.Read(ctx, r.call, r.diff, dimacs.Options{Keys: []string{}, Threads: r.threads, Soft: true, Linear: true, Names: true})
	if err != nil {
		return nil, err
	}
	formula.WarnOfDoubts(r.call, g)
	if g, err = cardinality.Clauses(ctx, g); err != nil {
		return nil, fmt.Errorf("%s: %w", other, err)
	}
	formulas, names, common := [2]*dimacs.Formula{f, g}, [2]string{name, other}, [2][]int{{}, {}}
	var projected [2][]int
	for i, f := range formulas {
		switch projected[i], err = r.Projection(f, names[i]); {
		case err != nil:
			return nil, err
		case f.Soft != nil || len(f.Cubes) > 0:
			return nil, fmt.Errorf("%s: --diff compares formulas without cubes and soft clauses (--ignore-objective leaves out soft clauses)", names[i])
		case f.Vars > mostCompared:
			return nil, fmt.Errorf("%s: --diff compares formulas of at most %d variables", names[i], mostCompared)
		}
	}
	of := make([]dimacs.Lit, g.Vars+1) // the variables of f by those of g
	for _, p := range pairs(f, g) {
		outside := false
		for i, v := range p {
			_, in := slices.BinarySearch(projected[i], v)
			outside = outside || !in && (projected[i] != nil || v > formulas[i].Vars)
		}
		if outside {
			continue
		}
		if n := len(common[0]); of[p[1]] != 0 || n > 0 && common[0][n-1] == p[0] {
			return nil, fmt.Errorf("%s: the name of variable %d belongs to several variables here or in %s", name, p[0], other)
		}
		of[p[1]], common[0], common[1] = dimacs.Lit(p[0]), append(common[0], p[0]), append(common[1], p[1])
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

// pairs returns the variables of f, each with a variable of g: those that share a name if both formulas have
// names, and otherwise those with the same number. They ascend. A variable may be in several pairs.
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
// slice of, indexed by variable of g, has the variables of f. The first new variable is the selector: it is
// true in the models of f. Each further variable, which is Auxiliary, too, is true if a clause that only one
// formula has is false (G. S. Tseitin, "On the Complexity of Derivation in Propositional Calculus", 1968).
// Clauses of both formulas hold in both cases.
func difference(f, g *dimacs.Formula, of []dimacs.Lit) *dimacs.Formula {
	key := func(c []dimacs.Lit) string {
		var b []byte
		for _, l := range slices.Compact(slices.Sorted(slices.Values(c))) {
			b = binary.LittleEndian.AppendUint32(b, uint32(l))
		}
		return string(b)
	}
	const mine, both = 1, 2
	d, owner := &dimacs.Formula{}, map[string]int{}
	var only [2][][]dimacs.Lit
	for c := range f.Clauses() {
		owner[key(c)] = mine
	}
	for c := range g.Clauses() {
		c = slices.Clone(c)
		for i, l := range c {
			if c[i] = of[l.Var()]; l < 0 {
				c[i] = -c[i]
			}
		}
		if k := key(c); owner[k] > 0 {
			owner[k] = both
		} else {
			only[1] = append(only[1], c)
		}
	}
	for c := range f.Clauses() {
		if owner[key(c)] == both {
			d.Add(c...)
		} else {
			only[0] = append(only[0], c)
		}
	}
	selector := dimacs.Lit(f.Vars + 1)
	d.Vars = f.Vars + 1
	for i, s := range []dimacs.Lit{selector, -selector} {
		some := []dimacs.Lit{-s}
		for _, c := range only[i] {
			d.Add(append(slices.Clip(c), -s)...)
		}
		for _, c := range only[1-i] {
			d.Vars++
			violated := dimacs.Lit(d.Vars)
			for _, l := range c {
				d.Add(-violated, -l)
			}
			d.Add(append(slices.Clip(c), violated)...)
			some = append(some, violated)
		}
		d.Add(some...)
	}
	d.Auxiliary = d.Vars - f.Vars
	return d
}

// findDifference finds a model of each formula that is no model of the other, and the numbers of these
// models, or refutes the difference of the formulas, with its proof.
func (r *run) findDifference(ctx context.Context) (a answer, err error) {
	q := r.question
	if a, err = r.solve(ctx, q); err != nil || a.Status != dimacs.Satisfiable {
		return a, err
	}
	selector := dimacs.Lit(q.Formula.Inputs() + 1)
	for _, counts := range []bool{false, true} {
		for i, s := range []dimacs.Lit{selector, -selector} {
			about, found := q.Problem, a.Answer
			about.Assume = []dimacs.Lit{s}
			switch at := &a.sides[i]; {
			case !counts:
				if !found.Model.Holds(s) {
					found, err = sat.Solve(ctx, about, q.options)
				}
				if at.model = found.Model; found.Status == dimacs.Unsatisfiable {
					at.count = &dimacs.Count{}
				}
			case at.count == nil:
				var n dimacs.Count
				n, err = sat.Count(ctx, about, q.options)
				at.count = &n
			}
			if err = cmp.Or(err, r.pass(func() error { r.reporter.soFar = a; return nil })); err != nil {
				return a, err
			}
		}
	}
	return a, nil
}

// reportDifference reports that the formulas have the same models, or for each formula the number of models
// that the other does not have, and one of them, and returns the exit code. If the search was stopped, the
// number may be 1+, or be missing. The error is the error of values.
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
		switch {
		case at.count != nil:
			n = at.count.String()
		case at.model == nil:
			continue
		}
		r.w.Remark(fmt.Sprintf("only in %s: %s", program.Printable([]string{q.name, r.diff}[i]), n), []string{"only_in_file", "only_in_diff"}[i], n)
		if at.model == nil {
			continue
		}
		if err := r.values(ctx, at.model, q.NumProjected(), q.Projected); err != nil {
			return program.ExitSatisfiable, err
		}
	}
	return program.ExitSatisfiable, nil
}
