package command

import (
	"fmt"
	"strings"

	"queens/dimacs"
	"queens/encode"
)

// squareLiterals returns a literal for each word. A word names a square, such as "a1" or "1:5", of
// the board that the comments of f describe. Its literal is true if and only if a queen is on the
// square. A minus before the square negates the literal. squareLiterals returns nil if there is no such
// board. It is an error if there is no such square or literal. An error in a comment is a
// *dimacs.SyntaxError.
func squareLiterals(f *dimacs.Formula, words []string) ([]dimacs.Lit, error) {
	in, err := encode.ParseComments(f.Comments)
	if err != nil || in.N == 0 {
		return nil, err
	}
	var squares []encode.Square
	for _, word := range words {
		s, err := encode.ParseSquare(strings.TrimPrefix(word, "-"), in.N)
		if err != nil {
			return nil, err
		}
		squares = append(squares, s)
	}
	lits, err := in.Literals(f.Vars, squares)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: expected a literal such as -3", strings.TrimPrefix(words[0], "-"), err)
	}
	for i, word := range words {
		if strings.HasPrefix(word, "-") {
			lits[i] = -lits[i]
		}
	}
	return lits, nil
}
