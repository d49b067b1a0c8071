package dnnf

import (
	"bufio"
	"context"
	"io"
	"strconv"

	"queens/dimacs"
)

// A file is a graph as its text has it.
type file struct {
	words
	kinds []byte       // indexed by node: o, a, t or f, as in d4's format; a literal is a with one arc
	names []int        // indexed by node: its number in the text
	lines []int        // indexed by node
	arcs  []arc        // in the order of the text
	lits  []dimacs.Lit // of the arcs
	most  int          // the largest variable that is allowed
	vars  int          // the largest variable so far
}

// An arc leads to a node, or to true if to is negative. It makes the literals from lits to end
// true.
type arc struct{ from, to, lits, end int32 }

// Read reads a graph in the format of d4, or of c2d and dsharp, which begins with "nnf":
//
//	o 1 0        a disjunction        nnf 4 2 3    4 nodes, 2 edges, 3 variables
//	a 2 0        a conjunction        L -3         a literal; the nodes have the numbers 0, 1, ..
//	t 3 0        true                 A 2 0 1      the conjunction of 2 nodes
//	f 4 0        false                O 3 2 2 1    the disjunction of 2 nodes, which decides variable 3
//	1 2 5 -7 0   an edge from 1 to 2 with literals
//
// The root is 1, or the last node. Nodes must precede edges to them. The graph has the variables
// 1 to vars; if vars is negative, the header or the largest variable decides. The name is for messages. A
// graph that is not a decision-DNNF is an error that names a node.
func Read(ctx context.Context, r io.Reader, name string, vars int) (*Graph, error) {
	f := &file{words: words{in: bufio.NewReaderSize(r, 1<<16), name: name, line: 1}, most: dimacs.MaxVar}
	if vars >= 0 {
		f.most = vars
	}
	root := 0
	if f.next(); string(f.word) == "nnf" {
		nodes := f.number("the number of nodes", 1, dimacs.MaxVar)
		f.number("the number of edges", 0, dimacs.MaxVar)
		f.vars = f.number("the number of variables", 0, f.most)
		f.most = f.vars
		f.end()
		f.read(ctx, (*file).c2d)
		if root = len(f.kinds) - 1; len(f.kinds) != nodes {
			f.expect(strconv.Itoa(nodes)+" nodes", strconv.Itoa(len(f.kinds)))
		}
	} else {
		indices := map[int]int{}
		f.again = true
		f.read(ctx, func(f *file) { f.d4(indices) })
		var is bool
		if root, is = indices[1]; !is {
			f.expect("node 1, the root", "none")
		}
	}
	if f.err != nil {
		return nil, f.err
	}
	if vars < 0 {
		vars = f.vars
	}
	for i := range f.arcs {
		if f.arcs[i].end = int32(len(f.lits)); i+1 < len(f.arcs) {
			f.arcs[i].end = f.arcs[i+1].lits
		}
	}
	return f.connect(ctx, int32(root), vars)
}

// read calls line at the first word of each line that is no comment.
func (f *file) read(ctx context.Context, line func(*file)) {
	for f.err == nil {
		f.next()
		switch {
		case f.atEnd:
			return
		case len(f.word) == 0, f.word[0] == 'c':
			f.skipLine()
		default:
			line(f)
		}
		if f.line&0xfff == 0 && ctx.Err() != nil {
			f.err = context.Cause(ctx)
		}
	}
}

// d4 reads a line in d4's format. The map holds the node of each number.
func (f *file) d4(nodes map[int]int) {
	node := func(what string) int32 {
		n, is := nodes[f.number(what, 1, dimacs.MaxVar)]
		if !is {
			f.expect(what, "a number that no line before defines")
		}
		return int32(n)
	}
	kind := f.word[0]
	if len(f.word) != 1 || kind != 'o' && kind != 'a' && kind != 't' && kind != 'f' {
		f.again = true
		from := node("o, a, t, f or the number of a node")
		f.arcs = append(f.arcs, arc{from: from, to: node("the number of a node"), lits: int32(len(f.lits))})
		if f.err == nil && f.kinds[from] != 'o' && f.kinds[from] != 'a' {
			f.expect("an edge from a disjunction or conjunction", "one from a constant")
		}
		for f.literal() {
		}
	} else if n := f.number("the number of a node", 1, dimacs.MaxVar); f.err == nil {
		if _, is := nodes[n]; is {
			f.expect("a new number", "one that a line before defines")
		}
		nodes[n] = len(f.kinds)
		f.node(kind, n)
		f.number("0", 0, 0)
	}
	f.end()
}

// c2d reads a line in c2d's format.
func (f *file) c2d() {
	n := int32(len(f.kinds))
	switch kind := f.word[0]; {
	case len(f.word) == 1 && kind == 'L':
		f.arcs = append(f.arcs, arc{from: n, to: -1, lits: int32(len(f.lits))})
		if !f.literal() {
			f.expect("a literal", `"0"`)
		}
		f.node('a', int(n))
	case len(f.word) == 1 && (kind == 'A' || kind == 'O'):
		if kind == 'O' {
			f.number("a variable or 0", 0, f.most)
		}
		for range f.number("the number of children", 0, dimacs.MaxVar) {
			f.arcs = append(f.arcs, arc{from: n, to: int32(f.number("the number of a node before this one", 0, int(n)-1)), lits: int32(len(f.lits))})
			if f.err != nil {
				return
			}
		}
		f.node(kind|0x20, int(n))
	default:
		f.expect("L, A or O", f.found())
	}
	f.end()
}

// node adds a node.
func (f *file) node(kind byte, name int) {
	f.kinds, f.names, f.lines = append(f.kinds, kind), append(f.names, name), append(f.lines, f.line)
}

// literal reads a literal, and reports whether it is not the 0 at the end of a list.
func (f *file) literal() bool {
	l := f.number("a literal", -f.most, f.most)
	if l == 0 {
		return false
	}
	f.lits = append(f.lits, dimacs.Lit(l))
	f.vars = max(f.vars, l, -l)
	return true
}
