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

// Kept holds what the questions of a Solver leave for later ones. They are about one formula, to which
// clauses and variables are added between the questions. Nothing that is kept depends on assumptions, so that
// they may differ. The graphs that are kept do not change an answer, only its cost.
type Kept struct {
	// Session answers questions for models. It is nil before Open. The caller adds clauses to it, and closes it.
	Session *cdcl.Session
	Named   int  // models leave out the variables above Named
	begun   bool // the first question has been asked
	// Graph returns the Graph for a decision-DNNF of the task.
	Graph func(*engine.Task, *dnnf.Graph) Graph

	vars, clauses int // the size of the formula at the last count
	mu            sync.Mutex
	counts        []*keptCount            // one for each projection, the last used first; at most maxKept
	stop          context.CancelCauseFunc // ends the compilation that runs; nil without one
}

// A Graph counts the models of a decision-DNNF under assumptions, whose variables are in its projection.
type Graph interface {
	Count(assume ...dimacs.Lit) dimacs.Count
}

// A keptCount holds what counts with one projection leave.
type keptCount struct {
	of      *Kept
	project []int // nil for all variables
	graph   Graph // nil before a compilation succeeds
	cost    int64 // of the counts without a graph, in ticks
	tried   int64 // the budget of the last compilation, or 0
}

// maxKept is the largest number of projections for which something is kept.
const maxKept = 8

// Work that is not measured in ticks counts as follows, by the time that it takes.
const (
	nodeTicks   = 2  // a decision, as those of cover
	clauseTicks = 10 // a clause of the formula, for loading and for the search for structure
)

// Open opens the session on the formula of t, unless it is open. See cdcl.NewOpen for the assumptions of t.
func (k *Kept) Open(t *engine.Task) (err error) {
	if k.Session == nil {
		k.Session, err = cdcl.NewOpen(t)
	}
	return err
}

// cost returns the number of ticks in s, which may be nil.
func cost(s *engine.Stats) (ticks int64) {
	if s == nil {
		return 0
	}
	for _, w := range s.Work() {
		ticks += w.Ticks + nodeTicks*w.Decisions
	}
	return ticks
}

// about returns what is kept for counts like that of t, or nil if a graph cannot answer it, because an
// assumed variable is not in the projection. It drops everything if the formula has changed.
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

// Forget drops everything that is kept, and ends a compilation, to free memory. It reports whether there was
// a graph or a compilation. It may be called at any time.
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

// compile sets the graph of c, for the formula of t without assumptions. The compilation ends with
// count.ErrLimit after budget ticks, or when Forget is called.
func (c *keptCount) compile(ctx context.Context, t *engine.Task, budget int64) error {
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
	c.cost -= cost(t.Stats) - before // only counts matter
	return err
}

// set calls change while Forget does not run.
func (k *Kept) set(change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change()
}

// countByGraph counts by the graph of the formula without the assumptions of t. It compiles the graph,
// within budget ticks, unless an earlier count has done so.
func (s *scheduler) countByGraph(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	if s.kept.graph == nil {
		if err := s.kept.compile(ctx, t.Under(nil), budget); err != nil {
			return outcome{}, err
		}
	}
	return counted(s.kept.graph.Count(t.Assume...), nil)
}
