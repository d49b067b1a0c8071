package dimacs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
)

// A Lit is a literal in the notation of the text: v means variable v, and -v its negation, with
// v from 1 to MaxVar. The zero value is not a literal; in the text it ends a clause.
type Lit int32

// MaxVar is the largest variable that a Lit can name.
const MaxVar = 1<<31 - 1

// Var returns the variable of l, from 1 to MaxVar; 0 for the zero value.
func (l Lit) Var() int {
	if l < 0 {
		return -int(l)
	}
	return int(l)
}

// Neg returns the complement of l.
func (l Lit) Neg() Lit { return -l }

// Negated returns the complements of lits.
func Negated(lits []Lit) []Lit {
	list := make([]Lit, len(lits))
	for i, l := range lits {
		list[i] = l.Neg()
	}
	return list
}

// A Pair is a clause of two literals.
type Pair [2]Lit

// A Formula is a CNF in memory, with its clauses in the order of the text.
//
// Large formulas of at-most-one constraints consist mostly of binary clauses. So these are
// stored separately, as pairs of 8 bytes. All other clauses are in one flat array, with a zero
// after each. Run lengths restore the order of the text; they take memory only where pairs and
// other clauses alternate. ReadFormula makes a segment for each piece of the text. So the clauses
// take at most 2.5 bytes per byte of their text.
//
// The zero value is an empty formula without variables.
type Formula struct {
	// Vars is the number of variables: the number in the header. It is the largest variable if the header
	// has no number, or if the relaxed mode has found a larger one. Add and AddSoft raise it; see Check.
	Vars int
	// Limit is the largest variable that Add accepts. 0 means MaxVar; a negative number means
	// that Add accepts only empty clauses.
	Limit int
	// Projection holds the variables of `c p show` or, without such a line, of `c ind`, in the
	// order of the text, each once. It is nil if there is no such line, and empty if the line
	// lists no variable.
	Projection []int
	// CountType is the kind of counting in the last line `c t`: "mc", "pmc", "wmc" or "pwmc",
	// or empty.
	CountType string
	// Weights holds the weights of `c p weight`, in the order of the text.
	Weights []Weight
	// Cubes holds the cubes of a text with the header `p inccnf`. Incremental reports whether
	// the text has that header, even without cubes.
	Cubes       [][]Lit
	Incremental bool
	// Soft holds the soft clauses of a WCNF, in the order of the text, or of the objective of an OPB. It
	// is nil for other texts, and empty if there are no soft clauses in these. The other clauses are hard.
	// Soft lacks clauses of weight 0, but Vars counts their variables.
	Soft []SoftClause
	// Linear holds the linear constraints of an OPB, KNF or CNF+, or the XOR lines of a CNF, in the order of the
	// text. It is nil for other texts. If Encoded is true, the clauses encode these constraints, and the largest
	// Auxiliary variables occur only in the encoding; see queens/encode/cardinality.Clauses.
	Linear    []Linear
	Encoded   bool
	Auxiliary int
	// Definitions define further variables for the linear constraints and soft clauses of an OPB, which stand for
	// products of literals and for soft constraints. They follow the variables of the text; Vars does not count them
	// before the constraints are Encoded.
	Definitions []Definition
	// Offset is the value of the objective of an OPB for models of cost 0, or the sum of the negative weights of a
	// WCNF. Each unit of cost adds 1 to the value or, if Maximize is set, subtracts 1; see Objective.
	Offset   int64
	Maximize bool
	// Digits is the largest number of decimal places in the weights of a WCNF. Weights, Offset and costs count units
	// of 10^-Digits.
	Digits int
	// Comments holds the comments `c key: value` that Options.Keys selects.
	Comments []Comment
	// Lines holds all comments if Options.Lines is set.
	Lines []CommentLine
	// Names holds the names of variables if Options.Names is set, in the order of the text: comments such
	// as `c 3 Wheel`, `c 3$ Wheel`, `c varname 3 Wheel` or `c variable 3: Wheel`, after the names in an OPB. Variables may
	// share a name, a variable may have several names or none, and a name may belong to a variable above
	// Vars. The methods of Formula ignore them.
	Names []Name
	// Identifiers is indexed by the names of the variables in an OPB, and holds their numbers. It is empty if
	// the variables have names such as x3, which contain their numbers. For other formats, it is nil.
	Identifiers map[string]int
	// Groups is indexed by clause: the group of each clause, from 1, or 0 for a clause that
	// always holds. It is nil unless the header is `p gcnf`; but see Options.Linear.
	Groups []int
	// Warnings lists the counts in the header that are wrong, which only the relaxed mode
	// accepts.
	Warnings []*SyntaxError
	// ProjectionError is the error of a projection with a variable above the number in the header, if
	// Options.DeferProjection is set, or nil. Projection is then nil, and whoever needs the
	// projection must return this error.
	ProjectionError error
	// Doubts lists comments that may be mistakes: the first eight lines that begin with `c p show`, `c
	// ind` or `c p weight` but do not follow the grammar, or that change a count in the format of another
	// program; and a `c ind` that disagrees with `c p show`. A count or an enumeration should warn about
	// them, because a projection or a weight may be missing.
	Doubts []*SyntaxError

	segments []segment
	clauses  int
	largest  int // at least the largest variable in the clauses
}

