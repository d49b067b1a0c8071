package clause

// A Weak is a clause that follows without one of its literals. The clause has three or more
// literals, and is the reason of this literal.
type Weak struct {
	Clause Ref
	Lit    Lit
}

// Strengthen removes the literal of w, a weak clause that Derive has found at the current level,
// from its clause. It returns the clause that is falsified now, as Propagate does. The current level
// must be undone before the next propagation.
//
// Example: in the clause {-a, b, c}, a and b are false, so that it implied c. If the conflict clause
// is {-a, b, -c}, the resolvent of the two is {-a, b}. So c may be removed from the first clause.
//
// Source: H. Han and F. Somenzi, "On-the-Fly Clause Improvement", SAT 2009.
func (d *Database) Strengthen(w Weak) (falsified []Lit) {
	lits := d.Lits(w.Clause)
	d.Unlink(lits[0], w.Clause)
	d.Unlink(lits[1], w.Clause)
	d.kept = d.kept[:0]
	watched := 0 // the first literals of kept are of the current level, to be watched; at most 2
	for _, l := range lits {
		if l == w.Lit {
			continue
		}
		d.kept = append(d.kept, l)
		if last := len(d.kept) - 1; watched < 2 && d.LevelOf(l) == d.Level() {
			d.kept[watched], d.kept[last] = l, d.kept[watched]
			watched++
		}
	}
	if d.Replace(w.Clause, d.kept); len(d.kept) == 2 {
		d.Falsified, d.pair = 0, [2]Lit(d.kept)
		return d.pair[:]
	}
	d.Falsified = w.Clause
	d.Set(w.Clause, Added)
	d.Clear(w.Clause, Vivified)
	d.watch(w.Clause)
	return d.Lits(w.Clause)
}
