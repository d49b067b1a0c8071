package dnnf

// inlined returns a graph for a certificate, with the same models; free variables may be missing. A
// node with one edge and one parent is inlined into the edge above, which saves the certificate a
// step between the two. A node with one edge that is only a child becomes this child. A node that
// is always true vanishes, except for the root.
func (g *Graph) inlined() *Graph {
	parents, numbers := make([]int, g.Len()), make([]Node, g.Len())
	for _, c := range g.children {
		parents[c]++
	}
	only := make([]*Edge, g.Len()) // indexed by node: its only edge if it is inlined, otherwise nil
	h := g.empty()
	h.Root = g.Root
	for n := True + 1; n <= g.Root; n++ {
		var edges []Edge
		for _, e := range g.Edges(n) {
			var m Edge
			for _, c := range e.Children {
				if only[c] == nil {
					m.Children = append(m.Children, numbers[c])
					continue
				}
				inner := *only[c]
				if parents[c] == 1 && len(inner.Lits) > len(m.Lits) { // so a long chain takes linear time
					m, inner = inner, m
				}
				m.append(inner)
			}
			first := len(m.Lits)
			if m.append(Edge{Lits: e.Lits, Free: e.Free}); first < len(m.Lits) {
				m.Lits[0], m.Lits[first] = m.Lits[first], m.Lits[0]
			}
			edges = append(edges, m)
		}
		e, single := edges[0], len(edges) == 1
		isTrue := single && len(e.Lits)+len(e.Children) == 0
		if isTrue {
			e.Free = nil
		}
		switch {
		case single && n < g.Root && parents[n] == 1 || isTrue && n < g.Root:
			only[n] = &e
		case single && len(e.Lits) == 0 && len(e.Children) == 1:
			numbers[n] = e.Children[0]
		default:
			numbers[n] = h.add(g.name(n), edges...)
		}
	}
	if g.Root > True {
		h.Root = Node(h.Len() - 1)
	}
	return h
}

// append adds the contents of f to e.
func (e *Edge) append(f Edge) {
	e.Lits, e.Free, e.Children = append(e.Lits, f.Lits...), append(e.Free, f.Free...), append(e.Children, f.Children...)
}
