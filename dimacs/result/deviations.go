package result

import (
	"bytes"
	"slices"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

// A Deviation is a place where a text deviates from the output format of the SAT competitions in a
// way that a Reader accepts.
type Deviation struct {
	Name string // such as "second line s"
	Line int    // 1-based
}

// optimum is the name of a deviation that Deviations omits for a formula with soft clauses.
const optimum = "OPTIMUM FOUND without soft clauses"

// Deviations returns the first deviation of each name in the text read so far, for an answer to f. They
// are in the order in which the reader found them; a variable above f.Vars comes last. Several models and
// lines o are no deviations. If f.Soft is not nil, neither OPTIMUM FOUND nor a variable above f.Vars is a
// deviation, because a WCNF may have no header.
func (r *Reader) Deviations(f *dimacs.Formula) []Deviation {
	list := slices.Clone(r.in.deviations)
	if f.Soft != nil {
		return slices.DeleteFunc(list, func(d Deviation) bool { return d.Name == optimum })
	}
	if r.highest > f.Vars {
		list = append(list, Deviation{"variable above the header", r.highestLine})
	}
	return list
}

// deviate adds a deviation unless there is one of the same name. The line counts from 0.
func (in *input) deviate(name string, line int) {
	if !slices.ContainsFunc(in.deviations, func(d Deviation) bool { return d.Name == name }) {
		in.deviations = append(in.deviations, Deviation{name, line + 1})
	}
}

// checkForm adds the deviations in the form of the current line, whose first byte that is no blank is c,
// at pos, and counts it in r.statusLines if it is a line s. It finds blanks at the end except in comments,
// and in lines longer than lineMax.
func (r *Reader) checkForm(c byte) {
	in := &r.in
	if in.column+in.pos > 0 {
		in.deviate("blank at the beginning of a line", in.line)
	}
	if line := bytes.TrimSuffix(in.text, []byte("\r")); c != 'c' && (in.newline || in.atEnd) && lex.IsBlank(line[len(line)-1]) {
		in.deviate("blank at the end of a line", in.line)
	}
	isModel := c == '-' || c-'0' <= 9
	switch {
	case isModel:
		in.deviate("model line without v", in.line)
	case (c != 'c' && c != 's' && c != 'v' && c != 'o') || !in.word():
		in.deviate("line other than c, s and v", in.line)
	case c == 's':
		if r.statusLines++; r.statusLines > 1 {
			in.deviate("second line s", in.line)
		}
	}
	if rest := in.text[in.pos+1:]; (c == 's' || c == 'v') && in.word() && len(rest) > 1 && (rest[0] != ' ' || lex.IsBlank(rest[1])) {
		in.deviate("other than one blank after s or v", in.line)
	}
	if (isModel || c == 'v') && r.statusLines == 0 {
		in.deviate("model before the line s", in.line)
	}
}

// checkModel adds a deviation if the last model ended without a 0 and is no row. It sets r.highest and
// r.highestLine if the model has a larger variable than all before.
func (r *Reader) checkModel() {
	if line := r.in.line; !r.terminated {
		if r.in.column+r.in.pos == 0 {
			line--
		}
		r.in.deviate("model without a final 0", line)
	}
	highest := r.last
	if r.unordered {
		for _, l := range r.model {
			highest = max(highest, l.Var())
		}
	}
	if highest > r.highest {
		r.highest, r.highestLine = highest, r.in.line+1
	}
}
