package encode

import "queens/dimacs"

// A textLength is a Sink that counts the literals of the clauses and their
// bytes as text.
type textLength struct{ literals, bytes int64 }

func (t *textLength) Clause(lits ...dimacs.Lit) {
	t.literals += int64(len(lits))
	t.bytes += bytesOf(lits) + int64(len("0\n"))
}

func (t *textLength) Binary(a, b dimacs.Lit) {
	t.literals += 2
	t.bytes += literalBytes(a) + literalBytes(b) + int64(len("0\n"))
}

func (t *textLength) Pairs(lits []dimacs.Lit) {
	n := pairs(len(lits))
	t.literals += 2 * n
	t.bytes += n * int64(len("0\n"))
	if len(lits) > 1 {
		t.bytes += bytesOf(lits) * int64(len(lits)-1) // each literal is in so many clauses
	}
}

func (t *textLength) Err() error { return nil }

func bytesOf(lits []dimacs.Lit) int64 {
	n := int64(0)
	for _, l := range lits {
		n += literalBytes(l)
	}
	return n
}

// literalBytes returns the length of l as text with the blank after it.
func literalBytes(l dimacs.Lit) int64 {
	n := int64(len("1 "))
	if l < 0 {
		n++
	}
	for v := uint32(l.Var()); v >= 10; v /= 10 {
		n++
	}
	return n
}

// A byteCount is a writer that only counts.
type byteCount int64

func (c *byteCount) Write(p []byte) (int, error) {
	*c += byteCount(len(p))
	return len(p), nil
}
