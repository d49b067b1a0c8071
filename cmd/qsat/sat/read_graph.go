package sat

import (
	"context"
	"errors"
	"io"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dnnf"
	"queens/dimacs"
)

// ReadGraph reads the graph of a formula in the format of d4, c2d or dsharp; Graph.WriteD4 writes
// d4's format. It is an error with the position or the number of a node if the graph is not a
// decision-DNNF: a node with two edges must have a literal and its complement on them, and the
// children of a conjunction must share no variables.
//
// If f is not nil, the Graph has the variables, the projection and the weights of f. Without a
// projection, its methods Models and Sample check each model by the clauses of f. Only Certify
// finds out whether the graph is equivalent to f. If f is nil, the text gives the number of
// variables. The name is for messages.
func ReadGraph(ctx context.Context, r io.Reader, name string, f *dimacs.Formula) (*Graph, error) {
	vars := -1
	if f != nil {
		vars = f.Vars
	}
	s, err := dnnf.Read(r, name, vars)
	if err != nil {
		return nil, err
	}
	if f == nil {
		f = &dimacs.Formula{Vars: s.Vars}
	}
	if f.Projection != nil {
		if _, err := s.Graph(ctx, dnnf.Restriction{Size: s.Vars}); err != nil { // checks the other variables, too
			return nil, err
		}
	}
	return restrict(ctx, s, Problem{Formula: f})
}

// Restrict returns the graph of the models of g in which the literals of assume are true. Models
// differ on the variables of project; nil means the projection of g. If there are no assumptions either,
// it returns g. A variable that the formula
// does not have is a *ProblemError. It is an error if a node of the graph decides a variable that
// is not in project, because two models that agree on project may then count twice.
func (g *Graph) Restrict(ctx context.Context, project []int, assume ...dimacs.Lit) (*Graph, error) {
	if project == nil {
		project = g.task.Project
		if len(assume) == 0 {
			return g, nil
		}
	}
	s, err := g.source()
	if err != nil {
		return nil, err
	}
	return restrict(ctx, s, Problem{g.task.Formula, append(slices.Clip(g.task.Assume), assume...), project})
}

// restrict returns the graph of s under the assumptions and on the projection of p, with the
// weights of p. The errors are *ProblemErrors and those of Source.Graph.
func restrict(ctx context.Context, s *dnnf.Source, p Problem) (*Graph, error) {
	j, _, err := newJob(ctx, p, Options{})
	if err == nil {
		err = j.prepareGraph(p)
	}
	if err != nil {
		return nil, public(err)
	}
	g := j.graph(nil)
	g.source = func() (*dnnf.Source, error) { return s, nil }
	g.graph, err = g.restrict(ctx, j.task, nil)
	return g, err
}

// Certify writes a certificate in the format CPOG to w: the graph, and a proof that it is
// equivalent to the formula. If Certify finds no proof, because the graph is wrong, the error names
// the root or a node with its number in the text of ReadGraph. A graph under assumptions, on a
// projection, or of more than dimacs.MaxVar/2 variables is a *ProblemError.
//
// The function Certify takes less time, because it knows how the graph was found.
func (g *Graph) Certify(ctx context.Context, w io.Writer) error {
	if err := certifiable(Problem{Formula: g.task.Formula, Assume: g.task.Assume}); err != nil {
		return err
	}
	if g.task.Project != nil {
		return &ProblemError{Reason: "a certificate of a graph needs a formula without projection"}
	}
	var refutation derivation
	if g.graph.Root == dnnf.False {
		a, err := Solve(ctx, Problem{Formula: g.task.Formula}, Options{Engine: cdcl.Name, Proof: &refutation})
		if a.Model != nil {
			err = errors.New("the root of the graph is wrong: it has no model, but the formula has one")
		}
		if err != nil {
			return err
		}
	}
	return dnnf.Certify(ctx, g.graph, g.task.Formula, g.task.IsProjected, refutation, w)
}

// Vars returns the number of variables of the formula. The projection may have fewer.
func (g *Graph) Vars() int { return g.graph.Vars }
