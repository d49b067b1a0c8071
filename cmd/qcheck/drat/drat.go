// Package drat checks proofs of unsatisfiability in the formats DRAT and LRAT, and of clauses that hold in
// all models, in DRAT. It shares only the formula with the engines, so an answer need not be trusted.
//
// A DRAT proof is a list of steps. A step adds a clause, called a lemma, or deletes a clause. A
// lemma must follow from the clauses that exist by reverse unit propagation (RUP): if all its
// literals are false, unit propagation leads to a conflict. Or it must preserve satisfiability
// because it is a resolution asymmetric tautology (RAT): for one of its literals, all resolvents
// on this literal are RUP. For example, the clauses (1 2) (1 -2) (-1 2) (-1 -2) are refuted by
// the lemma (1), which is RUP because -1 implies both 2 and -2. After it, unit propagation finds
// a conflict.
//
// The check makes two passes. The first pass goes forwards through the steps, propagates units,
// and ends at the first conflict. The second pass goes backwards from there. It marks the clauses
// that lead to the conflict, undoes each step, and checks the marked lemmas, which marks the
// clauses that they need. Marked clauses are propagated first (core first), so that few others
// become marked. The marked clauses of the formula are an unsatisfiable subset.
//
// As in drat-trim, some deletions are ignored: of a unit clause, of the clause that implied a
// literal, and of a clause that does not exist. A lemma that is not RAT on its first literal may
// be RAT on another.
//
// Clauses are stored in one array, each with a header before its literals, in the order of
// addition. In the second pass, a clause exists if its reference is less than the reference of
// the lemma under check and its deletion, if any, has been undone. The first two literals of a
// clause are watched. Variables are numbered in the order of first use.
//
// Sources: N. Wetzler, M. J. H. Heule, W. A. Hunt Jr., "DRAT-trim: Efficient Checking and
// Trimming Using Expressive Clausal Proofs", SAT 2014; M. J. H. Heule, W. A. Hunt Jr., N.
// Wetzler, "Trimming while Checking Clausal Proofs", FMCAD 2013; E. Goldberg, Y. Novikov,
// "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003.
package drat

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// Options say how to check a proof. The zero value is ready to use.
type Options struct {
	Name string // name of the proof for messages; "<certificate>" if empty
	// Strict requires more of a DRAT proof up to the first conflict: every lemma is checked and must be
	// RUP, or be RAT on its first literal, whose variable must then not belong to the formula. Every
	// deletion must name an existing clause. But the proof may end without the empty clause.
	Strict bool
	Hints  bool // keep the data for WriteLRAT
}

// ErrTooLarge is the error for a formula and a proof that together need about 2^31 words of memory or more:
// one for each literal and three for each clause.
var ErrTooLarge = errors.New("the formula and the proof have too many literals to be checked")

// A FailedError says why a proof is wrong. From Check and CheckLRAT, it also says which step is wrong, and
// where the step begins in the text. If the proof has no refutation, the place is its end.
type FailedError = certificate.FailedError

// Check checks a DRAT proof, in text or in the binary form. It reads the proof to its end, so that a syntax
// error or a cut after the refutation is found, too. The error is a FailedError, a *dimacs.SyntaxError or,
// in the binary form, an error with the byte, an error that wraps errCut, an error of r, ErrTooLarge, or
// the cause of the end of ctx.
func Check(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) (*Refutation, error) {
	c, err := load(ctx, f, o, (*checker).enter)
	if err == nil {
		err = c.forwards(newReader(ctx, r, o.Name, false), c.step)
	}
	if err == nil {
		err = c.backwards()
	}
	if err != nil {
		return nil, err
	}
	return &Refutation{c}, nil
}

// A Refutation is a proof that Check has accepted. With Options.Strict it may be a proof of its lemmas only.
type Refutation struct{ c *checker }

// Used yields the clauses of the formula that the proof needs, in the order of the formula. The slices
// belong to the formula.
func (r *Refutation) Used() iter.Seq[[]dimacs.Lit] {
	return func(yield func([]dimacs.Lit) bool) {
		for x, clause := range r.c.given() {
			if r.c.has(x, marked) && !yield(clause) {
				return
			}
		}
	}
}

// Units yields the clauses of one literal, of the formula and of the lemmas up to a conflict, also
// deleted ones. With Options.Strict, such a literal of a variable of the formula is true in every
// model of the formula.
func (r *Refutation) Units() iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for x := ref(firstRef); int(x) < len(r.c.arena); x = r.c.next(x) {
			if r.c.size(x) == 1 && !yield(r.c.name(r.c.clause(x)[0])) {
				return
			}
		}
	}
}

// Refuted reports whether the proof derives the empty clause. Without Options.Strict it does.
func (r *Refutation) Refuted() bool { return r.c.conflict != 0 }

// given yields each clause of the formula in its order: its reference, and its literals as in the
// text. The checker must have loaded all clauses.
func (c *checker) given() iter.Seq2[ref, []dimacs.Lit] {
	return func(yield func(ref, []dimacs.Lit) bool) {
		x := ref(firstRef)
		for clause := range c.formula.Clauses() {
			if !yield(x, clause) {
				return
			}
			x = c.next(x)
		}
	}
}

