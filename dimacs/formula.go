package dimacs

import (
	"context"
	"fmt"
	"io"
	"iter"
)

// A Lit is a literal as the text has it: v stands for a variable, -v for its
// negation, with v from 1 to MaxVar. The zero value is not a literal; in the
// text it ends a clause.
type Lit int32

// MaxVar is the largest variable that a Lit can name.
const MaxVar = 1<<31 - 1

// Var returns the variable of l, from 1 to MaxVar.
func (l Lit) Var() int {
	if l < 0 {
		return -int(l)
	}
	return int(l)
}

// Neg returns the complement of l.
func (l Lit) Neg() Lit { return -l }

// A Pair is a clause of two literals.
type Pair [2]Lit

// A Formula is a CNF held in memory, its clauses in the order of the text.
//
// Large formulas of at-most-one constraints are nearly all binary clauses, so
// these are kept apart as pairs (8 bytes a clause) and everything else in one
// flat array where a zero ends each clause. The two run-length counts that
// restore the order of the text are only paid for where the kinds alternate.
// The arrays come in segments that are never copied once they are full, so a
// formula takes no more than 2.5 bytes per byte of its text.
//
// The zero value is an empty formula of no variables.
type Formula struct {
	// Vars is the number of variables: the header's, or more where the
	// relaxed mode found a larger one. Add raises it; see Check.
	Vars int
	// Limit is the largest variable that Add accepts. 0 stands for MaxVar, and a negative
	// number for no variable at all.
	Limit int
	// Projection holds the variables of `c p show`, or else of `c ind`, in
	// the order of the text, each once. It is nil if there is neither, and
	// empty if the list is.
	Projection []int
	// CountType is the kind of counting that `c t` asks for: "mc", "pmc", "wmc" or
	// "pwmc", or empty.
	CountType string
	// Weights holds those of `c p weight`, in the order of the text.
	Weights []Weight
	// Cubes holds the cubes of a `p inccnf` text. Incremental reports whether
	// the text was one, even without cubes.
	Cubes       [][]Lit
	Incremental bool
	// Comments are the comments of the form `c key: value`; see Options.Keys.
	Comments []Comment
	// Warnings are the departures from the format that the relaxed mode let
	// pass.
	Warnings []*SyntaxError
	// Doubts are the first lines that begin as `c p show`, `c ind` or `c p weight` and do not
	// follow its grammar, so that they are comments, and a `c ind` that disagrees with
	// `c p show`. A count or an enumeration should warn of them, because a projection or a
	// weight may be missing.
	Doubts []*SyntaxError

	segments []segment
	clauses  int
	largest  int // no clause has a larger variable
}

// A segment is a stretch of clauses: runs[0].pairs of the pairs, then
// runs[0].long of the long clauses, then those of runs[1], and so on.
type segment struct {
	pairs []Pair
	long  []Lit // clauses of any other length than two, a zero after each
	runs  []run
}

type run struct{ pairs, long uint32 }

// clauses returns the number of clauses of s.
func (s *segment) clauses() int {
	n := 0
	for _, r := range s.runs {
		n += int(r.pairs) + int(r.long)
	}
	return n
}

// all yields the clauses of s in order and reports whether to go on.
func (s *segment) all(yield func([]Lit) bool) bool {
	pairs, long := s.pairs, s.long
	for _, r := range s.runs {
		for i := range pairs[:r.pairs] {
			if !yield(pairs[i][:]) {
				return false
			}
		}
		pairs = pairs[r.pairs:]
		for range r.long {
			n := clauseEnd(long)
			if !yield(long[:n:n]) {
				return false
			}
			long = long[n+1:]
		}
	}
	return true
}

// clauseEnd returns the index of the zero that ends the first clause.
func clauseEnd(lits []Lit) int {
	n := 0
	for lits[n] != 0 {
		n++
	}
	return n
}

// NumClauses returns the number of clauses, which takes no time.
func (f *Formula) NumClauses() int { return f.clauses }

// Clauses yields every clause in the order of the text. The slices are the
// formula's own: they stay valid and must not be changed.
func (f *Formula) Clauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		for i := range f.segments {
			if !f.segments[i].all(yield) {
				return
			}
		}
	}
}

// PairBlocks yields the clauses of two literals in a few large blocks, for
// callers that are fast only without a call per clause.
func (f *Formula) PairBlocks() iter.Seq[[]Pair] {
	return func(yield func([]Pair) bool) {
		for i := range f.segments {
			if p := f.segments[i].pairs; len(p) > 0 && !yield(p) {
				return
			}
		}
	}
}

