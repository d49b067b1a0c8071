package dnnf

import (
	"bufio"
	"io"
	"strconv"

	"queens/dimacs"
)

// WriteD4 writes the graph in the format of the compiler d4. Nodes have numbers; the root is 1.
// First comes a line `o I 0` for each node, and `t I 0` for True. If the root is False, the only
// line is `f 1 0`.
//
// Then come the edges: `I J LITERALS 0` is an edge from I to J. Edges without children lead to
// True. If an edge has several children, J is a conjunction: the line `a J 0` comes before the edge,
// and a line `J K 0` for each child K comes after it. Free variables are not written.
//
// If the first literal of a group is true on an edge, the edge gets one more child: a chain of
// nodes that decide the literals of the group one after the other.
//
// Source: J.-M. Lagniez and P. Marquis, "An Improved Decision-DNNF Compiler", IJCAI 2017.
func (g *Graph) WriteD4(to io.Writer) error {
	w := &d4Writer{Writer: bufio.NewWriter(to), leaf: int(g.Root-True) + 1, chains: map[dimacs.Lit]int{}}
	number := func(n Node) int { return int(g.Root-n) + 1 } // True gets the largest number
	for n := g.Root; n > True; n-- {
		w.write("o ", number(n))
	}
	if g.Root == False {
		w.write("f ", 1)
		return w.Flush()
	}
	w.write("t ", w.leaf)
	w.last = w.leaf
	groups := map[dimacs.Lit][]dimacs.Lit{}
	for _, group := range g.groups {
		groups[group.Lits[0]], groups[-group.Lits[0]] = group.Lits, group.Lits
	}
	for n := g.Root; n > True; n-- {
		for _, e := range g.Edges(n) {
			edge, children := []int{number(n), w.leaf}, []int(nil)
			for _, c := range e.Children {
				children = append(children, number(c))
			}
			for _, l := range e.Lits {
				switch group := groups[l]; {
				case group == nil:
					edge = append(edge, int(l))
				case group[0] == l:
					children = append(children, w.chain(group))
				default:
					for _, k := range group {
						edge = append(edge, int(-k))
					}
				}
			}
			w.edge(edge, children)
		}
	}
	return w.Flush()
}

// A d4Writer writes lines in d4's format.
type d4Writer struct {
	*bufio.Writer
	line   []byte
	leaf   int                // the number of True
	last   int                // the largest number of a node so far
	chains map[dimacs.Lit]int // indexed by the first literal of a group: the first node of its chain, once written
}

// write writes a line: the kind, the numbers and a 0.
func (w *d4Writer) write(kind string, numbers ...int) {
	w.line = append(w.line[:0], kind...)
	for _, n := range numbers {
		w.line = append(strconv.AppendInt(w.line, int64(n), 10), ' ')
	}
	w.Write(append(w.line, "0\n"...))
}

// edge writes an edge, with a conjunction if it has several children. It sets edge[1] to the
// end of the edge, which is True at first.
func (w *d4Writer) edge(edge, children []int) {
	switch len(children) {
	case 0:
	case 1:
		edge[1], children = children[0], nil
	default:
		w.last++
		edge[1] = w.last
		w.write("a ", edge[1])
	}
	w.write("", edge...)
	for _, c := range children {
		w.write("", edge[1], c)
	}
}

// chain returns the first node of the chain of a group, and writes the chain once.
func (w *d4Writer) chain(group []dimacs.Lit) int {
	if w.chains[group[0]] == 0 {
		first := w.last + 1
		for i := range group {
			w.write("o ", first+i)
		}
		for i, l := range group {
			if w.write("", first+i, w.leaf, int(l)); i < len(group)-1 {
				w.write("", first+i, first+i+1, int(-l))
			}
		}
		w.last += len(group)
		w.chains[group[0]] = first
	}
	return w.chains[group[0]]
}