// Statistics holds the numbers of steps and clauses in a check.
type Statistics struct {
	Steps, Lemmas, Checked int // steps up to the conflict; lemmas among them; lemmas checked
	Clauses, Used          int // all clauses of the formula; clauses that the proof needs
	Ignored                int // deletions that were ignored, up to the conflict
	RAT                    int // lemmas that were accepted as RAT
}

// Statistics returns the statistics of the check.
func (r *Refutation) Statistics() Statistics {
	n := r.c.statistics
	for range r.Used() {
		n.Used++
	}
	return n
}

// A checker holds the clauses that exist at one step of a proof, and the literals that unit
// propagation implies.
type checker struct {
	certificate.Work
	certificate.Numbering
	formula *dimacs.Formula
	Options
	statistics Statistics

	arena   []uint32 // the clauses, from firstRef on; see ref
	index   []ref    // in the first pass: a hash table of existing clauses, with a power of two of lists
	seed    uint64   // the seed of the hash
	entered int      // the number of clauses in index
	steps   []uint32 // per step: twice the reference of the clause, plus 1 for a deletion; 0 for an ignored deletion
	// locations contains the differences between the locations of successive steps in the text,
	// as varints.
	locations []byte
	binary    bool // the proof is in the binary form

	values    []int8   // indexed by literal: 1 true, -1 false, 0 unassigned
	reasons   []ref    // indexed by assigned variable: the clause that implied it, or 0
	positions []uint32 // indexed by assigned variable: its index in trail
	trail     []lit
	watches   [2][][]watch // watch lists of unmarked and of marked clauses, indexed by literal
	heads     [2]int       // the numbers of literals on the trail that were propagated in unmarked and in marked clauses
	resume    int          // the index where propagation continues in the unmarked list of the complement of trail[heads[0]]
	limit     ref          // clauses from this reference on do not exist
	stale     int          // in the first pass: at least the number of entries in watch lists for deleted clauses
	conflict  ref          // the false clause that ended the first pass, or 0
	goals     []ref        // the clauses that a proof without a refutation derives, see Join
	open      bool         // the proof may end without a conflict

	top      int      // the number of literals on the trail that stay after the check of a lemma
	seen     []bool   // indexed by variable: its reason is marked
	seenVars []uint32 // the variables that trace has seen
	todo     []ref    // the clauses that trace has not marked yet
	occurs   [][]ref  // indexed by literal: the marked clauses that contain it, in LRAT and in strict mode all clauses; nil before the first RAT check
	isIn     []bool   // indexed by literal: it is in lits
	lits     []lit    // the clause of the last call of read

	hints hints
}

// An Extender extends assignments to variables of a formula by unit propagation.
type Extender struct{ c *checker }

// NewExtender returns an Extender for f. Its error is ErrTooLarge or the cause of the end of ctx.
func NewExtender(ctx context.Context, f *dimacs.Formula) (*Extender, error) {
	c, err := load(ctx, f, Options{}, (*checker).enter)
	if err != nil {
		return nil, err
	}
	c.top = len(c.trail)
	return &Extender{c}, nil
}

// Extend propagates the literals lits, which must not contradict each other. If there is no conflict, it
// sets them in a, with all literals that they or the unit clauses of the formula imply, and returns nil.
// Otherwise it returns a clause that is false under all these literals, in a new slice, and leaves a
// unchanged. If the context of NewExtender ends, some literals may be missing.
func (e *Extender) Extend(lits []dimacs.Lit, a *dimacs.Assignment) (falsified []dimacs.Lit) {
	c := e.c
	if c.conflict != 0 {
		return c.named(c.conflict)
	}
	defer c.backtrack(c.top)
	c.read(lits)
	c.release()
	for _, l := range c.lits {
		if c.values[l] < 0 {
			return c.named(c.reasons[l>>1])
		}
		if c.values[l] == 0 {
			c.assign(l, 0)
		}
	}
	if conflict := c.propagate(); conflict != 0 {
		return c.named(conflict)
	}
	for _, l := range c.trail {
		a.SetLit(c.name(l))
	}
	return nil
}

// A lit is a literal: 2v for variable v, counted from 0, and 2v+1 for its negation.
type lit = uint32

// A ref is the index in arena where a clause begins, or 0 for no clause. The clause consists of its size
// and flags, the literal that was first in the text or on which isRAT found it to be RAT, the reference of
// the next clause in its list of the index, and its literals. An empty clause has 0 as its first literal.
type ref = uint32

const (
	firstRef  = 1
	first     = 1 // offset of the first literal in the text
	link      = 2
	header    = 3
	marked    = 1 // flag: a conflict needs the clause
	gone      = 2 // flag: the clause is deleted; in the second pass, until the deletion is undone
	sizeShift = 2
	maxArena  = 1<<31 - 1
)

