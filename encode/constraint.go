package encode

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/cardinality"
)

// A Constraint bounds the number of true variables of its scope: at least one, at most one, or
// both; or exactly Low = High > 1. With FirstExcludes instead, the first variable excludes
// every other variable of the scope.
type Constraint struct {
	Scope         Scope
	Excluded      atmostone.Excluded // pairs of the scope that an earlier constraint excludes
	Low           int                // least number of true variables
	High          int                // greatest number of true variables; 0 if there is no limit
	FirstExcludes bool
}

// exactlyOne returns the constraint that exactly one variable of the scope is true. With at most
// one variable, it has no upper limit, which would be redundant.
func exactlyOne(s Scope) Constraint {
	c := Constraint{Scope: s, Low: 1}
	if s.Len() > 1 {
		c.High = 1
	}
	return c
}

// bySquare yields the constraint of each square in reading order. A constraint without a scope is left out.
func bySquare(b board.Board, constraint func(board.Square) Constraint) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for s := range b.Squares() {
			if c := constraint(s); c.Scope != nil && !yield(c) {
				return
			}
		}
	}
}

// concat yields the elements of all sequences in order.
func concat[T any](seqs ...iter.Seq[T]) iter.Seq[T] {
	return flatMap(slices.Values(seqs), func(seq iter.Seq[T]) iter.Seq[T] { return seq })
}

// flatMap yields the elements of f(v) for each element v of seq.
func flatMap[T, U any](seq iter.Seq[T], f func(T) iter.Seq[U]) iter.Seq[U] {
	return func(yield func(U) bool) {
		for v := range seq {
			for u := range f(v) {
				if !yield(u) {
					return
				}
			}
		}
	}
}

// mapped yields f(v) for each element v of seq.
func mapped[T, U any](seq iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		for v := range seq {
			if !yield(f(v)) {
				return
			}
		}
	}
}

// describe yields text(0) to text(n-1).
func describe(n int, text func(i int) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < n && yield(text(i)); i++ {
		}
	}
}

// groups yields the clauses of the constraint, encoded by amo where at most one variable may be true; see
// atMostOne. The groups overwrite *lits when their clauses are added, so that all groups of an instance share
// one slice.
func (c Constraint) groups(amo atmostone.Encoding, lits *[]dimacs.Lit) iter.Seq[group] {
	return func(yield func(group) bool) {
		switch {
		case c.Low == 1 && !yield(atLeastOne(c.Scope, lits)):
		case c.High == 1 && !yield(c.atMostOne(amo, lits)):
		case c.FirstExcludes:
			yield(c.firstExcludes(lits))
		case c.High > 1:
			yield(exactlyOf(c.Scope, c.High))
		}
	}
}

// size returns the numbers of auxiliary variables and clauses that the groups of the constraint have in all.
func (c Constraint) size(amo atmostone.Encoding) (aux, clauses int) {
	n := c.Scope.Len()
	switch {
	case c.FirstExcludes:
		return 0, n - 1
	case c.High > 1:
		return cardinality.Exactly.Size(c.High, n)
	case c.High == 1:
		aux, clauses = amo.OrPairwise(n, c.Excluded).Size(n)
	}
	return aux, clauses + c.Low
}

// atLeastOne returns the clause that at least one variable of the scope is true. The group overwrites *lits
// when the clause is added.
func atLeastOne(s Scope, lits *[]dimacs.Lit) group {
	return group{
		comment: func() string { return s.String() + ": at least one " + s.piece() },
		clauses: 1,
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			*lits = s.AppendVars((*lits)[:0])
			sink.Clause(*lits...)
		},
	}
}

// exactlyOf returns the clauses that exactly k variables of the scope are true, for k above 0.
func exactlyOf(s Scope, k int) group {
	vars := s.AppendVars(nil)
	n, comment := len(vars), fmt.Sprintf("%v: exactly %d %ss", s, k, s.piece())
	if n < k {
		comment += fmt.Sprintf(", but there are %d places", n)
	}
	first, _, of := s.means()
	return exactly(k, n, comment, func(i int) dimacs.Lit { return vars[i] }, func(i, j int) string {
		if j == 1 {
			return fmt.Sprintf("true if %s %s, else false", first, oneOf(of[:i]))
		}
		return fmt.Sprintf("true if at least %d %ss are on the first %d places of %v, up to %s, else false", j, s.piece(), i, s, of[i-1])
	})
}

// exactly returns the clauses that exactly k of n literals are true; literal(i) is literal i, from 0. An
// auxiliary variable that means "at least j of the first i literals are true" is described by words(i, j).
func exactly(k, n int, comment string, literal func(i int) dimacs.Lit, words func(i, j int) string) group {
	aux, clauses := cardinality.Exactly.Size(k, n)
	return group{
		comment:  func() string { return comment },
		aux:      aux,
		clauses:  clauses,
		meanings: meaningsOfCounts(k, n, words),
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			cardinality.Exactly.EncodeFunc(k, n, literal, sink, fresh)
		},
	}
}

// meaningsOfCounts yields words(i, j) for each auxiliary variable of a constraint on k of n
// literals, in the order of the variables; see cardinality.Meanings.
func meaningsOfCounts(k, n int, words func(i, j int) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, j := range cardinality.Meanings(k, n) {
			if !yield(words(i, j)) {
				return
			}
		}
	}
}

