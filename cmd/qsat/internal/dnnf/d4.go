package dnnf

import (
	"bufio"
	"io"
	"strconv"
)

// WriteD4 writes the graph in the format of the compiler d4. Nodes have numbers; the root is 1.
// First comes a line `o I 0` for each node from the root down, except True, and then `t I 0` for
// True. If the root is False, the only line is `f 1 0`.
//
// Then come the edges: `I J LITERALS 0` is an edge from I to J. Edges without children lead to True.
// If an edge has several children, J is a conjunction: the line `a J 0` comes before the edge, and a
// line `J K 0` for each child K comes after it. Free variables are not written. The error is from
// writing.
//
// Source: J.-M. Lagniez and P. Marquis, "An Improved Decision-DNNF Compiler", IJCAI 2017.
func (g *Graph) WriteD4(to io.Writer) error {
	out, line := bufio.NewWriter(to), []byte(nil)
	write := func(kind string, numbers ...int) {
		line = append(line[:0], kind...)
		for _, n := range numbers {
			line = append(strconv.AppendInt(line, int64(n), 10), ' ')
		}
		out.Write(append(line, "0\n"...))
	}
	number := func(n Node) int { return int(g.Root-n) + 1 } // True gets the largest number
	for n := g.Root; n > True; n-- {
		write("o ", number(n))
	}
	if g.Root == False {
		write("f ", 1)
		return out.Flush()
	}
	last := number(True) // the largest number so far
	write("t ", last)
	for n := g.Root; n > True; n-- {
		for _, e := range g.Edges(n) {
			edge, children := []int{number(n), number(True)}, e.Children
			if len(children) == 1 {
				edge[1], children = number(children[0]), nil
			} else if len(children) > 1 {
				last++
				edge[1] = last
				write("a ", last)
			}
			for _, l := range e.Lits {
				edge = append(edge, int(l))
			}
			write("", edge...)
			for _, c := range children {
				write("", last, number(c))
			}
		}
	}
	return out.Flush()
}