// LongClauses yields the clauses that have not exactly two literals: empty
// clauses, units, and those of three and more.
func (f *Formula) LongClauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		for i := range f.segments {
			long := f.segments[i].long
			for len(long) > 0 {
				n := clauseEnd(long)
				if !yield(long[:n:n]) {
					return
				}
				long = long[n+1:]
			}
		}
	}
}

// Add appends a clause, which is copied. Vars grows to the largest variable in it. Add
// panics, as an index out of range does, if the clause has a 0, or a variable above Limit:
// literals that come from input have to be checked first.
func (f *Formula) Add(clause ...Lit) {
	limit := MaxVar
	if f.Limit != 0 {
		limit = f.Limit
	}
	largest := f.largest
	for _, l := range clause {
		v := l.Var()
		if v-1 >= limit || v <= 0 {
			panic(fmt.Sprintf("dimacs: literal %d in a clause of a formula with variables 1 to %d", l, limit))
		}
		largest = max(largest, v)
	}
	f.largest, f.Vars = largest, max(f.Vars, largest)
	if len(f.segments) == 0 {
		f.segments = append(f.segments, segment{})
	}
	s := &f.segments[len(f.segments)-1]
	if len(clause) == 2 {
		s.pairs = append(s.pairs, Pair(clause))
		s.runs = countPair(s.runs)
	} else {
		s.long = append(append(s.long, clause...), 0)
		s.runs = countLong(s.runs)
	}
	f.clauses++
}

// Check returns an error if the fields that a program may set contradict each other: if
// Vars is negative or above MaxVar, or if a clause, a cube or the projection has a variable
// that is not one of 1 to Vars. It takes no time for clauses unless Vars was made smaller.
func (f *Formula) Check() error {
	if f.Vars < 0 || f.Vars > MaxVar {
		return fmt.Errorf("the number of variables is %d: expected 0 to %d", f.Vars, MaxVar)
	}
	if f.Vars < f.largest {
		for c := range f.Clauses() {
			if err := f.checkLits("a clause", c); err != nil {
				return err
			}
		}
	}
	for _, c := range f.Cubes {
		if err := f.checkLits("a cube", c); err != nil {
			return err
		}
	}
	for _, v := range f.Projection {
		if v < 1 || v > f.Vars {
			return fmt.Errorf("there is no variable %d to project on, only %d", v, f.Vars)
		}
	}
	return nil
}

// checkLits checks the variables of a clause or cube.
func (f *Formula) checkLits(of string, lits []Lit) error {
	for _, l := range lits {
		if v := l.Var(); v < 1 || v > f.Vars {
			return fmt.Errorf("%s has the literal %d, but there are only %d variables", of, l, f.Vars)
		}
	}
	return nil
}

// Write writes the formula to w in the canonical form: the comments, the kind
// of counting, the header, the projection, the weights, the clauses and the cubes. A formula
// that does not pass Check is an error. Write ends early, with the cause, when ctx ends.
func (f *Formula) Write(ctx context.Context, w io.Writer) error {
	if err := f.Check(); err != nil {
		return err
	}
	out := NewWriter(w)
	for _, c := range f.Comments {
		out.Comment(c.Key, c.Value)
	}
	if f.CountType != "" {
		out.CommentText("t " + f.CountType)
	}
	if f.Incremental {
		out.IncrementalHeader()
	} else {
		out.Header(f.Vars, int64(f.clauses))
	}
	if f.Projection != nil {
		out.Projection(func(yield func(Lit) bool) {
			for _, v := range f.Projection {
				if !yield(Lit(v)) {
					return
				}
			}
		})
	}
	for _, w := range f.Weights {
		out.Weight(w.Lit, w.Value)
	}
	if err := out.Clauses(ctx, f); err != nil {
		return err
	}
	for _, c := range f.Cubes {
		out.Cube(c...)
	}
	return out.Flush()
}

// countPair adds a clause of two literals to the end of runs.
func countPair(runs []run) []run {
	if n := len(runs); n == 0 || runs[n-1].long > 0 {
		return append(runs, run{pairs: 1})
	}
	runs[len(runs)-1].pairs++
	return runs
}

// countLong adds a clause of another length to the end of runs.
func countLong(runs []run) []run {
	if len(runs) == 0 {
		return append(runs, run{long: 1})
	}
	runs[len(runs)-1].long++
	return runs
}

// With returns the formula with more clauses at its end, and without its Limit. The two
// share what they have in common; Add must be called on neither after that.
func (f *Formula) With(clauses ...[]Lit) *Formula {
	g := *f
	g.Limit = 0
	g.segments = append(f.segments[:len(f.segments):len(f.segments)], segment{})
	for _, c := range clauses {
		g.Add(c...)
	}
	return &g
}
