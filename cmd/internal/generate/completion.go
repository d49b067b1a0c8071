package generate

import "queens/dimacs"

// A square is a partially filled square of symbols. Every unit, such as a row or a column,
// is a set of cells in which each symbol must occur exactly once.
type square struct {
	order int                         // number of symbols, rows and columns
	given func(row, column int) int   // symbol of a cell, from 0 to order-1, or empty; rows and columns count from 0
	units []func(row, column int) int // one function per kind of units, such as rowOf: the unit of a cell, from 0 to order-1
}

const empty = -1 // the result of square.given for a cell without a symbol

// completion returns a formula whose models are the completions of the square, which must have
// one. For each empty cell, it has a variable for each symbol that is given in no unit of the
// cell. The clauses state that each empty cell holds exactly one symbol, and that each symbol that
// is not given in a unit is exactly once in this unit, as in the extended (3D) encoding.
func completion(s *square) *dimacs.Formula {
	f := &dimacs.Formula{}
	cells := make([][]dimacs.Lit, s.order*s.order)
	places := make([][]dimacs.Lit, len(s.units)*s.order*s.order) // indexed by unit and symbol: variables of the possible cells
	determined := make([]bool, len(places))
	of := func(kind, row, column, symbol int) int {
		return (kind*s.order+s.units[kind](row, column))*s.order + symbol
	}
	for cell := range cells {
		row, column := cell/s.order, cell%s.order
		if symbol := s.given(row, column); symbol != empty {
			for kind := range s.units {
				determined[of(kind, row, column, symbol)] = true
			}
		}
	}
	for i := range len(cells) * s.order {
		row, column, symbol := i/(s.order*s.order), i/s.order%s.order, i%s.order
		possible := s.given(row, column) == empty
		for kind := range s.units {
			possible = possible && !determined[of(kind, row, column, symbol)]
		}
		if !possible {
			continue
		}
		f.Vars++
		l := dimacs.Lit(f.Vars)
		cells[i/s.order] = append(cells[i/s.order], l)
		for kind := range s.units {
			place := of(kind, row, column, symbol)
			places[place] = append(places[place], l)
		}
	}
	for _, lits := range append(cells, places...) {
		if len(lits) > 0 {
			exactlyOne(f, lits)
		}
	}
	return f
}

func rowOf(row, _ int) int       { return row }
func columnOf(_, column int) int { return column }
