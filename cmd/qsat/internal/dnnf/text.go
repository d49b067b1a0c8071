package dnnf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
)

// A Source holds the nodes and edges of a graph in the order of its text. Nodes are given by their
// indices in this order, from 0, not by their numbers in the text.
type Source struct {
	Vars    int            // the number of variables
	Derived [][]dimacs.Lit // of CPOG: the clauses without nodes that the text derives

	known bool         // the graph was made by this program
	name  string       // the name of the text, for messages
	root  int32        // the index of the root
	kinds []byte       // indexed by node: o, a, t or f, as in d4's format; a literal is a with one arc
	names []int        // indexed by node: its number in the text
	lines []int        // indexed by node: its line, from 1
	arcs  []arc        // the edges
	lits  []dimacs.Lit // the literals of all arcs
}

// An arc leads from a node to a node, or to yes or no. It makes true the literals with the indices
// lits to end-1 in Source.lits.
type arc struct{ from, to, lits, end int32 }

// The ends of an arc that leads to no node: yes is always true, and no always false.
const (
	yes int32 = -1
	no  int32 = -2
)

// Read reads a graph in CPOG (see cpogWriter), or in the format of d4, or of c2d and dsharp, which begins with "nnf":
//
//	o 1 0        a disjunction        nnf 4 2 3    4 nodes, 2 edges, 3 variables
//	a 2 0        a conjunction        L -3         a literal; the nodes have the numbers 0, 1, ..
//	t 3 0        true                 A 2 0 1      the conjunction of 2 nodes
//	f 4 0        false                O 3 2 2 1    the disjunction of 2 nodes, which decides variable 3
//	1 2 5 -7 0   an edge from 1 to 2 with literals
//
// The root is 1, or the last node. A node precedes its edges and the edges to it. Read ignores the
// variable of a decision, because dsharp writes any number if it has forgotten the variable, and
// c2d writes 0. It also ignores blank lines and lines whose first word begins with c. Variables
// must not exceed vars. If vars is negative, the header or the largest variable gives Source.Vars.
// In CPOG, vars must not be negative, no node may be negated, and deletions and hints make no difference. If relaxed is
// set, the header may give a wrong number of nodes. The name is the file name in messages. The error is from r or a
// *dimacs.SyntaxError; then the Source is not valid.
func Read(r io.Reader, name string, vars int, relaxed bool) (*Source, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	f := &file{Source: &Source{Vars: vars, name: name}, most: dimacs.MaxVar, numbers: map[int]int32{}}
	if vars >= 0 {
		f.most = vars
	}
	for f.line = 1; f.err == nil && in.Scan(); f.line++ {
		f.text = in.Text()
		if f.words = strings.Fields(f.text); len(f.words) > 0 && f.words[0][0] != 'c' {
			f.add()
		}
	}
	switch err := in.Err(); {
	case err == bufio.ErrTooLong:
		f.err = &dimacs.SyntaxError{Name: name, Line: f.line, Column: maxLine, Expected: "end of line", Found: "more"}
	case err != nil:
		return nil, err
	case f.err == nil:
		f.text = ""
	}
	f.words, f.Vars = nil, max(f.Vars, 0)
	var is bool
	if f.cpog != "" {
		f.root, is = int32(len(f.kinds)), true
		f.text, f.words, f.line = f.cpog, strings.Fields(f.cpog), f.rootLine
		if f.node('a', 0); !f.operand(1, f.root) {
			f.kinds[f.root] = 'f'
		}
	} else if f.c2d {
		f.root, is = int32(len(f.kinds)-1), len(f.kinds) == f.nodes || relaxed && len(f.kinds) > 0
	} else {
		f.root, is = f.numbers[1]
		f.nodes = 1
	}
	if !is {
		f.expect(0, fmt.Sprintf("node %d", f.nodes))
	}
	return f.Source, f.err
}

