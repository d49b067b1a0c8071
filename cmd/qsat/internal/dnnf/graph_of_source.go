package dnnf

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A Restriction selects models: the projections of the models in which some literals are true.
type Restriction struct {
	Assume  []dimacs.Lit     // literals that are true
	Keep    func(v int) bool // reports whether a variable is in the projection; nil means all are
	Size    int              // the number of variables of the projection
	Named   []dimacs.Lit     // variables of the projection that occur in edges even if they are always free
	Decides func(v int) bool // reports whether a decision of a variable counts as such; nil means all do
}

// A reading makes a Graph of a Source. A disjunction of two arcs that are not false becomes a node
// of the graph. The arcs of other nodes are inlined into edges.
type reading struct {
	*Source
	*Builder
	arcs    []arc        // the arcs of the source, without assumed literals and variables outside of the projection
	lits    []dimacs.Lit // the literals of arcs
	starts  []int32      // indexed by node of the source: its first arc; one more entry marks the end
	values  []value      // indexed by node of the source
	numbers []Node       // indexed by node of the source: its node in the graph, if it is a choice
	inside  []int        // indexed by node of the source: the number of the last edge into which it is inlined
	decides func(v int) bool
	made    int // the number of edges so far
	most    int // the number of literals, free variables and arcs that may still be added to edges
}

// A value classifies a node of a Source.
type value byte

const (
	conjunctive value = iota // a conjunction, or a disjunction of one arc that is not false
	isFalse                  // false in all assignments
	isTrue                   // true in all assignments
	choice                   // a disjunction of several arcs that are not false
)

// The literals, children and free variables of all edges may be growth times the literals, arcs and
// nodes of the text, and growthRoom more, but at most maxSize. A graph of Graph.Source has no limit.
const (
	growth     = 16
	growthRoom = 1 << 24
)

// Graph returns the graph of the models of s that by selects. It is an error with the number of a
// node if s is no decision-DNNF: each disjunction of several arcs that are not false must have two,
// with a literal and its complement, no node may be below itself, and the children of a conjunction
// must not share variables. A disjunction may also have two equal edges with literals or, with a
// projection, an arc that is always true. A decision that is not in the projection is an error, too,
// because models may then count twice. Other errors are a graph that is too large (see growth), and
// the cause of ctx.
func (s *Source) Graph(ctx context.Context, by Restriction) (*Graph, error) {
	n := len(s.kinds)
	r := &reading{Source: s, Builder: NewBuilder(), starts: make([]int32, n+1), values: make([]value, n), numbers: make([]Node, n), inside: make([]int, n), decides: by.Decides}
	r.graph.names = []int{s.names[s.root], s.names[s.root]}
	if r.most = min(growth*(len(s.lits)+len(s.arcs)+n)+growthRoom, maxSize); s.known {
		r.most = math.MaxInt
	}
	top := r.filter(by)
	order, err := r.order()
	if err != nil {
		return nil, err
	}
	for _, n := range order {
		if r.values[n] = r.evaluate(n, by.Keep != nil); r.values[n] == choice {
			if err := r.add(n, r.arcs[r.starts[n]:r.starts[n+1]]); err != nil {
				return nil, err
			}
		}
	}
	root := r.numbers[s.root]
	switch {
	case r.isFalse(top):
		root = False
	case top.lits < top.end || len(by.Named) > 0 || r.values[s.root] == conjunctive:
		if err := r.add(s.root, []arc{top}); err != nil {
			return nil, err
		}
		root = r.numbers[s.root]
	case r.values[s.root] == isTrue:
		root = True
	}
	return r.complete(ctx, r.Builder.Graph(s.Vars, by.Size, root), by.Named)
}

// Largest returns the largest variable of the literals of s, or 0 without literals.
func (s *Source) Largest() (v int) {
	for _, l := range s.lits {
		v = max(v, l.Var())
	}
	return v
}

// filter sets r.arcs, ordered by the nodes that they leave, with r.lits and r.starts. It leaves out
// assumed literals and variables outside of the projection. An arc with the complement of an assumed
// literal leads to no. It returns an arc to the root with the assumed literals of the projection;
// the arc leads to no if assumed literals contradict each other.
func (r *reading) filter(by Restriction) (top arc) {
	assumed := map[dimacs.Lit]bool{}
	add := func(a *arc, l dimacs.Lit) {
		if assumed[-l] {
			a.to = no
		} else if !assumed[l] && (by.Keep == nil || by.Keep(l.Var())) {
			r.lits = append(r.lits, l)
		}
	}
	top = arc{r.root, r.root, 0, 0}
	for _, l := range by.Assume {
		add(&top, l)
		assumed[l] = true
	}
	top.end = int32(len(r.lits))
	for _, a := range r.Source.arcs {
		b := arc{a.from, a.to, int32(len(r.lits)), 0}
		for _, l := range r.Source.lits[a.lits:a.end] {
			add(&b, l)
		}
		b.end = int32(len(r.lits))
		r.arcs = append(r.arcs, b)
		r.starts[a.from+1]++
	}
	slices.SortStableFunc(r.arcs, func(a, b arc) int { return int(a.from - b.from) })
	for i := range r.kinds {
		r.starts[i+1] += r.starts[i]
	}
	return top
}

