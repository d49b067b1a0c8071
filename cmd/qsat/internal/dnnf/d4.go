package dnnf

import (
	"bufio"
	"io"
	"strconv"
)

// WriteD4 writes the graph in the format of the compiler d4. Nodes have numbers; the root is 1.
// First comes a line `o I 0` for each node, and `t I 0` for True. If the root is False, the only
// line is `f 1 0`.
//
// Then come the edges: `I J LITERALS 0` is an edge from I to J. Edges without children lead to
// True. If an edge has several children, J is a conjunction: the line `a J 0` comes before the edge,
// and a line `J K 0` for each child K comes after it. Free variables are not written.
//
// Source: J.-M. Lagniez and P. Marquis, "An Improved Decision-DNNF Compiler", IJCAI 2017.
func (g *Graph) WriteD4(to io.Writer) error {
	w := bufio.NewWriter(to)
	var line []byte
	write := func(kind string, numbers ...int) {
		line = append(line[:0], kind...)
		for _, n := range numbers {
			line = append(strconv.AppendInt(line, int64(n), 10), ' ')
		}
		w.Write(append(line, "0\n"...))
	}
	number := func(n Node) int { return int(g.Root-n) + 1 } // True gets the largest number
	for n := g.Root; n > True; n-- {
		write("o ", number(n))
	}
	if g.Root == False {
		write("f ", 1)
		return w.Flush()
	}
	leaf := number(True)
	write("t ", leaf)
	last := leaf
	var numbers []int
	for n := g.Root; n > True; n-- {
		for _, e := range g.Edges(n) {
			child := leaf
			switch len(e.Children) {
			case 0:
			case 1:
				child = number(e.Children[0])
			default:
				last++
				child = last
				write("a ", child)
			}
			numbers = append(numbers[:0], number(n), child)
			for _, l := range e.Lits {
				numbers = append(numbers, int(l))
			}
			write("", numbers...)
			for _, c := range e.Children {
				if len(e.Children) > 1 {
					write("", child, number(c))
				}
			}
		}
	}
	return w.Flush()
}
