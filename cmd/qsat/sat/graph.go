package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
	"strings"
	"sync"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Graph is a decision-DNNF: its nodes are decisions, and conjunctions of children without
// common variables. Its variables are the variables of the projection. A graph of Compile or Certify has
// the same models as the problem; a graph of ReadGraph may be wrong. Methods may be called at the same
// time.
//
// Assumptions are literals of variables of the graph; see Check.
type Graph struct {
	graph     *dnnf.Graph
	source    func() (*dnnf.Source, error) // graph in the order of its text, for restrict
	task      *engine.Task                 // the formula, the assumptions, the projection and the weights
	weight    func(dimacs.Lit) *big.Int    // returns the weight times a factor of the variable, or nil for weight 1; nil without weights
	evaluator func() *dnnf.Evaluator       // returns the evaluator, which divides its results by these factors
}

// Compile returns the decision-DNNF that the engine count builds for the problem.
// Options.Engine must be auto or count. Cubes and parts are errors.
func Compile(ctx context.Context, p Problem, o Options) (*Graph, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*Graph, error) {
		if err := j.prepareGraph(p); err != nil {
			return nil, err
		}
		g, err := count.New().Compile(ctx, unprojected(j.task), false) // the only engine that makes graphs
		if err != nil {
			return nil, err
		}
		return j.graph(g), nil
	})
}

// prepareGraph sets the weights of the task, as weigh does. It returns the error of weigh, or a
// *DeclinedError if the engine is neither auto nor count.
func (j *job) prepareGraph(p Problem) error {
	if j.engine.Name() != auto.Name && j.engine.Name() != count.Name {
		return &engine.DeclinedError{Engine: j.engine.Name(), Reason: "only the engine count makes a graph"}
	}
	return j.weigh(p)
}

// graph returns the Graph of g for the task of j. If g is nil, the caller sets the fields graph and
// source before any other use.
func (j *job) graph(g *dnnf.Graph) *Graph {
	h := &Graph{graph: g, task: j.task, source: sync.OnceValues(g.Source)}
	var denominator *big.Int
	if j.task.Weights != nil {
		var lits map[dimacs.Lit]*big.Int
		lits, denominator = count.Integers(j.task.Weights)
		h.weight = func(l dimacs.Lit) *big.Int { return lits[l] }
	}
	h.evaluator = sync.OnceValue(func() *dnnf.Evaluator { return dnnf.NewEvaluator(h.under(nil), h.weight, denominator) })
	return h
}

// Check returns a *ProblemError if a literal of assume is 0, or if its variable is not a variable
// of the graph. Then Count, Each, Models and Sample panic if they get assume.
func (g *Graph) Check(assume ...dimacs.Lit) error {
	for _, l := range assume {
		if l == 0 || l.Var() > g.graph.Vars || !g.task.IsProjected(l.Var()) {
			return &ProblemError{Reason: fmt.Sprintf("the graph has no variable %d to assume", l.Var())}
		}
	}
	return nil
}

// under returns the graph under assumptions. It names the variables of named, or, if named is
// empty, the variables with weights. It panics if assume does not pass Check.
func (g *Graph) under(assume []dimacs.Lit, named ...dimacs.Lit) *dnnf.Graph {
	must(g.Check(assume...))
	if len(assume) == 0 && len(named) == 0 && g.weight == nil {
		return g.graph
	}
	t := g.task.Under(append(slices.Clip(g.task.Assume), assume...))
	h, err := g.restrict(context.Background(), t, named)
	must(err) // a graph of fewer models is as good as g
	return h
}

// must panics with err unless it is nil.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// restrict returns the graph under the assumptions and on the projection of t. A variable of named
// occurs in an edge even if it is always free. If named is empty, the same holds for the variables
// with weights. The errors are the cause of ctx, and errors with a node that restrict finds to be
// wrong.
func (g *Graph) restrict(ctx context.Context, t *engine.Task, named []dimacs.Lit) (*dnnf.Graph, error) {
	s, err := g.source()
	if err != nil {
		return nil, err
	}
	by := dnnf.Restriction{Assume: t.Assume, Size: t.NumProjected(), Named: named}
	if whole := unprojected(t); whole.Project == nil && s.Largest() > t.Formula.Inputs() {
		by.Size = t.Formula.Vars
	} else if t.Project != nil {
		by.Keep = t.IsProjected
	}
	for l := range t.Weights {
		if l > 0 && len(named) == 0 {
			by.Named = append(by.Named, l)
		}
	}
	slices.Sort(by.Named)
	return s.Graph(ctx, by)
}

// Count returns the number of models under assumptions, or the sum of their weights, as the
// function Count does. It panics if assume does not pass Check.
//
// Without weights and assumptions, each count takes a pass over the graph. Otherwise, only the first
// count does. Every further one takes only the nodes above the assumed variables.
func (g *Graph) Count(assume ...dimacs.Lit) dimacs.Count {
	must(g.Check(assume...))
	if len(assume) == 0 && g.weight == nil {
		return g.graph.Count()
	}
	return g.evaluator().Count(assume)
}

// Each yields, for each variable of the projection in ascending order, the positive and the
// negative literal with the number of models that contain it, or the sum of their weights. All
// assumptions are true in these models. Each takes a pass up the nodes above the assumed variables, and
// a pass down the graph. The first call also takes a pass up the whole graph. Each variable whose two
// weights add up to 0 takes as long as a Count. The counts stay valid; they share memory, so the caller
// must not change them. Each panics if assume does not pass Check.
func (g *Graph) Each(assume ...dimacs.Lit) iter.Seq2[dimacs.Lit, dimacs.Count] {
	must(g.Check(assume...))
	of := g.evaluator().Literals(assume)
	return func(yield func(dimacs.Lit, dimacs.Count) bool) {
		for i := range g.task.NumProjected() {
			v := dimacs.Lit(g.task.Projected(i))
			if yes, no := of(v); !yield(v, yes) || !yield(-v, no) {
				return
			}
		}
	}
}

