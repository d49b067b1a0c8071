package command

import (
	"fmt"
	"sync"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// squareLiterals is formula.Squares: it returns a function that takes the name of a square of the
// board that the comments of f describe, and returns the literal for a queen on the square. If the
// comments are not about a board, the function returns 0 and nil. It fails if there is no such
// square or literal, or for an error in a comment, which is a *dimacs.SyntaxError.
func squareLiterals(f *dimacs.Formula) func(name string) (dimacs.Lit, error) {
	board := sync.OnceValues(func() (func(name string) (dimacs.Lit, error), error) {
		in, err := encode.ParseComments(f.Comments)
		if err != nil || in.N == 0 {
			return nil, err
		}
		literal, wrong := in.Literal(f.Vars)
		return func(name string) (dimacs.Lit, error) {
			s, err := board.ParseSquare(name, in.Board())
			if err != nil {
				return 0, err
			}
			if wrong != nil {
				return 0, fmt.Errorf("%s: %w: expected a literal such as -3", name, wrong)
			}
			return literal(s)
		}, nil
	})
	return func(name string) (dimacs.Lit, error) {
		literal, err := board()
		if literal == nil {
			return 0, err
		}
		return literal(name)
	}
}
