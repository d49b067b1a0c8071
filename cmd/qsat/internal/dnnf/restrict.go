package dnnf

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// rebuild returns a copy of the graph without groups. For each edge, add adds literals and free
// variables to the copy, and reports whether to keep it. An edge with a child that is False now is
// dropped. The variables of top, which were unnamed, become literals or free variables of the root.
func (g *Graph) rebuild(top Edge, add func(b *Builder, e Edge) (keep bool)) *Graph {
	b, copies := g.builder(), []Node{False, True}
	for n := True + 1; int(n) < g.Len(); n++ {
		mark := b.Mark()
		for _, e := range g.Edges(n) {
			b.Begin()
			keep := add(b, e)
			for _, c := range e.Children {
				b.Child(copies[c])
				keep = keep && copies[c] != False
			}
			b.End(keep)
		}
		copies = append(copies, b.Node(mark, true))
		b.name(g, n)
	}
	root := copies[g.Root]
	named := len(top.Lits) + len(top.Free)
	if root != False && named > 0 {
		root = b.single(Edge{top.Lits, top.Free, []Node{root}})
		b.name(g, g.Root)
	}
	return b.Graph(g.Vars, g.Unnamed-named, root, nil)
}

// builder returns a builder for a copy of g.
func (g *Graph) builder() *Builder {
	b := NewBuilder()
	if g.names != nil {
		b.graph.names = g.names[:2:2]
	}
	return b
}

// name gives the last node of b the name of node n of g, unless it has one.
func (b *Builder) name(g *Graph, n Node) {
	if g.names != nil && len(b.graph.names) < b.graph.Len() {
		b.graph.names = append(b.graph.names, g.names[n])
	}
}

// single returns a node with one edge.
func (b *Builder) single(e Edge) Node {
	mark := b.Mark()
	b.edge(e)
	return b.Node(mark, true)
}

// edge adds an edge.
func (b *Builder) edge(e Edge) {
	b.Begin()
	b.Add(e.Lits...)
	b.free = append(b.free, e.Free...)
	for _, c := range e.Children {
		b.Child(c)
	}
	b.End(true)
}

// Under returns the graph of the models in which the literals of assume are true. Each of their
// variables must be named or counted as unnamed.
func (g *Graph) Under(assume []dimacs.Lit) *Graph {
	g = g.ungrouped()
	assumed, known, unnamed := map[dimacs.Lit]bool{}, g.Named(), []dimacs.Lit(nil)
	for _, l := range assume {
		if assumed[-l] {
			return NewBuilder().Graph(g.Vars, 0, False, nil)
		}
		if !known[l.Var()] && !assumed[l] {
			unnamed = append(unnamed, l)
		}
		assumed[l] = true
	}
	return g.rebuild(Edge{Lits: unnamed}, func(b *Builder, e Edge) bool {
		b.Add(e.Lits...)
		for _, v := range e.Free {
			switch {
			case assumed[v]:
				b.Add(v)
			case assumed[-v]:
				b.Add(-v)
			default:
				b.Free(v)
			}
		}
		return !slices.ContainsFunc(e.Lits, func(l dimacs.Lit) bool { return assumed[-l] })
	})
}

// Project returns the graph of the models without the variables for which keep is false. Unnamed is
// the number of variables of the projection that it does not name. It is an error if a node decides
// nothing any more, because its edges may then have common models: the error names the node.
func (g *Graph) Project(keep func(v int) bool, size int) (*Graph, error) {
	g = g.ungrouped()
	b, copies := g.builder(), []Node{False, True}
	kept := func(lits []dimacs.Lit) (list []dimacs.Lit) {
		for _, l := range lits {
			if keep(l.Var()) {
				list = append(list, l)
			}
		}
		return list
	}
	for n := True + 1; int(n) < g.Len(); n++ {
		var edges []Edge
		for _, e := range g.Edges(n) {
			to := Edge{Lits: kept(e.Lits), Free: kept(e.Free)}
			for _, c := range e.Children {
				if copies[c] != True {
					to.Children = append(to.Children, copies[c])
				}
			}
			edges = append(edges, to)
		}
		if len(edges) == 2 && !decide(edges[0].Lits, edges[1].Lits) {
			if !edges[0].equals(edges[1]) {
				return nil, g.undecided(n)
			}
			edges = edges[:1]
		}
		if edges[0].equals(Edge{}) {
			copies = append(copies, True)
			continue
		}
		mark := b.Mark()
		for _, e := range edges {
			b.edge(e)
		}
		copies = append(copies, b.Node(mark, true))
		b.name(g, n)
	}
	h := b.Graph(g.Vars, 0, copies[g.Root], nil)
	if h.Root != False {
		h.Unnamed = size - len(h.Named())
	}
	return h, nil
}

