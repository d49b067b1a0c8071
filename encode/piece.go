package encode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/encode/board"
	"queens/encode/internal/word"
)

// A Piece describes a kind of piece.
type Piece struct {
	Name        string `json:"name"` // such as "white queen"
	Letter      string `json:"-"`    // the piece in the format text of qshow
	Symbol      string `json:"-"`    // the piece in the format box of qshow
	board.Moves `json:"-"`
}

// pieces lists the pieces that have a name. To add a piece, add a line.
var pieces = []Piece{
	{"queen", "Q", "♛", board.Moves{Lines: board.Directions[:]}},
	{"rook", "R", "♜", board.Moves{Lines: board.Rider(0, 1)}},
	{"bishop", "B", "♝", board.Moves{Lines: board.Rider(1, 1)}},
	{"knight", "N", "♞", board.Moves{Like: "knight", Leaps: board.Leaper(1, 2)}},
	{"king", "K", "♚", board.Moves{Like: "king", Leaps: board.KingSteps()}},
	{"amazon", "M", "M", board.Moves{Lines: board.Directions[:], Like: "knight", Leaps: board.Leaper(1, 2)}},
	{"archbishop", "A", "A", board.Moves{Lines: board.Rider(1, 1), Like: "knight", Leaps: board.Leaper(1, 2)}},
	{"chancellor", "C", "C", board.Moves{Lines: board.Rider(0, 1), Like: "knight", Leaps: board.Leaper(1, 2)}},
}

// queen is the piece of most families, and amazon that of superqueens.
var queen, amazon = *pieceNamed("queen"), *pieceNamed("amazon")

// pieceNamed returns the piece with a name, or nil.
func pieceNamed(name string) *Piece {
	if i := slices.IndexFunc(pieces, func(p Piece) bool { return p.Name == name }); i >= 0 {
		return &pieces[i]
	}
	return nil
}

// isBlank reports whether r separates words in the texts of pieces.
func isBlank(r rune) bool { return r == ' ' || r == '+' }

// A Kind is the kind of the pieces of an instance, or one of the kinds of a mixture.
type Kind struct {
	Piece
	Text  string // the form that ParsePiece accepts
	Count int    // in a mixture, the number of pieces; otherwise 0
}

// PieceNames returns the names that ParsePiece accepts.
func PieceNames() (names []string) {
	for _, p := range pieces {
		names = append(names, p.Name)
	}
	return names
}

// ParsePiece parses the name of a piece, such as knight, or its riders and leapers, such as `rider 1,1 leaper
// 1,2` for a bishop that is also a knight. The two numbers are the squares of a step along the two sides of the
// board, at most 2^20. A rider repeats its step. There are at most eight riders and leapers. A plus sign may stand
// for a blank. The error is a *word.Error.
func ParsePiece(text string) (Kind, error) {
	words := strings.FieldsFunc(text, isBlank)
	text = strings.Join(words, " ")
	if p := pieceNamed(text); p != nil {
		return Kind{Piece: *p, Text: text}, nil
	}
	wrong := word.Wrong(strings.Join(PieceNames(), ", ")+", or steps such as rider 1,1 leaper 1,2", text)
	if len(words) < 2 || len(words)%2 > 0 || len(words) > 16 {
		return Kind{}, wrong
	}
	k := Kind{Piece: Piece{Name: "piece", Letter: "P", Symbol: "●"}, Text: text}
	for i := 0; i < len(words); i += 2 {
		first, second, _ := strings.Cut(words[i+1], ",")
		a, ok1 := word.ParseIndex(first)
		b, ok2 := word.ParseIndex(second)
		if !ok1 || !ok2 || a+b == 0 || max(a, b) > board.MaxSide {
			return Kind{}, wrong
		}
		switch words[i] {
		case "rider":
			k.Lines = append(k.Lines, board.Rider(a, b)...)
		case "leaper":
			k.Leaps = append(k.Leaps, board.Leaper(a, b)...)
		default:
			return Kind{}, wrong
		}
	}
	k.Moves = board.Union(k.Moves, board.Moves{})
	return k, nil
}

// ParsePieces parses a mixture: the names of at least two different pieces and how many of each, such as `queen*5
// knight*3`. A plus sign may stand for a blank. The error is a *word.Error.
func ParsePieces(text string) (mixture []Kind, err error) {
	wrong := word.Wrong("at least two different pieces and how many of each, such as queen*5 knight*3", text)
	for item := range strings.FieldsFuncSeq(text, isBlank) {
		name, number, _ := strings.Cut(item, "*")
		p := pieceNamed(name)
		count, ok := word.ParseIndex(number)
		if p == nil || !ok || count < 1 || slices.ContainsFunc(mixture, func(k Kind) bool { return k.Name == name }) {
			return nil, wrong
		}
		mixture = append(mixture, Kind{*p, name, count})
	}
	if len(mixture) < 2 {
		return nil, wrong
	}
	return mixture, nil
}

