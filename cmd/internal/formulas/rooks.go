package formulas

import (
	"fmt"

	"queens/dimacs"
)

// rooks places a number of rooks on a square board such that no rook attacks another. At
// most size rooks fit. More are a pigeonhole problem that is hidden by a counter of
// squares. Variable size*row + 1 + column means that a rook is on the square.
//
// References: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
// Constraints", CP 2005.
func rooks(rooks, size int) (*dimacs.Formula, error) {
	if rooks >= size*size {
		return nil, fmt.Errorf("expected fewer than %d rooks, found %d", size*size, rooks)
	}
	c := new(circuit)
	empty := negation(c.inputs(size * size))
	lines := make([]word, 2*size)
	for square := range empty {
		for _, line := range []int{square / size, size + square%size} {
			lines[line] = append(lines[line], -empty[square])
		}
	}
	for _, line := range lines {
		atMostOne(&c.Formula, line)
	}
	c.atMostBySums(size*size-rooks, empty)
	return &c.Formula, nil
}

// mutilated returns a formula for the task to cover a square board with dominoes, without
// the square in the first row and column and another square. It is impossible if both
// squares have the same colour, because a domino covers a square of each colour. It is
// possible in all other cases if the size is even. There is a variable for each domino.
//
// References: John McCarthy, "A Tough Nut for Proof Procedures", Stanford AI Memo 16, 1964;
// for the possible cases Ralph Gomory, in: Ross Honsberger, "Mathematical Gems", 1973.
func mutilated(size, row, column int) (*dimacs.Formula, error) {
	cut := size*(row-1) + column - 1
	if row > size || column > size || cut == 0 {
		return nil, fmt.Errorf("there is no other square %d:%d", row, column)
	}
	f, over := &dimacs.Formula{}, make([][]dimacs.Lit, size*size) // indexed by square: its dominoes
	join := func(a, b int) {
		if a > 0 && a != cut && b != cut {
			f.Vars++
			over[a], over[b] = append(over[a], dimacs.Lit(f.Vars)), append(over[b], dimacs.Lit(f.Vars))
		}
	}
	for square := range over {
		if (square+1)%size != 0 {
			join(square, square+1)
		}
		if square+size < len(over) {
			join(square, square+size)
		}
	}
	for square, dominoes := range over {
		if square > 0 && square != cut {
			exactlyOne(f, dominoes)
		}
	}
	return f, nil
}
