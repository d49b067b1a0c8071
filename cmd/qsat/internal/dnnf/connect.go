package dnnf

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"queens/dimacs"
)

// A reading makes a Graph of the nodes and arcs of a file. A disjunction of two arcs becomes a node
// of the graph. All others become parts of edges.
type reading struct {
	*file
	starts  []int32 // indexed by node: its first arc; one more entry marks the end
	values  []value // indexed by node
	numbers []Node  // indexed by choice: its number in graph
	inside  []int   // indexed by node: 1 + the last edge that contains it
	graph   *Graph
	nodes   []int32        // indexed by node of graph: its node in the file
	missing [][]dimacs.Lit // indexed by edge: its free variables
	most    int            // the largest sum of the lengths of edges
}

// A value classifies a node of a file.
type value byte

const (
	part    value = iota // a conjunction, or a disjunction of one arc
	isFalse              // false in all assignments
	isTrue               // true, without literals
	choice               // a disjunction of several arcs that are not false
)

// The literals, children and free variables of all edges may be growth times the literals, arcs and
// nodes of the text, and fewParts more.
const (
	growth   = 256
	fewParts = 1 << 20
)

const tooLarge = "up to here, the graph needs too many free variables or literals on edges"

// shared returns the error for a variable that occurs twice in an edge of a node of the graph.
func (r *reading) shared(n, v int) error {
	return r.wrong(r.nodes[n], "variable %d occurs twice in a conjunction below it, but children must not share variables", v)
}

// connect returns the graph of the nodes below root, over the variables 1 to vars.
func (f *file) connect(ctx context.Context, root int32, vars int) (*Graph, error) {
	n := len(f.kinds)
	top := arc{from: root, to: root}
	r := &reading{file: f, values: make([]value, n), numbers: make([]Node, n), inside: make([]int, n), nodes: []int32{0, 0}}
	r.most = growth*(len(f.lits)+len(f.arcs)+n) + fewParts
	r.graph = &Graph{Vars: vars, nodes: []uint32{0, 0, 1}, edges: make([]span, 2), names: []int{f.names[root], f.names[root]}}
	r.sort()
	order, err := r.order(root)
	if err != nil {
		return nil, err
	}
	for _, n := range order {
		r.values[n] = r.evaluate(n)
	}
	if order, err = r.order(root); err != nil {
		return nil, err
	}
	for _, n := range order {
		if r.values[n] == choice {
			if err := r.add(n, r.arcs[r.starts[n]:r.starts[n+1]]); err != nil {
				return nil, err
			}
		}
	}
	switch r.values[root] {
	case isTrue:
		r.graph.Root = True
	case part:
		err = r.add(root, []arc{top})
		fallthrough
	case choice:
		r.graph.Root = Node(r.graph.Len() - 1)
	}
	if err == nil {
		err = r.complete(ctx)
	}
	if err != nil {
		return nil, err
	}
	i := 0
	g := r.graph.rebuild(Edge{}, func(b *Builder, e Edge) bool {
		i++
		b.Add(e.Lits...)
		b.free = append(b.free, r.missing[i]...)
		return true
	})
	g.Unnamed = vars - len(g.Named())
	return g, nil
}

// sort orders the arcs by their nodes.
func (r *reading) sort() {
	slices.SortStableFunc(r.arcs, func(a, b arc) int { return cmp.Compare(a.from, b.from) })
	r.starts = make([]int32, len(r.kinds)+1)
	for _, a := range r.arcs {
		r.starts[a.from+1]++
	}
	for i := range r.kinds {
		r.starts[i+1] += r.starts[i]
	}
}

// isFalse reports whether an arc leads to falsity.
func (r *reading) isFalse(a arc) bool { return a.to >= 0 && r.values[a.to] == isFalse }

// order returns the nodes below root, children first, without arcs that are false. A cycle is an
// error.
func (r *reading) order(root int32) (list []int32, err error) {
	next := make([]int32, len(r.kinds)) // indexed by node: 0, or 1 + the number of arcs followed; negative when done
	for stack := []int32{root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		i := max(next[n]-1, 0)
		if r.starts[n]+i == r.starts[n+1] {
			next[n] = -1
			list, stack = append(list, n), stack[:len(stack)-1]
			continue
		}
		a := r.arcs[r.starts[n]+i]
		switch next[n] = i + 2; {
		case a.to < 0 || next[a.to] < 0 || r.isFalse(a):
		case next[a.to] > 0:
			return nil, r.wrong(a.to, "it is below itself, but a graph has no cycles")
		default:
			next[a.to] = 1
			stack = append(stack, a.to)
		}
	}
	return list, nil
}

