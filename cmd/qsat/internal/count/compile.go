package count

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// Compile returns a decision-DNNF of the formula of t under its assumptions, over the variables
// of the projection. It ignores weights. It records how the count branches. It writes the clauses
// derived on the way to the proof of t, including the empty clause if there is no model; the root
// of the graph is then False. With witnesses, the graph also has literals of variables outside of
// the projection, in edges where they hold: together they extend each model of the projection to
// a model of the formula. An error means that ctx has ended, the clauses could not be loaded, the
// proof could not be written, or, as ErrLimit, that e.Ticks was reached. The graph is then not
// valid.
func (e *Engine) Compile(ctx context.Context, t *engine.Task, witnesses bool) (*dnnf.Graph, error) {
	meter := t.Meter(Name)
	defer meter.Done()
	all := t.With(t.Proof)
	all.Weights = nil
	c, err := e.prepare(ctx, all, true, witnesses)
	if err != nil || c == nil {
		return dnnf.NewBuilder().Graph(t.Formula.Vars, 0, dnnf.False), err
	}
	meter.Built()
	c.ticks = e.Ticks
	b := c.trace
	mark := b.Mark()
	b.begin()
	n := c.product(component{vars: c.all})
	b.End(!n.isZero())
	c.measure(meter)
	if c.err != nil {
		return nil, c.err
	}
	root := b.Node(mark, true)
	if root == dnnf.False {
		c.Refute()
	}
	return b.Graph(t.Formula.Vars, t.NumProjected()-b.named, root), c.Err
}

// Expand returns a graph of the formula of t, which g is a graph of after the simplification s. The variable v of g is
// the variable old[v-1] of the formula. The simplification must have removed no variables except for equivalent ones.
func Expand(t *engine.Task, s *simplify.Simplifier, g *dnnf.Graph, old []int) *dnnf.Graph {
	names := append([]int32{0}, lists.Map(old, func(v int) int32 { return int32(v) })...)
	named, occurs := map[int32]bool{}, make([]bool, s.Vars+1)
	for v := range g.Named() {
		named[names[v]] = true
	}
	for v := range s.Variables {
		occurs[v] = named[s.Names[v]]
	}
	b := newTrace(t, s, names, occurs, true)
	for v := range named { // v may be in no clause of the formula
		if b.classes[v] == nil {
			b.classes[v] = []dimacs.Lit{dimacs.Lit(v)}
			if t.IsProjected(int(v)) {
				b.named++
			}
		}
	}
	mark := b.Mark()
	b.begin()
	nodes := []dnnf.Node{dnnf.False, dnnf.True}
	for n := dnnf.True + 1; n <= g.Root; n++ {
		mark := b.Mark()
		for _, e := range g.Edges(n) {
			b.Begin()
			for _, l := range e.Lits {
				b.literal(clause.Of(l))
			}
			for _, v := range e.Free {
				b.choice(names[v.Var()])
			}
			for _, c := range e.Children {
				b.Child(nodes[c])
			}
			if len(e.Lits) > 0 { // it may be a decision
				b.first(clause.Of(e.Lits[0]))
			}
			b.End(true)
		}
		nodes = append(nodes, b.Node(mark, true))
	}
	b.Child(nodes[g.Root])
	b.End(g.Root != dnnf.False)
	return b.Graph(t.Formula.Vars, t.NumProjected()-b.named, b.Node(mark, true))
}

// A trace records the branches of a count as a graph over the variables of the formula.
type trace struct {
	*dnnf.Builder
	task    *engine.Task
	names   []int32                // indexed by variable of the count: its name, a variable of the formula
	classes map[int32][]dimacs.Lit // indexed by name: the literals to record that equal it; the first is in the projection if any is
	choices map[int32]dnnf.Node    // indexed by name: the node for both values of several equivalent literals
	fixed   []dimacs.Lit           // literals that simplification fixed
	unused  []int32                // names of variables that occur in no clause after simplification
	named   int                    // the number of variables of the projection that occur in the formula
}

