package dnnf

import "queens/dimacs"

// A goal is a node to satisfy or, if the node is False, a free variable to set.
type goal struct {
	node Node
	free dimacs.Lit
	next *goal // the other goals
}

// Models sets a to each model in turn, and calls found, until found returns false. It sets the
// named variables only. Models reports whether it reached the end.
func (g *Graph) Models(a *dimacs.Assignment, found func() bool) bool {
	if g.Root == False {
		return true
	}
	var open []*goal // the goals whose second value is still to come
	for todo, value := (&goal{node: g.Root}), 0; ; value = 1 {
		for ; todo != nil; value = 0 {
			if value == 0 && (todo.node == False || g.nodes[todo.node+1]-g.nodes[todo.node] > 1) {
				open = append(open, todo)
			}
			todo = g.meet(a, todo, value)
		}
		if !found() {
			return false
		}
		if len(open) == 0 {
			return true
		}
		todo, open = open[len(open)-1], open[:len(open)-1]
	}
}

// meet meets a goal by its first or second value, and returns the goals that are left.
func (g *Graph) meet(a *dimacs.Assignment, at *goal, value int) *goal {
	left := at.next
	if at.node == False {
		a.Set(int(at.free), value == 0)
		return left
	}
	e := g.edge(g.nodes[at.node] + uint32(value))
	for _, l := range e.Lits {
		a.SetLit(l)
	}
	for _, v := range e.Free {
		left = &goal{free: v, next: left}
	}
	for _, c := range e.Children {
		left = &goal{node: c, next: left}
	}
	return left
}
