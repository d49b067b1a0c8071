package cdcl

import (
	"context"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// interrupted is the engine that is interrupted after so many ticks, and whose interrupter then
// refutes the formula and writes that to the proof.
type interrupted struct{ ticks int64 }

func (interrupted) Name() string { return Name }

func (e interrupted) Solve(ctx context.Context, t *engine.Task) (a engine.Answer, err error) {
	refuted := false
	o := hasty()
	o.interruptTicks, o.interrupt = e.ticks, func(int64) bool {
		refuted, err = true, t.Proof.Add(nil)
		return true
	}
	if a, learned := (&Engine{o}).Solve(ctx, t); !refuted {
		return a, learned
	}
	return engine.Answer{}, err
}

// Nothing follows the empty clause in a proof that another method ends while the search is
// interrupted: in a walk, in a vivification or between two conflicts.
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

// An ending counts the lines of a proof from the empty clause on.
type ending struct{ ended int }

func (e *ending) Add(clause []dimacs.Lit) error { return e.count(len(clause) == 0) }

func (e *ending) Delete([]dimacs.Lit) error { return e.count(false) }

func (e *ending) count(ends bool) error {
	if ends || e.ended > 0 {
		e.ended++
	}
	return nil
}
