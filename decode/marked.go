package decode

import "queens/encode"

// Marked describes squares of a board to point at, with a sentence about them: a step of an
// explanation, or the reason why a board has no solution. The lists are in reading order.
type Marked struct {
	Text    string          // what follows and why, in plain text
	Look    []encode.Square // the squares that the text is about
	Queens  []encode.Square // squares that must hold a queen
	Crosses []encode.Square // squares that must stay empty
}