// Nodes returns the number of nodes of the graph.
func (g *Graph) Nodes() int { return g.graph.Len() }

// WriteD4 writes the graph to w in the format of the compiler d4.
func (g *Graph) WriteD4(w io.Writer) error { return g.graph.WriteD4(w) }

// WriteC2D writes the graph to w in the format nnf of the compiler c2d.
func (g *Graph) WriteC2D(w io.Writer) error { return g.graph.WriteC2D(w) }

// WriteDot writes the graph to w in the language DOT of Graphviz. It is an error if it has more than 2000 nodes.
func (g *Graph) WriteDot(w io.Writer) error { return g.graph.WriteDot(w) }

// ReadGraph reads the graph of a formula in the format of d4, c2d or dsharp; Graph.WriteD4 writes d4's format. If
// relaxed is set, the header of c2d's format may give a wrong number of nodes. It is an error with the position or the
// number of a node if the graph is not a decision-DNNF: a node with two edges must have a literal and its complement on
// them, and the children of a conjunction must share no variables.
//
// If f is not nil, the Graph has the variables, the projection and the weights of f. Without a
// projection, its methods Models and Sample check each model by the clauses of f. Only Certify
// finds out whether the graph is equivalent to f. If f is nil, the text gives the number of
// variables. The name is for messages.
func ReadGraph(ctx context.Context, r io.Reader, name string, f *dimacs.Formula, relaxed bool) (*Graph, error) {
	vars := -1
	if f != nil {
		vars = f.Vars
	}
	s, err := dnnf.Read(r, name, vars, relaxed)
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

// Certify compiles the problem like Compile, and writes a certificate in the format CPOG to w. The
// certificate holds the graph and a proof that it is equivalent to the formula, from which the
// count follows. Under a projection, the certificate also gives values to the other variables.
// Certify returns the graph. It is an error if there are assumptions, or if the formula has more
// than dimacs.MaxVar/2 variables.
func Certify(ctx context.Context, p Problem, o Options, w io.Writer) (*Graph, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*Graph, error) {
		return j.certify(ctx, p, w, func(t *engine.Task) (g *dnnf.Graph, derived derivation, err error) {
			t.Proof = &derived
			g, err = count.New().Compile(ctx, t, true)
			return g, derived, err
		})
	})
}

// certify does the work of Certify, for the graph that build returns, with the clauses from which its proof starts.
func (j *job) certify(ctx context.Context, p Problem, w io.Writer, build func(*engine.Task) (*dnnf.Graph, derivation, error)) (*Graph, error) {
	if err := cmp.Or(j.prepareGraph(p), certifiable(p)); err != nil {
		return nil, err
	}
	t := unprojected(j.task)
	g, derived, err := build(t)
	if err == nil {
		err = dnnf.Certify(ctx, g, p.Formula, t.IsProjected, derived, w)
	}
	if err != nil {
		return nil, err
	}
	if t.Project != nil {
		g = g.Without(func(v int) bool { return !t.IsProjected(v) })
	}
	return j.graph(g), nil
}

// CertifyPart returns the number of models of part o.Part of o.Parts, and writes a certificate for
// each cube of the part to w. A certificate has a line such as `c cube 1 -5`, and then a proof in
// CPOG about the formula with the literals of the cube as unit clauses. The errors are those of
// Certify. Without o.Parts, or if they have Weights, the error is a *ProblemError. With an error, the
// number is only about the cubes that were finished.
//
// If o.Checkpoint knows the count of a cube, CertifyPart writes no certificate for it, because w
// has it already. Otherwise it calls Keep after it has written the certificate.
func CertifyPart(ctx context.Context, p Problem, o Options, w io.Writer) (n dimacs.Count, err error) {
	if o.Parts == nil || o.Parts.Weights != nil {
		return n, &ProblemError{Reason: "a certificate of a part needs parts that were not made for counting"}
	}
	n.M = new(big.Int)
	j, ctx, err := newJob(ctx, p, o, "Cubes", "Parts", "Checkpoint") // keeps the limit of memory
	if err != nil {
		return n, err
	}
	defer j.release()
	o.Parts, o.Part, o.Checkpoint = nil, 0, nil
	for i, cube := range j.share {
		found, known := j.checkpoint.Counted(i)
		if !known {
			if _, err = fmt.Fprintf(w, "c cube %s\n", strings.Trim(fmt.Sprint(cube), "[]")); err != nil {
				return n, err
			}
			under := p
			under.Formula = p.Formula.WithUnits(cube)
			g, err := Certify(ctx, under, o, w)
			if err != nil {
				return n, err
			}
			found = g.Count()
			j.checkpoint.Keep(i, found)
		}
		n = n.Plus(found)
	}
	return n, nil
}

// certifiable returns a *ProblemError if p has assumptions, or more than dimacs.MaxVar/2 variables.
// Otherwise it returns nil.
func certifiable(p Problem) error {
	switch {
	case len(p.Assume) > 0:
		return &ProblemError{Reason: "a certificate needs a formula without assumptions"}
	case p.Formula.Vars > dimacs.MaxVar/2:
		return &ProblemError{Reason: "the formula has too many variables for a certificate"}
	}
	return nil
}

// A derivation is a proof.Sink that collects the added clauses, and ignores deletions.
type derivation [][]dimacs.Lit

func (d *derivation) Add(clause []dimacs.Lit) error {
	*d = append(*d, slices.Clone(clause))
	return nil
}

func (d *derivation) Delete([]dimacs.Lit) error { return nil }
