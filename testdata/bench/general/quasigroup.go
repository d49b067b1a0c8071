package main

import (
	"fmt"
	"math/rand/v2"

	"queens/dimacs"
)

// quasigroupWithHoles erases the same number of cells, holes, in each row and
// column of a random Latin square and asks to fill them again: satisfiable,
// and hard near holes = 1.7 * order^0.55. Which cells are erased is decided by
// a second Latin square: those with its first symbols.
//
// A variable stands for each cell and symbol that the given cells leave
// possible. The clauses say that each cell, and each symbol in each row and
// column, is settled exactly once, as in the extended (3D) encoding.
//
// References: Dimitris Achlioptas, Carla Gomes, Henry Kautz and Bart Selman,
// "Generating Satisfiable Problem Instances", AAAI 2000; Henry Kautz, Yongshao
// Ruan, Dimitris Achlioptas, Carla Gomes, Bart Selman and Mark Stickel,
// "Balance and Filtering in Structured Satisfiable Problems", IJCAI 2001.
func quasigroupWithHoles(order, holes int, rng *rand.Rand) (*formula, error) {
	if order < 2 || holes > order {
		return nil, fmt.Errorf("a square of order %d cannot have %d holes in a row", order, holes)
	}
	square, erased := randomLatinSquare(order, rng), randomLatinSquare(order, rng)
	given := func(row, column int) bool { return erased.at(row, column) >= holes }
	f := new(formula)
	// The groups of literals of which exactly one holds: cells, symbols in
	// rows, symbols in columns.
	var groups [3][][]dimacs.Lit
	for i := range groups {
		groups[i] = make([][]dimacs.Lit, order*order)
	}
	inRow, inColumn := make([]bool, order*order), make([]bool, order*order)
	for i := range order * order {
		if row, column := i/order, i%order; given(row, column) {
			symbol := square.at(row, column)
			inRow[row*order+symbol], inColumn[column*order+symbol] = true, true
		}
	}
	for i := range order * order * order {
		row, column, symbol := i/(order*order), i/order%order, i%order
		if given(row, column) || inRow[row*order+symbol] || inColumn[column*order+symbol] {
			continue
		}
		f.vars++
		for kind, group := range [3]int{row*order + column, row*order + symbol, column*order + symbol} {
			groups[kind][group] = append(groups[kind][group], dimacs.Lit(f.vars))
		}
	}
	for _, kind := range groups {
		for _, lits := range kind {
			if len(lits) > 0 {
				f.exactlyOne(lits)
			}
		}
	}
	return f, nil
}
