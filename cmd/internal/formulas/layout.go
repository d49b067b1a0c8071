package formulas

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"queens/dimacs"
)

// A Layout is a way to write a formula in DIMACS. Every Layout is legal, although some readers
// accept only the canonical one, the zero value: a clause per line and single blanks.
type Layout struct {
	Comments bool // comments before the header, between clauses and at the end
	Lines    bool // some clauses on several lines, others together on one line
	Blanks   bool // several blanks, tabs, and blanks before the first word of a line
	Open     bool // no line end after the last clause
}

// RandomLayout returns a layout; half of all layouts are canonical.
func RandomLayout(r *rand.Rand) (l Layout) {
	if bits := r.IntN(32); bits < 16 {
		l = Layout{bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0}
	}
	return l
}

// String names the parts of the layout that are not canonical: "comments, lines", or "".
func (l Layout) String() string {
	var words []string
	for _, part := range l.parts() {
		if *part.on {
			words = append(words, part.name)
		}
	}
	return strings.Join(words, ", ")
}

type layoutPart struct {
	name string
	on   *bool
}

func (l *Layout) parts() []layoutPart {
	return []layoutPart{{"comments between clauses", &l.Comments}, {"clauses over several lines", &l.Lines}, {"several blanks", &l.Blanks}, {"no last line end", &l.Open}}
}

// Simpler returns the layouts that lack one part of l.
func (l Layout) Simpler() (list []Layout) {
	for i := range l.parts() {
		simpler := l
		if part := simpler.parts()[i]; *part.on {
			*part.on = false
			list = append(list, simpler)
		}
	}
	return list
}

// Text returns the clauses of f in DIMACS.
func (l Layout) Text(f *dimacs.Formula) []byte {
	var b bytes.Buffer
	if l == (Layout{}) {
		f.Write(context.Background(), &b) // a Buffer never fails
		return b.Bytes()
	}
	r := rand.New(rand.NewPCG(uint64(f.NumClauses()), uint64(f.Vars)))
	blank := func() {
		if b.WriteByte(' '); l.Blanks && r.IntN(4) == 0 {
			b.WriteString([]string{" ", "\t", "  "}[r.IntN(3)])
		}
	}
	comment := func() {
		if l.Comments && r.IntN(4) == 0 {
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
			case !start && l.Lines && r.IntN(4) == 0:
				b.WriteString("\n")
			case !start || l.Blanks && r.IntN(8) == 0:
				blank()
			}
			fmt.Fprint(&b, lit)
			start = false
		}
		for _, lit := range c {
			word(lit)
		}
		if word(0); l.Lines && r.IntN(4) == 0 {
			blank()
			continue
		}
		b.WriteString("\n")
		comment()
	}
	text := b.Bytes()
	if l.Open && f.NumClauses() > 0 {
		text = bytes.TrimRight(text, " \n")
		if last := text[bytes.LastIndexByte(text, '\n')+1:]; last[0] == 'c' {
			text = append(text, '\n')
		}
	}
	return text
}
