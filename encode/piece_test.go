package encode

import (
	"slices"
	"strings"
	"testing"

	"queens/encode/board"
)

func TestParsePiece(t *testing.T) {
	for _, name := range PieceNames() {
		k, err := ParsePiece(name)
		if err != nil || k.Name != name || k.Text != name || k.Count != 0 || len(k.Lines)+len(k.Leaps) == 0 || !k.Symmetric() {
			t.Errorf("%s: %+v, %v", name, k, err)
		}
	}
	for text, want := range map[string]string{"rider 1,1 leaper 1,2": "archbishop", "rider+0,1+leaper+2,1": "chancellor",
		"leaper 0,1 leaper 1,1": "king", "rider 1,0  rider 1,1": "queen", "leaper 1,0 leaper 1,1 leaper 1,1": "king"} {
		k, err := ParsePiece(text)
		named, _ := ParsePiece(want)
		again, _ := ParsePiece(strings.ReplaceAll(k.Text, " ", "+"))
		if err != nil || !slices.Equal(k.Lines, named.Lines) || !slices.Equal(k.Leaps, named.Leaps) || k.Like != named.Like || k.Name != "piece" || again.Text != k.Text {
			t.Errorf("%s: %+v, %v; want the moves of a %s", text, k, err, want)
		}
	}
	for _, text := range []string{"", "pawn", "rider", "leaper 0,0", "leaper 1", "rider 1,1 leaper", "leaper -1,2", "leaper 1,2,3", "leaper 1048577,1",
		"queen*5", "jumper 1,2", "Knight", strings.Repeat("leaper 1,2 ", 9)} {
		if k, err := ParsePiece(text); err == nil || len(err.Error()) > 250 {
			t.Errorf("%q: %+v, %v", text, k, err)
		}
	}
}

func TestParsePieces(t *testing.T) {
	mixture, err := ParsePieces("queen*5+knight*3 king*1")
	in := Instance{N: 8, Columns: 6, Pieces: mixture}
	if err != nil || !in.Mixed() || in.Layers() != 3 || in.QueenCount() != 9 || in.CountOf(1) != 3 || in.Noun() != "piece" || in.PieceAt(2).Letter != "K" ||
		in.Moves(1).Like != "knight" || in.KindAt(1).Text != "knight" || in.LikeQueens() || in.BoardVariables() != 3*48 {
		t.Errorf("%+v, %v", mixture, err)
	}
	got, err := ParseComments(in.Comments())
	if err != nil || len(got.Pieces) != 3 || got.AllowSame || got.Board() != (board.Board{N: 8, Columns: 6, Moves: got.Moves(0)}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{"", "queen*5", "queen knight", "queen*5 queen*3", "queen*0 knight*1", "queen*5 pawn*2", "queen*5 knight*-1", "queen*5 knight*9999999999"} {
		if mixture, err := ParsePieces(text); err == nil {
			t.Errorf("%q: %+v", text, mixture)
		}
	}
}

func TestWithArticle(t *testing.T) {
	if got := WithArticle("archbishop") + " and " + WithArticle("queen"); got != "an archbishop and a queen" {
		t.Error(got)
	}
}

// The pieces of a layer have the name and the looks of the kind that the instance sets, in the colour of an army.
func TestPieceAt(t *testing.T) {
	knight, _ := ParsePiece("knight")
	for _, test := range []struct {
		in                 Instance
		layer              int
		name, letter, look string
	}{
		{Instance{N: 4}, 0, "queen", "Q", "♛"},
		{Instance{N: 4, Family: Superqueens}, 0, "queen", "Q", "♛"},
		{Instance{N: 4, Pieces: []Kind{knight}}, 0, "knight", "N", "♞"},
		{Instance{N: 4, Family: Armies}, 0, "white queen", "W", "♕"},
		{Instance{N: 4, Family: Armies, Pieces: []Kind{knight}}, 0, "white knight", "W", "♘"},
		{Instance{N: 4, Family: Armies, Pieces: []Kind{knight}}, 1, "black knight", "B", "♞"},
		{Instance{N: 4, Family: Colouring, Pieces: []Kind{knight}}, 3, "knight", "N", "♞"},
	} {
		if k := test.in.KindAt(test.layer); (k != nil) != (test.in.Pieces != nil) {
			t.Errorf("%+v: the kind %+v", test, k)
		}
		if p := test.in.PieceAt(test.layer); p.Name != test.name || p.Letter != test.letter || p.Symbol != test.look {
			t.Errorf("%+v: %+v", test, p)
		}
	}
	in := Instance{N: 4, Queens: new(2), Pieces: []Kind{knight}, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 3}}}
	if err := in.Conflict(); err == nil || err.Error() != "the knights placed on c3 and a4 attack each other by a knight's move" {
		t.Error(err)
	}
}

func TestPiecesAreChecked(t *testing.T) {
	knight, _ := ParsePiece("knight")
	mixture, _ := ParsePieces("queen*2 rook*1")
	for want, in := range map[string]Instance{
		"neither a piece nor a mixture":          {N: 4, Family: Dominoes, Pieces: []Kind{knight}},
		"expected no mixture":                    {N: 4, Family: Domination, Pieces: mixture},
		"a number of pieces of each kind":        {N: 4, Pieces: mixture, Queens: new(3)},
		"belongs to no kind of the mixture":      {N: 4, Pieces: mixture, Placed: []board.Square{{Row: 1, Col: 1}}},
		"expected a mixture":                     {N: 4, Pieces: []Kind{knight}, AllowSame: true},
		"expected 0 to 2, the number of squares": {N: 1, Columns: 2, Pieces: mixture},
		"and no maximum":                         {N: 4, Pieces: mixture, Aim: Maximum},
	} {
		if err := in.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// The comments on the number of pieces and on the only row name the piece.
func TestCommentsNameThePiece(t *testing.T) {
	rook, err := ParsePiece("rook")
	if err != nil {
		t.Fatal(err)
	}
	two := 2
	groups, err := Instance{N: 3, Columns: 4, Queens: &two, Pieces: []Kind{rook}}.Groups()
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, g := range groups {
		if strings.HasPrefix(g.Comment, "number of ") {
			numbers = append(numbers, g.Comment)
		}
	}
	if want := []string{"number of rooks: 1 of the 3 rows empty", "number of rooks: 2 of the 4 columns empty"}; !slices.Equal(numbers, want) {
		t.Errorf("got %q, want %q", numbers, want)
	}
	for l := range (Instance{N: 1, Pieces: []Kind{rook}}).Linears(true) {
		if !strings.Contains(l.Comment, "at most one rook") {
			t.Errorf("%q does not name the rook", l.Comment)
		}
	}
}
