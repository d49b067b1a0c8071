package auto

import (
	"context"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Kept holds the session and the graphs that the questions of a Solver share. The questions are about one
// formula, to which clauses and variables are added in between. They may differ in their assumptions, on
// which nothing in Kept depends. The graphs do not change an answer, only its cost.
type Kept struct {
	// Session answers questions for models. It is nil before Open. The caller adds clauses to it, and closes it.
	Session *cdcl.Session
	Named   int  // the last variable of models; they leave out the variables after it
	begun   bool // firstWork has allowed dpll to answer a question
	// Graph returns the Graph for a decision-DNNF of the task. It must not be nil if Keeping is used.
	Graph func(*engine.Task, *dnnf.Graph) Graph

	vars, clauses int // the numbers of variables and clauses of the formula at the last count
	mu            sync.Mutex
	counts        []*keptCount            // one for each projection, the last used first; at most maxKept
	stop          context.CancelCauseFunc // ends the compilation that runs; nil without one
}

// A Graph counts the models of a decision-DNNF under assumptions, whose variables are in its projection.
type Graph interface {
	Count(assume ...dimacs.Lit) dimacs.Count
}

// A keptCount holds the graph and the cost of all counts with one projection.
type keptCount struct {
	of      *Kept
	project []int // nil for all variables
	graph   Graph // nil before a compilation succeeds
	cost    int64 // the total cost of the counts without a graph, in ticks
	tried   int64 // the budget of the last compilation in ticks, or 0
}

// maxKept is the largest length of Kept.counts.
const maxKept = 8

// The cost in ticks of work that is not measured in ticks, by the time that it takes.
const (
	nodeTicks   = 2  // the cost of a decision of any engine
	clauseTicks = 10 // the cost per clause of loading the formula and of the search for structure
)

// Open opens k.Session on the formula of t, unless it is open. See cdcl.Engine.Open for the assumptions of t
// and the error.
func (k *Kept) Open(t *engine.Task) (err error) {
	if k.Session == nil {
		k.Session, err = cdcl.New().Open(t)
	}
	return err
}

// cost returns the total cost in ticks of the work in s: its ticks, and nodeTicks for each decision. It
// returns 0 if s is nil.
func cost(s *engine.Stats) (ticks int64) {
	if s == nil {
		return 0
	}
	for _, w := range s.Work() {
		ticks += w.Ticks + nodeTicks*w.Decisions
	}
	return ticks
}

// about returns the keptCount for the projection of t, and moves it to the front of k.counts. If there is
// no such element, about adds one, and drops the last element of a list of maxKept. It first empties the
// list if the formula has another number of variables or clauses than at the last call. It returns nil if
// k is nil, or if an assumed variable is not in the projection, because a graph cannot answer that.
func (k *Kept) about(t *engine.Task) *keptCount {
	if k == nil || slices.ContainsFunc(t.Assume, func(l dimacs.Lit) bool { return !t.IsProjected(l.Var()) }) {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if vars, clauses := t.Formula.Vars, t.Formula.NumClauses(); k.vars != vars || k.clauses != clauses {
		k.vars, k.clauses, k.counts = vars, clauses, nil
	}
	i := slices.IndexFunc(k.counts, func(c *keptCount) bool {
		return slices.Equal(c.project, t.Project) && (c.project == nil) == (t.Project == nil)
	})
	c := &keptCount{of: k, project: t.Project}
	if i >= 0 {
		c = k.counts[i]
		k.counts = slices.Delete(k.counts, i, i+1)
	}
	k.counts = slices.Insert(k.counts[:min(len(k.counts), maxKept-1)], 0, c)
	return c
}

// Forget empties k.counts, and ends a compilation, to free memory. It reports whether there was a graph or
// a compilation. It may be called at any time, from any goroutine.
func (k *Kept) Forget() (freed bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if freed = k.stop != nil; freed {
		k.stop(count.ErrLimit)
	}
	freed = freed || slices.ContainsFunc(k.counts, func(c *keptCount) bool { return c.graph != nil })
	k.counts, k.stop = nil, nil
	return freed
}

// compiled returns c.graph. If it is nil, compiled sets it to a compilation of t without the assumptions, and
// c.tried to the budget. It returns count.ErrLimit after budget ticks or when Forget is called, or another error
// of count.Engine.Compile. It subtracts the cost of the compilation from c.cost, because Count adds it after an
// error.
func (c *keptCount) compiled(ctx context.Context, t *engine.Task, budget int64) (Graph, error) {
	if c.graph != nil {
		return c.graph, nil
	}
	t = t.Under(nil)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	before := cost(t.Stats)
	c.of.set(func() { c.of.stop, c.tried = stop, budget })
	g, err := (&count.Engine{Ticks: budget}).Compile(ctx, t, false)
	c.of.set(func() {
		if c.of.stop = nil; err == nil {
			c.graph = c.of.Graph(t, g)
		}
	})
	c.cost -= cost(t.Stats) - before
	return c.graph, err
}

// set calls change while it holds k.mu, so that Forget does not run meanwhile.
func (k *Kept) set(change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change()
}

// Compiled returns the graph for the projection of t, without the assumptions of t. If k has no such graph,
// Compiled compiles it. It returns nil if an assumed variable is not in the projection. The errors are the errors
// of count.Engine.Compile.
func (k *Kept) Compiled(ctx context.Context, t *engine.Task) (Graph, error) {
	c := k.about(t)
	if c == nil {
		return nil, nil
	}
	return c.compiled(ctx, t, unlimited)
}

// countByGraph counts the models under the assumptions of t by the graph in s.kept. It first compiles the
// graph, within budget ticks, unless an earlier question has done so. The errors are the errors of compiled.
func (s *scheduler) countByGraph(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	g, err := s.kept.compiled(ctx, t, budget)
	if err != nil {
		return outcome{}, err
	}
	return counted(g.Count(t.Assume...), nil)
}
