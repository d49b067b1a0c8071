package dnnf

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// A certificate proves that a graph is equivalent to a formula. Its format is CPOG. It has
// these steps:
//
//  1. Every node of the graph gets a variable of its own, and lines of the certificate define
//     the variable as a conjunction or disjunction (certificate_nodes.go).
//  2. Lemmas show that the formula implies the root (certificate_nodes.go). The lemma of a node says
//     that certain literals imply the node. The lemma of the root has no literals.
//
// Literals outside of the projection become Skolem nodes, which count as true in the proof, because they
// only choose a value.
//
// The certificate does not show that the graph implies the formula, too: its checker evaluates the
// graph for each clause, and so does Certify (see reverse). If the graph has no model, the
// certificate is a refutation of the formula. The lines of the certificate are described at cpogWriter.
//
// Sources: R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule, "Certified Knowledge
// Compilation with Application to Verified Model Counting", SAT 2023; R. E. Bryant, Y. K. Tan and
// M. J. H. Heule, "Certifying Projected Knowledge Compilation", SAT 2025.
type certificate struct {
	premises
	definitions
	graph     *Graph
	projected func(v int) bool // reports whether a variable is in the projection
	lemmas    [][]lemma        // indexed by node
	parents   []int            // indexed by node: the number of edges above it
}

// ErrUnproved means that no proof was found. The graph is wrong, or there is a bug in this program.
var ErrUnproved = errors.New("internal error: the certificate has a gap")

// maxDepth is the largest number of nodes below another on a path down a graph that Certify accepts.
// It bounds a recursion, which takes about 2 KB of stack for each node.
const maxDepth = 1 << 17

// checkDepth returns an error if the graph is deeper than maxDepth.
func (c *certificate) checkDepth() error {
	depths := make([]int, c.graph.Len()) // indexed by node: the largest number of nodes below it on a path down
	for n := range depths {
		for _, e := range c.graph.Edges(Node(n)) {
			for _, child := range e.Children {
				depths[n] = max(depths[n], depths[child]+1)
			}
		}
	}
	if depth := slices.Max(depths); depth > maxDepth {
		return fmt.Errorf("the graph has no certificate: %d nodes lie above one another, and %d are possible", depth, maxDepth)
	}
	return nil
}

// wrong sets c.err, unless it is set, when node n is not equivalent to the formula under the
// decisions above it. The error gives the number of n in the text of the graph, and the reason. For
// a graph that was not read, it is ErrUnproved.
func (c *certificate) wrong(n Node, format string, args ...any) {
	if c.err == nil {
		if c.err = ErrUnproved; c.graph.names != nil {
			c.err = fmt.Errorf("node %d of the graph, or a conjunction below it, is wrong: %s", c.graph.names[n], fmt.Sprintf(format, args...))
		}
	}
}

