package drat

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
)

// WriteLRAT writes the proof in the LRAT format, as far as it is needed: with each
// lemma, which has a number after those of the formula's clauses, the clauses that
// imply it, in the order of propagation. Check must have been asked for
// Hints, and the Refutation is of no use after it.
//
// A clause of the formula that has a literal twice is derived without the second one
// at first, as a hint is a unit clause for lrat-check of drat-trim only if it has one
// literal left.
//
// Source: L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt Jr., M. Kaufmann, P.
// Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017.
func (r *Refutation) WriteLRAT(w io.Writer) error {
	c := r.c
	out, n := &lratWriter{checker: c, w: bufio.NewWriterSize(w, 1<<16)}, c.counts.Clauses
	var unused, repetitive []ref
	for x, clause := range c.given() {
		if !c.has(x, marked) {
			unused = append(unused, x)
		} else if len(clause) > c.size(x) {
			repetitive = append(repetitive, x)
		}
	}
	last := c.numberClauses(len(repetitive))
	out.deletions(n, unused)
	for i, x := range repetitive {
		out.lemma(n+1+i, c.clause(x), x<<1)
	}
	out.deletions(n+len(repetitive), repetitive)
	for i, x := range repetitive {
		c.arena[x+first] = uint32(n + 1 + i)
	}
	for _, line := range slices.Backward(c.hints.lines) {
		c.sortCandidates(line.chain)
		if line.lemma == 0 {
			out.lemma(last+1, nil, line.chain...)
			continue
		}
		number := int(c.arena[line.lemma+first])
		out.lemma(number, c.clause(line.lemma), line.chain...)
		out.deletions(number, line.freed)
	}
	return out.w.Flush()
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
		if lits := c.clause(x); len(lits) > 0 {
			i := slices.Index(lits, c.arena[x+first])
			lits[0], lits[i] = lits[i], lits[0]
		}
		c.arena[x+first] = uint32(n)
	}
	return max(n, c.counts.Clauses+skip)
}

// sortCandidates puts what hints say of each resolvent in the order of the numbers of the
// clauses that it is formed with.
func (c *checker) sortCandidates(chain []uint32) {
	isCandidate := func(h uint32) bool { return h&1 != 0 }
	if !slices.ContainsFunc(chain, isCandidate) {
		return
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
		return cmp.Compare(c.arena[a[0]>>1+first]*(a[0]&1), c.arena[b[0]>>1+first]*(b[0]&1))
	})
	copy(chain, slices.Concat(groups...))
}

// An lratWriter writes lines of numbers.
type lratWriter struct {
	*checker
	w   *bufio.Writer
	buf []byte
}

func (o *lratWriter) number(n int) { o.buf = append(strconv.AppendInt(o.buf, int64(n), 10), ' ') }

func (o *lratWriter) end() {
	o.w.Write(append(o.buf, "0\n"...)) // Flush returns the error
	o.buf = o.buf[:0]
}

// lemma writes a clause and its hints.
func (o *lratWriter) lemma(number int, lits []lit, chain ...uint32) {
	o.number(number)
	for _, l := range lits {
		o.number(int(o.name(l)))
	}
	o.number(0)
	for _, h := range chain {
		o.number(int(o.arena[h>>1+first]) * (1 - 2*int(h&1)))
	}
	o.end()
}

// deletions writes that clauses are needed no more after a line, if there are any.
func (o *lratWriter) deletions(after int, clauses []ref) {
	if len(clauses) == 0 {
		return
	}
	o.number(after)
	o.buf = append(o.buf, "d "...)
	for _, x := range clauses {
		o.number(int(o.arena[x+first]))
	}
	o.end()
}

// hints are what WriteLRAT needs. A hint is the reference of a clause, shifted by one, with a
// bit for one that a resolvent is formed with.
type hints struct {
	lines  []hintLine // from the conflict to the first lemma
	base   int        // the length of the trail before the resolvents
	basis  []uint32   // positions in the trail below base whose reasons are hints
	chain  []uint32
	marked []ref
}

// A hintLine says why a lemma follows, or the conflict if that is 0, and which clauses became
// marked by it: they are needed no more after the line.
type hintLine struct {
	lemma        ref
	chain, freed []uint32
}

// begin forgets the hints of a check that has failed.
func (h *hints) begin(base int) { h.base, h.basis, h.chain = base, h.basis[:0], h.chain[:0] }

// collect adds the reasons that were seen in the order of the trail.
func (h *hints) collect(c *checker) {
	slices.SortFunc(c.seenVars, func(a, b uint32) int { return int(c.positions[a]) - int(c.positions[b]) })
	for _, v := range c.seenVars {
		if p := c.positions[v]; int(p) < h.base {
			h.basis = append(h.basis, p)
		} else {
			h.chain = append(h.chain, c.reasons[v]<<1)
		}
	}
}

// end completes the line of a lemma, or of the conflict if x is 0.
func (h *hints) end(c *checker, x ref) {
	if !c.Hints {
		return
	}
	slices.Sort(h.basis)
	var chain []uint32
	for _, p := range slices.Compact(h.basis) {
		chain = append(chain, c.reasons[c.trail[p]>>1]<<1)
	}
	h.lines = append(h.lines, hintLine{x, append(chain, h.chain...), slices.Clone(h.marked)})
	h.marked = h.marked[:0]
	h.begin(0)
}
