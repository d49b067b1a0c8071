package formulas

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"queens/dimacs"
)

// A Layout is a way to write a formula in DIMACS, as a set of deviations. Every Layout is legal,
// although some readers accept only the canonical one, 0: a clause per line and single blanks.
type Layout uint8

const (
	comments Layout = 1 << iota // before the header, between clauses and at the end
	lines                       // some clauses on several lines, others together on one line
	blanks                      // several blanks, tabs, and blanks before the first word of a line
	open                        // no line end after the last clause
)

var deviations = []string{"comments between clauses", "clauses over several lines", "several blanks", "no last line end"}

// RandomLayout returns a layout; half of all layouts are canonical.
func RandomLayout(r *rand.Rand) Layout { return Layout(r.IntN(16) * r.IntN(2)) }

// String names the deviations, separated by commas, or returns "".
func (l Layout) String() string {
	var words []string
	for i, name := range deviations {
		if l>>i&1 != 0 {
			words = append(words, name)
		}
	}
	return strings.Join(words, ", ")
}

// Simpler returns the layouts that lack one deviation of l.
func (l Layout) Simpler() (list []Layout) {
	for i := range deviations {
		if l>>i&1 != 0 {
			list = append(list, l&^(1<<i))
		}
	}
	return list
}

// Text returns the clauses of f in DIMACS. Layout 0 is the text of f.Write without comments. A formula
// with soft clauses, a projection or weights always has this text.
func (l Layout) Text(f *dimacs.Formula) []byte {
	var b bytes.Buffer
	if f.Soft != nil || f.Projection != nil || f.Weights != nil || f.CountType != "" {
		f.Write(context.Background(), &b)
		return b.Bytes()
	}
	r := rand.New(rand.NewPCG(uint64(f.NumClauses()), uint64(f.Vars)))
	sometimes := func(deviation Layout, texts ...string) string { // one of the texts, mostly the first
		if l&deviation == 0 || r.IntN(4) > 0 {
			return texts[0]
		}
		return texts[r.IntN(len(texts))]
	}
	comment := func() { b.WriteString(sometimes(comments, "", "c\n", "c a comment\n", "c 1 2 0\n", "c x y z\n")) }
	blank := func() string { return sometimes(blanks, " ", "  ", "\t", "   ") }
	comment()
	fmt.Fprintf(&b, "p cnf%s%d%s%d\n", blank(), f.Vars, blank(), f.NumClauses())
	comment()
	end := b.Len() // the end of the last clause
	for c := range f.Clauses() {
		b.WriteString(sometimes(blanks, "", blank()))
		for _, lit := range c {
			fmt.Fprint(&b, lit, sometimes(lines, blank(), "\n"))
		}
		b.WriteString("0")
		end = b.Len()
		if b.WriteString(sometimes(lines, "\n", " ")); bytes.HasSuffix(b.Bytes(), []byte("\n")) {
			comment()
		}
	}
	switch {
	case l&open != 0:
		b.Truncate(end)
	case !bytes.HasSuffix(b.Bytes(), []byte("\n")):
		b.WriteByte('\n')
	}
	return b.Bytes()
}
