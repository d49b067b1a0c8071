package enginetest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"queens/cmd/internal/drat"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Proof is an engine.Proof that keeps its lines. The zero value is empty.
type Proof struct{ lines []line }

type line struct {
	delete bool
	clause []dimacs.Lit
}

// Add keeps a copy of a clause that was derived.
func (p *Proof) Add(clause []dimacs.Lit) error {
	p.lines = append(p.lines, line{false, slices.Clone(clause)})
	return nil
}

// Delete keeps a copy of a clause that is no longer needed.
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

// CheckProof fails the test unless the proof refutes the formula, as checkRefuted
// says.
func CheckProof(t testing.TB, f *dimacs.Formula, p *Proof) {
	t.Helper()
	if err := p.checkRefuted(f, true); err != nil {
		t.Errorf("proof of %d lines: %v", p.Len(), err)
	}
}

// Refuted returns the proof that an engine writes of a formula without a model, and fails the
// test unless that is one.
func Refuted(t testing.TB, e engine.Engine, task *engine.Task) *Proof {
	t.Helper()
	p := &Proof{}
	if a, err := engine.Solve(t.Context(), e, task.With(p)); a.Model != nil || err != nil {
		t.Fatalf("a model: %v, error %v", a.Model != nil, err)
	}
	CheckProof(t, task.Formula, p)
	return p
}

// CheckDerivation fails the test unless each clause of the proof follows like that;
// the last one need not be empty.
func CheckDerivation(t testing.TB, f *dimacs.Formula, p *Proof) {
	t.Helper()
	if _, err := p.Check(f); err != nil {
		t.Errorf("proof of %d lines: %v", p.Len(), err)
	}
}

// Check checks every line, a clause that follows from the formula and the clauses
// before it by reverse unit propagation or defines a new variable, or the deletion of
// one that is there, and reports whether the empty clause was derived, after which
// nothing may follow.
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

// text returns the proof in one of the forms of DRAT.
func (p *Proof) text(binary bool) *bytes.Buffer {
	var b bytes.Buffer
	w := dimacs.NewProofWriter(&b, binary)
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

// checkRefuted returns an error if a line is wrong, or the empty clause is not
// derived where it has to be, or is where it must not.
func (p *Proof) checkRefuted(f *dimacs.Formula, want bool) error {
	refuted, err := p.Check(f)
	if err == nil && refuted != want {
		err = fmt.Errorf("it derives the empty clause: %v, want %v", refuted, want)
	}
	return err
}
