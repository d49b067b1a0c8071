package cover

import (
	"math"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// everyWalk returns the means over all walks from the root of an instance, with a kernel of at
// most limit nodes.
func everyWalk(t *testing.T, in *instance, limit uint64) (nodes, models float64) {
	t.Helper()
	w := &traversal{problem: &problem{in: in}, ctx: t.Context(), subtrees: []subtree{{node: in.root(), weight: 1}}}
	b := &prober{traversal: w, search: newSearch(in, never), at: in.newNode(), limit: limit}
	nodes, models, err := enginetest.EveryWalk(func(x *engine.Estimate, choose func(int) int) (int64, error) {
		b.x, x.Model = x, &dimacs.Assignment{} // so no model is searched
		return b.walk(choose)
	})
	if err != nil {
		t.Fatal(err)
	}
	return nodes, models
}

func differ(a, b float64) bool { return math.Abs(a-b) > 1e-9*max(a, b) }

// The mean over all walks is the number of solutions for any kernel limit, and the number of
// nodes if the kernel counts whenever it can.
func TestEveryWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 200 {
		in := randomInstance(t, r, 1+r.IntN(8))
		want := float64(len(solutions(in)))
		for _, limit := range []uint64{0, 1, 2, 4} {
			if _, got := everyWalk(t, in, limit); differ(got, want) {
				t.Errorf("instance %d, limit %d: %v solutions, want %v", i, limit, got, want)
			}
		}
	}
	for _, board := range []encode.Instance{{N: 9}, {N: 11, Variant: board.Torus}} {
		p := problemOf(t, taskOf(t, board))
		s := searched(t, p.in)
		nodes, models := everyWalk(t, p.in, 0)
		if differ(nodes, float64(s.kernel.nodes)) || differ(models, float64(s.total.Int64())) {
			t.Errorf("N=%d: %v nodes, %v models; want %d, %v", board.N, nodes, models, s.kernel.nodes, &s.total)
		}
	}
}

// With these seeds the intervals contain the true numbers of models and nodes, with symmetries
// and with unconstrained options.
func TestEstimateCount(t *testing.T) {
	loose := looseChoice(66, 3)
	loose.Vars += 2
	for name, f := range map[string]*dimacs.Formula{
		"8": enginetest.Formula(t, encode.Instance{N: 8}), "11": enginetest.Formula(t, encode.Instance{N: 11}),
		"sequential 10": enginetest.Formula(t, encode.Instance{N: 10, Encoding: "sequential"}),
		"torus":         enginetest.Formula(t, encode.Instance{N: 13, Variant: board.Torus}),
		"rooks":         rooks(7, 7), "loose": loose,
	} {
		task := enginetest.Task(f)
		if board := 100; name == "sequential 10" {
			for v := range board {
				task.Project = append(task.Project, v+1)
			}
		}
		task.Stats = &engine.Stats{}
		if _, err := New().Count(t.Context(), task); err != nil {
			t.Fatal(name, err)
		}
		enginetest.CheckEstimate(t, name, New(), task, float64(task.Stats.Work()[0].Decisions))
	}
}
