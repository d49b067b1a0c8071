package decode

import (
	"bufio"
	"context"
	"encoding/json"
	"slices"

	"queens/encode"
)

// jsonFormat is one JSON object on a line for each board, which tells all that the
// puzzle says: squares are [row, column] from the upper left, in reading order, and the
// queens besides as chess players write them.
var jsonFormat = Format{
	Name:     "json",
	Summary:  `one object per line: {"family":"queens","n":4,"variant":"regular",..}`,
	Features: Puzzles | Pieces,
	New:      func(w *bufio.Writer, _ Style) Renderer { return &jsonRenderer{json.NewEncoder(w)} },
}

type jsonRenderer struct{ encoder *json.Encoder }

// jsonBoard names what is in an object, in this order.
type jsonBoard struct {
	Family    string   `json:"family"`
	N         int      `json:"n"`
	Variant   string   `json:"variant"`
	Puzzle    bool     `json:"puzzle,omitempty"`
	K         *int     `json:"k,omitempty"`
	Placed    [][2]int `json:"placed,omitempty"`
	Blocked   [][2]int `json:"blocked,omitempty"`
	Diagonals []string `json:"blocked_diagonals,omitempty"`
	jsonPieces
}

// jsonPieces are those of a board, as its family has them.
type jsonPieces struct {
	Queens   *[][2]int    `json:"queens,omitempty"`
	Squares  *[]string    `json:"squares,omitempty"`
	White    *[][2]int    `json:"white,omitempty"`
	Black    *[][2]int    `json:"black,omitempty"`
	Colours  [][]string   `json:"colours,omitempty"`  // row by row, empty where there is none
	Dominoes *[][2][2]int `json:"dominoes,omitempty"` // each with the squares of its halves
}

func (r *jsonRenderer) Render(_ context.Context, p *Placement) error {
	in := p.Instance
	b := jsonBoard{Family: in.Family.String(), N: in.N, Variant: in.Variant.String(), Puzzle: p.Puzzle, K: in.Queens,
		Placed: pairs(in.Placed), Blocked: pairs(slices.Collect(in.Blocked.All()))}
	for _, d := range in.BlockedDiagonals {
		b.Diagonals = append(b.Diagonals, d.String())
	}
	pieces := p.family().pieces
	if pieces == nil || p.Puzzle && p.Layers == nil {
		pieces = queenPieces
	}
	b.jsonPieces = pieces(p)
	return r.encoder.Encode(b)
}

// queenPieces are queens of one kind.
func queenPieces(p *Placement) jsonPieces {
	queens, squares := pairs(p.Queens), []string{}
	for _, q := range p.Queens {
		squares = append(squares, q.Algebraic(p.Instance.N))
	}
	return jsonPieces{Queens: &queens, Squares: &squares}
}

func (r *jsonRenderer) Close(context.Context) error { return nil }

// pairs returns the squares as row and column.
func pairs(squares []encode.Square) [][2]int {
	list := make([][2]int, len(squares))
	for i, s := range squares {
		list[i] = [2]int{s.Row, s.Col}
	}
	return list
}