func (c *checker) size(x ref) int           { return int(c.arena[x] >> sizeShift) }
func (c *checker) has(x ref, flag ref) bool { return c.arena[x]&flag != 0 }
func (c *checker) next(x ref) ref           { return x + header + c.arena[x]>>sizeShift }
func (c *checker) clause(x ref) []lit       { return c.arena[x+header:][:c.size(x)] }

// named returns the literals of a clause, with their names in the text, in a new slice. The literal in the
// header of the clause comes first.
func (c *checker) named(x ref) []dimacs.Lit {
	list := c.inText(c.clause(x))
	if i := slices.Index(c.clause(x), c.arena[x+first]); i > 0 {
		list[0], list[i] = list[i], list[0]
	}
	return list
}

// name returns a literal with the name of its variable in the text.
func (c *checker) name(l lit) dimacs.Lit {
	name := dimacs.Lit(c.NameOf(l>>1 + 1))
	if l&1 != 0 {
		return -name
	}
	return name
}

// inText returns the literals with the names of the text, in the same order, in a new slice.
func (c *checker) inText(lits []lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = c.name(l)
	}
	return list
}

// read sets c.lits to the literals of a clause in the order of the text, without repetitions, and marks
// them in c.isIn. It numbers new variables and makes room for them. The caller must call release before the
// next call of read. If the context ends, c.lits is incomplete.
func (c *checker) read(clause []dimacs.Lit) {
	c.lits = c.lits[:0]
	for i, l := range clause {
		if i%certificate.PollEvery == 0 && c.Spend(min(certificate.PollEvery, len(clause)-i)) {
			return
		}
		n := c.Find(l.Var())
		if n == 0 {
			n = c.Add(l.Var())
			c.addVariable()
		}
		x := (n - 1) << 1
		if l < 0 {
			x++
		}
		if !c.isIn[x] {
			c.isIn[x] = true
			c.lits = append(c.lits, x)
		}
	}
}

// release removes the literals of c.lits from c.isIn.
func (c *checker) release() {
	for _, l := range c.lits {
		c.isIn[l] = false
	}
}

// addVariable makes room for the next variable in all arrays.
func (c *checker) addVariable() {
	c.values = append(c.values, 0, 0)
	c.isIn = append(c.isIn, false, false)
	c.reasons = append(c.reasons, 0)
	c.positions = append(c.positions, 0)
	c.seen = append(c.seen, false)
	for i := range c.watches {
		c.watches[i] = append(c.watches[i], nil, nil)
	}
	if c.occurs != nil {
		c.occurs = append(c.occurs, nil, nil)
	}
}

// add appends c.lits to the arena as a clause and returns it, or ErrTooLarge. It sets c.limit, so that the
// clause exists. It does not index or watch the clause.
func (c *checker) add() (ref, error) {
	x, begins := len(c.arena), lit(0)
	if x+header+len(c.lits) >= maxArena {
		return 0, ErrTooLarge
	}
	if len(c.lits) > 0 {
		begins = c.lits[0]
	}
	c.arena = append(append(c.arena, uint32(len(c.lits))<<sizeShift, begins, 0), c.lits...)
	c.limit = ref(len(c.arena))
	return ref(x), nil
}

// find searches the index for a clause with exactly the literals c.lits, in any order. They must be marked
// in c.isIn. find returns the location of the reference to the clause: an entry of the index or the link of
// another clause. The reference there is 0 if there is no such clause.
func (c *checker) find() *ref {
	at := c.bucket(c.lits)
	for *at != 0 && (c.size(*at) != len(c.lits) || slices.ContainsFunc(c.clause(*at), func(l lit) bool { return !c.isIn[l] })) {
		at = &c.arena[*at+link]
	}
	return at
}

// enter adds a clause to the index. Unless there has been a conflict, it also watches the clause
// and propagates the literal that it implies, which may set c.conflict. It does nothing if the
// context has ended.
func (c *checker) enter(x ref) {
	if c.Spend(c.size(x)) {
		return
	}
	if c.entered++; c.entered > len(c.index) {
		old := c.index
		c.index = make([]ref, 2*len(old))
		for _, y := range old {
			for y != 0 {
				next := c.arena[y+link]
				c.chain(y)
				y = next
			}
		}
	}
	if c.chain(x); c.conflict == 0 {
		c.attach(x)
	}
}

// chain inserts a clause at the front of its list of the index, by its link.
func (c *checker) chain(x ref) {
	at := c.bucket(c.clause(x))
	c.arena[x+link], *at = *at, x
}

// bucket returns the entry of the index with the list for clauses of these literals, in any order.
func (c *checker) bucket(lits []lit) *ref { return &c.index[c.hash(lits)&uint32(len(c.index)-1)] }

// hash returns a hash of the literals that does not depend on their order. The seed is random, so
// that nobody can write a proof in which all clauses have the same hash.
func (c *checker) hash(lits []lit) uint32 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := (uint64(l) ^ c.seed) * 0x9e3779b97f4a7c15
		x = (x ^ x>>32) * 0xbf58476d1ce4e5b9
		h += x ^ x>>29
	}
	return uint32(h * 0xbf58476d1ce4e5b9 >> 32)
}
