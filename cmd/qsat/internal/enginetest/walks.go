package enginetest

import "queens/cmd/qsat/internal/engine"

// EveryWalk calls walk once for every sequence of choices. It returns the expected numbers
// of nodes and models: the values that each walk adds to x, weighted by the probability of
// the walk.
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
