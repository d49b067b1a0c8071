package dimacs

import "slices"

// A Deviation is a place where a text deviates from the output format of the SAT competitions in a
// way that a ResultReader accepts.
type Deviation struct {
	Name string // such as "second line s"
	Line int    // 1-based
}

// Names of deviations.
const (
	crlf         = "line end CR LF"
	otherLine    = "line other than c, s and v"
	otherStatus  = "status other than SATISFIABLE, UNSATISFIABLE and UNKNOWN"
	secondStatus = "second line s"
	noStatus     = "model before the line s"
	bareModel    = "model line without v"
	noFinalZero  = "model without a final 0"
	aboveHeader  = "variable above the header"
	leadingBlank = "blank at the beginning of a line"
)

// Deviations returns the first deviation of each name in the text read so far, in the order in which
// the reader found them. The formula has vars variables. An enumeration may have several models.
// Lines o and OPTIMUM FOUND, the format of the MaxSAT Evaluations, are no deviations.
func (r *ResultReader) Deviations(vars int) []Deviation {
	list := slices.Clone(r.in.deviations)
	if r.highest > vars {
		list = append(list, Deviation{aboveHeader, r.highestLine})
	}
	return list
}

// deviate adds a deviation unless there is one of the same name. Lines count from 0.
func (in *resultInput) deviate(name string, line int) {
	if !slices.ContainsFunc(in.deviations, func(d Deviation) bool { return d.Name == name }) {
		in.deviations = append(in.deviations, Deviation{name, line + 1})
	}
}

// checkForm adds the deviations of a line that begins with c.
func (r *ResultReader) checkForm(c byte) {
	if r.in.column+r.in.pos > 0 {
		r.in.deviate(leadingBlank, r.in.line)
	}
	isModel := c == '-' || c-'0' <= 9
	switch {
	case isModel:
		r.in.deviate(bareModel, r.in.line)
	case (c != 'c' && c != 's' && c != 'v' && c != 'o') || !r.in.word():
		r.in.deviate(otherLine, r.in.line)
	case c == 's':
		if r.statusLines++; r.statusLines > 1 {
			r.in.deviate(secondStatus, r.in.line)
		}
	}
	if (isModel || c == 'v') && r.statusLines == 0 {
		r.in.deviate(noStatus, r.in.line)
	}
}

// checkModel adds the deviations of the model that has ended.
func (r *ResultReader) checkModel() {
	if line := r.in.line; !r.terminated {
		if r.in.column+r.in.pos == 0 {
			line--
		}
		r.in.deviate(noFinalZero, line)
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
