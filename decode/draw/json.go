package draw

import (
	"bufio"
	"context"
	"encoding/json"
	"slices"

	"queens/decode"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// jsonFormat writes one JSON object per board, on a line, with everything the puzzle says. Squares are
// [row, column], counted from 1 from the upper left. The squares of queens are in reading order and also
// have their chess names. An answer without boards is an object with the field "status".
var jsonFormat = Format{
	Name:     "json",
	Summary:  `one object per line: {"family":"queens","n":4,"variant":"regular",..}`,
	Features: Puzzles | Pieces,
	New:      func(w *bufio.Writer, _ Style) Renderer { return &jsonRenderer{json.NewEncoder(w)} },
}

type jsonRenderer struct{ encoder *json.Encoder }

// A jsonBoard has the fields of an object, in this order.
type jsonBoard struct {
	Family     string     `json:"family"`
	N          int        `json:"n"`                 // the number of rows
	Columns    int        `json:"columns,omitempty"` // of a board that is not square
	Variant    string     `json:"variant"`
	Piece      string     `json:"piece,omitempty"` // if it is not the piece of the family, as in the option --piece of qgen
	Puzzle     bool       `json:"puzzle,omitempty"`
	Difficulty string     `json:"difficulty,omitempty"` // of the puzzle, if it is known
	K          *int       `json:"k,omitempty"`          // Instance.Queens
	Stars      int        `json:"stars,omitempty"`      // the number of queens in each row, column and region
	Regions    [][]string `json:"regions,omitempty"`    // the name of the region by row and column
	Placed     [][2]int   `json:"placed,omitempty"`
	Blocked    [][2]int   `json:"blocked,omitempty"`
	Diagonals  []string   `json:"blocked_diagonals,omitempty"`
	jsonPieces
	Steps []jsonStep `json:"steps,omitempty"` // the steps that solve a puzzle
}

// A jsonStep has the fields of a Marked.
type jsonStep struct {
	Text    string     `json:"text"`
	Kind    string     `json:"kind,omitempty"`
	Look    [][2]int   `json:"look,omitempty"`
	Queens  [][2]int   `json:"queens,omitempty"`
	Crosses [][2]int   `json:"crosses,omitempty"`
	Lines   [][][2]int `json:"lines,omitempty"`
}

// A jsonKind is a kind of pieces of a mixture with their squares.
type jsonKind struct {
	Piece   string   `json:"piece"`
	Squares [][2]int `json:"squares"`
}

// jsonPieces holds the pieces of a board, in the fields that its family uses; the others are nil.
type jsonPieces struct {
	Kinds    []jsonKind  `json:"kinds,omitzero"`       // of a mixture
	Same     bool        `json:"allow_same,omitempty"` // pieces of the same kind of a mixture may attack each other
	Queens   [][2]int    `json:"queens,omitzero"`      // pieces of one kind, also if they are no queens
	Squares  []string    `json:"squares,omitzero"`
	White    [][2]int    `json:"white,omitzero"`
	Black    [][2]int    `json:"black,omitzero"`
	Colours  [][]string  `json:"colours,omitzero"`  // the name of the colour by row and column, empty for a square without one
	Dominoes [][2][2]int `json:"dominoes,omitzero"` // the two squares of each domino
}

func (r *jsonRenderer) Render(_ context.Context, p *decode.Placement) error {
	in := p.Instance
	b := jsonBoard{Family: in.Family.String(), N: in.N, Columns: in.Columns, Variant: in.Variant.String(), Puzzle: p.Puzzle, K: in.Queens,
		Placed: pairs(in.Placed), Blocked: pairs(slices.Collect(in.Blocked.All()))}
	if len(in.Pieces) == 1 {
		b.Piece = in.Pieces[0].Text
	}
	for _, d := range in.BlockedDiagonals {
		b.Diagonals = append(b.Diagonals, d.String())
	}
	if p.Puzzle && slices.Contains(encode.Difficulties(), in.Puzzle) {
		b.Difficulty = string(in.Puzzle)
	}
	if m := newRegionMap(in, nil); m != nil {
		b.Stars, b.Regions = in.StarCount(), m.rows()
	}
	b.jsonPieces = newJSONPieces(p)
	for _, m := range p.Steps {
		step := jsonStep{m.Text, m.Kind, pairs(m.Look), pairs(m.Queens), pairs(m.Crosses), nil}
		for _, line := range m.Lines {
			step.Lines = append(step.Lines, pairs(line))
		}
		b.Steps = append(b.Steps, step)
	}
	return r.encoder.Encode(b)
}

// RenderStatus writes an object with the field "status" only.
func (r *jsonRenderer) RenderStatus(_ context.Context, s dimacs.Status) error {
	return r.encoder.Encode(map[string]string{"status": s.String()})
}

// newJSONPieces returns the pieces of a board, in the fields of its rule. A puzzle without layers has the
// fields of queens of one kind.
func newJSONPieces(p *decode.Placement) jsonPieces {
	rule := p.Instance.Family.Definition().Rule
	if p.Puzzle && p.Layers == nil {
		rule = encode.Peaceful
	}
	if p.Layers != nil && p.Instance.Mixed() {
		var list []jsonKind
		for layer, k := range p.Instance.Pieces {
			list = append(list, jsonKind{k.Text, pairs(p.InLayer(layer).Queens)})
		}
		return jsonPieces{Kinds: list, Same: p.Instance.AllowSame}
	}
	switch rule {
	case encode.Opposed:
		return jsonPieces{White: pairs(p.InLayer(0).Queens), Black: pairs(p.InLayer(1).Queens)}
	case encode.Coloured:
		rows := make([][]string, p.Instance.N)
		for i := range rows {
			rows[i] = make([]string, p.Instance.Board().Width())
		}
		for i, s := range p.Queens {
			rows[s.Row-1][s.Col-1] = p.Letter(p.LayerAt(i))
		}
		return jsonPieces{Colours: rows}
	case encode.Tiled:
		list := [][2][2]int{}
		for i, s := range p.Queens {
			if layer := p.LayerAt(i); layer%2 == 0 { // a left or upper half
				other := decode.OtherHalf(s, layer)
				list = append(list, [2][2]int{{s.Row, s.Col}, {other.Row, other.Col}})
			}
		}
		return jsonPieces{Dominoes: list}
	}
	squares := []string{}
	for _, q := range p.Queens {
		squares = append(squares, q.Algebraic(p.Instance.N))
	}
	return jsonPieces{Queens: pairs(p.Queens), Squares: squares}
}

func (r *jsonRenderer) Close(context.Context) error { return nil }

// pairs returns the row and column of each square, in a list that is not nil.
func pairs(squares []board.Square) [][2]int {
	list := make([][2]int, len(squares))
	for i, s := range squares {
		list[i] = [2]int{s.Row, s.Col}
	}
	return list
}
