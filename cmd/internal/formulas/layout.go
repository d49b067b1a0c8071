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
func RandomLayout(r *rand.Rand) Layout {
	if l := r.IntN(32); l < 16 {
		return Layout(l)
	}
	return 0
}

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

// Text returns the clauses of f in DIMACS.
func (l Layout) Text(f *dimacs.Formula) []byte {
	var b bytes.Buffer
	if l == 0 {
		f.Write(context.Background(), &b) // a Buffer never fails
		return b.Bytes()
	}
	r := rand.New(rand.NewPCG(uint64(f.NumClauses()), uint64(f.Vars)))
	blank := func() {
		if b.WriteByte(' '); l&blanks != 0 && r.IntN(4) == 0 {
			b.WriteString([]string{" ", "\t", "  "}[r.IntN(3)])
		}
	}
	comment := func() {
		if l&comments != 0 && r.IntN(4) == 0 {
			b.WriteString([]string{"c\n", "c a comment\n", "c 1 2 0\n", "c x y z\n"}[r.IntN(4)])
		}
	}
	comment()
	b.WriteString("p cnf")
	blank()
	fmt.Fprint(&b, f.Vars)
	blank()
	fmt.Fprintf(&b, "%d\n", f.NumClauses())
	comment()
	for c := range f.Clauses() {
		start := true // at the start of a line
		word := func(lit dimacs.Lit) {
			switch {
			case !start && l&lines != 0 && r.IntN(4) == 0:
				b.WriteString("\n")
			case !start || l&blanks != 0 && r.IntN(8) == 0:
				blank()
			}
			fmt.Fprint(&b, lit)
			start = false
		}
		for _, lit := range c {
			word(lit)
		}
		if word(0); l&lines != 0 && r.IntN(4) == 0 {
			blank()
			continue
		}
		b.WriteString("\n")
		comment()
	}
	text := b.Bytes()
	if l&open != 0 && f.NumClauses() > 0 {
		text = bytes.TrimRight(text, " \n")
		if last := text[bytes.LastIndexByte(text, '\n')+1:]; last[0] == 'c' {
			text = append(text, '\n')
		}
	}
	return text
}
