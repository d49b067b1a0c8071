package drat

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
)

// WriteLRAT writes the needed part of the proof in the LRAT format. Each lemma has a number, which is above
// the numbers of the clauses of the formula and ascends, and hints: the clauses that imply it, in the order
// of propagation. Deletions remove clauses that are not needed any more. Check must have been called with
// Options.Hints, and have found a refutation. The Refutation must not be used afterwards. The error is an
// error of w.
//
// A needed clause of the formula that contains a literal twice is first derived without the repetition,
// because lrat-check of drat-trim accepts a hint as a unit clause only if exactly one literal is left.
//
// Source: L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt Jr., M. Kaufmann, P. Schneider-Kamp, "Efficient
// Certified RAT Verification", CADE 2017.
func (r *Refutation) WriteLRAT(w io.Writer) error {
	c := r.c
	out, n := &lratWriter{checker: c, w: bufio.NewWriterSize(w, 1<<16)}, c.statistics.Clauses
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

// numberClauses numbers all clauses from 1 in the order of the arena, and leaves skip numbers free between
// the formula and the lemmas. It returns the last number that is used or left free. In each clause, it
// moves the literal in the header to the front, and replaces it in the header by the number.
func (c *checker) numberClauses(skip int) int {
	n := 0
	for x, i := ref(firstRef), 0; int(x) < len(c.arena); x, i = c.next(x), i+1 {
		if n++; i == c.statistics.Clauses {
			n += skip
		}
		if lits := c.clause(x); len(lits) > 0 {
			i := slices.Index(lits, c.arena[x+first])
			lits[0], lits[i] = lits[i], lits[0]
		}
		c.arena[x+first] = uint32(n)
	}
	return max(n, c.statistics.Clauses+skip)
}

// sortCandidates sorts the hints of a RAT lemma in place by resolvent, in ascending order of the numbers of
// the clauses that the resolvents are formed with. Hints before the resolvents stay first. numberClauses
// must have numbered the clauses. The hints of other lemmas stay unchanged.
func (c *checker) sortCandidates(chain []uint32) {
	isCandidate := func(h uint32) bool { return h&1 != 0 }
	if !slices.ContainsFunc(chain, isCandidate) {
		return
	}
	var groups [][]uint32 // the first group holds the hints before the resolvents
	for list := chain; len(list) > 0; {
		n := 1 + slices.IndexFunc(list[1:], isCandidate)
		if n == 0 { // this is the last group
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

// An lratWriter writes lines of LRAT.
type lratWriter struct {
	*checker
	w   *bufio.Writer // keeps the first error
	buf []byte        // the line that is being written
}

// number appends a number and a blank to the line.
func (o *lratWriter) number(n int) { o.buf = append(strconv.AppendInt(o.buf, int64(n), 10), ' ') }

// end writes the line with a 0 at its end.
func (o *lratWriter) end() {
	o.w.Write(append(o.buf, "0\n"...)) // Flush returns the error
	o.buf = o.buf[:0]
}

// lemma writes a line with a clause, its number and its hints, which are as in hints.chain.
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

// deletions writes the deletion of clauses after the line with the number after. It writes nothing
// if there are no clauses.
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

// A hints value collects hints during the second pass. A hint is twice the reference of a clause,
// plus 1 for a clause with which a resolvent is formed.
type hints struct {
	lines  []hintLine // from the conflict back to the first lemma
	base   int        // the length of the trail before the resolvents
	basis  []uint32   // indices in the trail, below base, of literals whose reasons are hints
	chain  []uint32   // all other hints, in their order; they come after the hints of basis
	marked []ref      // clauses marked since the last hintLine; the next one frees them
}

// A hintLine holds the hints of a lemma, or of the final conflict if lemma is 0. The clauses
// freed became marked by it: after this line of the LRAT proof they are not needed.
type hintLine struct {
	lemma        ref
	chain, freed []uint32
}

// begin discards the hints so far and sets base, the length of the trail before the resolvents.
func (h *hints) begin(base int) { h.base, h.basis, h.chain = base, h.basis[:0], h.chain[:0] }

// collect adds the reasons of c.seenVars to the hints, in the order of the trail, and sorts c.seenVars.
// Variables below base go to basis, and the reasons of the others to chain.
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

// end stores the collected hints of the lemma x, or of the conflict if x is 0, in a hintLine, and
// discards them. It does nothing without Options.Hints.
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
