package dnnf

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A certificate is a graph in the format CPOG with the proof that it is equivalent to a
// formula. Of each node it derives that some literals which hold on a path to it imply it:
// those that were needed to propagate its edges, mostly the false ones of clauses that are
// not satisfied there, so that they hold on other paths to it, too. Then it deletes the
// clauses, each of which the graph implies.
//
// Source: R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule, "Certified Knowledge
// Compilation with Application to Verified Model Counting", SAT 2023.
type certificate struct {
	prover
	*clause.Numbering
	graph *Graph
	about int // the variable of falsity
	w     *bufio.Writer
	line  []byte
	err   error

	lastClause uint32
	lastNode   int
	ids        []uint32          // by clause of the prover, 0 until it is written
	derived    map[int32][]int32 // what clauses were derived by that are not written: clauses, or -1 less a literal of level 0
	unitIDs    []uint32          // by variable: the clause that has it alone
	asserted   []uint32          // clauses that were derived,
	hintStarts []uint32          // and where in hints theirs begin
	hints      []uint32

	nodes  []int    // by node: its variable, 0 until it is defined
	sums   []uint32 // by node: the first clause that defines it, of two edges
	args   []int    // by edge: the variable, or the literal if it is nothing else
	prods  []uint32 // by edge: the first clause that defines it, 0 for a literal or node
	lemmas [][]lemma

	falseClauses uint32 // the first of those that falsity has defined
	unitHints    int    // how many hints of the last branch come first, as they are of level 0
}

// A lemma is a clause by which literals that are true imply a node.
type lemma struct {
	id   uint32
	used []clause.Lit
}

