package dimacs

import "bytes"

// minisatStatus are the lines by which minisat says how it ended, on its output
// and in its result file.
var minisatStatus = []struct {
	line   string
	status Status
}{
	{"SAT", Satisfiable}, {"SATISFIABLE", Satisfiable},
	{"UNSAT", Unsatisfiable}, {"UNSATISFIABLE", Unsatisfiable},
	{"INDET", Unknown}, {"INDETERMINATE", Unknown}, {"UNKNOWN", Unknown},
	{"unknown", Unknown}, {"timeout", Unknown}, // z3
}

// minisatMessages begin the lines that minisat prints besides. They reach us
// when its result file is /dev/stdout. The frames of its tables begin with one
// of the first two.
var minisatMessages = []string{
	"|", "====",
	"WARNING: for repeatability", "Reading from standard input",
	"Solved by ", "*** INTERRUPTED ***",
	"restarts ", "conflicts ", "decisions ", "propagations ",
	"conflict literals ", "Memory used ", "CPU time ",
}

// otherLine reads a line that is none of the competition's, which has to be
// one of minisat's and ends a model that lacks its 0.
func (r *ResultReader) otherLine() (more bool, err error) {
	at := r.in.at(r.in.pos)
	text, whole, err := r.in.restOfLine()
	if err != nil {
		return false, err
	}
	for _, s := range minisatStatus {
		if whole && string(text) == s.line {
			r.setStatus(s.status)
			return !r.open, nil
		}
	}
	for _, m := range minisatMessages {
		if whole && len(text) >= len(m) && string(text[:len(m)]) == m {
			return !r.open, nil
		}
	}
	hint := ""
	if bytes.HasPrefix(text, []byte("p ")) {
		hint = "this is a formula; a solver has to read it first"
	}
	return false, r.in.errorAt(at, "the result of a solver", quote(text), hint)
}