// A segment is a sequence of clauses: runs[0].pairs pairs, then runs[0].long long clauses, then
// those of runs[1], and so on.
type segment struct {
	pairs []Pair
	long  []Lit // clauses whose length is not two, a zero after each
	runs  []run
}

type run struct{ pairs, long uint32 }

// countPairs records in s.runs n more pairs at the end of the sequence. The caller appends them
// to s.pairs.
func (s *segment) countPairs(n int) {
	if k := len(s.runs); n > 0 && (k == 0 || s.runs[k-1].long > 0) {
		s.runs = append(s.runs, run{pairs: uint32(n)})
	} else if n > 0 {
		s.runs[k-1].pairs += uint32(n)
	}
}

// countLong records in s.runs one more long clause at the end of the sequence. The caller appends
// its literals to s.long.
func (s *segment) countLong() {
	if len(s.runs) == 0 {
		s.runs = append(s.runs, run{})
	}
	s.runs[len(s.runs)-1].long++
}

// all calls yield with the clauses of s in order. It returns false if yield returned false.
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
			n := slices.Index(long, 0)
			if !yield(long[:n:n]) {
				return false
			}
			long = long[n+1:]
		}
	}
	return true
}

// NumClauses returns the number of clauses without soft clauses, in constant time.
func (f *Formula) NumClauses() int { return f.clauses }

// Clauses yields the clauses in the order of the text, without soft clauses. The slices belong to the
// formula: they stay valid and must not be changed.
func (f *Formula) Clauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		for i := range f.segments {
			if !f.segments[i].all(yield) {
				return
			}
		}
	}
}

// PairBlocks yields the clauses of two literals, in order, in a few large blocks, which must not be
// changed. It serves loops that a call per clause would slow down.
func (f *Formula) PairBlocks() iter.Seq[[]Pair] {
	return func(yield func([]Pair) bool) {
		for i := range f.segments {
			if p := f.segments[i].pairs; len(p) > 0 && !yield(p) {
				return
			}
		}
	}
}

// LongClauses yields the clauses whose length is not two, in order: empty clauses, units, and clauses of
// three or more literals. The slices must not be changed.
func (f *Formula) LongClauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		for i := range f.segments {
			long := f.segments[i].long
			for len(long) > 0 {
				n := slices.Index(long, 0)
				if !yield(long[:n:n]) {
					return
				}
				long = long[n+1:]
			}
		}
	}
}

// Add appends a copy of the clause and raises Vars to its largest variable. Add panics if the
// clause contains 0, -2^31 or a variable above Limit, because such a clause is a mistake of the
// program: check literals from input first, or let ReadFormula read them. The method Add of
// sat.Solver returns an error instead.
func (f *Formula) Add(clause ...Lit) {
	largest := f.largestIn(clause)
	f.largest, f.Vars = max(f.largest, largest), max(f.Vars, largest)
	f.append(clause)
}

// append appends a copy of a clause, or of an XOR line with its mark.
func (f *Formula) append(clause []Lit) {
	if len(f.segments) == 0 {
		f.segments = append(f.segments, segment{})
	}
	s := &f.segments[len(f.segments)-1]
	if len(clause) == 2 {
		s.pairs = append(s.pairs, Pair(clause))
		s.countPairs(1)
	} else {
		s.long = append(append(s.long, clause...), 0)
		s.countLong()
	}
	f.clauses++
}

// largestIn returns the largest variable of a clause. It panics like Add.
func (f *Formula) largestIn(clause []Lit) (largest int) {
	limit := MaxVar
	if f.Limit != 0 {
		limit = f.Limit
	}
	for _, l := range clause {
		v := l.Var()
		if v-1 >= limit || v <= 0 {
			panic(fmt.Sprintf("dimacs: literal %d in a clause of a formula with variables 1 to %d", l, limit))
		}
		largest = max(largest, v)
	}
	return largest
}

