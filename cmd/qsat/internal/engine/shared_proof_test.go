package engine_test

import (
	"bytes"
	"context"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/proof"
)

type lits = []dimacs.Lit

// A prover writes lines after the empty clause.
type prover struct{}

func (prover) Name() string { return "prover" }

func (prover) Solve(_ context.Context, t *engine.Task) (engine.Answer, error) {
	t.Proof.Add(lits{1, 2})
	t.Proof.Delete(nil)
	t.Proof.Add(nil)
	t.Proof.Add(lits{7})
	t.Proof.Delete(lits{1, 2})
	t.Proof.Add(nil)
	return engine.Answer{}, nil
}

// TestProofEnds checks that Solve drops the lines after the empty clause, and that the deletion of
// an empty clause does not end the proof.
func TestProofEnds(t *testing.T) {
	var b bytes.Buffer
	w := proof.NewWriter(&b, false)
	if _, err := engine.Solve(t.Context(), prover{}, &engine.Task{Formula: formula(2), Proof: w}); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	if got, want := b.String(), "1 2 0\nd 0\n0\n"; got != want {
		t.Errorf("written %q, want %q", got, want)
	}
}

// TestProofShare checks that deletions of clauses of the formula are dropped, and that a
// clause the engine added can be deleted as often as it was added.
func TestProofShare(t *testing.T) {
	var b bytes.Buffer
	w := proof.NewWriter(&b, false)
	p := engine.NewProofShare(w)
	for _, c := range []lits{{1, 2, 3}, {4, -5}, {4, -5}, {-4, 5}} {
		p.Add(c)
	}
	for _, c := range []lits{{3, 1, 2}, {1, 2, 3}, {-5, 4}, {4, 5}, {-5, 4}, {-5, 4}} {
		p.Delete(c)
	}
	w.Flush()
	want := "1 2 3 0\n4 -5 0\n4 -5 0\n-4 5 0\nd 3 1 2 0\nd -5 4 0\nd -5 4 0\n"
	if got := b.String(); got != want {
		t.Errorf("written %q, want %q", got, want)
	}
}
