package encode

import (
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/cardinality"
)

// An Aim turns an instance into an optimisation problem: instead of a given number of queens or
// colours, a solution has the least or the greatest possible number. The zero value means a given
// number.
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
	return "", fmt.Errorf("expected minimum or maximum, found %q", clip(name))
}

// An optimum describes the optimisation problem of an instance.
type optimum struct {
	// groups holds the clauses that WCNF adds to those of the instance. The last group is soft:
	// the number of its clauses that a solution violates is the objective, or the objective is a
	// constant minus this number.
	groups []group
	// The linear formats have constraints and variables in place of groups. The objective is the
	// number of true variables in sum.
	extra       int // number of variables after those of the board
	constraints []linear
	sum         iter.Seq[dimacs.Lit]
}

// checkAim returns an error if the family has no optimisation problem of this kind, or if the
// instance sets what the problem asks for or has an option that only decision problems have.
func (in Instance) checkAim() error {
	f := in.family()
	switch {
	case in.Aim == "":
		return nil
	case f.optimum == nil:
		return fmt.Errorf("family %v: it has no optimum: expected neither --minimum nor --maximum", in.Family)
	case f.aim != in.Aim:
		return fmt.Errorf("family %v: expected --%s, found --%s", in.Family, f.aim, in.Aim)
	case in.Queens != nil || in.Colours != nil:
		return fmt.Errorf("--%s looks for the number of queens or colours: expected no number", in.Aim)
	case in.Minimal || in.SymmetryBroken || in.Shuffle != nil || in.Transform != nil || in.Puzzle != "":
		return fmt.Errorf("--%s excludes the minimal form, broken symmetries, a shuffle, a transform and puzzles", in.Aim)
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

// softUnits returns a soft group of units: each of count variables, or its complement if value is
// false. The variables are read when the clauses are added.
func softUnits(comment string, count int, vars iter.Seq[dimacs.Lit], value bool) group {
	g := units(comment, count, vars, value)
	g.soft = true
	return g
}

// fewestQueens is the optimum of a domination: a soft clause for each square, that it is empty.
func (in Instance) fewestQueens() optimum {
	squares := in.Board().Vars()
	return optimum{groups: []group{softUnits("objective: no queen on a square", in.N*in.N, squares, false)}, sum: squares}
}

// mostQueens is the optimum of queens that do not attack each other: a soft clause for each row,
// that it holds a queen.
func (in Instance) mostQueens() optimum {
	rows := group{
		soft:    true,
		comment: func() string { return "objective: a queen in a row" },
		size:    func(weight atmostone.Weight) (aux int, clauses float64) { return 0, float64(in.N) * weight(in.N, 0) },
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for row := 1; row <= in.N && sink.Err() == nil; row++ {
				sink.Clause(Line{board: in.Board(), Direction: Row, Index: row}.AppendVars(nil)...)
			}
		},
	}
	o := optimum{groups: []group{rows}, sum: in.Board().Vars()}
	if in.N == 1 { // no line has a constraint
		o.groups = []group{{
			comment: func() string { return "always true: readers recognise WCNF by a hard clause" },
			size:    func(weight atmostone.Weight) (aux int, clauses float64) { return 0, weight(1, 1) },
			add:     func(sink dimacs.Sink, _ dimacs.Fresh) { sink.Binary(1, -1) },
		}, rows}
	}
	return o
}

// enoughColours returns a number of colours that suffices: on the regular board, the least number
// from N on that is coprime to 6, because that many colours suffice for a larger board (George
// Pólya, 1918). On the torus it is 3N, which suffices wherever the least number is known.
func (in Instance) enoughColours() int {
	k := in.N
	for k%2 == 0 || k%3 == 0 {
		k++
	}
	if in.Variant == Torus && k > in.N {
		k = 3 * in.N
	}
	return min(k, in.N*in.N)
}

// fewestColours is the optimum of a colouring. Each colour has a variable that is true if a square
// has the colour, and colours are used in their order. The redundant clauses of the full form hold
// unless more than N colours are used: every row and column contains the first N colours. The soft
// clauses say that a colour is not used.
func (in Instance) fewestColours() optimum {
	k, n := in.ColourCount(), in.N*in.N
	var used []dimacs.Lit
	hard := group{
		comment: func() string { return "colours in use, in their order" },
		meanings: func(yield func(string) bool) {
			for c := 1; c <= k && yield(fmt.Sprintf("true if colour %d is used", c)); c++ {
			}
		},
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			return k, float64(k*n+k-1) * weight(1, 1)
		},
		add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
			used = fresh(k)
			for c, u := range used {
				if c > 0 {
					sink.Binary(u.Neg(), used[c-1])
				}
				for v := c*n + 1; v <= (c+1)*n && sink.Err() == nil; v++ {
					sink.Binary(dimacs.Lit(-v), u)
				}
			}
		},
	}
	full := group{
		comment: func() string { return "every row and column has the first N colours, or more are used" },
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			return 0, float64(2*n) * weight(in.N+min(1, k-in.N), 0)
		},
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for l := range in.Board().Lines() {
				for l.colour = 1; l.colour <= in.N && !l.isDiagonal() && sink.Err() == nil; l.colour++ {
					clause := l.AppendVars(nil)
					if k > in.N {
						clause = append(clause, used[in.N])
					}
					sink.Clause(clause...)
				}
			}
		},
	}
	o := optimum{extra: k}
	o.groups = []group{hard, full, softUnits("objective: a colour is not used", k, func(yield func(dimacs.Lit) bool) { yieldAll(yield, slices.Values(used)) }, false)}
	variable := func(c int) dimacs.Lit { return dimacs.Lit(k*n + c + 1) }
	o.sum = func(yield func(dimacs.Lit) bool) {
		for c := 0; c < k && yield(variable(c)); c++ {
		}
	}
	for c := range k {
		if c > 0 {
			o.constraints = append(o.constraints, linear{count: 1, name: fmt.Sprintf("order_%d", c+1), comment: fmt.Sprintf("colour %d is used after colour %d", c+1, c),
				vars: slices.Values([]dimacs.Lit{variable(c), variable(c - 1).Neg()}), length: 2, high: 1})
		}
		for s := range n {
			o.constraints = append(o.constraints, linear{count: 1, name: fmt.Sprintf("used_%d_%d", c+1, s+1), comment: fmt.Sprintf("colour %d is used if square %d has it", c+1, s+1),
				vars: slices.Values([]dimacs.Lit{dimacs.Lit(c*n + s + 1), variable(c).Neg()}), length: 2, high: 1})
		}
	}
	return o
}

