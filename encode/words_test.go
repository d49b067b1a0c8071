package encode

import (
	"fmt"
	"testing"

	"queens/encode/board"
)

// The parsers of words fail with a short message, or return a value that is written so that it
// parses to the same value.
func FuzzWords(f *testing.F) {
	for _, word := range []string{"3:5", "e6", "xfc16383", "a0", ":", "s7", "d-2", "d-", "xor:2", "flip:", "majority:99999999999999999999", "torus", "regions", "hard", "minimum"} {
		f.Add(word, 8)
	}
	f.Fuzz(func(t *testing.T, word string, n int) {
		fuzzWord(t, word, func(text string) (board.Square, error) { return board.ParseSquare(text, board.Board{N: n}) })
		fuzzWord(t, word, func(text string) (board.Diagonal, error) { return board.ParseDiagonal(text, board.Board{N: n}) })
		fuzzWord(t, word, ParseTransform)
		fuzzWord(t, word, ParseFamily)
		fuzzWord(t, word, board.ParseVariant)
		fuzzWord(t, word, ParsePuzzle)
		fuzzWord(t, word, ParseAim)
	})
}

func fuzzWord[T comparable](t *testing.T, word string, parse func(string) (T, error)) {
	first, err := parse(word)
	if err != nil {
		if len(err.Error()) > 300 {
			t.Fatalf("%T: a message of %d bytes", first, len(err.Error()))
		}
		return
	}
	if second, err := parse(fmt.Sprint(first)); err != nil || second != first {
		t.Fatalf("%v of %q became %v: %v", first, word, second, err)
	}
}
