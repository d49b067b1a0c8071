package command

import (
	"io"
	"slices"
	"strconv"
	"time"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
)

// A report prints the answer. The search prints models and comments through the gate. After
// the gate is shut, only run prints.
type report struct {
	*settings
	*gate
	out      io.Writer
	w        answers.Writer // writes to out
	seal     *parts.Seal    // the seal of the result of a part, which is out; nil without --part or with --json
	flushing *time.Timer    // nil before the first of several models or literals
	models   int64          // the number of models printed so far
	atLeast  dimacs.Count   // the number of models that a count has found so far
	best     sat.Optimum    // the best model so far of a formula with soft clauses
	optimal  bool           // the status is OPTIMUM FOUND, and was printed
	refuted  bool           // a subset of --mus --all was printed
	lits     []dimacs.Lit
	named    map[int]string // indexed by variable: its first name
}

func newReport(out io.Writer, s *settings, g *gate) *report {
	r := &report{settings: s, gate: g, out: out, named: map[int]string{}}
	if s.part.K > 0 && !s.json {
		r.seal = parts.NewSeal(out)
		r.out = r.seal
	}
	if r.w = answers.NewText(r.out); s.json {
		r.w = answers.NewJSON(r.out, s.lists)
	}
	return r
}

// flush completes the answer, and ends the seal. Nothing may be reported
// after it.
func (r *report) flush() error {
	if err := r.w.End(); err != nil || r.seal == nil {
		return err
	}
	return r.seal.End()
}

// comments prints a list of comments.
func (r *report) comments(list []dimacs.Comment) {
	for _, c := range list {
		r.w.Comment(c.Key, c.Value)
	}
}

// boardComments returns the comments of a queens instance that a program needs to draw the
// board. They are the comments of f that have keys of package encode. It returns nil if the
// comments are not about a board.
func boardComments(f *dimacs.Formula) []dimacs.Comment {
	in, err := encode.ParseComments(f.Comments)
	if err != nil || in.N == 0 {
		return nil // other comments
	}
	given := map[string]bool{}
	for _, c := range f.Comments {
		given[c.Key] = true
	}
	return slices.DeleteFunc(in.Comments(), func(c dimacs.Comment) bool { return !given[c.Key] })
}

// unknown reports the status UNKNOWN, and returns the exit code 0.
func (r *report) unknown() int {
	r.status(dimacs.Unknown)
	return 0
}

// status reports a status, unless the status is that there is an optimum.
func (r *report) status(s dimacs.Status) {
	if !r.optimal {
		r.w.Status(s)
	}
}

// unsatisfiable reports that there is no model, with the failed assumptions if there are
// assumptions. It returns the exit code.
func (r *report) unsatisfiable(found result) int {
	if r.assumes {
		text := []byte("failed ")
		for _, l := range found.Failed {
			r.name(l)
			text = append(strconv.AppendInt(text, int64(l), 10), ' ')
		}
		r.w.Remark(string(text)+"0", "failed", append([]dimacs.Lit{}, found.Failed...))
		if r.core && !found.Minimal {
			r.w.Remark("core not minimal", "core_not_minimal", true)
		}
	}
	r.tellVerified(found)
	r.w.Status(dimacs.Unsatisfiable)
	return program.ExitUnsatisfiable
}

// tellVerified reports that the proof was verified, if it was.
func (r *report) tellVerified(found result) {
	if found.verified {
		r.w.Remark("proof verified", "proof_verified", true)
	}
}