// Certify writes a certificate in CPOG that g is equivalent to f. All variables of f that are in
// the projection must occur in edges of g, unless the root is False. The function projected reports
// whether a variable is in the projection; another variable needs only one value for each model of
// the projection. The clauses in derived help to find the proof; usually they are the clauses that
// the count learned. Each should follow from f and the clauses before it by unit propagation;
// Certify ignores others. The error is from writing, the cause if ctx has ended, or says that g is
// too deep or not equivalent to f. Then the certificate is not complete.
func Certify(ctx context.Context, g *Graph, f *dimacs.Formula, projected func(v int) bool, derived [][]dimacs.Lit, to io.Writer) error {
	numbering := clause.Number(f, g.lits)
	n := len(numbering.Names) - 1
	g = g.inlined()
	c := &certificate{
		premises: premises{
			prover:     prover{Propagator: propagate.New(n), marks: make([]uint32, n+1)},
			cpogWriter: cpogWriter{Numbering: numbering, out: bufio.NewWriterSize(to, 1<<16), lastClause: uint32(f.NumClauses()), lastNode: f.Vars},
			derived:    map[int]derivation{}, unitIDs: make([]uint32, n+1),
		},
		definitions: definitions{nodes: make([]int, g.Len()), sums: make([]uint32, g.Len()), args: make([]int, len(g.edges)), prods: make([]uint32, len(g.edges)), skolems: make([]uint32, len(g.edges))},
		graph:       g, projected: projected, lemmas: make([][]lemma, g.Len()), parents: g.parents(),
	}
	if err := c.checkDepth(); err != nil {
		return err
	}
	if err := c.load(ctx, f, derived); err != nil {
		return err
	}
	root := c.graph.Root
	for n := max(min(root, True+1), True); n <= root; n++ {
		first, end := c.graph.nodes[n], c.graph.nodes[n+1]
		var hints []uint32
		for i := first; i < end; i++ {
			if c.defineEdge(n, i, end-first > 1); c.prods[i] > 0 {
				hints = append(hints, c.prods[i]+1)
			}
		}
		if c.nodes[n] = c.args[first]; end-first > 1 {
			c.nodes[n], c.sums[n] = c.define("s", c.args[first:end], hints)
		}
	}
	fmt.Fprintf(c.out, "r %d\n", c.nodes[root]) // a node or a literal of the formula; 0 says that there is no model
	if c.proveRoot(); c.err == nil {
		c.checkClauses(ctx, f)
	}
	if c.err == nil {
		c.err = c.out.Flush()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return c.err
}

// proveRoot writes the lines that derive the unit clause of the root, or the empty clause if the
// root is False. It sets c.err if there is no proof.
func (c *certificate) proveRoot() {
	refuted := c.Propagate()
	switch root := c.graph.Root; {
	case (root == False) != (refuted >= 0):
		c.wrong(root, "it has a model, but the formula has none")
	case root == False:
		c.explain(1)
		c.needFalse(refuted, 0)
		c.assert(nil, append(c.explained(), c.id(refuted)))
	default:
		c.justify(root)
	}
}

// A cpogWriter writes the lines of a certificate and assigns numbers to clauses and nodes:
//
//	7 a 3 -1 0 2 5 0       clause 7 follows from clauses 2 and 5 by unit propagation
//	8 p 4 1 -2 0           node 4 is the conjunction of 1 and -2
//	11 s 5 4 2 10 0        node 5 is the disjunction of 4 and 2, which exclude each other
//	                       by clause 10
//	14 t 6 -3 0            node 6 is the conjunction of -3 at the end, and true before
//	r 5                    node 5 is the root
//
// The line of a node also adds the clauses that define the node. For the nodes above:
//
//	8 (4 -1 2), 9 (-4 1), 10 (-4 -2)
//	11 (-5 4 2), 12 (5 -4), 13 (5 -2)
//	14 (6)
//
// The clauses of the formula have the ids 1, 2, ... in their order. A node has the number of a
// variable that is not in the formula.
type cpogWriter struct {
	*clause.Numbering
	out  *bufio.Writer
	line []byte // the current line
	err  error  // the first error of the certificate: of out, or of a method

	lastClause uint32 // the last id of a clause
	lastNode   int    // the last number of a node; at first the number of variables of the formula
}

// assert writes a clause that follows from the formula, and returns its id. The clause consists of
// nodes and of lits, which are in the variables of the Numbering. A node is given by its number. The
// hints are the ids of the clauses from which it follows by unit propagation, in their order.
func (w *cpogWriter) assert(lits []dimacs.Lit, hints []uint32, nodes ...int) uint32 {
	w.lastClause++
	w.begin(int(w.lastClause), "a")
	for _, n := range nodes {
		w.number(n)
	}
	for _, l := range lits {
		w.number(int(w.Name(clause.Of(l))))
	}
	w.number(0)
	w.end(hints)
	return w.lastClause
}

// define writes the definition of a new node. It returns the number of the node and the id of its
// first clause. A definition takes one id, and then one more for each argument; for a node of kind
// "t", only the first id has a clause. A node of kind "p" is the conjunction of args, which are
// nodes and literals of the formula. A node of kind "t" is such a conjunction at the end, and true
// in the proof. A node of kind "s" is the disjunction of two args; the hints prove that not both are
// true. Other kinds have no hints.
func (w *cpogWriter) define(kind string, args []int, hints []uint32) (node int, first uint32) {
	w.lastNode++
	first = w.lastClause + 1
	w.lastClause += uint32(len(args)) + 1
	w.begin(int(first), kind)
	w.number(w.lastNode)
	for _, a := range args {
		w.number(a)
	}
	w.end(hints)
	return w.lastNode, first
}

// begin starts a line with an id and a kind.
func (w *cpogWriter) begin(id int, kind string) {
	w.line = w.line[:0]
	w.number(id)
	w.line = append(append(w.line, kind...), ' ')
}

// number appends a number and a space to the line.
func (w *cpogWriter) number(n int) { w.line = append(strconv.AppendInt(w.line, int64(n), 10), ' ') }

// end appends the hints and a 0 to the line and writes the line. The first write error goes to
// w.err.
func (w *cpogWriter) end(hints []uint32) {
	for _, h := range hints {
		w.number(int(h))
	}
	w.line = append(w.line, "0\n"...)
	if _, err := w.out.Write(w.line); err != nil && w.err == nil {
		w.err = err
	}
}

// A reverse checks that a graph implies clauses. It assumes that all literals of a clause are false,
// and finds bottom-up which nodes are false, for 64 clauses at once.
type reverse struct {
	*certificate
	in      []uint64 // indexed by literal: bit i says that clause i contains it
	falses  []uint64 // indexed by node: bit i says that the node is false for clause i
	touched []uint64 // indexed by node: bit i says that a variable of clause i is below the node
}

// checkClauses sets c.err if the graph does not imply a clause of f. It returns early if ctx ends.
// The certificate need not show this, because its checker does the same.
func (c *certificate) checkClauses(ctx context.Context, f *dimacs.Formula) {
	r := reverse{c, make([]uint64, 2*len(c.Names)), make([]uint64, c.graph.Len()), make([]uint64, c.graph.Len())}
	for clauses := range slices.Chunk(slices.Collect(f.Clauses()), 64) {
		clear(r.in)
		always := uint64(0) // tautologies
		for i, lits := range clauses {
			for _, l := range lits {
				k := c.Lit(l)
				r.in[k] |= 1 << i
				always |= r.in[k.Not()] & (1 << i)
			}
		}
		for n := range r.falses { // sets falses and touched
			r.falses[n], r.touched[n] = ^uint64(0), 0
			for _, e := range r.graph.Edges(Node(n)) {
				falses, touched := r.edge(e)
				r.falses[n] &= falses
				r.touched[n] |= touched
			}
		}
		if i := bits.TrailingZeros64(^(always | r.falses[c.graph.Root])); i < len(clauses) {
			c.wrong(r.culprit(c.graph.Root, 1<<i), "it has a model that violates the clause %v", clauses[i])
		}
		if c.err != nil || ctx.Err() != nil {
			return
		}
	}
}

// edge returns the bits of an edge as in falses and touched. The bits of its children must be set.
func (r *reverse) edge(e Edge) (falses, touched uint64) {
	for _, l := range e.Lits {
		k := r.Lit(l)
		falses, touched = falses|r.in[k], touched|r.in[k]|r.in[k.Not()]
	}
	for _, child := range e.Children {
		falses, touched = falses|r.falses[child], touched|r.touched[child]
	}
	return falses, touched
}

// culprit returns the last node on a path along edges that are not false for a clause, from n down
// as long as such an edge has a child with a variable of the clause below. The argument clause is
// the bit of the clause.
func (r *reverse) culprit(n Node, clause uint64) Node {
	for _, e := range r.graph.Edges(n) {
		if falses, _ := r.edge(e); falses&clause != 0 {
			continue
		}
		for _, child := range e.Children {
			if r.touched[child]&clause != 0 {
				return r.culprit(child, clause)
			}
		}
	}
	return n
}