// Source returns the source that Read makes of the text of WriteD4, or the error of Read. Its graphs
// have no limit on their size.
func (g *Graph) Source() (*Source, error) {
	var b bytes.Buffer
	g.WriteD4(&b)
	s, err := Read(&b, "graph", g.Vars, false)
	if s != nil {
		s.known = true
	}
	return s, err
}

// A file is the state of Read.
type file struct {
	*Source
	text     string        // the current line
	line     int           // its number, from 1
	words    []string      // its words
	numbers  map[int]int32 // in d4's format, indexed by number of a node in the text: its index
	c2d      bool          // the format is of c2d and dsharp
	nodes    int           // in that format: the number of nodes according to the header
	cpog     string        // in CPOG: the line of the root
	rootLine int           // its number
	most     int           // the largest possible variable
	err      error         // the first error
}

// maxSize is the largest number of nodes, arcs and literals of a text before its last line. Their
// positions have 32 bits.
const maxSize = 1 << 30

// maxLine is larger than the number of bytes of a line. A program might write an endless one.
const maxLine = 1 << 26

// add adds the node or the edges of the current line, or reads the header, or sets f.err.
func (f *file) add() {
	kind := f.words[0]
	switch {
	case len(f.kinds)+len(f.arcs)+len(f.lits) > maxSize:
		f.expect(0, fmt.Sprintf("at most %d nodes, edges and literals", maxSize))
	case slices.Contains([]string{"d", "dc", "do", "r"}, kind):
		f.certified(0)
	case len(f.words) > 1 && strings.Contains("apst", f.words[1]):
		f.certified(1)
	case kind == "nnf" && len(f.kinds) == 0 && !f.c2d:
		f.c2d, f.nodes = true, f.number(1, "the number of nodes", 1, dimacs.MaxVar)
		f.number(2, "the number of edges", 0, dimacs.MaxVar)
		if f.most = f.number(3, "the number of variables", 0, f.most); f.Vars < 0 {
			f.Vars = f.most
		}
		f.end(4)
	case f.c2d && kind == "L":
		f.arc(int32(len(f.kinds)), yes)
		f.node('a', len(f.kinds))
		if f.literal(1); len(f.lits) == int(f.arcs[len(f.arcs)-1].lits) {
			f.expect(1, "a literal")
		}
		f.end(2)
	case f.c2d && (kind == "A" || kind == "O"):
		at, n := 1, len(f.kinds)
		if kind == "O" {
			f.number(1, "a variable or 0", 0, dimacs.MaxVar)
			at = 2
		}
		children := f.number(at, "the number of children", 0, dimacs.MaxVar)
		for i := 0; i < children && f.err == nil; i++ {
			at++
			f.arc(int32(n), int32(f.number(at, "the number of a node before", 0, n-1)))
		}
		f.node(kind[0]|0x20, n)
		f.end(at + 1)
	case f.c2d:
		f.expect(0, "L, A or O")
	case len(kind) == 1 && strings.Contains("oatf", kind):
		n := f.number(1, "the number of a node", 1, dimacs.MaxVar)
		if _, known := f.numbers[n]; known {
			f.expect(1, "a new number")
		}
		f.numbers[n] = int32(len(f.kinds))
		f.node(kind[0], n)
		f.number(2, "0", 0, 0)
		f.end(3)
	default:
		f.arc(f.known(0, "o, a, t, f or a disjunction or conjunction before", "oa"), f.known(1, "the number of a node before", "oatf"))
		i := 2
		for f.literal(i) {
			i++
		}
		f.end(i + 1)
	}
}

// certified adds the node or the derived clause of a line of CPOG, or keeps the line of the root, or sets f.err. The kind
// of the line is word i.
func (f *file) certified(i int) {
	n, of := int32(len(f.kinds)), byte('a')
	switch kind := f.words[i]; kind {
	case "a":
		var lits []dimacs.Lit
		for l := -1; l != 0; {
			i++
			if l = f.number(i, "a literal", -dimacs.MaxVar, dimacs.MaxVar); max(l, -l) > f.most {
				return
			}
			lits = append(lits, dimacs.Lit(l))
		}
		f.Derived = append(f.Derived, lits[:len(lits)-1])
	case "p", "s", "t":
		name, end := f.number(i+1, "a new variable", f.most+1, dimacs.MaxVar), math.MaxInt
		if kind == "s" { // the hints follow
			of, end = 'o', i+4
		}
		for i += 2; i < end && f.operand(i, n); i++ {
		}
		f.numbers[name] = n
		f.node(of, name)
	case "r":
		f.cpog, f.rootLine = f.text, f.line
	case "d", "dc", "do":
	default:
		f.expect(i, "a, p, s, t, d, do or r")
	}
}

