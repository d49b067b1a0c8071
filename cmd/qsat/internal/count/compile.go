package count

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// Compile returns a decision-DNNF of the formula of t under its assumptions, over the variables
// of the projection. It records how the count branches. It writes the clauses derived on the
// way to the proof of t, including the empty clause if there is no model; the root of the graph
// is then False. The count branches on the variables in first, which must be ascending,
// before it branches on others. An error means that ctx has ended, the clauses could not be
// loaded, or the proof could not be written.
func (e *Engine) Compile(ctx context.Context, t *engine.Task, first []int) (*dnnf.Graph, error) {
	meter := t.Meter(Name)
	defer meter.Done()
	all := t.With(t.Proof)
	all.Weights = nil
	c, err := e.prepare(ctx, all, true)
	if err != nil || c == nil {
		return dnnf.NewBuilder().Graph(t.Formula.Vars, 0, dnnf.False), err
	}
	meter.Built()
	b := c.trace
	for v := range c.early {
		isFirst := func(l dimacs.Lit) bool { _, is := slices.BinarySearch(first, l.Var()); return is }
		if slices.ContainsFunc(b.classes[c.Names[v]], isFirst) {
			c.early[v] += firstWeight
		}
	}
	mark := b.Mark()
	b.Begin()
	b.Add(b.fixed...)
	for _, name := range b.unused {
		b.choice(name)
	}
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

// A trace records the branches of a count as a graph over the variables of the formula.
type trace struct {
	*dnnf.Builder
	names   []int32                // indexed by variable of the count: its name, a variable of the formula
	classes map[int32][]dimacs.Lit // indexed by name: the equivalent literals of the projection
	choices map[int32]dnnf.Node    // indexed by name: the node for both values of several equivalent literals
	fixed   []dimacs.Lit           // literals that simplification fixed
	unused  []int32                // names of variables that occur in no clause after simplification
	named   int                    // the number of variables of the projection that occur in the formula
}

// newTrace returns the trace for a simplified formula. names holds the names of the projected
// variables of the count, ascending from index 1.
func newTrace(task *engine.Task, s *simplify.Simplifier, names []int32) *trace {
	t := &trace{Builder: dnnf.NewBuilder(), names: names, classes: map[int32][]dimacs.Lit{}, choices: map[int32]dnnf.Node{}}
	for v := range s.Variables {
		if !task.IsProjected(int(s.Names[v])) {
			continue
		}
		t.named++
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
		if _, counted := slices.BinarySearch(names[1:], name); !counted && t.classes[name] == nil {
			t.unused = append(t.unused, name)
		}
		t.classes[name] = append(t.classes[name], l)
	}
	return t
}

// Mark and Begin call the methods of dnnf.Builder. They do nothing if the trace is nil.
func (t *trace) Mark() dnnf.Mark {
	if t == nil {
		return 0
	}
	return t.Builder.Mark()
}

func (t *trace) Begin() {
	if t != nil {
		t.Builder.Begin()
	}
}

// endBranch ends the edge of a branch and puts the literal of the decision l first. It drops
// the edge unless keep is set.
func (t *trace) endBranch(l clause.Lit, keep bool) {
	if t == nil {
		return
	}
	if keep {
		t.First(t.classes[t.names[l.Var()]][0] * dimacs.Lit(l.Sign()))
	}
	t.End(keep)
}

// literal adds the literals of the formula that equal the literal l of the count.
func (t *trace) literal(l clause.Lit) { t.add(t.names[l.Var()], l.Sign() > 0) }

func (t *trace) add(name int32, positive bool) {
	for _, k := range t.classes[name] {
		if !positive {
			k = -k
		}
		t.Add(k)
	}
}

// choice adds a variable that occurs in no clause: as a free variable, or as a child if other
// variables equal it.
func (t *trace) choice(name int32) {
	if class := t.classes[name]; len(class) == 1 {
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

// proveRefuted writes to the proof that the decisions up to level cannot all hold, unless the
// clause learned last says so.
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
// is a node instead: times adds it as a child of the current edge and returns n, or 0 if the
// node is False.
func (c *modelCount) times(n, component number) number {
	if c.trace == nil || component.isZero() {
		return n.times(component)
	}
	c.trace.Child(dnnf.Node(component.word))
	return n
}

// traced returns n. If a graph is wanted, it returns instead the node of the edges since mark,
// or False unless keep is set.
func (c *modelCount) traced(n number, mark dnnf.Mark, keep bool) number {
	if c.trace == nil {
		return n
	}
	return number{word: uint64(c.trace.Node(mark, keep))}
}