// isFalse and isTrue report whether the node to which a leads is false or true. They do not look at
// the literals of a.
func (r *reading) isFalse(a arc) bool { return a.to == no || a.to >= 0 && r.values[a.to] == isFalse }
func (r *reading) isTrue(a arc) bool  { return a.to == yes || a.to >= 0 && r.values[a.to] == isTrue }

// order returns the root and the nodes below it, children first. A cycle is an error.
func (r *reading) order() (list []int32, err error) {
	next := make([]int32, len(r.kinds)) // indexed by node: 1 + the number of arcs followed; 0 at first, and negative when done
	next[r.root] = 1
	for stack := []int32{r.root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		i := r.starts[n] + next[n] - 1
		if i == r.starts[n+1] {
			next[n] = -1
			list, stack = append(list, n), stack[:len(stack)-1]
			continue
		}
		next[n]++
		switch to := r.arcs[i].to; {
		case to < 0 || next[to] < 0:
		case next[to] > 0:
			return nil, r.wrong(to, "it is below itself, but a graph has no cycles")
		default:
			next[to] = 1
			stack = append(stack, to)
		}
	}
	return list, nil
}

// evaluate returns the value of node n of the source, whose children have values. If projects is
// set, there is a projection, and a disjunction with an arc that is always true is true.
func (r *reading) evaluate(n int32, projects bool) value {
	open, empty := 0, 0
	arcs := r.arcs[r.starts[n]:r.starts[n+1]]
	for _, a := range arcs {
		if !r.isFalse(a) {
			open++
			if a.lits == a.end && r.isTrue(a) {
				empty++
			}
		}
	}
	or := r.kinds[n] == 'o'
	switch {
	case r.kinds[n] == 'f', or && open == 0, !or && open < len(arcs):
		return isFalse
	case or && open > 1 && !(projects && empty > 0):
		return choice
	case empty == open || or && empty > 0:
		return isTrue
	}
	return conjunctive
}

// wrong returns an error about node n, with its line and its number in the text.
func (s *Source) wrong(n int32, format string, args ...any) error {
	return fmt.Errorf("%s:%d: node %d: %s", s.name, s.lines[n], s.names[n], fmt.Sprintf(format, args...))
}

// add adds a node with the given arcs of node n to the graph, and sets r.numbers[n]. At least one
// arc must not be false. If there are two edges and they are equal and have literals, the node gets
// only one. It is an error if there are more than two edges, or if two different edges do not decide
// a variable. Other errors are those of edge.
//
// The node after it, its twin, is always true. It has the variables of one edge as free variables,
// and the twins of its children as children. If an edge of the node is only a literal, it gets the
// children of the twin. So it has the variables below the other edge, and a long chain of decisions
// has few free variables of its own. The method complete adds the free variables that are still
// missing.
func (r *reading) add(n int32, arcs []arc) error {
	var edges []Edge
	for _, a := range arcs {
		if r.isFalse(a) {
			continue
		}
		e, err := r.edge(n, a)
		if err != nil {
			return err
		}
		edges = append(edges, e)
	}
	switch {
	case len(edges) > 2:
		return r.wrong(n, "it has %d edges: expected two, which decide a variable", len(edges))
	case len(edges) == 2 && !r.decide(edges[0].Lits, edges[1].Lits):
		if len(edges[0].Lits) == 0 || !slices.Equal(edges[0].Lits, edges[1].Lits) || !slices.Equal(edges[0].Children, edges[1].Children) {
			return r.wrong(n, "it decides no variable of the projection: expected edges with a literal and its complement")
		}
		edges = edges[:1]
	}
	most := slices.MaxFunc(edges, func(e, f Edge) int {
		return cmp.Or(len(e.Children)-len(f.Children), len(e.Lits)-len(f.Lits))
	})
	twin := Edge{
		Free:     lists.Map(most.Lits, func(l dimacs.Lit) dimacs.Lit { return max(l, -l) }),
		Children: lists.Map(most.Children, func(c Node) Node { return c + 1 }),
	}
	for i, e := range edges {
		if len(edges) == 2 && len(e.Lits) == 1 && len(e.Children) == 0 {
			edges[i].Children = twin.Children
		}
	}
	r.numbers[n] = r.graph.add(r.names[n], edges...)
	r.graph.add(r.names[n], twin)
	return nil
}

