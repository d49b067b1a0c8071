package orbit

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// lead sets o.projection, and sets o.leaders to the task with the clauses for leaders, which the method compare
// makes from each symmetry in list. The projection of this task contains only the variables of
// o.projection.Branch, because unconstrained variables need no enumeration. The fields task, clauses and
// compared must be set.
func (o *Orbits) lead(list [][]int32) {
	o.projection = o.task.Projection(o.clauses)
	u := o.task.About(o.task.Formula.With())
	u.Project = lists.Map(o.projection.Branch, func(v uint32) int { return int(o.clauses.Names[v]) })
	slices.Sort(u.Project)
	for _, p := range list {
		o.compare(u.Formula, p, max(1, maxCompared/len(list)))
	}
	o.leaders = u
}

// representatives returns the symmetries whose images the clauses for leaders compare with a model:
// all except the identity. If these are more than maxRepresentatives, it returns at most that
// number, the first for each image of o.compared[0] other than o.compared[0] itself.
func (o *Orbits) representatives() [][]int32 {
	list := o.group[1:]
	if len(list) <= maxRepresentatives {
		return list
	}
	first := o.compared[0]
	seen := map[int32]bool{int32(first): true}
	list = slices.DeleteFunc(slices.Clone(list), func(p []int32) bool {
		again := seen[p[first]]
		seen[p[first]] = true
		return again
	})
	return list[:min(len(list), maxRepresentatives)]
}

// compare adds lex-leader clauses to f: a model satisfies them if it is greater than or equal to its
// image under p, in the order of o.compared. It compares at most the first most pairs of a literal
// and its image, not counting pairs whose literals are equal if all earlier pairs are. If this
// reaches all of o.compared, or a pair whose literals are complements if all earlier pairs are
// equal, only such models satisfy the clauses. Otherwise lesser models may satisfy them, too. The
// argument most must be positive.
//
// For each pair (x, y) of a literal and its image, the clauses say: if all earlier pairs are equal,
// then x >= y, which is (x, -y). A new variable says that all pairs so far are equal. The clauses
// define it by the values of the other variables, so each model extends in one way.
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-Breaking Predicates for Search
// Problems", KR 1996.
func (o *Orbits) compare(f *dimacs.Formula, p []int32, most int) {
	var equal dimacs.Lit                    // true if and only if all earlier pairs are equal; 0 before the first pair
	parent := map[clause.Lit]clause.Lit{}   // union-find: another literal with the same value if equal is true
	find := func(l clause.Lit) clause.Lit { // the representative of the literals with the value of l
		for k, has := parent[l]; has; k, has = parent[l] {
			l = k
		}
		return l
	}
	add := func(lits ...dimacs.Lit) {
		if equal != 0 {
			lits = append(lits, -equal)
		}
		f.Add(lits...)
	}
	for _, l := range o.compared {
		image := clause.Lit(p[l])
		x, y := o.clauses.Name(l), o.clauses.Name(image)
		k, l := find(l), find(image)
		if k == l {
			continue
		}
		add(x, -y)
		if most--; most == 0 || k == l^1 {
			return
		}
		parent[k], parent[k^1] = l, l^1
		next := dimacs.Lit(f.Vars + 1)
		add(x, next)
		add(-y, next)
		f.Add(-next, -x, y)
		if equal != 0 {
			f.Add(-next, equal)
		}
		equal = next
	}
}
