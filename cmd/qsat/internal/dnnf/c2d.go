package dnnf

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"queens/dimacs"
)

// WriteC2D writes the graph in the format nnf of the compiler c2d; see Read. The last node is the root. Free variables
// are not written. The error is from writing.
//
// Source: A. Darwiche, "New Advances in Compiling CNF to Decomposable Negation Normal Form", ECAI 2004.
func (g *Graph) WriteC2D(to io.Writer) error {
	counting := &c2dWriter{out: bufio.NewWriter(io.Discard)}
	counting.graph(g)
	w := &c2dWriter{out: bufio.NewWriter(to)}
	w.line("nnf", counting.nodes, counting.edges, g.Vars)
	w.nodes = 0 // the header is no node
	w.graph(g)
	return w.out.Flush()
}

// A c2dWriter writes nodes and counts them.
type c2dWriter struct {
	out          *bufio.Writer
	nodes, edges int
	literals     map[dimacs.Lit]int // the numbers of the nodes of literals
	text         []byte
}

// line writes a node, or the header, and returns the number of the node.
func (w *c2dWriter) line(kind string, numbers ...int) int {
	w.text = append(w.text[:0], kind...)
	for _, n := range numbers {
		w.text = strconv.AppendInt(append(w.text, ' '), int64(n), 10)
	}
	w.out.Write(append(w.text, '\n'))
	w.nodes++
	return w.nodes - 1
}

// graph writes all nodes of g.
func (w *c2dWriter) graph(g *Graph) {
	w.literals = map[dimacs.Lit]int{}
	numbers := make([]int, g.Root+1) // indexed by node
	for n := True + 1; n <= g.Root; n++ {
		numbers[n] = w.node(g, n, numbers)
	}
	switch {
	case g.Root == False:
		w.line("O", 0, 0)
	case g.Root == True:
		w.line("A", 0)
	case numbers[g.Root] != w.nodes-1: // the root is the last node
		w.edges++
		w.line("A", 1, numbers[g.Root])
	}
}

// node writes a node whose children have the given numbers, and returns its number.
func (w *c2dWriter) node(g *Graph, n Node, numbers []int) int {
	var edges []int
	decided := 0
	for _, e := range g.Edges(n) {
		var parts []int
		for _, l := range e.Lits {
			number, known := w.literals[l]
			if !known {
				number = w.line("L", int(l))
				w.literals[l] = number
			}
			parts = append(parts, number)
			decided = e.Lits[0].Var()
		}
		for _, c := range e.Children {
			parts = append(parts, numbers[c])
		}
		if len(parts) != 1 {
			w.edges += len(parts)
			parts = []int{w.line("A", slices.Insert(parts, 0, len(parts))...)}
		}
		edges = append(edges, parts[0])
	}
	if len(edges) == 1 {
		return edges[0]
	}
	w.edges += 2
	return w.line("O", decided, 2, edges[0], edges[1])
}
