package dnnf

// merge returns a graph with the same models. The edge of a node with one edge and one parent becomes
// a part of the edge above, which saves the certificate a step between the two. A node that is always
// true vanishes with its free variables.
func (g *Graph) merge() *Graph {
	parents, numbers := make([]int, g.Len()), make([]Node, g.Len())
	for _, c := range g.children {
		parents[c]++
	}
	only := make([]*Edge, g.Len()) // indexed by node: its edge, if it becomes a part of others
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
				part := *only[c]
				if parents[c] == 1 && len(part.Lits) > len(m.Lits) { // so a long chain takes linear time
					m, part = part, m
				}
				m.append(part)
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

func (e *Edge) append(part Edge) {
	e.Lits, e.Free, e.Children = append(e.Lits, part.Lits...), append(e.Free, part.Free...), append(e.Children, part.Children...)
}
