package enginetest

import (
	"context"
	"math/big"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// The reference agrees with brute force.
func TestReference(t *testing.T) {
	compared := 0
	for i := range 1000 {
		p := sampleProblem(i)
		want, ok := p.models(mostStructuredModels)
		if !ok || p.task.Formula.Vars > 20 {
			continue
		}
		compared++
		s := &structured{task: p.task}
		if !s.solve() || len(s.models) != want {
			t.Errorf("%d models, want %d\n%v", len(s.models), want, p)
		}
	}
	if compared < 500 {
		t.Errorf("%d compared", compared)
	}
}

// reciter is an engine that answers with a reference, and a defect of choice.
type reciter struct{ defect defect }

// all returns the models of a task, one for each projection.
func (c reciter) all(t *engine.Task) []*dimacs.Assignment {
	u := *t
	if c.defect == forgetsAssumptions {
		u.Assume = nil
	}
	if c.defect == forgetsProjection {
		u.Project = nil
	}
	s := &structured{task: &u, models: map[string]bool{}}
	var list []*dimacs.Assignment
	s.visit(func(a *dimacs.Assignment) bool {
		if k := s.key(a.Value); !s.models[k] {
			s.models[k] = true
			list = append(list, a)
		}
		return len(list) <= 2*mostStructuredModels
	})
	return list
}

func (c reciter) Solve(_ context.Context, t *engine.Task) (a engine.Answer, err error) {
	list := c.all(t)
	switch {
	case c.defect == declines:
		return a, errDeclined
	case len(list) == 0 && t.Proof != nil:
		return a, errDeclined
	case len(list) == 0 && c.defect == alwaysSatisfiable:
		return engine.Answer{Model: &dimacs.Assignment{}}, nil
	case len(list) == 0:
		return a, nil
	case c.defect == wrongModel:
		return engine.Answer{Model: &dimacs.Assignment{}}, nil
	case c.defect == dependsOnThreads:
		return engine.Answer{Model: list[t.Threads%len(list)]}, nil
	}
	return engine.Answer{Model: list[0]}, nil
}

func (c reciter) Enumerate(_ context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	for i, a := range c.all(t) {
		switch {
		case c.defect == losesModel && i == 1:
			continue
		case c.defect == repeatsModel && i == 1:
			found(a)
		case c.defect == wrongModel:
			a = &dimacs.Assignment{}
		}
		if err := found(a); err != nil {
			return err
		}
	}
	return nil
}

func (reciter) Name() string { return "reciter" }

func (c reciter) Count(_ context.Context, t *engine.Task) (dimacs.Count, error) {
	n := len(c.all(t))
	if c.defect == miscounts && t.Threads > 1 {
		n++
	}
	return dimacs.Count{M: big.NewInt(int64(n))}, nil
}

func TestStructuredFindDefects(t *testing.T) {
	first := func(e engine.Engine) error {
		for i := range 9 {
			if err := structuredProblem(i).check(context.Background(), e, newCalls()); err != nil {
				return err
			}
		}
		return nil
	}
	for _, d := range []defect{alwaysSatisfiable, wrongModel, dependsOnThreads, forgetsAssumptions, forgetsProjection, losesModel, repeatsModel, miscounts} {
		if err := first(reciter{d}); err == nil {
			t.Errorf("defect %d not found", d)
		}
	}
	if err := first(reciter{}); err != nil {
		t.Errorf("without a defect: %v", err)
	}
}
