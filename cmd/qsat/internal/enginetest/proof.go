package enginetest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// A Proof is an engine.Proof that keeps its lines. The zero value is empty.
type Proof struct{ lines []line }

type line struct {
	delete bool
	clause []dimacs.Lit
}

// Add keeps a copy of the clause.
func (p *Proof) Add(clause []dimacs.Lit) error {
	p.lines = append(p.lines, line{false, slices.Clone(clause)})
	return nil
}

// Delete keeps a copy of the deletion.
func (p *Proof) Delete(clause []dimacs.Lit) error {
	p.lines = append(p.lines, line{true, slices.Clone(clause)})
	return nil
}

// A FullDisk is an engine.Proof that fails at every line.
type FullDisk struct{ Err error }

func (f FullDisk) Add([]dimacs.Lit) error    { return f.Err }
func (f FullDisk) Delete([]dimacs.Lit) error { return f.Err }

// Len returns the number of lines.
func (p *Proof) Len() int { return len(p.lines) }

// CheckProof fails the test unless the proof derives the empty clause from f; see Check.
func CheckProof(t testing.TB, f *dimacs.Formula, p *Proof) {
	t.Helper()
	if err := p.checkRefuted(f, true); err != nil {
		t.Errorf("proof of %d lines: %v", p.Len(), err)
	}
}

// Refuted returns the proof that e writes for a task without a model. It ends the test if e finds a
// model or returns an error, and fails the test if the proof is wrong. The task must have no assumptions.
func Refuted(t testing.TB, e engine.Engine, task *engine.Task) *Proof {
	t.Helper()
	p := &Proof{}
	if a, err := engine.Solve(t.Context(), e, task.With(p)); a.Model != nil || err != nil {
		t.Fatalf("a model: %v, error %v", a.Model != nil, err)
	}
	CheckProof(t, task.Formula, p)
	return p
}

// CheckDerivation fails the test unless every line of the proof is correct; see Check. The
// last line need not be the empty clause.
func CheckDerivation(t testing.TB, f *dimacs.Formula, p *Proof) {
	t.Helper()
	if _, err := p.Check(f); err != nil {
		t.Errorf("proof of %d lines: %v", p.Len(), err)
	}
}

// Check reports whether the proof derives the empty clause, or returns an error for a wrong line. A line
// must add a clause that follows by reverse unit propagation from the formula and the clauses so far, add
// a clause of the definition of a new variable, or delete a clause that is there. No line may follow the
// empty clause.
func (p *Proof) Check(f *dimacs.Formula) (refuted bool, err error) {
	for i, l := range p.lines {
		if refuted {
			return false, fmt.Errorf("line %d, %v, follows the empty clause", i+1, l.clause)
		}
		refuted = len(l.clause) == 0 && !l.delete
	}
	if _, err := drat.Check(context.Background(), f, p.text(true), drat.Options{Name: "proof", Strict: true}); err != nil {
		return false, err
	}
	return refuted, nil
}

// text returns the proof in DRAT, in the binary form if binary is true.
func (p *Proof) text(binary bool) *bytes.Buffer {
	var b bytes.Buffer
	w := proof.NewWriter(&b, binary)
	for _, l := range p.lines {
		if l.delete {
			w.Delete(l.clause)
		} else {
			w.Add(l.clause)
		}
	}
	w.Flush()
	return &b
}

// checkRefuted returns an error if a line is wrong, or if want does not say whether the proof derives the
// empty clause.
func (p *Proof) checkRefuted(f *dimacs.Formula, want bool) error {
	refuted, err := p.Check(f)
	if err == nil && refuted != want {
		err = fmt.Errorf("it derives the empty clause: %v, want %v", refuted, want)
	}
	return err
}

// CheckAccepted fails the test if the checker rejected an argument. A wrong argument is a
// fault of the search that made it, even if the answer is right.
func CheckAccepted(t testing.TB, stats *engine.Stats) {
	t.Helper()
	for _, w := range stats.Work() {
		if w.Rejected > 0 {
			t.Errorf("%s: %d arguments were rejected", w.Engine, w.Rejected)
		}
	}
}