// largestArmies is the optimum of armies. A counter for each army has a variable for "at least j
// queens", up to N*N/4 queens. The armies have the same size, and the soft clauses say that it is
// at least j. More queens do not fit: if the white queens stand in a rows and c columns, the black
// queens stand in the other ones, so that the smaller army has at most the geometric mean of ac and
// (N-a)(N-c) queens.
func (in Instance) largestArmies() optimum {
	n := in.N * in.N
	most := max(1, n/4)
	var sizes [2][]dimacs.Lit
	o := optimum{}
	for layer := range sizes {
		o.groups = append(o.groups, group{
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
			size: func(weight atmostone.Weight) (aux int, clauses float64) {
				return cardinality.SizeOfUpTo(most, n, weight)
			},
			add: func(sink dimacs.Sink, fresh dimacs.Fresh) {
				sizes[layer] = cardinality.UpTo(most, n, func(i int) dimacs.Lit { return in.Board().byKnightMoves(i) + dimacs.Lit(layer*n) }, sink, fresh)
			},
		})
	}
	o.groups = append(o.groups, group{
		comment: func() string { return "armies of the same size" },
		size: func(weight atmostone.Weight) (aux int, clauses float64) {
			return 0, float64(2*most) * weight(1, 1)
		},
		add: func(sink dimacs.Sink, _ dimacs.Fresh) {
			for j, white := range sizes[0] {
				sink.Binary(white.Neg(), sizes[1][j])
				sink.Binary(sizes[1][j].Neg(), white)
			}
		},
	}, softUnits("objective: armies of at least a size", most, func(yield func(dimacs.Lit) bool) { yieldAll(yield, slices.Values(sizes[0])) }, true))
	o.sum = in.Board().Vars()
	o.constraints = []linear{{count: 1, name: "same_size", comment: "armies of the same size", length: 2 * n, low: n, high: n, vars: func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= n; v++ {
			if !yield(dimacs.Lit(v)) || !yield(dimacs.Lit(-n-v)) {
				return
			}
		}
	}}}
	return o
}
