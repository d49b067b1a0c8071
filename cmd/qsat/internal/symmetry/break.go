package symmetry

import (
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

const (
	// maxBroken bounds the clauses of a formula whose symmetries are broken, and
	// maxExchanged the literals in all clauses for which a proof has to exchange some,
	// also if none is wanted: the formula is the same.
	maxBroken    = 1 << 16
	maxExchanged = 1 << 21
	// breakWork bounds the neighbours looked at, some hundredths of a second.
	breakWork = 1 << 22
)

// Break returns a task whose formula is that of t and some units, so that it has a model
// if and only if t has one: from a clause whose literals symmetries map to each other the
// first one may be true, and so on in what is left. That is how the vertices of a clique
// get their colours, if the formula is about colouring a graph. It returns t if there are
// not two such clauses. What the other task proves goes on the proof of t, which says why.
func Break(t *engine.Task) (*engine.Task, error) {
	d, err := t.Clauses()
	if err != nil || d.Unsat || len(t.Assume) > 0 || clause.IsSparse(t.Formula) ||
		t.Formula.NumClauses() > maxBroken || !looksBreakable(d) {
		return t, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	b := &breaking{Database: d.Clone(), work: breakWork, random: rand.New(rand.NewPCG(uint64(t.Seed), pcgStream))}
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
		u.Proof = clause.NewProofShare(b.proof) // it has other clauses than the formula
	}
	return u, nil
}

// A breaking is a formula some of whose symmetries are broken: a decision for each.
type breaking struct {
	*clause.Database
	random   *rand.Rand
	proof    *exchange // nil if none is wanted
	refuted  bool
	rejected int64 // choices that the checker rejected
	written  int   // literals
	work     int   // that may still be done
	room     room
	colours  []uint64 // by vertex, before the last decision
}

// A choice is a clause whose literals look alike.
type choice struct {
	lits      []clause.Lit
	clauses   [][]clause.Lit // all that are not satisfied
	graph     Graph          // of these
	colours   *colouring
	structure *checker.Structure // of the clauses, for the checker
}

// run makes the first literals of clauses true, from c on, while their literals are in one orbit.
func (b *breaking) run(c *choice) error {
	for c != nil {
		b.Decide(c.lits[0])
		b.refuted = b.Propagate() != nil
		var next *choice
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
		if b.proof != nil {
			if err := b.prove(c, images); err != nil {
				return err
			}
		}
		c = next
	}
	return nil
}

// find returns the clause with literals of one colour of which the first, if true, makes
// the most others shorter.
func (b *breaking) find() (best *choice) {
	clauses := Clauses(b.Database)
	g := NewClauseGraph(b.NumLits(), clauses)
	g.Work, g.room = b.work, &b.room
	if b.colours != nil {
		for v := range g.paired {
			if g.kinds[v] == aLiteral {
				g.kinds[v] = b.colours[v]
			}
		}
	}
	colours, most := g.colour(len(g.kinds)), 1
	b.work, b.colours = g.Work, colours.colours
	for _, c := range clauses {
		n := len(g.neighbours[c[0].Not()]) // with its complement
		if n > most && !slices.ContainsFunc(c, func(l clause.Lit) bool { return colours.colours[l] != colours.colours[c[0]] }) {
			best, most = &choice{c, clauses, g, colours, nil}, n
		}
	}
	if best != nil { // the next decision changes the clauses
		best.structure = checker.Residual(b.Database, func([]clause.Lit) bool { return true }, func(clause.Lit) int32 { return 1 })
	}
	return best
}

// images returns symmetries that map the first literal of a clause to each other, nil if
// not all are found or the proof of that would be long.
func (b *breaking) images(c *choice) (list [][]int32) {
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

// formula returns the clauses that are left, and what is decided.
func (b *breaking) formula(vars int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: vars}
	for _, l := range named(b.Database, b.Trail) {
		f.Add(l)
	}
	for c := range b.Unsatisfied {
		f.Add(named(b.Database, c)...)
	}
	if b.refuted {
		f.Add()
	}
	return f
}

// prove derives the first literal of a clause from the others.
func (b *breaking) prove(c *choice, images [][]int32) (err error) {
	var clauses [][]dimacs.Lit
	for _, k := range c.clauses {
		clauses = append(clauses, named(b.Database, k))
	}
	lits := named(b.Database, c.lits)
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