// atMostOne returns the clauses that at most one variable of the scope is true, except clauses that only exclude
// a pair of c.Excluded. The encoding is amo.OrPairwise: amo, or pairwise if that takes fewer clauses. The group
// overwrites *lits when its clauses are added.
func (c Constraint) atMostOne(amo atmostone.Encoding, lits *[]dimacs.Lit) group {
	s, e := c.Scope, amo.OrPairwise(c.Scope.Len(), c.Excluded)
	aux, clauses := e.Size(s.Len())
	return group{
		aux:     aux,
		clauses: clauses,
		comment: func() string { return s.String() + ": at most one " + s.piece() + ", " + e.Name },
		meanings: func(yield func(string) bool) {
			if e.Meanings == nil {
				return
			}
			for _, m := range e.Meanings(s.Len()) {
				if !yield(inWords(m, s)) {
					return
				}
			}
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			*lits = s.AppendVars((*lits)[:0])
			e.Encode(*lits, sink, fresh)
		},
	}
}

// firstExcludes returns a binary clause for each pair of the first variable and another variable of the
// scope: they are not both true. The group overwrites *lits when its clauses are added.
func (c Constraint) firstExcludes(lits *[]dimacs.Lit) group {
	s := c.Scope
	return group{
		comment: func() string { return s.String() + ": " + c.bounds() },
		clauses: s.Len() - 1,
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			*lits = s.AppendVars((*lits)[:0])
			for _, l := range (*lits)[1:] {
				sink.Binary((*lits)[0].Neg(), l.Neg())
			}
		},
	}
}

// A Scope is the set of variables of a constraint, in order.
type Scope interface {
	// String returns the name of the scope in an annotated file.
	String() string
	// Len returns the number of variables.
	Len() int
	// AppendVars appends the variables to dst and returns the result.
	AppendVars(dst []dimacs.Lit) []dimacs.Lit

	// identifier returns a unique name of letters, digits and underscores.
	identifier() string
	// piece returns the name of a true variable, such as "queen".
	piece() string
	// means returns the parts of a sentence about a true variable: its beginning for the
	// first variable, its beginning for further variables, and the end for each variable.
	// For example, "a queen is on", "one is on", and "a1", "b1".
	means() (first, other string, of []string)
}

// An around is the scope of a square and all squares that a queen on it attacks, by ascending variable.
type around struct {
	*layer
	board.Square
}

func (a around) String() string     { return a.Algebraic(a.board.N) + " and the squares that it attacks" }
func (a around) identifier() string { return fmt.Sprintf("around_%d_%d", a.Row, a.Col) }

func (a around) means() (first, other string, of []string) {
	return a.a, a.one, a.board.SquareNames(a.AppendVars(nil))
}

// Len counts the squares of the lines by a closed form, unless pieces have other moves than queens or the board is a
// torus that is not square. A square that is attacked is on one of these lines, except that on a torus of even size
// the square N/2 away in both directions is on both diagonals.
func (a around) Len() int {
	lines := a.board.Directions()
	other := slices.ContainsFunc(lines, func(d board.Direction) bool { return !slices.Contains(board.Directions[:], d) })
	if other || len(a.board.Leaps()) > 0 || a.board.Variant == board.Torus && a.board.Columns > 0 {
		return len(a.AppendVars(nil))
	}
	n := 1
	for _, d := range lines {
		n += a.board.Through(d, a.Square).Len() - 1
	}
	if a.board.Variant == board.Torus && a.board.N%2 == 0 && slices.Contains(lines, board.Rising) {
		n--
	}
	return n
}

func (a around) AppendVars(dst []dimacs.Lit) []dimacs.Lit {
	first := len(dst)
	dst = append(dst, a.board.Var(a.Square))
	for _, d := range a.board.Directions() {
		dst = a.board.Through(d, a.Square).AppendVars(dst)
	}
	for s := range a.board.LeapsFrom(a.Square) {
		dst = append(dst, a.board.Var(s))
	}
	dst = dst[:first+len(distinct(dst[first:]))]
	for i := range dst[first:] {
		dst[first+i] += dimacs.Lit(a.number * a.board.Count())
	}
	return dst
}

// A constraintKey is a hash of the bounds and variables of a constraint, to find one that repeats.
type constraintKey [sha256.Size]byte

func keyOf(low, high int, vars []dimacs.Lit) constraintKey {
	return sha256.Sum256(fmt.Append(nil, low, high, vars))
}

// distinct sorts vars in place and returns them without repetitions, in the same array.
func distinct(vars []dimacs.Lit) []dimacs.Lit {
	slices.Sort(vars)
	return slices.Compact(vars)
}

// inWords describes the meaning of an auxiliary variable for a scope, such as "true if a
// queen is on one of a1 b1, else false".
func inWords(m atmostone.Meaning, s Scope) string {
	first, other, of := s.means()
	names := func(places []int) []string {
		return slices.Collect(mapped(slices.Values(places), func(p int) string { return of[p] }))
	}
	text := "true if " + first + " " + oneOf(names(m.True))
	switch {
	case m.Defined:
		text += ", else false"
	case len(m.False) > 0:
		text += ", false if " + other + " " + oneOf(names(m.False))
	}
	return text
}

// oneOf returns "a1" for one name and "one of a1 b1" for two. It lists at most 12 names and then the
// number of further names, as in "and 3 more".
func oneOf(names []string) string {
	const most = 12
	if len(names) == 1 {
		return names[0]
	}
	text := "one of " + strings.Join(names[:min(most, len(names))], " ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
