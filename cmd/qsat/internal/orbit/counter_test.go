package orbit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// Each counter that counters returns is one, also if a clause of the formula is missing or wrong. Values
// of the labels extend to a model if and only if their number of true labels is from Low to High. The
// values of the thresholds are such a model, and the only one if the sums are projected.
func TestCounters(t *testing.T) {
	whole, damaged, none := 0, 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 4 + r.IntN(3)
		f := &dimacs.Formula{Vars: n}
		least := r.IntN(n)
		count(r, f, n, least, least+r.IntN(n-least))
		isDamaged := r.IntN(3) > 0
		if isDamaged {
			f = damage(r, f)
		}
		labels := make([]dimacs.Lit, n)
		for range 12 { // many clauses, so that no label is taken for a sum
			for v := range labels {
				labels[v] = dimacs.Lit((v + 1) * (1 - 2*r.IntN(2)))
			}
			f.Add(labels...)
		}
		task := enginetest.Task(f)
		strict := r.IntN(2) == 0
		if !strict {
			for _, l := range labels {
				task.Project = append(task.Project, l.Var())
			}
		}
		d, err := clause.Load(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.Unsat {
			continue
		}
		list, rejected := counters(task, d)
		if rejected > 0 {
			t.Errorf("seed %d, damaged %v, strict %v: %d rejected", seed, isDamaged, strict, rejected)
		}
		for _, c := range list {
			if !isCounter(t, d, c, strict) {
				t.Errorf("seed %d, damaged %v, strict %v: %v", seed, isDamaged, strict, c)
			}
		}
		switch {
		case len(list) == 0:
			none++
		case isDamaged:
			damaged++
		default:
			whole++
		}
	}
	if whole < 50 || damaged < 20 || none < 20 {
		t.Errorf("%d counters, %d with a defect, none %d times", whole, damaged, none)
	}
}

// damage returns f with one random change: a clause is missing, or a literal of a clause is complemented.
func damage(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
	g, at, without := &dimacs.Formula{Vars: f.Vars}, r.IntN(f.NumClauses()), r.IntN(2) == 0
	i := 0
	for c := range f.Clauses() {
		lits := slices.Clone(c)
		if i == at && len(lits) > 0 {
			k := r.IntN(len(lits))
			lits[k] = -lits[k]
		}
		if i != at || !without {
			g.Add(lits...)
		}
		i++
	}
	return g
}

// The function accepted drops a wrong counter and counts it.
func TestAccepted(t *testing.T) {
	f := &dimacs.Formula{Vars: 5}
	count(rand.New(rand.NewPCG(1, 3)), f, 5, 2, 3)
	for range 12 { // many clauses, so that no label is taken for a sum
		f.Add(1, 2, 3, 4, 5)
	}
	task := enginetest.Task(f)
	d, err := task.Clauses()
	if err != nil {
		t.Fatal(err)
	}
	list, rejected := counters(task, d)
	if len(list) != 1 || rejected != 0 {
		t.Fatalf("%d counters, %d rejected", len(list), rejected)
	}
	list[0].High++
	if list, rejected = accepted(task, d, list); len(list) != 0 || rejected != 1 {
		t.Errorf("a wrong number: %d counters, %d rejected", len(list), rejected)
	}
}

// isCounter reports whether the claims of a counter hold for the clauses with its sums. It tries all values
// of the labels. If strict is true, the sums of each model must have the values of their thresholds.
func isCounter(t *testing.T, d *clause.Database, c argument.Counter, strict bool) bool {
	f, isSum, vars := &dimacs.Formula{}, map[uint32]bool{}, slices.Clone(c.Labels)
	for _, s := range c.Sums {
		isSum[s.Lit.Var()], vars = true, append(vars, s.Lit)
	}
	for lits := range d.Unsatisfied {
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return isSum[l.Var()] }) {
			var named []dimacs.Lit
			for _, l := range lits {
				named = append(named, d.Name(l))
			}
			f.Add(named...)
		}
	}
	for choice := range 1 << len(c.Labels) {
		trues, a, g := 0, &dimacs.Assignment{}, f
		for i, l := range c.Labels {
			value := choice >> i & 1
			if trues += value; value == 0 {
				l = l.Not()
			}
			for _, s := range c.Sums {
				if s.Prefix == i+1 && trues >= s.AtLeast {
					a.SetLit(d.Name(s.Lit))
				} else if s.Prefix == i+1 {
					a.SetLit(d.Name(s.Lit.Not()))
				}
			}
			a.SetLit(d.Name(l))
			g = g.With([]dimacs.Lit{d.Name(l)})
		}
		task := enginetest.Task(g)
		for _, l := range vars {
			task.Project = append(task.Project, d.Name(l).Var())
		}
		slices.Sort(task.Project)
		n := len(models(t, cdcl.New(), task))
		switch {
		case (c.Low <= trues && trues <= c.High) != (n > 0), n > 0 && g.Falsified(a) != nil, n > 1 && strict:
			return false
		}
	}
	return true
}
