package derive

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// Equations writes the proof of the additions of the argument that c has accepted last. If they refute
// the formula, the proof ends with the empty clause. Otherwise the Clauses of the equations with the
// numbers kept stay in the proof. The clauses that define the partial sums of an equation, except units,
// are deleted after the last use of the equation. New variables come after last, the last variable in
// use. Equations returns the last variable then in use, also with an error: an error of the proof, or the
// cause if ctx ends.
//
// If an equation follows from a group of a sum, the proof must already have the clause that says that
// some literal of the group is true.
//
// The rank is a hint, indexed by variable of the database; nil means no hint. The partial sums follow
// the variables in descending order of rank. The proof is short if variables with a small rank occur in
// few sums.
func Equations(
	ctx context.Context, to clause.Proof, c *checker.Checker, a *argument.Argument, rank []int32, last dimacs.Lit, kept ...int32,
) (dimacs.Lit, error) {
	w := &writer{to: to, c: c, fresh: last}
	err := w.equations(ctx, a, rank, kept...)
	return w.fresh, err
}

// equations is Equations, with the new variables after w.fresh, and advances w.fresh.
func (w *writer) equations(ctx context.Context, a *argument.Argument, rank []int32, kept ...int32) error {
	p := &adder{writer: w, rank: rank}
	if len(rank) <= w.c.Vars {
		p.rank = make([]int32, w.c.Vars+1)
	}
	given := int32(len(a.Equations))
	p.uses, p.chains = make([]int32, len(a.Equations)+len(a.Additions)), make([]*chain, len(a.Equations)+len(a.Additions))
	for _, x := range a.Additions {
		p.uses[x.A]++
		p.uses[x.B]++
	}
	for _, n := range kept {
		p.uses[n]++
	}
	chain := func(n int32) *chain {
		if p.chains[n] == nil {
			if e := &a.Equations[n]; e.Sum > 0 {
				p.chains[n] = p.exactlyOne(p.c.ExactlyOne(e.Sum-1, e.Group))
			} else {
				p.chains[n] = p.parity(e)
			}
		}
		return p.chains[n]
	}
	for i, x := range a.Additions {
		p.chains[given+int32(i)] = p.plus(chain(x.A), chain(x.B))
		for _, n := range []int32{x.A, x.B} {
			if p.uses[n]--; p.uses[n] == 0 {
				p.release(p.chains[n].links...)
				p.chains[n] = nil
			}
		}
		if p.err != nil || p.done || ctx.Err() != nil {
			return cmp.Or(p.err, context.Cause(ctx))
		}
	}
	for _, lits := range Clauses(w.c, kept...) { // the links of the chains imply these clauses
		p.add(nil, lits...)
	}
	for _, n := range kept {
		p.release(chain(n).links...)
	}
	return p.err
}

// Clauses returns clauses that are equivalent to the accepted equations with some numbers. They have the
// variables of the formula, and no others. An equation of n > 0 variables has 2^(n-1) clauses, 0 = 1 has the
// empty clause, and 0 = 0 has no clause. The checker must not have dropped any of the equations; see
// checker.Checker.Equation.
func Clauses(c *checker.Checker, numbers ...int32) (list [][]dimacs.Lit) {
	take := func(lits []dimacs.Lit) error {
		list = append(list, slices.Clone(lits))
		return nil
	}
	for _, n := range numbers {
		e := c.Equation(int(n))
		r := &relation{odd: e.Odd, vars: lists.Map(e.Vars, func(v uint32) dimacs.Lit { return c.Name(clause.Positive(v)) })}
		(&adder{writer: &writer{}}).clauses(take, r)
	}
	return list
}

// truth is the constant true where a literal may be constant, and -truth is the constant false.
const truth dimacs.Lit = math.MaxInt32

func isConstant(l dimacs.Lit) bool { return l == truth || l == -truth }

// A relation says that the sum of vars modulo 2 is 1 if odd, and otherwise 0. In a proof, it has at most
// three variables, except while parity turns an equation into a chain. A nil relation says that 0 = 0.
type relation struct {
	vars []dimacs.Lit // positive and different
	odd  bool
	refs int // the number of its uses, as a link of chains or as a lemma, if its clauses are in the proof
}

// relate returns the relation that the sum of some literals or constants modulo 2 is 0. It writes
// nothing. A variable that occurs twice cancels out.
func relate(lits ...dimacs.Lit) *relation {
	r := &relation{}
	for _, l := range lits {
		if l < 0 {
			l, r.odd = -l, !r.odd
		}
		if i := slices.Index(r.vars, l); i >= 0 {
			r.vars = slices.Delete(r.vars, i, i+1)
		} else if l == truth {
			r.odd = !r.odd
		} else {
			r.vars = append(r.vars, l)
		}
	}
	return r
}

