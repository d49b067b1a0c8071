package encode

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/board"
	"queens/encode/cardinality"
	"queens/encode/internal/word"
)

// An Aim turns an instance into an optimisation problem, which asks for the least or the greatest
// possible number of queens or colours. The zero value means a problem with a given number.
type Aim string

const (
	Minimum Aim = "minimum" // as few queens or colours as possible
	Maximum Aim = "maximum" // as many queens as possible
)

// ParseAim returns the aim called name. The error lists the valid names.
func ParseAim(name string) (Aim, error) {
	if a := Aim(name); a == Minimum || a == Maximum {
		return a, nil
	}
	return "", word.Wrong("minimum or maximum", name)
}

// An optimum describes the optimisation problem of an instance.
type optimum struct {
	// groups holds the clauses that the format wcnf adds to the clauses of the instance. The last
	// group is soft. The objective is the number of its violated clauses, or a constant minus this
	// number.
	groups []group
	// The formats opb and lp have constraints instead of groups. The objective is the number of true
	// variables in sum.
	extra       int // the number of variables after the variables of the board
	constraints []Linear
	sum         iter.Seq[dimacs.Lit]
}

// checkAim returns nil for a decision problem, which has no aim. Otherwise it returns an error if
// the family has no optimisation problem with this aim, if the instance sets the number of queens or
// colours, or if it has an option that only decision problems allow.
func (in Instance) checkAim() error {
	f := in.family()
	switch {
	case in.Aim == "":
		return nil
	case f.optimum == nil || in.Mixed():
		return in.Refusal(withAim)
	case f.aim != in.Aim:
		return &RefusedError{in.Family, string(withAim), fmt.Sprintf("expected a %s, found a %s", f.aim, in.Aim)}
	case in.Queens != nil || in.Colours != nil:
		return fmt.Errorf("a %s looks for the number of queens or colours: expected no number", in.Aim)
	case in.Minimal || in.Shuffle != nil || in.Transform != nil || in.Puzzle != "":
		return fmt.Errorf("a %s excludes the minimal form, a shuffle, a transform and puzzles", in.Aim)
	}
	return nil
}

// optimum returns the optimisation problem of the instance, or an empty one without an aim.
func (in Instance) optimum() optimum {
	if in.Aim == "" {
		return optimum{}
	}
	return in.family().optimum(in)
}

// Objective returns the objective of an instance with an aim in the formats with linear constraints: the number of
// true literals in sum, to minimise or maximise. The constraints of Linears define extra further variables, numbered
// after the variables of the board. Without an aim, sum is nil.
func (in Instance) Objective() (sum iter.Seq[dimacs.Lit], extra int) {
	o := in.optimum()
	return o.sum, o.extra
}

// softUnits is units for soft clauses.
func softUnits(comment string, count int, vars iter.Seq[dimacs.Lit], value bool) group {
	g := units(comment, count, vars, value)
	g.soft = true
	return g
}

// fewestQueens is the optimum of a domination. For each square, a soft clause says that it is empty.
func (in Instance) fewestQueens() optimum {
	squares := in.Board().Vars()
	return optimum{groups: []group{softUnits("objective: no "+in.PieceAt(0).Name+" on a square", in.Board().Count(), squares, false)}, sum: squares}
}

// mostQueens is the optimum of queens that do not attack each other. For each row, a soft clause says that it
// holds a queen. If a row may hold several, there is a soft clause for each square instead. If no pieces attack
// each other, as on a board of one square, a hard clause that is always true precedes them.
func (in Instance) mostQueens() optimum {
	rows := group{
		soft:    true,
		comment: func() string { return "objective: " + WithArticle(in.PieceAt(0).Name) + " in a row" },
		clauses: in.N,
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for row := 1; row <= in.N && sink.Err() == nil; row++ {
				sink.Clause(board.Line{Board: in.Board(), Direction: board.Row, Index: row}.AppendVars(nil)...)
			}
		},
	}
	o := optimum{groups: []group{rows}, sum: in.Board().Vars()}
	if !in.onePerRow() {
		o.groups[0] = softUnits("objective: "+WithArticle(in.PieceAt(0).Name)+" on a square", in.Board().Count(), o.sum, true)
	}
	if in.unconstrained() { // there may be no hard clause
		o.groups = []group{{
			comment: func() string { return "always true: readers recognise WCNF by a hard clause" },
			clauses: 1,
			add:     func(sink dimacs.Sink, _ dimacs.Fresh) { sink.Binary(1, -1) },
		}, o.groups[0]}
	}
	return o
}

// enoughColours returns a number of colours that suffices, at most the number of squares. For pieces that move like
// queens on the regular board, it is the least number, at least the number of rows and of columns, that is coprime to 6,
// because as many colours suffice for the square board of this size (George Pólya, 1918). On a square torus whose size
// is not coprime to 6, it is 3N, which suffices wherever the least number is known. For other pieces and boards, each
// square can take a colour that no square it attacks has.
func (in Instance) enoughColours() int {
	k, b := in.Board().LongSide(), in.Board()
	for k%2 == 0 || k%3 == 0 {
		k++
	}
	switch torus := in.Variant == board.Torus && k > in.N; {
	case !b.Moves.AreQueens() || in.Variant == board.Torus && in.Columns > 0:
		k = 0
		for s := range b.Squares() {
			k = max(k, around{&layer{board: b}, s}.Len())
		}
	case torus:
		k = 3 * in.N
	}
	return min(k, b.Count())
}