// Certify writes the certificate of a graph of all variables of a formula, from clauses
// that were derived in this order when it was made, of which it may use any. That there is no
// model is said about one variable, of the projection if there is one.
func Certify(ctx context.Context, g *Graph, f *dimacs.Formula, derived [][]dimacs.Lit, about int, to io.Writer) error {
	numbering, err := clause.Number(ctx, f, nil)
	if err != nil {
		return err
	}
	n := len(numbering.Names) - 1
	c := &certificate{prover: newProver(n), Numbering: numbering, graph: g, about: about, w: bufio.NewWriterSize(to, 1<<16), lastClause: uint32(f.NumClauses()), lastNode: f.Vars,
		derived: map[int32][]int32{}, unitIDs: make([]uint32, n+1),
		nodes: make([]int, g.Len()), sums: make([]uint32, g.Len()), args: make([]int, len(g.edges)), prods: make([]uint32, len(g.edges)), lemmas: make([][]lemma, g.Len())}
	if err := c.load(ctx, f, derived); err != nil {
		return err
	}
	root := c.root()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if c.err == nil {
		c.deleteClauses(ctx, f, root)
	}
	if c.err == nil {
		c.err = c.w.Flush()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return c.err
}

// load takes in the clauses of the formula, and what was derived from them.
func (c *certificate) load(ctx context.Context, f *dimacs.Formula, derived [][]dimacs.Lit) error {
	id := uint32(0)
	for lits := range clause.Until(ctx, f.Clauses()) {
		if id++; c.refuted == none {
			if lits := c.distinct(lits); lits != nil {
				c.ids = append(c.ids, id)
				c.add(lits)
			}
		}
	}
	if c.propagateUnits(); ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for i, lits := range derived {
		if clause.Ended(ctx, i) {
			return context.Cause(ctx)
		}
		if c.refuted != none {
			break
		}
		own := c.distinct(lits)
		if own == nil {
			continue
		}
		conflict, own := c.refute(own)
		if conflict == none {
			continue
		}
		by := make([]int32, 0, len(c.units)+len(c.steps)+1)
		for _, l := range c.units {
			by = append(by, -1-int32(l))
		}
		by = append(append(by, c.steps...), conflict)
		c.ids = append(c.ids, 0)
		c.derived[c.add(own)] = by
		c.propagateUnits()
	}
	return nil
}

// propagateUnits propagates at level 0.
func (c *certificate) propagateUnits() {
	if conflict := c.propagate(); c.refuted == none {
		c.refuted = conflict
	}
}

// distinct returns the literals of a clause, each once, or nil of a tautology.
func (c *certificate) distinct(lits []dimacs.Lit) []clause.Lit {
	own := make([]clause.Lit, 0, len(lits))
	for _, l := range lits {
		k := c.Lit(l)
		if slices.Contains(own, k.Not()) {
			return nil
		}
		if !slices.Contains(own, k) {
			own = append(own, k)
		}
	}
	return own
}

// id returns the number that a clause has in the certificate, where it is derived now if it
// was not.
func (c *certificate) id(i int32) uint32 {
	if c.ids[i] == 0 {
		by := c.derived[i]
		delete(c.derived, i)
		hints := make([]uint32, len(by))
		for k, x := range by {
			if x < 0 {
				hints[k] = c.unit(clause.Lit(-1 - x))
			} else {
				hints[k] = c.id(x)
			}
		}
		c.ids[i] = c.assert(c.clause(i), hints)
	}
	return c.ids[i]
}

// unit returns the number of a clause of a literal that is true at level 0.
func (c *certificate) unit(l clause.Lit) uint32 {
	v := l.Var()
	if c.unitIDs[v] == 0 {
		r := c.reasons[v]
		var hints []uint32
		for _, k := range c.clause(r) {
			if k != l {
				hints = append(hints, c.unit(k.Not()))
			}
		}
		id := c.id(r)
		if len(hints) > 0 {
			id = c.assert([]clause.Lit{l}, append(hints, id))
		}
		c.unitIDs[v] = id
	}
	return c.unitIDs[v]
}

// explained returns the clauses of the explanation that was found last, in their order.
func (c *certificate) explained() []uint32 {
	hints := make([]uint32, 0, len(c.units)+len(c.steps)+4)
	for _, l := range c.units {
		hints = append(hints, c.unit(l))
	}
	for _, i := range c.steps {
		hints = append(hints, c.id(i))
	}
	return hints
}

// assert derives a clause of literals and of variables of nodes by hints.
func (c *certificate) assert(lits []clause.Lit, hints []uint32, nodes ...int) uint32 {
	c.lastClause++
	c.begin(int(c.lastClause), "a")
	for _, n := range nodes {
		c.number(n)
	}
	for _, l := range lits {
		c.number(int(c.Name(l)))
	}
	c.number(0)
	c.end(hints)
	c.asserted = append(c.asserted, c.lastClause)
	c.hintStarts = append(c.hintStarts, uint32(len(c.hints)))
	c.hints = append(c.hints, hints...)
	return c.lastClause
}

func (c *certificate) begin(id int, kind string) {
	c.line = c.line[:0]
	if id > 0 {
		c.number(id)
	}
	c.line = append(append(c.line, kind...), ' ')
}

func (c *certificate) number(n int) { c.line = append(strconv.AppendInt(c.line, int64(n), 10), ' ') }

// end ends a line with hints.
func (c *certificate) end(hints []uint32) {
	for _, h := range hints {
		c.number(int(h))
	}
	c.line = append(c.line, "0\n"...)
	if _, err := c.w.Write(c.line); err != nil && c.err == nil {
		c.err = err
	}
}

// product defines a node as the conjunction of arguments, and returns its variable and the
// first clause that does so.
func (c *certificate) product(args ...int) (int, uint32) {
	c.lastNode++
	id := c.lastClause + 1
	c.lastClause += uint32(len(args)) + 1
	c.begin(int(id), "p")
	c.number(c.lastNode)
	for _, a := range args {
		c.number(a)
	}
	c.end(nil)
	return c.lastNode, id
}

// sum defines a node as the disjunction of two arguments, which hints show to exclude each
// other.
func (c *certificate) sum(p, q int, hints ...uint32) (int, uint32) {
	c.lastNode++
	id := c.lastClause + 1
	c.lastClause += 3
	c.begin(int(id), "s")
	c.number(c.lastNode)
	c.number(p)
	c.number(q)
	c.end(hints)
	return c.lastNode, id
}

// errUnproved is the error where the proof is not found, which is a fault of this program.
var errUnproved = errors.New("internal error: the certificate has a gap")

// root derives the root, and returns the clause that has it alone, 0 of a formula that is
// always true.
func (c *certificate) root() (id uint32) {
	switch g := c.graph; {
	case (g.Root == False) != (c.refuted != none):
		c.err = errUnproved
	case g.Root == False:
		c.explain(1)
		c.needFalse(c.refuted, 0)
		hints := append(c.explained(), c.id(c.refuted))
		id = c.assert(nil, hints, c.falsity())
	case g.Root == True || len(g.lits) == 0 || !slices.ContainsFunc(g.edges, func(e span) bool { return e.lits < e.free }):
		c.product()
	default:
		id = c.justify(g.Root).id
	}
	c.begin(0, "r")
	c.number(c.lastNode)
	c.line = append(c.line[:len(c.line)-1], '\n')
	c.w.Write(c.line)
	return id
}

// falsity defines a node that is false.
func (c *certificate) falsity() int {
	p, first := c.product(c.about)
	q, second := c.product(-c.about)
	either, _ := c.sum(p, q, first+1, second+1)
	r, _ := c.product(-either)
	c.falseClauses = first
	return r
}

// justify returns a lemma by which literals that are true now imply a node. It derives one
// and defines the node where that is not known.
func (c *certificate) justify(n Node) lemma {
	for _, m := range c.lemmas[n] {
		if !slices.ContainsFunc(m.used, func(l clause.Lit) bool { return c.values[l] <= 0 }) {
			return m
		}
	}
	first, several := c.graph.nodes[n], c.graph.nodes[n+1]-c.graph.nodes[n] > 1
	if e := c.edge(first); !several && len(e.Lits) == 0 && len(e.Children) == 1 {
		m := c.justify(e.Children[0])
		c.nodes[n] = c.nodes[e.Children[0]]
		return m
	}
	level := c.level()
	var hints []uint32
	var used []clause.Lit
	for i := range c.graph.nodes[n+1] - first {
		hints2, used2 := c.branch(n, first+i, several)
		c.backtrack(level)
		if c.err != nil {
			return lemma{}
		}
		if !several {
			hints, used = hints2, used2
			c.nodes[n] = c.args[first]
			break
		}
		decision := c.Lit(c.edge(first + i).Lits[0])
		without := slices.DeleteFunc(slices.Clone(used2), func(l clause.Lit) bool { return l == decision })
		if i == 0 {
			if c.prods[first] > 0 {
				hints = []uint32{c.assert(negated(used2), hints2, c.args[first])}
			}
			used = without
			continue
		}
		c.defineSum(n)
		first := c.sums[n]
		units := c.unitHints
		hints = slices.Concat(hints2[:units], []uint32{first + 1}, hints, hints2[units:])
		if last := len(hints) - 1; c.prods[c.graph.nodes[n]+1] > 0 {
			hints = append(hints[:last], first+2, hints[last])
		} else {
			hints = append(hints, first+2)
		}
		for _, l := range without {
			if !slices.Contains(used, l) {
				used = append(used, l)
			}
		}
	}
	m := lemma{c.assert(negated(used), hints, c.nodes[n]), used}
	c.lemmas[n] = append(c.lemmas[n], m)
	return m
}

func negated(lits []clause.Lit) []clause.Lit {
	list := make([]clause.Lit, len(lits))
	for i, l := range lits {
		list[i] = l.Not()
	}
	return list
}

func (c *certificate) edge(i uint32) Edge { return c.graph.edge(i) }

// branch propagates an edge of a node one level higher, and returns what implies it then,
// and which literals that took; of several edges that of which the first literal is true.
func (c *certificate) branch(n Node, i uint32, several bool) (hints []uint32, used []clause.Lit) {
	e := c.edge(i)
	if c.assume(); several {
		c.assign(c.Lit(e.Lits[0]), assumed)
	}
	c.establish(n, e.Lits)
	children := make([]lemma, len(e.Children))
	for k, child := range e.Children {
		if children[k] = c.justify(child); c.err != nil {
			return nil, nil
		}
	}
	c.defineEdge(i, several)
	c.explain(c.level())
	for _, l := range e.Lits {
		c.need(c.Lit(l))
	}
	for _, m := range children {
		for _, l := range m.used {
			c.need(l)
		}
	}
	c.trace()
	c.unitHints = len(c.units)
	hints = c.explained()
	for _, m := range children {
		hints = append(hints, m.id)
	}
	if c.prods[i] > 0 {
		hints = append(hints, c.prods[i])
	}
	return hints, slices.Clone(c.used)
}

// defineEdge defines the node of an edge, which may be a literal alone where there are
// several.
func (c *certificate) defineEdge(i uint32, several bool) {
	if c.args[i] != 0 {
		return
	}
	e := c.edge(i)
	if several && len(e.Lits) == 1 && len(e.Children) == 0 {
		c.args[i] = int(e.Lits[0])
		return
	}
	args := make([]int, 0, len(e.Lits)+len(e.Children))
	for _, l := range e.Lits {
		args = append(args, int(l))
	}
	for _, child := range e.Children {
		args = append(args, c.nodes[child])
	}
	c.args[i], c.prods[i] = c.product(args...)
}

// defineSum defines a node of two edges, which begin with complements.
func (c *certificate) defineSum(n Node) {
	if c.nodes[n] != 0 {
		return
	}
	i := c.graph.nodes[n]
	var hints []uint32
	for k := range uint32(2) {
		if c.prods[i+k] > 0 {
			hints = append(hints, c.prods[i+k]+1)
		}
	}
	c.nodes[n], c.sums[n] = c.sum(c.args[i], c.args[i+1], hints...)
}

// establish propagates, and derives literals of an edge of a node that are not true then.
func (c *certificate) establish(n Node, lits []dimacs.Lit) {
	if c.propagate() != none {
		c.err = errUnproved
	}
	for _, l := range lits {
		if k := c.Lit(l); c.values[k] <= 0 && c.err == nil {
			c.search(n, k)
		}
	}
}

// search derives clauses until they imply a literal at this level.
func (c *certificate) search(n Node, l clause.Lit) {
	base := c.level()
	var vars []uint32
	for c.values[l] <= 0 || c.level() > base {
		if c.level() == base {
			if c.values[l] < 0 {
				c.err = errUnproved
				return
			}
			c.assume(l.Not())
		}
		conflict := c.propagate()
		if conflict == none {
			if vars == nil {
				vars = c.scope(n)
			}
			i := slices.IndexFunc(vars, func(v uint32) bool { return c.values[clause.Positive(v)] == 0 })
			if i < 0 {
				c.err = errUnproved
				return
			}
			c.assume(clause.Positive(vars[i]))
			continue
		}
		c.explain(base + 1)
		c.needFalse(conflict, 0)
		c.trace()
		level, top := base, base
		for _, k := range c.used {
			if at := c.levels[k.Var()]; at > top {
				level, top = top, at
			} else {
				level = max(level, min(at, top))
			}
		}
		if top == base {
			c.err = errUnproved
			return
		}
		hints := append(c.explained(), c.id(conflict))
		lits := negated(c.used)
		c.ids = append(c.ids, c.assert(lits, hints))
		c.backtrack(level)
		c.add(lits)
		if level == base && c.propagate() != none {
			c.err = errUnproved
			return
		}
	}
}

// scope returns the variables that a node is about.
func (c *certificate) scope(n Node) (vars []uint32) {
	seen := map[Node]bool{}
	var visit func(Node)
	visit = func(n Node) {
		e := c.edge(c.graph.nodes[n]) // all are about the same
		for _, l := range slices.Concat(e.Lits, e.Free) {
			vars = append(vars, c.Lit(l).Var())
		}
		for _, child := range e.Children {
			if !seen[child] {
				seen[child] = true
				visit(child)
			}
		}
	}
	visit(n)
	return vars
}
