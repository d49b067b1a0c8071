package dnnf

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxDrawn is the largest number of nodes that WriteDot accepts, because nobody can look at more.
const maxDrawn = 2000

// WriteDot writes the graph in the language DOT of Graphviz: a circle for a decision, with the number of its variable,
// and a point for a conjunction. An edge is labelled with the literals that it makes true. It is an error if the graph
// has more than maxDrawn nodes. Other errors are from writing.
func (g *Graph) WriteDot(to io.Writer) error {
	if n := g.Len(); n > maxDrawn {
		return fmt.Errorf("it has %d nodes: expected at most %d for a picture", n, maxDrawn)
	}
	out := bufio.NewWriter(to)
	out.WriteString("digraph graph_of_models {\n  node [shape=circle];\n")
	if g.Root == False {
		out.WriteString("  n0 [label=\"false\"];\n")
	} else {
		out.WriteString("  n1 [label=\"true\"];\n")
	}
	for n := g.Root; n > True; n-- {
		for i, e := range g.Edges(n) {
			literals := strings.Trim(fmt.Sprint(e.Lits), "[]")
			if i == 0 {
				name := ""
				if len(e.Lits) > 0 {
					name = fmt.Sprint(e.Lits[0].Var())
				}
				fmt.Fprintf(out, "  n%d [label=\"%s\"];\n", n, name)
			}
			children := e.Children
			if len(children) == 0 {
				children = []Node{True}
			}
			from := fmt.Sprintf("n%d", n)
			if len(children) > 1 {
				fmt.Fprintf(out, "  %s_%d [shape=point];\n  %[1]s -> %[1]s_%[2]d [label=\"%s\"];\n", from, i, literals)
				from, literals = fmt.Sprintf("%s_%d", from, i), ""
			}
			for _, c := range children {
				fmt.Fprintf(out, "  %s -> n%d [label=\"%s\"];\n", from, c, literals)
			}
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}
