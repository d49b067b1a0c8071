package cover

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// taskOf returns a task to count the boards of an instance.
func taskOf(t testing.TB, in encode.Instance) *engine.Task {
	t.Helper()
	f := enginetest.Formula(t, in)
	return &engine.Task{Formula: f, Project: f.Projection, Threads: 2, Stats: &engine.Stats{}}
}

// problemOf returns the problem of all models of a task.
func problemOf(t *testing.T, task *engine.Task) *problem {
	t.Helper()
	p, err := newProblem(t.Context(), task, allModels)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// searched returns a search that has found all solutions of an instance.
func searched(t *testing.T, in *instance) *search {
	t.Helper()
	s := newSearch(in, never)
	if err := s.below(in.root()); err != nil {
		t.Fatal(err)
	}
	return s
}

// boards is indexed by N: the number of solutions of the N queens problem.
var boards = []int64{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680}

func TestCountBoards(t *testing.T) {
	for _, encoding := range atmostone.All() {
		for _, minimal := range []bool{false, true} {
			for n := 1; n < len(boards); n++ {
				in := encode.Instance{N: n, Encoding: encoding.Name, Minimal: minimal}
				task := taskOf(t, in)
				got, err := New().Count(t.Context(), task)
				if err != nil || got.Int().Int64() != boards[n] {
					t.Errorf("%s, minimal %t, N=%d: %v, %v, want %d", encoding.Name, minimal, n, got.Int(), err, boards[n])
				}
			}
		}
	}
}

// Under a projection, a forced option is chosen first, in the projection or not. Otherwise
// boards with fewer queens than rows take 18 times the nodes.
func TestForcedOptions(t *testing.T) {
	queens := 7
	task := taskOf(t, encode.Instance{N: 8, Queens: &queens})
	got, err := New().Count(t.Context(), task)
	if nodes := task.Stats.Work()[0].Decisions; err != nil || got.Int().Int64() != 3192 || nodes > 30_000 {
		t.Errorf("%v boards, %v, %d nodes", got.Int(), err, nodes)
	}
}

// A count reports progress, up to the whole tree and all models.
func TestProgress(t *testing.T) {
	var percent float64
	var last string
	calls := 0
	task := taskOf(t, encode.Instance{N: 11})
	task.Progress = func(text func() string) {
		before := percent
		last = text()
		if n, err := fmt.Sscanf(last, "%f %% of the search closed", &percent); n != 1 || percent < before {
			t.Errorf("%q, %v, after %.1f %%", last, err, before)
		}
		calls++
	}
	if _, err := New().Count(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	if calls < 20 || last != "100.0 % of the search closed, 2680 models, about 0s left" {
		t.Errorf("%d calls, at the end %q", calls, last)
	}
}

// The refutation of a board is a valid proof, with and without auxiliary variables.
func TestProofOfTorus(t *testing.T) {
	for _, encoding := range atmostone.All() {
		enginetest.Refuted(t, New(), taskOf(t, encode.Instance{N: 6, Variant: board.Torus, Encoding: encoding.Name}))
	}
}

// Auxiliary variables that exclude each other but occur in no clause that offers a choice are
// no options. The commanders of 16 squares look like options.
func TestAuxiliaryLikeChoices(t *testing.T) {
	for _, encoding := range atmostone.All() {
		task := taskOf(t, encode.Instance{N: 16, Variant: board.Torus, Encoding: encoding.Name})
		if _, err := (&Engine{Limit: 1}).Solve(t.Context(), task); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: error %v, want ErrLimit", encoding.Name, err)
		}
	}
}

// A search that makes progress passes its trial and goes on with all threads. One that does not make
// progress ends with ErrLimit at the same node, whatever the number of threads.
func TestTrial(t *testing.T) {
	for _, threads := range []int{1, 3} {
		passed := 0
		e := &Engine{Trial: 1 << 18, Passed: func() { passed++ }}
		task := taskOf(t, encode.Instance{N: 15, Variant: board.Torus})
		task.Threads = threads
		if a, err := e.Solve(t.Context(), task); a.Model != nil || err != nil || passed != 1 {
			t.Errorf("torus, %d threads: model %v, error %v, passed %d times", threads, a.Model != nil, err, passed)
		}
	}
	var nodes []int64
	for _, threads := range []int{1, 3} {
		task := taskOf(t, encode.Instance{N: 33, Variant: board.Torus})
		task.Threads = threads
		_, err := (&Engine{Trial: 1 << 20}).Solve(t.Context(), task)
		nodes = append(nodes, task.Stats.Work()[0].Decisions)
		if !errors.Is(err, ErrLimit) || nodes[0] != nodes[len(nodes)-1] {
			t.Errorf("large torus, %d threads: %v after %d nodes", threads, err, nodes)
		}
	}
}

// A count passes its trial, or ends with ErrLimit if it makes no progress. Under a projection it always
// ends.
func TestCountTrial(t *testing.T) {
	for _, test := range []struct {
		name   string
		in     encode.Instance
		trial  uint64
		choose bool // project on the first row
		want   error
	}{
		{"progress", encode.Instance{N: 12}, 1 << 20, false, nil},
		{"no progress", encode.Instance{N: 20}, 1 << 18, false, ErrLimit},
		{"projection", encode.Instance{N: 12}, 1, true, ErrLimit},
	} {
		for _, threads := range []int{1, 3} {
			task := taskOf(t, test.in)
			if task.Threads = threads; test.choose {
				task.Project = []int{1, 2, 3}
			}
			n, err := (&Engine{Trial: test.trial}).Count(t.Context(), task)
			if !errors.Is(err, test.want) || err == nil && n.Int().Int64() != 14200 {
				t.Errorf("%s, %d threads: %v models, error %v, want %v", test.name, threads, n.Int(), err, test.want)
			}
		}
	}
}

// A stopped count returns a lower bound and the cause.
func TestCountStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	task := taskOf(t, encode.Instance{N: 13})
	task.Progress = func(text func() string) {
		if !strings.Contains(text(), " 0 models") {
			cancel()
		}
	}
	n, err := New().Count(ctx, task)
	if !errors.Is(err, context.Canceled) || n.M.Sign() == 0 || n.M.Int64() >= 73712 {
		t.Errorf("%v models, %v", n.M, err)
	}
}