// A chain is an equation in the proof, cut into relations of at most three variables. For example, the
// equation u + v + w + x = 1 has the partial sums u, s, t and 1 after its variables, and the links
// u + v + s = 0, s + w + t = 0 and t + x + 1 = 0. The last partial sum is the constant of the equation.
type chain struct {
	vars  []uint32     // in the order of compare
	sums  []dimacs.Lit // the partial sum after each variable
	links []*relation  // sums[i-1] + vars[i] + sums[i] = 0; nil if it needs no clauses
}

// An adder adds chains. New variables define the partial sums of a chain.
//
// Two chains are added variable by variable, in the order of compare. After each variable, a lemma
// says that the partial sums of the two chains and of their sum add up to 0. Unit propagation derives
// the lemma from the lemma before: first its clauses with the variable or its negation added, and then
// its clauses. Before one of the chains begins and after it ends, its partial sum is constant. There
// the sum takes the partial sums of the other chain instead of new variables.
//
// Source: T. Philipp and A. Rebola-Pardo, "DRAT Proofs for XOR Reasoning", JELIA 2016.
type adder struct {
	*writer
	rank   []int32  // indexed by variable; see Equations
	uses   []int32  // indexed by equation: the number of uses in additions still to come, plus 1 if the equation is kept
	chains []*chain // indexed by equation; nil before its first use and after its last
}

// compare orders variables as chains do: by descending rank, then by ascending number.
func (p *adder) compare(u, v uint32) int {
	return cmp.Or(cmp.Compare(p.rank[v], p.rank[u]), cmp.Compare(u, v))
}

// variable returns the positive DIMACS literal of a variable of the database.
func (p *adder) variable(v uint32) dimacs.Lit { return p.c.Name(clause.Positive(v)) }

// parity returns the chain of an equation that follows from its clauses and has at least two
// variables. It replaces the first two variables, in the order of compare, by their sum, a new
// variable, and repeats this until two are left. In each step it derives the clauses of the shorter
// equation, and releases the clauses of the step before. It never deletes clauses of the formula.
func (p *adder) parity(e *argument.Equation) *chain {
	c := &chain{vars: slices.SortedFunc(slices.Values(e.Vars), p.compare)}
	last := len(c.vars) - 1
	sum := p.variable(c.vars[0])
	c.append(sum, nil)
	whole := &relation{refs: 2} // the original clauses; with refs 2 they are never deleted
	for i := 1; i < last; i++ {
		x := p.variable(c.vars[i])
		next, link := p.define(sum, x)
		c.append(next, link)
		rest := append([]dimacs.Lit{constant(e.Odd), next}, lists.Map(c.vars[i+1:], p.variable)...)
		before := whole
		whole = p.derive(relate(rest...), x)
		p.release(before)
		sum = next
	}
	if last == 1 {
		whole.vars, whole.odd = []dimacs.Lit{sum, p.variable(c.vars[1])}, e.Odd
	}
	c.append(constant(e.Odd), whole)
	return c
}

// exactlyOne returns the chain of the equation that the sum of lits modulo 2 is 1. The accepted argument
// shows that exactly one literal in lits is true.
//
// The proof must already have the clause lits, possibly with more literals that are false. If a literal
// is true, unit propagation falsifies all other literals. So before a true literal, each partial sum
// (times sign) is false. Temporary lemmas say that each partial sum and each literal implies the next
// partial sum. Together with the clause, they make the last partial sum true.
func (p *adder) exactlyOne(lits []clause.Lit) *chain {
	lits = slices.SortedFunc(slices.Values(lits), func(k, l clause.Lit) int { return p.compare(k.Var(), l.Var()) })
	c := &chain{}
	sum, sign := -truth, dimacs.Lit(1) // sum*sign is true if and only if a literal so far is true
	var lemmas [][]dimacs.Lit
	for i, l := range lits {
		c.vars = append(c.vars, l.Var())
		x, before, next, link := p.variable(l.Var()), sum*sign, dimacs.Lit(0), (*relation)(nil)
		switch sign *= dimacs.Lit(l.Sign()); {
		case i == len(lits)-1:
			next = truth * sign
			link = p.derive(relate(sum, x, next), 0)
		case i == 0:
			next = x
		default:
			next, link = p.define(sum, x)
			p.add(&lemmas, next*sign, -before)
			p.add(&lemmas, next*sign, -x*dimacs.Lit(l.Sign()))
		}
		c.append(next, link)
		sum = next
	}
	p.delete(&lemmas)
	return c
}

