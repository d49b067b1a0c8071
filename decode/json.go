package decode

import (
	"bufio"
	"context"
	"encoding/json"
	"slices"

	"queens/encode"
)

// jsonFormat is one JSON object on a line for each board: its size, the queens
// as [row, column] from the upper left and as squares, and what the puzzle
// says besides, if it does.
var jsonFormat = Format{
	Name:     "json",
	Summary:  `one object per line: {"n":4,"queens":[[1,2],..],"squares":["b4",..]}`,
	Features: Puzzles,
	New:      func(w *bufio.Writer, _ Style) Renderer { return &jsonRenderer{json.NewEncoder(w)} },
}

type jsonRenderer struct{ encoder *json.Encoder }

// jsonBoard names what is in an object, in this order.
type jsonBoard struct {
	N         int      `json:"n"`
	Variant   string   `json:"variant,omitempty"`
	Queens    [][2]int `json:"queens"`
	Squares   []string `json:"squares"`
	Placed    [][2]int `json:"placed,omitempty"`
	Blocked   [][2]int `json:"blocked,omitempty"`
	Diagonals []string `json:"blocked_diagonals,omitempty"`
}

func (r *jsonRenderer) Render(_ context.Context, p *Placement) error {
	in := p.Instance
	b := jsonBoard{N: in.N, Queens: pairs(p.Queens), Squares: []string{}, Placed: pairs(in.Placed), Blocked: pairs(slices.Collect(in.Blocked.All()))}
	if in.Variant != encode.Regular {
		b.Variant = in.Variant.String()
	}
	for _, q := range p.Queens {
		b.Squares = append(b.Squares, q.Algebraic(in.N))
	}
	for _, d := range in.BlockedDiagonals {
		b.Diagonals = append(b.Diagonals, d.String())
	}
	return r.encoder.Encode(b)
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
