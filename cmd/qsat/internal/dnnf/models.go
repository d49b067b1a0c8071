package dnnf

import "queens/dimacs"

// Models sets a to each model in turn, and calls found, until found returns false. It sets the
// named variables only. Models reports whether it reached the end.
func (g *Graph) Models(a *dimacs.Assignment, found func() bool) bool {
	if g.Root == False {
		return true
	}
	for choices := []bool(nil); ; { // of the model: whether each node has its first edge and each free variable is true
		made := 0
		choose := func() bool {
			if made++; made > len(choices) {
				choices = append(choices, true)
			}
			return choices[made-1]
		}
		g.walk(func(Node, Edge) bool { return choose() }, func(e Edge) bool {
			for _, l := range e.Lits {
				a.SetLit(l)
			}
			for _, v := range e.Free {
				a.Set(int(v), choose())
			}
			return true
		})
		if !found() {
			return false
		}
		for len(choices) > 0 && !choices[len(choices)-1] {
			choices = choices[:len(choices)-1]
		}
		if len(choices) == 0 {
			return true
		}
		choices[len(choices)-1] = false
	}
}
