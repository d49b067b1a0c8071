package clause

import (
	"errors"
	"slices"

	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// ErrTooLarge is the error of a formula whose clauses do not fit in the arena of maxArena
// words.
var ErrTooLarge = errors.New("the formula is too large for every engine but dpll: its clauses take more than 2^30 words, one for each literal and 3 more for each clause")

// A loader builds a database from a formula.
type loader struct {
	*Database
	marks []uint32 // indexed by literal: the last round in which a clause contained it
	round uint32   // number of calls of clause
	units []Lit    // literals to make true at the end
}

// New returns a database without clauses for the variables of n, which must not be nil.
func New(n *Numbering) *Database {
	vars := len(n.Names) - 1
	return &Database{
		Vars: vars, Numbering: n,
		arena: make([]Lit, firstRef), watches: make([][]Watch, 2*vars+2),
		Values: make([]int8, 2*vars+2), states: make([]state, vars+1),
		Trail: make([]Lit, 0, vars),
	}
}

// AddVariables makes room for the variables that Numbering.Extend has added. No other database may
// use the numbering.
func (d *Database) AddVariables() {
	d.Vars = len(d.Names) - 1
	d.watches, d.Values = Grown(d.watches, 2*d.Vars+2), Grown(d.Values, 2*d.Vars+2)
	d.states = Grown(d.states, d.Vars+1)
}

// Grown returns s with zero values appended up to length n, which must be at least the length of s.
func Grown[T any](s []T, n int) []T { return append(s, make([]T, n-len(s))...) }

// Load returns the database of the clauses of f and of the given units, whose variables must be at
// most f.Vars. It is at level 0 and propagated. Unsat is set if f has an empty clause, or if units
// and propagation refute the clauses. The only error is ErrTooLarge.
func Load(f *dimacs.Formula, units []dimacs.Lit) (*Database, error) {
	words, clauses := 0, 0
	for c := range f.LongClauses() {
		words, clauses = words+header+len(c), clauses+1
	}
	if words > maxArena {
		return nil, ErrTooLarge
	}
	d := New(Number(f, units))
	d.arena, d.clauses = make([]Lit, firstRef, firstRef+2*words), make([]Ref, 0, 2*clauses)
	b := &loader{Database: d, marks: make([]uint32, d.NumLits())}
	for c := range f.LongClauses() {
		b.clause(c)
	}
	b.units = append(b.units, lists.Map(units, d.Lit)...)
	b.watchAll(f)
	for _, l := range b.units {
		d.AddUnit(l)
	}
	d.PropagateUnits()
	return d, nil
}

// clause adds a clause without its repeated literals, unless it is a tautology. If no literal
// remains, it sets Unsat. One literal goes to units; three or more go to the arena. A clause that
// had repeated literals is also appended to shortened, from which watchAll takes the clauses of two
// literals. So if c has two literals, both must be of one variable.
func (b *loader) clause(c []dimacs.Lit) {
	lits := b.kept[:0]
	b.round++
	for _, l := range c {
		k := b.Numbering.Lit(l)
		if b.marks[k.Not()] == b.round {
			return
		}
		if b.marks[k] != b.round {
			b.marks[k] = b.round
			lits = append(lits, k)
		}
	}
	b.kept = lits
	if len(lits) < len(c) {
		b.shortened = append(b.shortened, slices.Clone(lits))
	}
	switch len(lits) {
	case 0:
		b.Unsat = true
	case 1:
		b.units = append(b.units, lits[0])
	case 2: // it is in shortened; watchAll adds it
	default:
		b.Add(lits, Added)
	}
}

// watchAll builds the watch lists of the clauses in the arena and of the binary clauses. These are
// the pairs of f and the clauses of two literals in shortened. A pair of literals of one variable
// goes to clause instead.
func (b *loader) watchAll(f *dimacs.Formula) {
	counts := make([]int32, len(b.watches))
	for p, q := range pairs(f) {
		if p.Var() == q.Var() {
			b.clause([]dimacs.Lit{p, q})
			continue
		}
		counts[b.Numbering.Lit(p)]++
		counts[b.Numbering.Lit(q)]++
	}
	for c := range b.All {
		counts[b.arena[c+header]]++
		counts[b.arena[c+header+1]]++
	}
	b.layOut(counts)
	for p, q := range pairs(f) {
		if p.Var() != q.Var() {
			b.AddBinary(b.Numbering.Lit(p), b.Numbering.Lit(q), false)
		}
	}
	for _, p := range b.shortened {
		if len(p) == 2 {
			b.AddBinary(p[0], p[1], false)
		}
	}
	for c := range b.All {
		b.watch(c)
	}
}

// layOut copies the watch lists into one allocation. The list of l gets room for counts[l] more
// entries, and a quarter of that and one entry to spare. layOut changes counts, which is indexed by
// literal.
func (d *Database) layOut(counts []int32) {
	for l, n := range counts {
		counts[l] += int32(len(d.watches[l])) + n/4 + 1
	}
	lists := Lists[Watch](counts)
	for l, list := range d.watches {
		lists[l] = append(lists[l], list...)
	}
	d.watches = lists
}

// Lists returns empty lists in one allocation, list i with room for counts[i] elements.
func Lists[T any](counts []int32) [][]T {
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	lists, slab := make([][]T, len(counts)), make([]T, total)
	for i, n := range counts {
		lists[i], slab = slab[:0:n], slab[n:]
	}
	return lists
}
