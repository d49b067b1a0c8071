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
// imply it, in the order of propagation. Check must have been asked for Hints.
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
		c.arena[x+1] = uint32(n + 1 + i)
	}
	for _, start := range slices.Backward(c.hints.starts) {
		line := c.hints.lines[start:]
		x, chain, freed := line[0], line[2:][:line[1]], line[2+line[1]:]
		c.sortCandidates(chain)
		if x == 0 {
			out.lemma(last+1, nil, chain...)
			continue
		}
		number := int(c.arena[x+1])
		out.lemma(number, c.clause(x), chain...)
		out.deletions(number, freed[1:][:freed[0]])
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
		return cmp.Compare(c.arena[a[0]>>1+1]*(a[0]&1), c.arena[b[0]>>1+1]*(b[0]&1))
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
		o.number(int(o.arena[h>>1+1]) * (1 - 2*int(h&1)))
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
		o.number(int(o.arena[x+1]))
	}
	o.end()
}
