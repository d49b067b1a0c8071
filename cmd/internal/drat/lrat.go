package drat

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"slices"
	"strconv"
)

// hints are what WriteLRAT needs, lemma by lemma from the last to the first.
type hints struct {
	// lines hold of each lemma, the last of them the conflict: the reference, 0 for
	// the conflict; how many hints there are, and those, as references, shifted, with
	// a bit for one that a resolvent is formed with; how many clauses became marked,
	// which are needed no more after this line, and those.
	lines  []uint32
	starts []int

	base   int      // the length of the trail before the resolvents
	basis  []uint32 // positions in the trail below base whose reasons are hints
	chain  []uint32 // hints
	marked []ref
}

// begin forgets the hints of a check that has failed.
func (h *hints) begin(base int) { h.base, h.basis, h.chain = base, h.basis[:0], h.chain[:0] }

func (h *hints) add(x ref)       { h.chain = append(h.chain, x<<1) }
func (h *hints) candidate(x ref) { h.chain = append(h.chain, x<<1|1) }

// collect adds the reasons that were seen in the order of the trail.
func (h *hints) collect(c *checker) {
	slices.SortFunc(c.seenVars, func(a, b uint32) int { return int(c.positions[a]) - int(c.positions[b]) })
	for _, v := range c.seenVars {
		if p := c.positions[v]; int(p) < h.base {
			h.basis = append(h.basis, p)
		} else {
			h.add(c.reasons[v])
		}
	}
}

// end completes the line of a lemma, or of the conflict if x is 0.
func (h *hints) end(c *checker, x ref) {
	if !c.Hints {
		return
	}
	slices.Sort(h.basis)
	h.basis = slices.Compact(h.basis)
	h.starts = append(h.starts, len(h.lines))
	h.lines = append(h.lines, x, uint32(len(h.basis)+len(h.chain)))
	for _, p := range h.basis {
		h.lines = append(h.lines, c.reasons[c.trail[p]>>1]<<1)
	}
	h.lines = append(append(h.lines, h.chain...), uint32(len(h.marked)))
	h.lines = append(h.lines, h.marked...)
	h.marked = h.marked[:0]
	h.begin(0)
}

// WriteLRAT writes the proof in the LRAT format, as far as it is needed: with each
// lemma, which has a number after those of the formula's clauses, the clauses that
// imply it, in the order of propagation. Check must have been asked for Hints.
//
// A clause of the formula that has a literal twice is derived without the second one
// at first, as a hint is a unit clause for lrat-check of drat-trim only if it has one
// literal left.
//
// Source: L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt Jr., M. Kaufmann, P.
// Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017.
func (r *Refutation) WriteLRAT(w io.Writer) error {
	c, out := r.c, &lratWriter{w: bufio.NewWriterSize(w, 1<<16)}
	repetitive := r.repetitive()
	last := c.numberClauses(len(repetitive))
	out.deletions(c, c.counts.Clauses, func(yield func(ref) bool) {
		for x, i := ref(firstRef), 0; i < c.counts.Clauses; x, i = c.next(x), i+1 {
			if !c.has(x, marked) && !yield(x) {
				return
			}
		}
	})
	out.deriveAgain(c, repetitive)
	for _, start := range slices.Backward(c.hints.starts) {
		line := c.hints.lines[start:]
		x, chain, freed := line[0], line[2:][:line[1]], line[2+line[1]:]
		number, lemma := last+1, []lit(nil)
		if x != 0 {
			number, lemma = int(c.arena[x+1]), c.clause(x)
		}
		out.lemma(c, number, lemma)
		for _, h := range c.sortCandidates(chain) {
			out.number(int(c.arena[h>>1+1]) * (1 - 2*int(h&1)))
		}
		out.end()
		if x != 0 {
			out.deletions(c, number, slices.Values(freed[1:1+freed[0]]))
		}
	}
	return out.w.Flush()
}

// repetitive returns the clauses of the formula that the proof needs and that have a
// literal twice.
func (r *Refutation) repetitive() (list []ref) {
	x := ref(firstRef)
	for clause := range r.c.formula.Clauses() {
		if r.c.has(x, marked) && len(clause) > r.c.size(x) {
			list = append(list, x)
		}
		x = r.c.next(x)
	}
	return list
}

// numberClauses puts the literal that a clause began with first, and its number in
// place of that. Between those of the formula and the lemmas it skips some numbers. It
// returns the last number.
func (c *checker) numberClauses(skip int) int {
	n := 0
	for x, i := ref(firstRef), 0; int(x) < len(c.arena); x, i = c.next(x), i+1 {
		if n++; i == c.counts.Clauses {
			n += skip
		}
		if lits := c.clause(x); !c.numbered && len(lits) > 0 {
			i := slices.Index(lits, c.arena[x+1])
			lits[0], lits[i] = lits[i], lits[0]
		}
		c.arena[x+1] = uint32(n)
	}
	c.numbered = true
	return max(n, c.counts.Clauses+skip)
}

// sortCandidates puts what hints say of each resolvent in the order of the numbers of the
// clauses that it is formed with.
func (c *checker) sortCandidates(chain []uint32) []uint32 {
	isCandidate := func(h uint32) bool { return h&1 != 0 }
	if !slices.ContainsFunc(chain, isCandidate) {
		return chain
	}
	var groups [][]uint32 // the first of them is what comes before the resolvents
	for list := chain; len(list) > 0; {
		n := 1 + slices.IndexFunc(list[1:], isCandidate)
		if n == 0 { // there is no other
			n = len(list)
		}
		groups = append(groups, list[:n])
		list = list[n:]
	}
	slices.SortStableFunc(groups, func(a, b []uint32) int {
		return cmp.Compare(c.arena[a[0]>>1+1]*(a[0]&1), c.arena[b[0]>>1+1]*(b[0]&1))
	})
	return slices.Concat(groups...)
}

// An lratWriter writes lines of numbers.
type lratWriter struct {
	w   *bufio.Writer
	buf []byte
}

func (o *lratWriter) number(n int) { o.buf = append(strconv.AppendInt(o.buf, int64(n), 10), ' ') }

// lemma begins a line.
func (o *lratWriter) lemma(c *checker, number int, lits []lit) {
	o.number(number)
	for _, l := range lits {
		o.number(int(c.numbering.name(l)))
	}
	o.number(0)
}

func (o *lratWriter) end() {
	o.w.Write(append(o.buf, "0\n"...)) // Flush returns the error
	o.buf = o.buf[:0]
}

// deriveAgain derives clauses of the formula from themselves, each literal once, and gives
// them the numbers after the formula.
func (o *lratWriter) deriveAgain(c *checker, clauses []ref) {
	n := c.counts.Clauses
	for i, x := range clauses {
		o.lemma(c, n+1+i, c.clause(x))
		o.number(int(c.arena[x+1]))
		o.end()
	}
	o.deletions(c, n+len(clauses), slices.Values(clauses))
	for i, x := range clauses {
		c.arena[x+1] = uint32(n + 1 + i)
	}
}

// deletions writes that clauses are needed no more after a line, if there are any.
func (o *lratWriter) deletions(c *checker, after int, clauses iter.Seq[ref]) {
	o.number(after)
	o.buf = append(o.buf, "d "...)
	none := len(o.buf)
	for x := range clauses {
		o.number(int(c.arena[x+1]))
	}
	if len(o.buf) > none {
		o.end()
	}
	o.buf = o.buf[:0]
}
