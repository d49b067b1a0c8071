package sat

import (
	"context"
	"io"
	"math/big"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Graph is a decision-DNNF: its nodes are decisions, and conjunctions of children without
// common variables. It has the same models as the problem, on the variables of the
// projection.
type Graph struct {
	graph   *dnnf.Graph
	weights *weighing
}

// Compile returns the decision-DNNF that the engine count builds for the problem.
// Options.Engine must be auto or count. Cubes and parts are errors.
func Compile(ctx context.Context, p Problem, o Options) (*Graph, error) {
	j, ctx, err := newJob(ctx, p, o)
	if err != nil {
		return nil, err
	}
	defer j.release()
	if err := j.prepareGraph(p); err != nil {
		return nil, public(err)
	}
	g, err := count.New().Compile(ctx, j.task.With(nil), nil)
	if err != nil {
		return nil, public(err)
	}
	return j.graph(g), nil
}

// prepareGraph sets the weights of the task for Compile and Certify. It returns the error of a
// problem or an engine that has no graph.
func (j *job) prepareGraph(p Problem) error {
	switch {
	case j.cubes != nil:
		return &ProblemError{Reason: "a formula with cubes cannot be compiled to a graph"}
	case j.engine.Name() != auto.Name && j.engine.Name() != count.Name:
		return &engine.DeclinedError{Engine: j.engine.Name(), Reason: "only the engine count makes a graph"}
	}
	return j.weigh(p)
}

// graph returns g with the weights of the task.
func (j *job) graph(g *dnnf.Graph) *Graph {
	return &Graph{g, newWeighing(j.task.Weights)}
}

// Count returns the number of models, or the sum of their weights, as the function Count
// does.
func (g *Graph) Count() dimacs.Count {
	if g.weights == nil {
		return g.graph.Count()
	}
	n := g.graph.Counts(g.weights.of)[g.graph.Root]
	answer := dimacs.Count{M: new(big.Int).Set(n), Shift: uint64(g.graph.Unnamed), Denominator: g.weights.denominator}
	named := g.graph.Named()
	for l := range g.weights.lits {
		if l > 0 && !named[l.Var()] {
			answer.Shift--
			answer.M.Mul(answer.M, new(big.Int).Add(g.weights.lits[l], g.weights.lits[-l]))
		}
	}
	return answer
}

// Nodes returns the number of nodes of the graph.
func (g *Graph) Nodes() int { return g.graph.Len() }

// WriteD4 writes the graph to w in the format of the compiler d4.
func (g *Graph) WriteD4(w io.Writer) error { return g.graph.WriteD4(w) }

// A weighing holds weights as integers over a common denominator.
type weighing struct {
	lits        map[dimacs.Lit]*big.Int
	denominator *big.Int
}

// newWeighing multiplies the weight of each literal by the denominators of both literals of
// its variable, so that all weights are integers. The common denominator is the product of
// these factors. It returns nil for nil.
func newWeighing(weights map[dimacs.Lit]*big.Rat) *weighing {
	if weights == nil {
		return nil
	}
	w := &weighing{map[dimacs.Lit]*big.Int{}, big.NewInt(1)}
	for l, weight := range weights {
		scale := new(big.Int).Mul(weight.Denom(), weights[-l].Denom())
		if l > 0 {
			w.denominator.Mul(w.denominator, scale)
		}
		w.lits[l] = scale.Mul(weight.Num(), scale)
		w.lits[l].Quo(w.lits[l], weight.Denom())
	}
	return w
}

// of returns the weight of a literal, or nil for weight 1.
func (w *weighing) of(l dimacs.Lit) *big.Int { return w.lits[l] }
