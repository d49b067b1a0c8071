package enginetest

import (
	"math"
	"testing"

	"queens/cmd/qsat/internal/engine"
)

// CheckEstimate fails the test unless the true number of models is in the interval of the estimate of e,
// widened by half. If nodes, the true number of nodes, is positive, it must be in its interval, too. The
// estimate must have a model and a time per node. The engine must be an Estimator and a Counter. Messages
// begin with name. The seed of the task determines the estimate.
func CheckEstimate(t testing.TB, name string, e engine.Engine, task *engine.Task, nodes float64) {
	t.Helper()
	want, err := engine.CountModels(t.Context(), e, task)
	if err != nil {
		t.Fatal(name, err)
	}
	x, err := engine.EstimateCount(t.Context(), e, task)
	if err != nil {
		t.Fatal(name, err)
	}
	check := func(what string, m engine.Mean, shift uint64, want float64) {
		mean, _ := m.Value().Float64()
		off, _ := m.Off().Float64()
		if scale := math.Ldexp(1, int(shift)); math.Abs(mean*scale-want) > 1.5*off*scale+1e-9*want {
			t.Errorf("%s: %v +- %v %s, want %v", name, mean*scale, off*scale, what, want)
		}
	}
	exact, _ := want.Rat().Float64()
	check("models", x.Models, x.Shift, exact)
	if nodes > 0 {
		check("nodes", x.Nodes, 0, nodes)
	}
	if x.Model == nil || x.NodeSeconds() <= 0 {
		t.Errorf("%s: model %v, %v seconds a node", name, x.Model, x.NodeSeconds())
	}
}

// EveryWalk calls walk once for every sequence of choices, with a new Estimate. It returns the expected
// numbers of nodes and models: the sums of the values that each walk adds to x, weighted by the
// probability of the walk. It stops at the first error of walk and returns it.
func EveryWalk(walk func(x *engine.Estimate, choose func(n int) int) (int64, error)) (nodes, models float64, err error) {
	type branch struct{ k, n int }
	for path, more := []branch(nil), true; more && err == nil; {
		x, depth, probability := &engine.Estimate{}, 0, 1.0
		_, err = walk(x, func(n int) int {
			if depth == len(path) {
				path = append(path, branch{0, n})
			}
			probability /= float64(n)
			depth++
			return path[depth-1].k
		})
		n, _ := x.Nodes.Value().Float64()
		m, _ := x.Models.Value().Float64()
		nodes, models = nodes+n*probability, models+m*probability
		for len(path) > 0 && path[len(path)-1].k == path[len(path)-1].n-1 {
			path = path[:len(path)-1]
		}
		if more = len(path) > 0; more {
			path[len(path)-1].k++
		}
	}
	return nodes, models, err
}
