package command

import (
	"io"
	"slices"
	"strconv"
	"time"

	"queens/cmd/internal/parts"
	"queens/dimacs"
	"queens/encode"
)

// A report prints answers. The search prints models and comments through the gate; what is said at
// the end, after the gate is shut, belongs to run.
type report struct {
	*settings
	*gate
	out      io.Writer
	w        *dimacs.ResultWriter // to out
	seal     *parts.Seal          // of the result of a part, which is out; else nil
	flushing *time.Timer          // from the first of several models on
	models   int64                // printed so far
	atLeast  dimacs.Count         // the number of models that a count has found so far
	lits     []dimacs.Lit
}

func newReport(out io.Writer, s *settings, g *gate) *report {
	r := &report{settings: s, gate: g, out: out}
	if s.part.K > 0 {
		r.seal = parts.NewSeal(out)
		r.out = r.seal
	}
	r.w = dimacs.NewResultWriter(r.out)
	return r
}

// flush writes out all that was reported. Nothing may be reported after it.
func (r *report) flush() error {
	if err := r.w.Flush(); err != nil || r.seal == nil {
		return err
	}
	return r.seal.End()
}

// comments prints comments.
func (r *report) comments(list []dimacs.Comment) {
	for _, c := range list {
		r.w.Comment(c.Key, c.Value)
	}
}

// boardComments returns what the comments of a queens instance say, and nothing
// that they do not, for the program that draws the board.
func boardComments(f *dimacs.Formula) []dimacs.Comment {
	in, err := encode.ParseComments(f.Comments)
	if err != nil || in.N == 0 {
		return nil // somebody else's comments
	}
	said := map[string]bool{}
	for _, c := range f.Comments {
		said[c.Key] = true
	}
	return slices.DeleteFunc(in.Comments(), func(c dimacs.Comment) bool { return !said[c.Key] })
}

// unknown reports that nothing is known.
func (r *report) unknown() int {
	r.w.Status(dimacs.Unknown)
	return 0
}

// unsatisfiable reports that there is no model, and which assumptions have failed.
func (r *report) unsatisfiable(found result) int {
	if r.assumes {
		text := []byte("failed ")
		for _, l := range found.Failed {
			text = append(strconv.AppendInt(text, int64(l), 10), ' ')
		}
		r.w.CommentText(string(text) + "0")
		if r.core && !found.Minimal {
			r.w.CommentText("core not minimal")
		}
	}
	r.tellVerified(found)
	r.w.Status(dimacs.Unsatisfiable)
	return exitUnsatisfiable
}

// tellVerified reports that the proof was verified, if it was.
func (r *report) tellVerified(found result) {
	if found.verified {
		r.w.CommentText("proof verified")
	}
}
