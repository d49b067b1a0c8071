package encode

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
)

// A linear constraint bounds the number of true variables in a set: low <= sum <= high. The
// formats other than CNF and WCNF can express it directly, without an encoding and without
// auxiliary variables.
type linear struct {
	count     int                  // number of constraints that this one represents; see listing
	name      string               // unique, of letters, digits and underscores
	comment   string               // describes the constraint in an annotated file
	vars      iter.Seq[dimacs.Lit] // variables, or complements, which count 1 if the variable is 0
	length    int                  // the number of variables
	low, high int                  // bounds; 0 and length are trivial
}

// linears yields the constraints of the instance: the lines, the number of queens, the
// placed and the blocked squares. With how.maximise, it yields a number of queens only if
// the instance sets one.
func (in Instance) linears(how listing) iter.Seq[linear] {
	var first []linear
	if how.maximise && in.N == 1 { // no line has a constraint, but an integer program needs at least one
		first = []linear{{1, "row_1", "rank 1: at most one queen", in.Board().Vars(), 1, 0, 1}}
	}
	lines := func(yield func(linear) bool) {
		for c := range in.family().constraints(in, how) {
			for l := range c.linears(how) {
				if !yield(l) {
					return
				}
			}
		}
	}
	return concat(slices.Values(first), lines, slices.Values(in.queenLinears(how)), slices.Values(in.optimum().constraints), in.squareLinears(how))
}

// linearSize returns the number of variables of the board, and as Clauses the sum of
// counts(l) over all linear constraints l.
func linearSize(in Instance, maximise bool, counts func(linear) int) Size {
	size := Size{Variables: in.squareVariables() + in.optimum().extra}
	for l := range in.linears(listing{maximise: maximise, alike: true}) {
		size.Clauses += int64(l.count * counts(l))
	}
	return size
}

// once counts a linear constraint as 1.
func once(linear) int { return 1 }

// queenLinears returns a constraint on the number of queens of each layer, or nil if the
// other constraints determine it. With how.maximise, a number that the instance sets is
// always a constraint. Without queens the result is nil, because all squares stay empty.
func (in Instance) queenLinears(how listing) []linear {
	k, n := in.QueenCount(), in.N*in.N
	if asked := in.CountsQueens() || how.maximise && in.Queens != nil; k == 0 || !asked {
		return nil
	}
	var list []linear
	for layer := range in.Layers() {
		what := in.queensOf(layer)
		list = append(list, linear{
			count:   1,
			name:    strings.ReplaceAll(what, " ", "_") + "_in_all",
			comment: fmt.Sprintf("number of %s: on %d of the %d squares", what, k, n),
			vars:    in.onLayer(layer, in.Board().Vars()),
			length:  n,
			low:     k,
			high:    k,
		})
	}
	return list
}

// linears yields c as a linear constraint. If the first variable excludes the rest, it
// yields a constraint for each pair of the first and another variable.
func (c Constraint) linears(how listing) iter.Seq[linear] {
	return func(yield func(linear) bool) {
		if !c.FirstExcludes {
			yield(c.linear(how))
			return
		}
		pair := linear{count: c.Count, comment: c.Scope.String() + ": no " + c.Scope.piece() + " on the other end", length: 2, high: 1}
		if how.alike {
			pair.count *= c.Scope.Len() - 1
			yield(pair)
			return
		}
		vars := c.Scope.AppendVars(nil)
		for i, v := range vars[1:] {
			pair.name = fmt.Sprintf("%s_%d", c.Scope.identifier(), i+1)
			pair.vars = slices.Values([]dimacs.Lit{vars[0], v})
			if !yield(pair) {
				return
			}
		}
	}
}

// linear returns c as a linear constraint; c.FirstExcludes must be false. With how.maximise,
// an exact number becomes an upper bound.
func (c Constraint) linear(how listing) linear {
	l := linear{count: c.Count, name: c.Scope.identifier(), length: c.Scope.Len(), low: c.Low, high: c.Scope.Len()}
	l.vars = func(yield func(dimacs.Lit) bool) { slices.Values(c.Scope.AppendVars(nil))(yield) }
	if c.High > 0 {
		l.high = c.High
	}
	var bounds []string
	switch {
	case c.High > 1:
		bounds = append(bounds, fmt.Sprintf("exactly %d %ss", c.High, c.Scope.piece()))
		if how.maximise {
			l.low = 0
		}
	case c.Low == 1:
		bounds = append(bounds, "at least one "+c.Scope.piece())
	}
	if c.High == 1 {
		bounds = append(bounds, "at most one "+c.Scope.piece())
	}
	l.comment = c.Scope.String() + ": " + strings.Join(bounds, ", ")
	return l
}

// identifier returns a unique name of letters, digits and underscores.
func (l Line) identifier() string {
	word, _, _ := strings.Cut(l.Direction.String(), " ")
	if l.colour > 0 {
		word = fmt.Sprintf("colour_%d_%s", l.colour, word)
	}
	if l.Index < 0 {
		return fmt.Sprintf("%s_minus_%d", word, -l.Index)
	}
	return fmt.Sprintf("%s_%d", word, l.Index)
}

// squareLinears yields a constraint for each placed queen and each square that stays empty.
// If the board is one square with a queen on it, another constraint already places it.
func (in Instance) squareLinears(how listing) iter.Seq[linear] {
	return func(yield func(linear) bool) {
		fixed := func(what string, queens, count int, vars iter.Seq[dimacs.Lit]) bool {
			l := linear{count: count, length: 1, low: queens, high: queens}
			if how.alike {
				return yield(l)
			}
			for v := range vars {
				described := in.variable(v.Var())
				l.count, l.name, l.comment = 1, what+"_"+described.identifier, what+" "+described.place
				if l.vars = slices.Values([]dimacs.Lit{v}); !yield(l) {
					return false
				}
			}
			return true
		}
		placed := in.placed()
		if in.single() && !how.maximise {
			placed = nil
		}
		count, empty := in.excluded()
		_ = fixed("placed", 1, len(placed), slices.Values(placed)) && fixed("empty", 0, count, empty)
	}
}
