package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// maxMisses is how many ternary clauses may be no part of a set of which two are true, before
// no more are looked for.
const maxMisses = 32

// A two is a set of literals of which at most two are true, as clauses or a total of the
// negations say.
type two struct {
	lits  []clause.Lit
	total *root
}

// findTwos returns sets without a common literal of each of which at most two literals are true,
// as clauses of three literals say. It gives up soon where such clauses say other things.
func findTwos(d *clause.Database, work *int) (list []two) {
	in := map[clause.Lit]int{} // which set, from 1
	misses := 0
	for c := range d.All {
		lits := d.Lits(c)
		*work--
		if len(lits) != 3 || d.Has(c, clause.Learned) || in[lits[0].Not()] > 0 {
			continue
		}
		if misses > maxMisses || *work < 0 {
			return list
		}
		misses++
		k, l := lits[0].Not(), lits[1].Not()
		set := []clause.Lit{k, l}
		for _, x := range slices.Concat(thirds(d, k, work), thirds(d, l, work)) {
			if slices.Contains(x[:], k) && slices.Contains(x[:], l) {
				set = append(set, x[:]...)
			}
		}
		slices.Sort(set)
		set = slices.Compact(set)
		if len(set) < 5 || slices.ContainsFunc(set, func(l clause.Lit) bool { return in[l] > 0 }) || !areTwos(d, set, work) {
			continue
		}
		misses = 0
		list = append(list, two{set, nil})
		for _, l := range set {
			in[l] = len(list)
		}
	}
	return list
}

// thirds returns the triples of which a literal is one and at most two are true, as far as it
// watches their clauses: each triple is there by two of its literals.
func thirds(d *clause.Database, l clause.Lit, work *int) (list [][3]clause.Lit) {
	*work -= len(d.Watching(l.Not()))
	for _, w := range d.Watching(l.Not()) {
		if w.IsBinary() {
			continue
		}
		if lits := d.Lits(w.Ref()); len(lits) == 3 && d.Value(lits[0]) == 0 && d.Value(lits[1]) == 0 && d.Value(lits[2]) == 0 {
			list = append(list, [3]clause.Lit{lits[0].Not(), lits[1].Not(), lits[2].Not()})
		}
	}
	return list
}

// areTwos reports whether any three literals of a sorted set exclude each other.
func areTwos(d *clause.Database, set []clause.Lit, work *int) bool {
	n, found := len(set), 0
	if *work -= n * n * n / 256; *work < 0 || n > 1<<10 {
		return false
	}
	triples := bitset.New[int32](n * n * n)
	for _, l := range set {
		for _, x := range thirds(d, l, work) {
			slices.Sort(x[:])
			i, isIn := slices.BinarySearch(set, x[0])
			j, isJn := slices.BinarySearch(set, x[1])
			k, isKn := slices.BinarySearch(set, x[2])
			if at := int32((i*n+j)*n + k); isIn && isJn && isKn && !triples.Has(at) {
				triples.Add(at)
				found++
			}
		}
	}
	return found == n*(n-1)*(n-2)/6
}
