package normal

// propagate fixes literals until no clause has all literals false but one. It
// takes time in the size of the clauses: each literal that becomes false is
// looked up once in the list of its clauses, which count their open literals.
func (b *builder) propagate() {
	first, where := b.occurrences()
	open := make([]int32, len(b.ends))
	start := 0
	for i, end := range b.ends {
		open[i] = int32(end - start)
		start = end
	}
	for next := 0; next < len(b.fixed) && !b.unsat && !b.stopped(); next++ {
		k := Index(-b.fixed[next])
		for _, i := range where[first[k]:first[k+1]] {
			if open[i]--; open[i] == 1 {
				b.last(int(i))
			}
		}
	}
}

// last makes the last literal of clause i true that is not known to be false.
func (b *builder) last(i int) {
	start := 0
	if i > 0 {
		start = b.ends[i-1]
	}
	c := b.lits[start:b.ends[i]]
	if b.holds(c) {
		return
	}
	for _, k := range c {
		if b.sign(k) == 0 {
			b.fix(k)
			return
		}
	}
	b.unsat = true
}

// occurrences returns the clauses of each literal: those of k are
// where[first[Index(k)]:first[Index(k)+1]].
func (b *builder) occurrences() (first []int, where []int32) {
	first = make([]int, 2*len(b.names)+4)
	for _, k := range b.lits {
		first[Index(k)+2]++
	}
	for i := 2; i < len(first); i++ {
		first[i] += first[i-1]
	}
	where = make([]int32, len(b.lits))
	start := 0
	for i, end := range b.ends {
		for _, k := range b.lits[start:end] {
			where[first[Index(k)+1]] = int32(i)
			first[Index(k)+1]++
		}
		if b.stopped() {
			break
		}
		start = end
	}
	return first, where
}