func (e Edge) equals(f Edge) bool {
	return slices.Equal(e.Lits, f.Lits) && slices.Equal(e.Free, f.Free) && slices.Equal(e.Children, f.Children)
}

// undecided returns the error for a node whose decision the projection leaves out.
func (g *Graph) undecided(n Node) error {
	where := "a node"
	if g.names != nil {
		where = fmt.Sprintf("node %d", g.names[n])
	}
	v := g.edge(g.nodes[n]).Lits[0].Var()
	return fmt.Errorf("%s of the graph decides variable %d, which is not in the projection, so that models would count twice", where, v)
}

// decide makes complementary literals the first literals of two edges. It returns false if there
// are none.
func decide(p, q []dimacs.Lit) bool {
	at := make(map[dimacs.Lit]int, len(p))
	for i, l := range p {
		at[l] = i
	}
	for i, l := range q {
		if k, is := at[-l]; is {
			p[0], p[k] = p[k], p[0]
			q[0], q[i] = q[i], q[0]
			return true
		}
	}
	return false
}

// With returns the graph with more named variables, which are free in all models.
func (g *Graph) With(vars []dimacs.Lit) *Graph {
	return g.ungrouped().rebuild(Edge{Free: vars}, func(b *Builder, e Edge) bool {
		b.Add(e.Lits...)
		b.free = append(b.free, e.Free...)
		return true
	})
}

// ungrouped returns the graph with its groups written out, or g itself if there are none. A group
// of the literals 1, 2 and 3 becomes a chain of nodes: 1 with 2 and 3 free, or -1 and the next
// node, which decides 2. The free variables are a chain of nodes, too, so that the size is linear.
func (g *Graph) ungrouped() *Graph {
	if len(g.groups) == 0 {
		return g
	}
	groups, chains := map[dimacs.Lit][]dimacs.Lit{}, map[dimacs.Lit]Node{}
	for _, group := range g.groups {
		groups[group.Lits[0]], groups[-group.Lits[0]] = group.Lits, group.Lits
	}
	h := g.rebuild(Edge{}, func(b *Builder, e Edge) bool {
		for _, l := range e.Lits {
			switch group := groups[l]; {
			case group == nil:
				b.Add(l)
			case group[0] != l:
				b.Add(dimacs.Negated(group)...)
			default:
				if chains[l] == False {
					chains[l] = b.some(group)
				}
				b.Child(chains[l])
			}
		}
		for _, v := range e.Free {
			b.Free(v)
			for _, l := range groups[v] {
				if l.Var() != v.Var() {
					b.Free(dimacs.Lit(l.Var()))
				}
			}
		}
		return true
	})
	h.Unnamed = g.Unnamed
	return h
}

// some returns a node for the disjunction of literals.
func (b *Builder) some(lits []dimacs.Lit) (n Node) {
	free := True // the node for the variables behind l
	for i, l := range slices.Backward(lits) {
		mark := b.Mark()
		b.edge(Edge{Lits: []dimacs.Lit{l}, Children: []Node{free}})
		if i < len(lits)-1 {
			b.edge(Edge{Lits: []dimacs.Lit{-l}, Children: []Node{n}})
		}
		n = b.Node(mark, true)
		free = b.single(Edge{Free: []dimacs.Lit{dimacs.Lit(l.Var())}, Children: []Node{free}})
	}
	return n
}
