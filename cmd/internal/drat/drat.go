// Package drat checks proofs of unsatisfiability in the DRAT format. It shares
// nothing with the engines but the formula, so that an answer need not be believed.
//
// A proof is a list of steps: a clause is added, a lemma, or a clause is deleted.
// A lemma follows from the clauses that are there by reverse unit propagation (RUP:
// with all its literals false, unit propagation ends in a conflict), or it keeps
// the formula satisfiable if it is satisfiable (RAT: all its resolvents on one of
// its literals follow like that). The first pass goes forwards, propagates units
// and ends with the first conflict. The second goes backwards from there and
// checks only lemmas that a conflict needs; the clauses of the formula that it needs are
// marked as well. Propagation tries marked clauses first (core first), so
// that few others become marked.
//
// As in drat-trim, deleting a unit, or the clause that implied a literal, is
// ignored, and so is deleting what is not there. A clause that is no RAT on its
// first literal may be one on another.
//
// Clauses lie in one array, a header before their literals, in the order in which
// they were added: a clause is there in the second pass if its reference is less
// than that of the lemma being checked and no deletion is still to be undone. The
// first two literals are watched. Variables are numbered in the order of first use.
//
// Sources: N. Wetzler, M. J. H. Heule, W. A. Hunt Jr., "DRAT-trim: Efficient
// Checking and Trimming Using Expressive Clausal Proofs", SAT 2014; M. J. H. Heule,
// W. A. Hunt Jr., N. Wetzler, "Trimming while Checking Clausal Proofs", FMCAD 2013;
// E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF
// Formulas", DATE 2003.
package drat

import (
	"context"
	"errors"
	"io"
	"iter"

	"queens/dimacs"
)

// Options tell how to check. The zero value is ready to use.
type Options struct {
	Name string // of the proof, in messages
	// Strict has every lemma checked, for RUP alone unless it begins with a variable that
	// the formula has not and is RAT on that, and every deletion has to be of a clause that
	// is there. A proof that is right so far need not be complete.
	Strict bool
	Hints  bool // keep what WriteLRAT needs
}

// ErrTooLarge is the error for a formula and a proof of more than 2^31 literals.
var ErrTooLarge = errors.New("the formula and the proof have too many literals to be checked")

// A FailedError says which step of a proof is wrong, where that begins in the text, and why.
type FailedError string

func (e FailedError) Error() string { return string(e) }

// Check returns what a formula and a proof that refutes it have to do with each
// other. Its error is a FailedError, a *dimacs.SyntaxError, one of r, ErrTooLarge,
// or the cause of the end of ctx.
func Check(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) (*Refutation, error) {
	c, err := load(ctx, f, o, (*checker).enter)
	if err == nil {
		err = c.forwards(&reader{ctx: ctx, r: r, name: o.Name}, c.step)
	}
	if err == nil {
		err = c.backwards()
	}
	if err != nil {
		return nil, err
	}
	return &Refutation{c}, nil
}

// A Refutation is a proof that was checked.
type Refutation struct{ c *checker }

// Used yields the clauses of the formula that the proof needs.
func (r *Refutation) Used() iter.Seq[[]dimacs.Lit] {
	return func(yield func([]dimacs.Lit) bool) {
		for x, clause := range r.c.given() {
			if r.c.has(x, marked) && !yield(clause) {
				return
			}
		}
	}
}

// given yields the clauses of the formula, and what they are in the text.
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

// Counts of what was done.
type Counts struct {
	Steps, Lemmas, Checked int // steps that were read, lemmas among them, and those that were needed
	Clauses, Used          int // of the formula
	Ignored                int // deletions
	RAT                    int // lemmas that are no RUP
}

// Counts returns the counts.
func (r *Refutation) Counts() Counts {
	n := r.c.counts
	for range r.Used() {
		n.Used++
	}
	return n
}

// A checker holds the clauses that are there at one step of the proof, closed under
// unit propagation.
type checker struct {
	work
	formula *dimacs.Formula
	Options
	counts Counts
	numbering

	arena   []uint32 // clauses, from firstRef on
	index   []ref    // in the first pass: lists of those that are there, a power of two, by hash
	seed    uint64   // of the hash
	entered int      // how many clauses those are
	steps   []uint32 // of the proof: a reference and whether that is deleted; 0 if ignored
	// locations are the distances of the steps from each other in the text, from the first
	// on, as varints.
	locations []byte
	binary    bool // the form of the proof

	values    []int8   // by literal: 1 true, -1 false, 0 unassigned
	reasons   []ref    // by variable, if it is assigned: the clause that implied it, or 0
	positions []uint32 // by variable, if it is assigned: where it is in the trail
	trail     []lit
	watches   [2][][]watch // by literal: of clauses that are not marked, and that are
	heads     [2]int       // how many of the trail are propagated
	resume    int          // where in the list of the next literal of the trail, of clauses not marked
	limit     ref          // clauses from here on are not there
	stale     int          // entries of watch lists of clauses that are not there
	conflict  ref          // after the first pass

	top      int    // how many of the trail are not taken back after a lemma
	seen     []bool // by variable: its reason is marked
	seenVars []uint32
	todo     []ref
	occurs   [][]ref // by literal: marked clauses, in LRAT all; nil before the first RAT
	isIn     []bool  // by literal: it is in lits
	lits     []lit   // of the clause being read

	hints hints
}
