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

// Compile returns the graph that a count goes through, of the formula as it was read under
// the assumptions, over all variables of the projection. It writes to the proof of the task
// what was derived on the way, in the end the empty clause if there is no model. It branches on
// some variables, ascending, before others.
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

// firstWeight is more than all else that counts in the order of branching.
const firstWeight = 1e12

// A trace records what a counter does as a graph over the variables of the formula.
type trace struct {
	*dnnf.Builder
	names   []int32                // by variable of the counter
	classes map[int32][]dimacs.Lit // by name: the literals of the projection that are equivalent to it
	choices map[int32]dnnf.Node    // by name: both values of several literals
	fixed   []dimacs.Lit
	unused  []int32 // variables that are left in no clause
	named   int     // variables of the projection that were in clauses
}

// newTrace returns a trace of a counter of what simplification has left, of which the
// variables of the projection have these names.
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

// Mark, Begin and endBranch are for the edges of a node; without a trace they do nothing.
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

// endBranch ends the edge of a branch, with the literal first that was decided.
func (t *trace) endBranch(l clause.Lit, keep bool) {
	if t == nil {
		return
	}
	if keep {
		t.First(t.classes[t.names[l.Var()]][0] * dimacs.Lit(l.Sign()))
	}
	t.End(keep)
}

// literal adds the literals of the formula that a literal of the counter stands for.
func (t *trace) literal(l clause.Lit) { t.add(t.names[l.Var()], l.Sign() > 0) }

func (t *trace) add(name int32, positive bool) {
	for _, k := range t.classes[name] {
		if !positive {
			k = -k
		}
		t.Add(k)
	}
}

// choice adds a variable that is left in no clause, as a node if it stands for several.
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

// proveRefuted writes that the decisions up to a level cannot all hold, where no clause that
// was learned says so.
func (c *counter) proveRefuted(level int) {
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

// times returns the product of a count and that of a component. In a trace the component
// becomes a child of the edge, and its node tells only whether it has a model.
func (c *counter) times(n, component number) number {
	if c.trace == nil || component.isZero() {
		return n.times(component)
	}
	c.trace.Child(dnnf.Node(component.word))
	return n
}

// traced returns a count, or the node in its place of the branches since a mark, False
// unless it is to be kept.
func (c *counter) traced(n number, mark dnnf.Mark, keep bool) number {
	if c.trace == nil {
		return n
	}
	return number{word: uint64(c.trace.Node(mark, keep))}
}