// newTrace returns the trace for the simplified formula of task. The slice names becomes
// trace.names. The slice occurs is indexed by variable of s: whether it is a variable of the
// count. With witnesses, the trace also records variables outside of the projection.
func newTrace(task *engine.Task, s *simplify.Simplifier, names []int32, occurs []bool, witnesses bool) *trace {
	t := &trace{Builder: dnnf.NewBuilder(), task: task, names: names, classes: map[int32][]dimacs.Lit{}, choices: map[int32]dnnf.Node{}}
	for v := range s.Variables {
		switch {
		case task.IsProjected(int(s.Names[v])):
			t.named++
		case !witnesses:
			continue
		}
		l := s.Name(clause.Positive(v))
		r := s.Representative(clause.Positive(v))
		switch value := s.Value(r); {
		case value > 0:
			t.fixed = append(t.fixed, l)
			continue
		case value < 0:
			t.fixed = append(t.fixed, -l)
			continue
		case r.Sign() < 0:
			l = -l
		}
		name := s.Names[r.Var()]
		class := t.classes[name]
		if !occurs[r.Var()] && class == nil {
			t.unused = append(t.unused, name)
		}
		at := len(class)
		if at > 0 && !task.IsProjected(class[0].Var()) {
			at = 0
		}
		t.classes[name] = slices.Insert(class, at, l)
	}
	return t
}

// begin starts the edge of the root, with the literals and variables that simplification has left in no clause.
func (t *trace) begin() {
	t.Begin()
	t.Add(t.fixed...)
	for _, name := range t.unused {
		t.choice(name)
	}
}

// first puts the literal of the decision l first in the current edge.
func (t *trace) first(l clause.Lit) {
	t.First(t.classes[t.names[l.Var()]][0] * dimacs.Lit(l.Sign()))
}

// literal adds to the current edge the literals of the formula that equal the literal l of the
// count.
func (t *trace) literal(l clause.Lit) { t.add(t.names[l.Var()], l.Sign() > 0) }

// add adds to the current edge the literals to record that equal the variable name, or, unless
// positive is set, its negation.
func (t *trace) add(name int32, positive bool) {
	for _, k := range t.classes[name] {
		if !positive {
			k = -k
		}
		t.Add(k)
	}
}

// choice adds to the current edge the variable name, which occurs in no unsatisfied clause: as a
// free variable, or as a child if other recorded literals equal it. If none of these literals is in
// the projection, it adds only the positive literal and the equal ones, or nothing if there are no
// equal ones. It adds nothing for a name that is not recorded.
func (t *trace) choice(name int32) {
	switch class := t.classes[name]; {
	case len(class) == 0:
		return
	case !t.task.IsProjected(class[0].Var()):
		if len(class) > 1 {
			t.add(name, true)
		}
		return
	case len(class) == 1:
		t.Free(dimacs.Lit(class[0].Var()))
		return
	}
	n, made := t.choices[name]
	if !made {
		mark := t.Mark()
		for _, positive := range [2]bool{true, false} {
			t.Begin()
			t.add(name, positive)
			t.End(true)
		}
		n = t.Node(mark, true)
		t.choices[name] = n
	}
	t.Child(n)
}

// witness returns 1, or a node with the values of the variables of k if the graph records these
// variables. All variables of k must be assigned.
func (c *modelCount) witness(k component) number {
	if c.trace == nil || c.trace.classes[c.trace.names[k.vars[0]]] == nil {
		return one
	}
	mark := c.trace.Mark()
	c.trace.Begin()
	for _, v := range k.vars {
		c.trace.literal(c.trueLit(v))
	}
	return c.traced(one, mark, true)
}

// proveRefuted writes to the proof that the decisions up to level cannot all hold. It writes
// nothing if the clause learned last implies the negation of the last decision.
func (c *modelCount) proveRefuted(level int) {
	last := c.Trail[c.LevelStart(level)]
	if c.failed != undecided && c.implied.lit == last.Not() {
		return
	}
	c.resolvent = c.resolvent[:0]
	for i := 1; i <= level; i++ {
		if l := c.Trail[c.LevelStart(i)]; c.ReasonOf(l) == 0 && c.LevelOf(l) > 0 {
			c.resolvent = append(c.resolvent, l.Not())
		}
	}
	c.ProveAdd(c.resolvent...)
}

// times returns the product of n and the count of a component. If a graph is wanted, component
// is a node instead: times adds it as a child of the current edge and returns n. It returns 0 if
// the node is False.
func (c *modelCount) times(n, component number) number {
	if c.trace == nil || component.isZero() {
		return n.times(component)
	}
	c.trace.Child(dnnf.Node(component.word))
	return n
}

// traced returns n. If a graph is wanted, it returns instead the node of the edges since mark, as a
// number; if keep is not set, it drops them and returns False, which is 0.
func (c *modelCount) traced(n number, mark dnnf.Mark, keep bool) number {
	if c.trace == nil {
		return n
	}
	return number{word: uint64(c.trace.Node(mark, keep))}
}