// fewestColours is the optimum of a colouring. For each colour, a variable is true if a square has the
// colour, and a soft clause says that it is false. Colour c+1 may be used only if colour c is. Redundant
// clauses say that every row and column of L squares contains the first L colours, or that more colours are used,
// where L is the larger of the numbers of rows and columns and pieces attack along these.
func (in Instance) fewestColours() optimum {
	k, n, most := in.ColourCount(), in.Board().Count(), in.Board().LongSide()
	var used []dimacs.Lit
	hard := group{
		comment:  func() string { return "colours in use, in their order" },
		meanings: describe(k, func(c int) string { return fmt.Sprintf("true if colour %d is used", c+1) }),
		aux:      k,
		clauses:  k*n + k - 1,
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			used = fresh(k)
			for l := range in.useOfColours(used) {
				if clause := slices.Collect(l.Vars); sink.Err() == nil {
					sink.Binary(clause[0].Neg(), clause[1].Neg())
				}
			}
		},
	}
	var long []board.Line
	for l := range in.Board().Lines() {
		if (l.Direction == board.Row || l.Direction == board.Column) && l.Len() == most && most <= k {
			long = append(long, l)
		}
	}
	full := group{
		comment: func() string { return "every row and column has the first N colours, or more are used" },
		clauses: most * len(long),
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for _, l := range long {
				for colour := 0; colour < most && sink.Err() == nil; colour++ {
					clause := lineScope{l, in.layer(colour)}.AppendVars(nil)
					if k > most {
						clause = append(clause, used[most])
					}
					sink.Clause(clause...)
				}
			}
		},
	}
	groups := []group{hard, full}
	if long == nil {
		groups = groups[:1]
	}
	afterBoard := slices.Collect(board.VariablesTo((n + 1) * k))[n*k:]
	later := func(yield func(dimacs.Lit) bool) { slices.Values(used)(yield) } // used is set when hard is added
	return optimum{
		groups: append(groups, softUnits("objective: a colour is not used", k, later, false)),
		extra:  k, constraints: slices.Collect(in.useOfColours(afterBoard)), sum: slices.Values(afterBoard),
	}
}

// useOfColours yields the constraints on the variables of used; used[c], from 0, is true if colour c+1 is
// used. Colour c+1 is used only if colour c is, and a colour is used if a square has it. A constraint
// excludes two literals.
func (in Instance) useOfColours(used []dimacs.Lit) iter.Seq[Linear] {
	squares := in.Board().Count()
	return func(yield func(Linear) bool) {
		exclude := func(name, comment string, a, b dimacs.Lit) bool {
			return yield(Linear{Name: name, Comment: comment, Vars: slices.Values([]dimacs.Lit{a, b}), Length: 2, High: 1})
		}
		for c, u := range used {
			order := fmt.Sprintf("colour %d is used after colour %d", c+1, c)
			if c > 0 && !exclude(fmt.Sprintf("order_%d", c+1), order, u, used[c-1].Neg()) {
				return
			}
			for s := range squares {
				use := fmt.Sprintf("colour %d is used if square %d has it", c+1, s+1)
				if !exclude(fmt.Sprintf("used_%d_%d", c+1, s+1), use, dimacs.Lit(c*squares+s+1), u.Neg()) {
					return
				}
			}
		}
	}
}

// largestArmies is the optimum of armies of the same size. A counter for each army has a variable for "at
// least j queens", for j up to half of the squares, but at least 1. For each j, a soft clause says that the armies
// have at least j queens. If queens attack along rows and columns, a quarter of the squares suffices: if the white
// queens stand in a of R rows and c of C columns, the black queens stand in R-a rows and C-c columns. So the smaller
// army has at most as many queens as the geometric mean of ac and (R-a)(C-c), which is at most RC/4.
func (in Instance) largestArmies() optimum {
	n := in.Board().Count()
	most := max(1, n/2)
	if lines := in.Board().Directions(); slices.Contains(lines, board.Row) && slices.Contains(lines, board.Column) {
		most = max(1, n/4)
	}
	var sizes [2][]dimacs.Lit
	o := optimum{}
	aux, clauses := cardinality.SizeOfUpTo(most, n)
	for layer := range sizes {
		o.groups = append(o.groups, group{
			aux:     aux,
			clauses: clauses,
			comment: func() string { return "number of " + in.queensOf(layer) },
			meanings: func(yield func(string) bool) {
				for i := 1; i <= n; i++ {
					for j := 1; j <= min(i, most); j++ {
						if !yield(fmt.Sprintf("true if at least %d %s are on the first %d squares along knight's moves, else false", j, in.queensOf(layer), i)) {
							return
						}
					}
				}
			},
			add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
				sizes[layer] = cardinality.UpTo(most, n, func(i int) dimacs.Lit { return byKnightMoves(in.Board(), i) + dimacs.Lit(layer*n) }, sink, fresh)
			},
		})
	}
	o.groups = append(o.groups, group{
		comment: func() string { return "armies of the same size" },
		clauses: 2 * most,
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for j, white := range sizes[0] {
				sink.Binary(white.Neg(), sizes[1][j])
				sink.Binary(sizes[1][j].Neg(), white)
			}
		},
	}, softUnits("objective: armies of at least a size", most, func(yield func(dimacs.Lit) bool) { slices.Values(sizes[0])(yield) }, true))
	o.sum = in.Board().Vars()
	o.constraints = []Linear{{Name: "same_size", Comment: "armies of the same size", Length: 2 * n, Low: n, High: n, Vars: func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= n; v++ {
			if !yield(dimacs.Lit(v)) || !yield(dimacs.Lit(-n-v)) {
				return
			}
		}
	}}}
	return o
}