// Check returns an error if Vars is negative or above MaxVar, or if a clause, soft clause, linear
// constraint, cube or the projection has a variable outside 1 to Vars. It looks at the hard clauses only
// if Vars was made smaller. The weights of soft clauses must be positive, and their sum at most MaxWeight.
// A formula with cubes must be Incremental. Soft must be nil in an Incremental formula. Groups must be
// nil, or contain a group of at least 0 for each clause; then Soft must be nil, too, and the formula not
// Incremental. A formula with linear constraints must be Encoded. Each constraint needs a coefficient for
// each literal, unless Coefs is nil, and the absolute values of its coefficients must have a sum of at
// most MaxWeight. LiteralWeights checks the weights of literals.
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
	switch {
	case len(f.Cubes) > 0 && !f.Incremental:
		return errors.New("a formula with cubes is not Incremental")
	case f.Soft != nil && f.Incremental:
		return errors.New("a formula with soft clauses has no cubes")
	}
	if err := cmp.Or(f.checkGroups(), f.checkLinear()); err != nil {
		return err
	}
	sum := int64(0)
	for _, c := range f.Soft {
		if err := f.checkLits("a soft clause", c.Lits); err != nil {
			return err
		}
		if c.Weight < 1 || c.Weight > MaxWeight-sum {
			return fmt.Errorf("a soft clause has the weight %d: expected positive weights with a sum of at most %d", c.Weight, int64(MaxWeight))
		}
		sum += c.Weight
	}
	for _, v := range f.Projection {
		if v < 1 || v > f.Vars {
			return fmt.Errorf("there is no variable %d to project on: the largest is %d", v, f.Vars)
		}
	}
	return nil
}

// checkGroups returns nil if Groups is nil. Otherwise it returns an error unless Groups contains a number
// of at least 0 for each clause, Soft is nil, and the formula is not Incremental.
func (f *Formula) checkGroups() error {
	switch {
	case f.Groups == nil:
		return nil
	case len(f.Groups) != f.clauses:
		return fmt.Errorf("Groups has the length %d: expected %d, the number of clauses", len(f.Groups), f.clauses)
	case f.Incremental || f.Soft != nil:
		return errors.New("a formula with groups has no cubes and no soft clauses")
	}
	if g := slices.Min(append([]int{0}, f.Groups...)); g < 0 {
		return fmt.Errorf("a clause belongs to group %d: expected at least 0", g)
	}
	return nil
}

// checkLits returns an error if a literal has a variable outside 1 to Vars. The error begins with of, the
// noun for lits, such as "a cube".
func (f *Formula) checkLits(of string, lits []Lit) error {
	for _, l := range lits {
		if v := l.Var(); v < 1 || v > f.Vars {
			return fmt.Errorf("%s has the literal %d, but there are only %d variables", of, l, f.Vars)
		}
	}
	return nil
}

// Write writes the formula to w in the canonical form: comments, kind of counting, header, projection,
// weights, clauses, soft clauses and cubes. If Soft is not nil, it writes a WCNF without a header. If
// Groups is not nil, it writes a GCNF. It does not write Lines, Names, Linear and Offset. It returns the
// error of Check, the first error of the Writer, or the cause of ctx if ctx ends early.
func (f *Formula) Write(ctx context.Context, w io.Writer) error {
	if err := f.Check(); err != nil {
		return err
	}
	out := NewWriter(w)
	out.Head(f, int64(f.clauses))
	before := func(int) {}
	switch {
	case f.Soft != nil:
		before = func(int) { out.text("h ") }
	case f.Groups != nil:
		before = func(i int) { out.text("{" + strconv.Itoa(f.Groups[i]) + "} ") }
	}
	if err := out.clauses(ctx, f, before); err != nil {
		return err
	}
	for _, c := range f.Soft {
		out.SoftClause(c.Weight, c.Lits...)
	}
	for _, c := range f.Cubes {
		out.Cube(c...)
	}
	return out.Flush()
}

// WithoutClauses returns a formula with the fields of f, but without clauses and groups. Both formulas share the
// values of the fields.
func (f *Formula) WithoutClauses() *Formula {
	g := *f
	g.Groups, g.segments, g.clauses, g.largest = nil, nil, 0, 0
	return &g
}

// With returns the formula with copies of the given clauses added at its end, and without its Limit. In a
// GCNF, the clauses belong to group 0. The two formulas share memory, so Add and AddSoft must not be
// called on either of them afterwards. Like Add, With panics if a clause contains 0 or -2^31.
func (f *Formula) With(clauses ...[]Lit) *Formula {
	g := *f
	g.Limit = 0
	if f.Groups != nil {
		g.Groups = append(slices.Clip(f.Groups), make([]int, len(clauses))...)
	}
	g.segments = append(f.segments[:len(f.segments):len(f.segments)], segment{})
	for _, c := range clauses {
		g.Add(c...)
	}
	return &g
}

// WithUnits returns the formula with a unit clause for each of the literals, such as assumptions. It shares
// memory and panics like With.
func (f *Formula) WithUnits(lits []Lit) *Formula {
	return f.With(slices.Collect(slices.Chunk(lits, 1))...)
}