// operand adds word i of the line, a literal of the formula or a node before, as an arc of the node n. It returns false
// for 0 and for any other word, which sets f.err.
func (f *file) operand(i int, n int32) bool {
	const wanted = "a literal of the formula, or a node before"
	l := f.number(i, wanted, -f.most, dimacs.MaxVar)
	node, known := f.numbers[l]
	switch {
	case known:
		f.arc(n, node)
	case l > f.most:
		f.expect(i, wanted)
		return false
	case l != 0:
		f.arc(n, yes)
		f.literal(i)
	}
	return l != 0
}

// node adds a node of a kind (see Source.kinds) on the current line. The name is its number in the
// text.
func (f *file) node(kind byte, name int) {
	f.kinds, f.names, f.lines = append(f.kinds, kind), append(f.names, name), append(f.lines, f.line)
}

// arc adds an arc without literals between two indices of nodes.
func (f *file) arc(from, to int32) {
	n := int32(len(f.lits))
	f.arcs = append(f.arcs, arc{from, to, n, n})
}

// known reads word i of the line as the number of a node in the text, and returns the index of the
// node. If there is no node before with this number and one of the kinds, known sets f.err and the
// index is meaningless. The argument wanted names the expected word in the message.
func (f *file) known(i int, wanted, kinds string) int32 {
	n, is := f.numbers[f.number(i, wanted, 1, dimacs.MaxVar)]
	if !is || strings.IndexByte(kinds, f.kinds[n]) < 0 {
		f.expect(i, wanted)
	}
	return n
}

// literal adds word i of the line as a literal to the last arc and returns true. It returns false
// for the 0 at the end of a list, and for any other word, which sets f.err. If there is no limit on
// variables, it increases f.Vars as needed.
func (f *file) literal(i int) bool {
	l := f.number(i, "a literal", -f.most, f.most)
	if l == 0 {
		return false
	}
	f.lits = append(f.lits, dimacs.Lit(l))
	f.arcs[len(f.arcs)-1].end++
	if f.most == dimacs.MaxVar {
		f.Vars = max(f.Vars, l, -l)
	}
	return true
}

// number returns word i of the line, from 0, as an integer from low to high. If it is no such
// integer, number returns 0 and sets f.err. The argument wanted names the expected word in the
// message.
func (f *file) number(i int, wanted string, low, high int) int {
	if i < len(f.words) && f.words[i][0] != '+' {
		if n, err := strconv.Atoi(f.words[i]); err == nil && low <= n && n <= high {
			return n
		}
	}
	f.expect(i, wanted)
	return 0
}

// end sets f.err if the line has more than n words.
func (f *file) end(n int) {
	if len(f.words) > n {
		f.expect(n, "end of line")
	}
}

// expect sets f.err, if it is nil, to a *dimacs.SyntaxError at word i of the line, or at its end if
// it has fewer words. The argument wanted names the expected word in the message.
func (f *file) expect(i int, wanted string) {
	if f.err != nil {
		return
	}
	column, found := len(f.text), "end of line"
	if i < len(f.words) {
		column, found = 0, fmt.Sprintf("%.20q", f.words[i])
		for _, w := range f.words[:i] {
			column += strings.Index(f.text[column:], w) + len(w)
		}
		column += strings.Index(f.text[column:], f.words[i])
	}
	f.err = &dimacs.SyntaxError{Name: f.name, Line: f.line, Column: column + 1, Expected: wanted, Found: found}
}

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
