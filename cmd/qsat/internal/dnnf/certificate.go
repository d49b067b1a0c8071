package dnnf

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// A certificate proves that a graph is equivalent to a formula. Its format is CPOG. It has
// these steps:
//
//  1. Every node of the graph gets a variable of its own, and lines of the certificate define
//     the variable as a conjunction or disjunction (node_definitions.go).
//  2. Lemmas show that the formula implies the root (node_lemmas.go). The lemma of a node says
//     that certain literals imply the node. The lemma of the root has no literals.
//
// Literals outside of the projection become Skolem nodes, which count as true in the proof, because they
// only choose a value.
//
// The certificate does not show that the graph implies the formula, too: its checker evaluates the
// graph for each clause, and so does Certify (reverse.go). If the graph has no model, the
// certificate is a refutation of the formula. The lines of the certificate are described in
// certificate_lines.go.
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
}

// errUnproved means that no proof was found, which is a bug in this program.
var errUnproved = errors.New("internal error: the certificate has a gap")

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
// a graph that was not read, it is errUnproved.
func (c *certificate) wrong(n Node, format string, args ...any) {
	if c.err == nil {
		if c.err = errUnproved; c.graph.names != nil {
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
		graph:       g, projected: projected, lemmas: make([][]lemma, g.Len()),
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