// PieceText returns the text that ParsePiece or ParsePieces accepts for the pieces of the instance, or "" if they
// are those of the family.
func (in Instance) PieceText() string {
	var words []string
	for _, k := range in.Pieces {
		if words = append(words, k.Text); in.Mixed() {
			words[len(words)-1] += "*" + strconv.Itoa(k.Count)
		}
	}
	return strings.Join(words, " ")
}

// Mixed reports whether the instance is a mixture of several kinds of pieces. Each kind has a layer.
func (in Instance) Mixed() bool { return len(in.Pieces) > 1 }

// KindAt returns the kind of the pieces in a layer, from 0, or nil if they are the pieces of the family. The caller
// must not change it.
func (in Instance) KindAt(layer int) *Kind {
	if in.Pieces == nil {
		return nil
	}
	return &in.Pieces[min(layer, len(in.Pieces)-1)]
}

// Moves returns the moves of the pieces in a layer, from 0. The caller must not change them.
func (in Instance) Moves(layer int) *board.Moves {
	if k := in.KindAt(layer); k != nil {
		return &k.Moves
	}
	return &in.family().Moves
}

// Noun returns the name of a piece in texts, such as "superqueen": the piece of the family, or the kind that
// the instance sets. For a mixture it is "piece".
func (in Instance) Noun() string {
	switch {
	case in.Mixed():
		return "piece"
	case in.Pieces != nil:
		return in.Pieces[0].Name
	}
	return in.family().Noun
}

// PieceAt returns the name and the looks of the pieces in a layer, from 0. For a colouring, it is the piece
// whose moves keep squares of the same colour apart.
func (in Instance) PieceAt(layer int) Piece {
	f, k := in.family(), in.KindAt(layer)
	switch {
	case k != nil && f.Rule != Opposed:
		return k.Piece
	case f.Pieces == nil:
		return queen
	case k == nil:
		return f.Pieces[layer]
	}
	p, own := k.Piece, f.Pieces[layer]
	army, _, _ := strings.Cut(own.Name, " ")
	p.Name, p.Letter = army+" "+p.Name, own.Letter
	if r := []rune(p.Symbol)[0]; r < '♚' || r > '♞' {
		p.Symbol = p.Letter
	} else if layer == 0 {
		p.Symbol = string(r - '♚' + '♔')
	}
	return p
}

// LikeQueens reports whether the solutions are boards on which no piece attacks another, and the pieces move
// like queens.
func (in Instance) LikeQueens() bool {
	return in.family().Rule == Peaceful && !in.Mixed() && in.Moves(0).AreQueens()
}

// CountOf returns the number of pieces in a layer: QueenCount, or the number of the kind in a mixture.
func (in Instance) CountOf(layer int) int {
	if in.Mixed() {
		return in.Pieces[layer].Count
	}
	return in.QueenCount()
}

// WithArticle returns a noun, which must not be empty, after "a" or "an".
func WithArticle(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// A layer is a layer of the board of an instance: the pieces of one kind, of one army or of one colour.
type layer struct {
	board  board.Board // with the moves of the pieces
	number int         // from 0
	noun   string      // the name of a true variable, such as "queen" or "square of colour 2"
	a      string      // the beginning of a sentence about it, such as "a queen is on" or "colour 2 is on"
	one    string      // the same for a further square: "one is on" or "it is on"
	prefix string      // of identifiers, to keep the layers apart: "", "knight_" or "colour_2_"
}

// layer returns a layer of the instance, from 0.
func (in Instance) layer(number int) *layer {
	l := &layer{board: in.Board(), number: number, one: "one is on"}
	l.board.Moves = in.Moves(number)
	if in.family().Rule == Coloured {
		l.noun, l.prefix = fmt.Sprintf("square of colour %d", number+1), fmt.Sprintf("colour_%d_", number+1)
		l.a, l.one = fmt.Sprintf("colour %d is on", number+1), "it is on"
		return l
	}
	if l.noun = in.PieceAt(number).Name; in.Mixed() {
		l.prefix = l.noun + "_"
	}
	l.a = WithArticle(l.noun) + " is on"
	return l
}

func (l *layer) piece() string { return l.noun }

// v returns the variable of a piece of the layer on s.
func (l *layer) v(s board.Square) int { return l.number*l.board.Count() + int(l.board.Var(s)) }
