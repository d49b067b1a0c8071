package cdcl

import (
	"context"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// An interrupted is an engine that pauses after a number of ticks. Then another method
// refutes the formula, writes that to the proof, and ends the search.
type interrupted struct{ ticks int64 }

func (interrupted) Name() string { return Name }

func (e interrupted) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	refuted := false
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	t.Pause = func(ticks int64) int64 {
		if !refuted && ticks >= e.ticks {
			refuted, err = true, t.Proof.Add(nil)
			stop()
		}
		return e.ticks
	}
	if a, learned := (&Engine{options: hasty()}).Solve(ctx, t); !refuted {
		return a, learned
	}
	return engine.Answer{}, err
}

// TestInterruptedProof checks that nothing follows the empty clause in a proof that
// another method ends, whether the search pauses in a walk, in a vivification or between
// conflicts.
func TestInterruptedProof(t *testing.T) {
	f := formulas.Pigeonhole(6, 5)
	for ticks := int64(0); ticks < 20_000; ticks += 100 {
		task, proof := enginetest.Task(f), &ending{}
		task.Proof = proof
		if a, err := engine.Solve(t.Context(), interrupted{ticks}, task); a.Model != nil || err != nil {
			t.Fatalf("%d ticks: model %v, %v", ticks, a.Model != nil, err)
		}
		if proof.ended != 1 {
			t.Errorf("%d ticks: the proof has %d lines from the empty clause on", ticks, proof.ended)
		}
	}
}

// An ending is a proof that counts the lines from the empty clause on.
type ending struct{ ended int }

func (e *ending) Add(clause []dimacs.Lit) error { return e.count(len(clause) == 0) }

func (e *ending) Delete([]dimacs.Lit) error { return e.count(false) }

func (e *ending) count(ends bool) error {
	if ends || e.ended > 0 {
		e.ended++
	}
	return nil
}
