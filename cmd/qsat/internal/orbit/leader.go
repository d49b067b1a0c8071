package orbit

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

const (
	// maxRepresentatives bounds the images that a model is compared with, and maxCompared the
	// literals in all of them.
	maxRepresentatives = 64
	maxCompared        = 1 << 14
)

// lead sets the task of the leaders. Variables of the projection that the clauses of the
// formula do not constrain are not in its projection.
func (o *Orbits) lead() {
	u := o.task.About(o.task.Formula.With())
	u.Project = []int{}
	for _, v := range o.projection.Branch {
		u.Project = append(u.Project, int(o.clauses.Names[v]))
	}
	slices.Sort(u.Project)
	list := o.representatives()
	for _, p := range list {
		o.compare(u.Formula, p, max(1, maxCompared/len(list)))
	}
	o.leaders = u
}

// representatives returns the symmetries whose images leaders are compared with: if there are
// many, one for each image of the first literal.
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

// compare adds clauses that a model satisfies if it is no less than an image, where true is more;
// if so many literals are compared at least, only if. As long as both are equal, a literal is no
// less than its image: new variables, which all others define, say that they are.
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-Breaking Predicates for
// Search Problems", KR 1996.
func (o *Orbits) compare(f *dimacs.Formula, p []int32, most int) {
	var equal dimacs.Lit                    // that all literals so far are, 0 at the beginning
	same := map[clause.Lit]clause.Lit{}     // another one of the same value if they are
	find := func(l clause.Lit) clause.Lit { // one of those
		for k, has := same[l]; has; k, has = same[l] {
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
		same[k], same[k^1] = l, l^1
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
