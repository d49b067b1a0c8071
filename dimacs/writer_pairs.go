package dimacs

import "math"

// Pairs writes the clauses {lits[i], lits[j]} for all i < j, ordered by i and
// then j. With negated literals that is the pairwise at-most-one constraint,
// which makes up all but a thousandth of the larger queens instances.
//
// Each literal is rendered once, as it looks at the end of a clause. The
// quadratic part is left with two copies of fixed width per clause.
func (w *Writer) Pairs(lits []Lit) {
	w.tails = w.tails[:0]
	for _, l := range lits {
		if l == 0 || l == math.MinInt32 {
			w.fail(errLiteral)
			return
		}
		w.tails = append(w.tails, newNumeral(l, " 0\n"))
	}
	for i := range lits {
		if w.err != nil {
			return
		}
		w.pairsOf(newNumeral(lits[i], " "), w.tails[i+1:])
	}
}

// pairsOf writes one clause per tail, each begun by head.
func (w *Writer) pairsOf(head numeral, tails []numeral) {
	for len(tails) > 0 && w.err == nil {
		fit := (writerSize - w.n) / (2 * numeralWidth)
		if fit == 0 {
			w.drain()
			continue
		}
		fit = min(fit, len(tails))
		w.n = storePairs(w.buf, w.n, head, tails[:fit])
		tails = tails[fit:]
	}
}

// storePairs stores head and tail for each of tails into buf from n on, and
// returns where it stopped. Each store writes the full width of a numeral and
// the next one overwrites what was too much, so buf needs numeralSlack bytes
// beyond the text.
func storePairs(buf []byte, n int, head numeral, tails []numeral) int {
	if head.len <= 8 {
		for i := range tails {
			t := &tails[i]
			head.storeShort(buf[n:])
			n += head.len
			t.store(buf[n:])
			n += t.len
		}
		return n
	}
	for i := range tails {
		t := &tails[i]
		head.store(buf[n:])
		n += head.len
		t.store(buf[n:])
		n += t.len
	}
	return n
}
