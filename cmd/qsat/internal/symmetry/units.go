package symmetry

import (
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// Break returns a task whose formula has additional unit clauses and is satisfiable if and only if
// the formula of t is. It lacks satisfied clauses, and false literals of other clauses. It looks for
// a clause whose first literal symmetries map to each of its literals, and makes the first literal
// true. It repeats this with the clauses that are left. In a formula that colours a graph this fixes
// the colours of a clique.
//
// Break returns t itself if it finds fewer than two such clauses and the first one does not refute
// the formula, if the checker rejects the first one, after an error, if t has assumptions, if unit
// propagation refutes the formula, or if the formula has more than maxBroken clauses, is sparse (see
// clause.IsSparse) or does not look symmetric (see looksSymmetric). If t has a proof, Break adds the
// derivation of the units to it, and the new task continues that proof. An error means that the
// clauses could not be loaded or the proof could not be written.
func Break(t *engine.Task) (*engine.Task, error) {
	d, err := t.Clauses()
	if err != nil || d.Unsat || len(t.Assume) > 0 || clause.IsSparse(t.Formula) ||
		t.Formula.NumClauses() > maxBroken || !looksSymmetric(d) {
		return t, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	b := &breaking{Database: d.Clone(), work: breakWork, random: random.Symmetry.Rand(t.Seed)}
	if t.Proof != nil {
		b.proof = &exchange{to: t.Proof, own: t.Formula.Vars, vars: t.Formula.Vars}
	}
	err = b.run(b.find())
	meter.Rejected = b.rejected
	if meter.Fixed = int64(len(b.Trail) - len(d.Trail)); err != nil || b.Level() == 0 {
		return t, err
	}
	u := t.Under(nil)
	if u.Formula = b.formula(t.Formula.Vars); b.proof != nil {
		u.Proof = engine.NewProofShare(b.proof) // its clauses differ from the formula of t
	}
	return u, nil
}

// A breaking is a formula during Break, with one decision for each clause whose first literal
// was made true.
type breaking struct {
	*clause.Database
	random   *rand.Rand
	proof    *exchange // nil if no proof is wanted
	refuted  bool      // the last decision refutes the formula
	rejected int64     // the number of candidates that the checker rejected
	written  int       // the number of literals that a proof derives again
	work     int       // the number of neighbours in the graph that may still be read
	buffers  buffers
	colours  []uint64 // indexed by vertex: its colour in the last call of find; nil before
}

// A candidate is a clause whose literals all have the same colour, with the formula in which it
// was found.
type candidate struct {
	lits      []clause.Lit
	clauses   [][]clause.Lit     // all unsatisfied clauses; see Clauses
	graph     Graph              // the graph of these clauses
	colours   *colouring         // the colours of graph
	structure *checker.Structure // the same clauses, for the checker
}

// run decides the first literal of c, and repeats this with the next candidate that find returns. A
// c of nil does nothing. It stops when find returns nil or a decision refutes the formula, which
// sets b.refuted. It also stops, and undoes the decision, at a candidate for which images returns
// nil or whose images the checker rejects, and at a first candidate that neither refutes the formula
// nor has a next one. It writes the proof of each decision that it keeps; the error is from writing
// it.
func (b *breaking) run(c *candidate) error {
	for c != nil {
		b.Decide(c.lits[0])
		b.refuted = b.Propagate() != nil
		var next *candidate
		if !b.refuted {
			next = b.find()
		}
		images := b.images(c)
		isUsed := images != nil && (b.Level() > 1 || next != nil || b.refuted)
		if isUsed && c.structure.Representative(c.lits, images) != nil {
			b.rejected++
			isUsed = false
		}
		if !isUsed {
			b.Backtrack(b.Level() - 1)
			b.refuted = false
			break
		}
		if err := b.prove(c, images); err != nil {
			return err
		}
		c = next
	}
	return nil
}

// find returns the candidate whose first literal has the most clauses with its complement, so that
// the decision shortens the most clauses. It returns nil if there is no candidate with such a
// clause. Literals of one colour also had one colour in the last call, in b.colours, which find
// replaces. It spends b.work.
func (b *breaking) find() (best *candidate) {
	clauses := Clauses(b.Database)
	g := NewClauseGraph(b.NumLits(), clauses)
	g.Work, g.buffers = b.work, &b.buffers
	if b.colours != nil {
		g.Separate(func(l clause.Lit) uint64 { return b.colours[l] })
	}
	colours, most := g.colour(len(g.kinds)), 1
	b.work, b.colours = g.Work, colours.colours
	for _, c := range clauses {
		n := len(g.neighbours[c[0].Not()]) // including its complement
		if n > most && !slices.ContainsFunc(c, func(l clause.Lit) bool { return colours.colours[l] != colours.colours[c[0]] }) {
			best, most = &candidate{c, clauses, g, colours, nil}, n
		}
	}
	if best != nil { // build it now, because the next decision changes the clauses
		best.structure = checker.Residual(b.Database, func([]clause.Lit) bool { return true }, func(clause.Lit) int32 { return 1 })
	}
	return best
}

// images returns one symmetry for each literal of c after the first; the symmetry maps the first
// literal to that literal and is indexed by literal. It returns nil if it misses a symmetry,
// such as for lack of b.work, which it spends, or if a proof would exceed maxExchanged. It adds the
// literals that a proof would derive again to b.written.
func (b *breaking) images(c *candidate) (list [][]int32) {
	for _, k := range c.clauses {
		b.written += len(k) * (len(c.lits) - 1)
	}
	if b.written > maxExchanged {
		return nil
	}
	c.graph.Work = b.work
	defer func() { b.work = c.graph.Work }()
	first := c.graph.individualize(c.colours, int32(c.lits[0]))
	for _, l := range c.lits[1:] {
		p := c.graph.match(first, int32(l), false, b.random)
		if p == nil {
			return nil
		}
		list = append(list, p[:b.NumLits()]) // without the vertices of clauses
	}
	return list
}

// formula returns the formula of the unsatisfied clauses, with the literals of the trail as unit
// clauses, in the variables of the task, 1 to vars. If b.refuted is set, it adds the empty clause.
func (b *breaking) formula(vars int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: vars}
	for _, l := range b.Trail {
		f.Add(b.Name(l))
	}
	for c := range b.Unsatisfied {
		f.Add(lists.Map(c, b.Name)...)
	}
	if b.refuted {
		f.Add()
	}
	return f
}

// prove writes a proof of the unit clause of c.lits[0], unless b.proof is nil: for every other
// literal of c, an exchange proves that it implies c.lits[0]. The argument images is the result
// of the method images. The error is from writing the proof.
func (b *breaking) prove(c *candidate, images [][]int32) (err error) {
	if b.proof == nil {
		return nil
	}
	clauses := lists.Map(c.clauses, func(k []clause.Lit) []dimacs.Lit { return lists.Map(k, b.Name) })
	lits := lists.Map(c.lits, b.Name)
	for i, p := range images {
		var moved [][2]dimacs.Lit
		for l := clause.Positive(1); int(l) < b.NumLits(); l += 2 {
			if m := clause.Lit(p[l]); m != l {
				moved = append(moved, [2]dimacs.Lit{b.Name(l), b.Name(m)})
			}
		}
		if clauses, err = b.proof.exchange(lits[0], lits[i+1], moved, clauses); err != nil {
			return err
		}
	}
	return b.proof.Add(lits[:1])
}