// evaluate returns the value of a node whose children have values.
func (r *reading) evaluate(n int32) value {
	open, empty := 0, 0
	arcs := r.arcs[r.starts[n]:r.starts[n+1]]
	for _, a := range arcs {
		if !r.isFalse(a) {
			open++
			if a.lits == a.end && (a.to < 0 || r.values[a.to] == isTrue) {
				empty++
			}
		}
	}
	switch kind := r.kinds[n]; {
	case kind == 'f', kind == 'o' && open == 0, kind == 'a' && open < len(arcs):
		return isFalse
	case kind == 'o' && open > 1:
		return choice
	case empty == open:
		return isTrue
	}
	return part
}

// wrong returns an error about a node of the file.
func (r *reading) wrong(n int32, format string, args ...any) error {
	return fmt.Errorf("%s:%d: node %d: %s", r.name, r.lines[n], r.names[n], fmt.Sprintf(format, args...))
}

// add adds a node of the file with the given arcs to the graph.
func (r *reading) add(n int32, arcs []arc) error {
	g := r.graph
	first := len(g.edges) - 1
	for _, a := range arcs {
		if r.isFalse(a) {
			continue
		}
		if err := r.edge(n, a); err != nil {
			return err
		}
	}
	if count := len(g.edges) - 1 - first; count > 2 {
		return r.wrong(n, "it has %d edges: expected two, which decide a variable", count)
	} else if count == 2 && !decide(g.edge(uint32(first)).Lits, g.edge(uint32(first+1)).Lits) {
		return r.wrong(n, "it decides no variable: expected edges with a literal and its complement")
	}
	r.numbers[n] = Node(g.Len())
	r.nodes = append(r.nodes, n)
	g.names = append(g.names, r.names[n])
	g.nodes = append(g.nodes, uint32(len(g.edges)-1))
	return nil
}

// edge adds an edge with the contents of the arc of a node, and of all parts below it.
func (r *reading) edge(n int32, top arc) error {
	g, id := r.graph, len(r.graph.edges)
	var e Edge
	for stack := []arc{top}; len(stack) > 0; {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		e.Lits = append(e.Lits, r.lits[a.lits:a.end]...)
		switch {
		case a.to < 0 || r.values[a.to] == isTrue:
		case r.values[a.to] == choice:
			e.Children = append(e.Children, r.numbers[a.to])
		case r.inside[a.to] == id:
			return r.wrong(a.to, "it occurs twice in a conjunction below node %d, so that they share variables", r.names[n])
		default:
			r.inside[a.to] = id
			for _, b := range r.arcs[r.starts[a.to]:r.starts[a.to+1]] {
				if !r.isFalse(b) {
					stack = append(stack, b)
				}
			}
		}
	}
	if r.most -= len(e.Lits) + len(e.Children); r.most < 0 {
		return r.wrong(n, tooLarge)
	}
	g.append(e)
	return nil
}

// complete checks that the literals and children of each edge share no variables, and finds the
// variables that only the other edge of a node has. It does so for 64 variables at a time, by masks
// of the variables below each node: the number of steps is edges * variables / 64.
func (r *reading) complete(ctx context.Context) error {
	g := r.graph
	var vars []int             // in the order of their first occurrence
	uses := map[int][]uint32{} // indexed by variable: its edges
	for n := range g.Len() {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			for _, l := range g.edge(i).Lits {
				v := l.Var()
				switch k := len(uses[v]); {
				case k == 0:
					vars = append(vars, v)
				case uses[v][k-1] == i:
					return r.shared(n, v)
				}
				uses[v] = append(uses[v], i)
			}
		}
	}
	edges, nodes := make([]uint64, len(g.edges)), make([]uint64, g.Len())
	r.missing = make([][]dimacs.Lit, len(g.edges))
	for chunk := range slices.Chunk(vars, 64) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		clear(edges)
		for k, v := range chunk {
			for _, i := range uses[v] {
				edges[i] |= 1 << k
			}
		}
		for n := range nodes {
			nodes[n] = 0
			first, end := g.nodes[n], g.nodes[n+1]
			for i := first; i < end; i++ {
				var twice uint64 // the variables of several children
				for _, c := range g.edge(i).Children {
					twice |= edges[i] & nodes[c]
					edges[i] |= nodes[c]
				}
				if twice != 0 {
					return r.shared(n, chunk[bits.TrailingZeros64(twice)])
				}
				nodes[n] |= edges[i]
			}
			for i := first; i < end; i++ {
				if r.most -= bits.OnesCount64(nodes[n] &^ edges[i]); r.most < 0 {
					return r.wrong(r.nodes[n], tooLarge)
				}
				for left := nodes[n] &^ edges[i]; left != 0; left &= left - 1 {
					r.missing[i] = append(r.missing[i], dimacs.Lit(chunk[bits.TrailingZeros64(left)]))
				}
			}
		}
	}
	return nil
}
