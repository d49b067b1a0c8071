package clause

// A Strengthening is the removal of a literal from a clause of three or more literals. The clause
// has implied the literal, and follows without it.
type Strengthening struct {
	Clause Ref
	Lit    Lit
}

// Strengthen removes w.Lit from w.Clause, also in the proof. Derive must have set w at the current
// level. Strengthen returns the rest of the clause, which is false, as Propagate returns a
// falsified clause: the slice is valid until the next call, and Falsified is set. If three or more
// literals remain, the clause gets the flag Added and loses Vivified. The current level must be
// undone before the next propagation, because w.Lit has lost its reason.
//
// Example: the literals a and b are false, so the clause {a, b, c} implies c. If the conflict
// clause is {a, b, -c}, the resolvent of the two is {a, b}, and the first clause does not need c.
//
// Source: H. Han and F. Somenzi, "On-the-Fly Clause Improvement", SAT 2009.
func (d *Database) Strengthen(w Strengthening) (falsified []Lit) {
	lits := d.Lits(w.Clause)
	d.Unlink(lits[0], w.Clause)
	d.Unlink(lits[1], w.Clause)
	d.kept = d.kept[:0]
	watched := 0 // kept[:watched] are literals of the current level, to watch; Derive guarantees two
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