// plus derives the sum of two chains and returns its chain; see adder. The links that the sum shares with
// a and b get another use. If the sum is 0 = 1, the proof ends with the empty clause.
func (p *adder) plus(a, b *chain) *chain {
	c := &chain{}
	sumA, sumB, sum := -truth, -truth, -truth
	var lemma *relation // sumA + sumB + sum = 0
	for i, j := 0, 0; i < len(a.vars) || j < len(b.vars); {
		order := -1
		if i == len(a.vars) {
			order = 1
		} else if j < len(b.vars) {
			order = p.compare(a.vars[i], b.vars[j])
		}
		var v uint32
		var linkA, linkB, link *relation
		if order <= 0 {
			v, sumA, linkA = a.vars[i], a.sums[i], a.links[i]
			i++
		}
		if order >= 0 {
			v, sumB, linkB = b.vars[j], b.sums[j], b.links[j]
			j++
		}
		x := p.variable(v)
		if order != 0 {
			next := x
			switch {
			case isConstant(sumA) || isConstant(sumB):
				next = xor(sumA, sumB)
				link = p.derive(relate(sum, x, next), 0, linkA, linkB)
			case !isConstant(sum):
				next, link = p.define(sum, x)
			case sum == truth:
				next = -x
			}
			sum = next
			c.vars = append(c.vars, v)
			c.append(sum, link)
		}
		before := lemma
		lemma = p.derive(relate(sumA, sumB, sum), x, link)
		p.release(before)
	}
	if last := len(c.vars) - 1; last >= 0 && !isConstant(sum) { // the last lemma is a unit, which makes sum constant
		before, front := c.links[last], -truth
		if last > 0 {
			front = c.sums[last-1]
		}
		c.sums[last] = xor(sumA, sumB)
		c.links[last] = p.derive(relate(front, p.variable(c.vars[last]), c.sums[last]), 0)
		p.release(before)
	}
	return c
}

// append appends a partial sum and its link to a chain. It does not change c.vars.
func (c *chain) append(sum dimacs.Lit, link *relation) {
	c.sums, c.links = append(c.sums, sum), append(c.links, link)
}

// constant returns truth if odd is true, and otherwise -truth.
func constant(odd bool) dimacs.Lit {
	if odd {
		return truth
	}
	return -truth
}

// xor returns the sum of two literals modulo 2. At least one must be constant.
func xor(k, l dimacs.Lit) dimacs.Lit {
	if isConstant(l) {
		k, l = l, k
	}
	if k == truth {
		return -l
	}
	return l
}

// define returns a new variable for the sum of two literals modulo 2, and the relation that defines it. It
// writes the clauses of the relation, which has one use.
func (p *adder) define(k, l dimacs.Lit) (sum dimacs.Lit, r *relation) {
	p.fresh++
	return p.fresh, p.derive(relate(p.fresh, k, l), 0)
}

// derive writes the clauses of a relation and returns it, with one use. If an equal relation is in the
// list there, derive adds a use to the relation of the list and returns it; it writes nothing. The list may
// contain nil. derive returns nil for 0 = 0.
//
// If with is not 0 and not a variable of the relation, derive first writes every clause twice: with the
// literal with at its end, and with the negation at its end. Unit propagation then derives the clause
// itself. It deletes the longer clauses afterwards.
func (p *adder) derive(r *relation, with dimacs.Lit, there ...*relation) *relation {
	if len(r.vars) == 0 && !r.odd {
		return nil
	}
	for _, o := range there {
		if o != nil && o.odd == r.odd && len(o.vars) == len(r.vars) && !slices.ContainsFunc(r.vars, func(v dimacs.Lit) bool { return !slices.Contains(o.vars, v) }) {
			o.refs++
			return o
		}
	}
	var cases []dimacs.Lit
	if with != 0 && !slices.Contains(r.vars, with) {
		cases = []dimacs.Lit{with, -with}
	}
	for _, l := range cases {
		p.clauses(p.to.Add, r, l)
	}
	p.clauses(p.to.Add, r)
	for _, l := range cases {
		p.clauses(p.to.Delete, r, l)
	}
	r.refs = 1
	return r
}

// release removes one use of each relation in list, and deletes the clauses of relations without uses. It
// ignores nil. It does not delete units, because proof checkers treat such deletions differently.
func (p *adder) release(list ...*relation) {
	for _, r := range list {
		if r == nil {
			continue
		}
		if r.refs--; r.refs == 0 && len(r.vars) > 1 {
			p.clauses(p.to.Delete, r)
		}
	}
}

// clauses calls write for the clauses of a relation, each with the literals more at its end. Each
// clause excludes one assignment with the wrong sum, and is valid during the call. The method does
// nothing after the empty clause or an error, and sets p.done and p.err.
func (p *adder) clauses(write func([]dimacs.Lit) error, r *relation, more ...dimacs.Lit) {
	lits := make([]dimacs.Lit, len(r.vars), len(r.vars)+len(more))
	for trues := range uint(1) << len(r.vars) {
		if bits.OnesCount(trues)%2 == 1 == r.odd || p.done || p.err != nil {
			continue
		}
		for i, v := range r.vars {
			if lits[i] = v; trues>>i&1 == 1 {
				lits[i] = -v
			}
		}
		c := append(lits, more...)
		p.err, p.done = write(c), len(c) == 0
	}
}