// edge returns an edge with the literals of an arc of node n, which must not be false, and the
// literals and choices below the arc, down to the choices, which become its children. It is an error
// if the arc leads on two ways to a node that is neither true nor a choice, or if the edges become
// larger than r.most. The error names node n.
func (r *reading) edge(n int32, top arc) (e Edge, err error) {
	r.made++
	for stack := []arc{top}; len(stack) > 0; {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		e.Lits = append(e.Lits, r.lits[a.lits:a.end]...)
		switch {
		case r.isTrue(a):
		case r.values[a.to] == choice:
			e.Children = append(e.Children, r.numbers[a.to])
		case r.inside[a.to] == r.made:
			return e, r.wrong(a.to, "it occurs twice in a conjunction below node %d, so that they share variables", r.names[n])
		default:
			r.inside[a.to] = r.made
			for _, b := range r.arcs[r.starts[a.to]:r.starts[a.to+1]] {
				if !r.isFalse(b) {
					stack = append(stack, b)
				}
			}
		}
		if r.most -= int(a.end-a.lits) + 1; r.most < 0 {
			return e, r.wrong(n, tooLarge)
		}
	}
	return e, nil
}

// tooLarge is the message for a graph that exceeds reading.most.
const tooLarge = "up to here, the graph needs too many free variables, or literals on edges"

// decide moves a literal to the front of p and its complement to the front of q. It returns false
// if there is no such literal.
func (r *reading) decide(p, q []dimacs.Lit) bool {
	at := make(map[dimacs.Lit]int, len(p))
	for i, l := range p {
		at[l] = i
	}
	for i, l := range q {
		if k, is := at[-l]; is && (r.decides == nil || r.decides(l.Var())) {
			p[0], p[k] = p[k], p[0]
			q[0], q[i] = q[i], q[0]
			return true
		}
	}
	return false
}

// complete returns g with free variables in each edge: the variables that only the other edge of
// its node has. Variables of named that are in no edge become free in the last edge. It subtracts
// the number of variables in edges from Unnamed, which is 0 if the root is False.
//
// It is an error if the literals and children of an edge share a variable, if the graph becomes
// larger than r.most, or if ctx has ended. complete looks at 64 variables at a time, by masks of
// the variables below each node: the number of steps is edges * variables / 64.
func (r *reading) complete(ctx context.Context, g *Graph, named []dimacs.Lit) (*Graph, error) {
	var vars []int             // the variables, in the order of their first occurrence
	uses := map[int][]uint32{} // indexed by variable: the indices of its edges, ascending
	shared := func(n, v int) (*Graph, error) {
		i := slices.Index(r.Source.names, g.names[n])
		return nil, r.wrong(int32(i), "variable %d occurs twice in a conjunction below it, but children must not share variables", v)
	}
	for n := range g.Len() {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			for _, l := range g.lits[g.edges[i].lits:g.edges[i+1].lits] {
				v := l.Var()
				switch k := len(uses[v]); {
				case k == 0:
					vars = append(vars, v)
				case uses[v][k-1] == i:
					return shared(n, v)
				}
				uses[v] = append(uses[v], i)
			}
		}
	}
	edges, nodes, missing := make([]uint64, len(g.edges)), make([]uint64, g.Len()), make([][]dimacs.Lit, len(g.edges))
	for chunk := range slices.Chunk(vars, 64) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		clear(edges)
		clear(nodes)
		for k, v := range chunk {
			for _, i := range uses[v] {
				edges[i] |= 1 << k
			}
		}
		start, _ := slices.BinarySearch(g.nodes, uses[chunk[0]][0])
		for n := max(start-1, 0); n < len(nodes); n++ {
			first, end := g.nodes[n], g.nodes[n+1]
			for i := first; i < end; i++ {
				var twice uint64
				for _, c := range g.edge(i).Children {
					twice |= edges[i] & nodes[c]
					edges[i] |= nodes[c]
				}
				if twice != 0 {
					return shared(n, chunk[bits.TrailingZeros64(twice)])
				}
				nodes[n] |= edges[i]
			}
			for i := first; i < end; i++ {
				left := nodes[n] &^ edges[i]
				for r.most -= bits.OnesCount64(left); left != 0; left &= left - 1 {
					missing[i] = append(missing[i], dimacs.Lit(chunk[bits.TrailingZeros64(left)]))
				}
			}
			if r.most < 0 {
				return nil, r.wrong(r.root, tooLarge)
			}
		}
	}
	for _, v := range named {
		if i := len(g.edges) - 2; uses[int(v)] == nil && i > 0 {
			missing[i] = append(missing[i], v)
		}
	}
	h := g.with(func(i int, e Edge) Edge {
		e.Free = slices.Concat(e.Free, missing[i])
		return e
	})
	if h.Unnamed -= len(h.Named()); h.Root == False {
		h.Unnamed = 0
	}
	return h, nil
}
