package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"queens/decode"
	"queens/dimacs"
	"queens/dimacs/result"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// formula reads a CNF with the comments of an instance.
func formula(t *testing.T, text string) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{Keys: encode.Keys})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// written returns the CNF of an instance.
func written(t *testing.T, in encode.Instance) string {
	t.Helper()
	var b strings.Builder
	if err := in.Write(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// readAll returns the queens of all models, one model per line, and the error.
func readAll(text string, o Options) (string, error) {
	return readResults(NewResults(strings.NewReader(text), "in"), o)
}

func readResults(r Results, o Options) (string, error) {
	d, err := NewReader(r, o)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for {
		p, err := d.Read()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		fmt.Fprintf(&b, "%d%v\n", p.Instance.N, p.Queens)
	}
}

// text returns the message of err, or "" if err is nil.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

const (
	// The two solutions for N = 4, complete and as true literals only.
	four      = "v -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n"
	otherFour = "v 3 5 12 14 0\n"
	fourBoard = "4[1:2 2:4 3:1 4:3]\n"
	fourOther = "4[1:3 2:1 3:4 4:2]\n"
)

func TestReader(t *testing.T) {
	cnf := formula(t, written(t, encode.Instance{N: 4}))
	anonymous := formula(t, "p cnf 16 1\n2 3 0\n")
	small := formula(t, "c board: 3\np cnf 9 0\n")
	attacked := "v 1 6 0\n"
	_, unknown := atmostone.ByName("new")
	tests := []struct {
		name, in string
		options  Options
		want     string
		err      string
	}{
		{"comment", "c board: 4\n" + four, Options{}, fourBoard, ""},
		{"true literals only", "c board: 4\n" + otherFour, Options{}, fourOther, ""},
		{"several models", "c board: 4\n" + four + otherFour, Options{}, fourBoard + fourOther, ""},
		{"number of values", four, Options{}, fourBoard, ""},
		{"one value", "v 1 0\n", Options{}, "1[1:1]\n", ""},
		{"values in another order", "v 8 2 15 9 0\n", Options{Size: board.Board{N: 4}}, fourBoard, ""},
		{"size", otherFour, Options{Size: board.Board{N: 4}}, fourOther, ""},
		{"size agrees", "c board: 4\n" + four, Options{Size: board.Board{N: 4}}, fourBoard, ""},
		{"formula", otherFour, Options{Formula: cnf, FormulaName: "q4.cnf"}, fourOther, ""},
		{"formula without comments", otherFour, Options{Formula: anonymous, FormulaName: "x.cnf"}, fourOther, ""},
		{"auxiliary variables", "c board: 4\nv 2 8 9 15 17 -18 0\n", Options{}, fourBoard, ""},
		{"trailing variables left out", "c board: 4\nv -1 2 8 9 15 0\n", Options{}, fourBoard, ""},
		{"concatenation", "c board: 1\nv 1 0\nc board: 4\n" + four, Options{}, "1[1:1]\n" + fourBoard, ""},
		{"attack without check", "c board: 4\n" + attacked, Options{NoVerify: true}, "4[1:1 2:2]\n", ""},

		{"attack", "c board: 4\n" + four + "v 1 6 -16 0\n", Options{}, fourBoard,
			"in: model 2: queens on a4 and b3 attack each other along a diagonal"},
		{"too short", "c board: 4\nv -1 2 8 0\n", Options{}, "",
			"in: model 1: the board of size 4 has 2 queens, expected 4 (the model has no values beyond variable 8 of the board's 16)"},
		{"other variables only", "c board: 2\nv 7 0\n", Options{}, "",
			"in: model 1: the board of size 2 has 0 queens, expected 2 (the model has no values for the squares of the board)"},
		{"cut off", "c board: 4\nv -1 2 8\n", Options{}, "",
			"in: model 1: the board of size 4 has 2 queens, expected 4 (the model has no values beyond variable 8 of the board's 16, nor a final 0: it may be cut off)"},
		{"no size", otherFour, Options{}, "",
			"in: model 1: the size of the board is not known: 4 values, but one of them is for variable 5"},
		{"no square number", "v 1 2 0\n", Options{}, "",
			"in: model 1: the size of the board is not known: 2 values, which is not a square number"},
		{"other number of queens", "v 1 -2 -3 -4 0\n", Options{}, "",
			"in: model 1: the model is not a board: 4 values, but 1 queen"},
		{"attacking queens", "v 1 2 -3 -4 0\n", Options{}, "",
			"in: model 1: on a board of size 2, queens on a2 and b2 attack each other along a row"},
		{"empty model", "v 0\n", Options{}, "",
			"in: model 1: the size of the board is not known: 0 values, which is not a square number"},
		{"size disagrees", "c board: 4\n" + four, Options{Size: board.Board{N: 5}}, "",
			"in: model 1: the size of the board is 5, but in says 4"},
		{"size disagrees with the formula", four, Options{Formula: cnf, FormulaName: "q4.cnf", Size: board.Board{N: 5}}, "",
			"the size of the board is 5, but q4.cnf says 4"},
		{"formula of another size", "c board: 4\n" + four, Options{Formula: small, FormulaName: "q3.cnf"}, "",
			"in: model 1: the result is of a board of size 4, but q3.cnf is of size 3"},
		{"falsified clause", "v 2 8 0\n", Options{Formula: anonymous, FormulaName: "x.cnf", Size: board.Board{N: 4}}, "",
			"in: model 1: the board of size 4 has 2 queens, expected 4 (the model has no values beyond variable 8 of the board's 16)"},
		{"model of no formula", "v 1 0\n", Options{Formula: anonymous, CheckModel: func([]dimacs.Lit) error { return errors.New("it is wrong") }, Size: board.Board{N: 4}}, "",
			"in: model 1: it is wrong (the model has no values beyond variable 1 of the board's 16)"},
		{"shuffled, values missing", "c board: 4\nc shuffle: 7\n" + otherFour, Options{}, "",
			"in: model 1: expected values for all squares of a shuffled board, found 0 of 16"},
		{"shuffled, other values", "c board: 2\nc shuffle: 7\nv 1 2 3 5 0\n", Options{}, "",
			"in: model 1: expected values for all squares of a shuffled board, found 3 of 4"},
		{"shuffled, unknown encoding", "c board: 4\nc encoding: new\nc shuffle: 7\n" + four, Options{}, "",
			"in: model 1: " + unknown.Error()},
		{"comment that makes no sense", "c board: none\n" + four, Options{}, "",
			`in:1:10: expected a board size from 1 to 16383, or rows and columns such as 8x5, found "none"`},
		{"text that makes no sense", "c board: 4\n" + four + "v 2x 0\n", Options{}, fourBoard,
			`in:3:3: expected a literal or 0, found "2x"`},
		{"number of queens", "c board: 4\nc queens: 3\n" + four, Options{}, "",
			"in: model 1: the board of size 4 has 4 queens, expected 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readAll(tt.in, tt.options)
			if got != tt.want || text(err) != tt.err {
				t.Errorf("placements %q, error\n%s, want %q,\n%s", got, text(err), tt.want, tt.err)
			}
		})
	}
}

// Models of a shuffled instance are decoded with the original variables.
func TestReaderShuffled(t *testing.T) {
	for seed := range int64(20) {
		in := encode.Instance{N: 4, Encoding: "sequential", Shuffle: &seed}
		renaming, err := in.Renaming()
		if err != nil {
			t.Fatal(err)
		}
		model := make([]dimacs.Lit, renaming.Vars())
		for v := 1; v <= len(model); v++ {
			l := dimacs.Lit(-v)
			if v == 2 || v == 8 || v == 9 || v == 15 {
				l = -l
			}
			shuffled := renaming.Shuffled(l)
			model[shuffled.Var()-1] = shuffled
		}
		var text strings.Builder
		w := result.NewWriter(&text)
		for _, c := range in.Comments() {
			w.Comment(c.Key, c.Value)
		}
		w.Model(model)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		got, err := readAll(text.String(), Options{})
		if got != fourBoard || err != nil {
			t.Errorf("seed %d: %q, error %v\n%s", seed, got, err, &text)
		}
	}
}

func TestReaderErrorTypes(t *testing.T) {
	var attack *decode.AttackError
	if _, err := readAll("v 1 6 0\n", Options{Size: board.Board{N: 4}}); !errors.As(err, &attack) {
		t.Errorf("got %v, want an AttackError", err)
	}
	for _, text := range []string{"v 1 -2 -3 -4 0\n", "v 1 2 -3 -4 0\n"} {
		if _, err := readAll(text, Options{}); !errors.As(err, new(*UndescribedError)) {
			t.Errorf("%q: got %v, want an UndescribedError", text, err)
		}
	}
	for _, o := range []Options{{Size: board.Board{N: 2}}, {Size: board.Board{N: 2}, Puzzle: []dimacs.Comment{{Key: "board", Value: "2"}}}} {
		if _, err := readAll("v 1 2 -3 -4 0\n", o); errors.As(err, new(*UndescribedError)) != (o.Puzzle == nil) {
			t.Errorf("%+v: got %v", o, err)
		}
	}
	if _, err := readAll("v 1 6 0\n", Options{}); !errors.Is(err, ErrSizeUnknown) {
		t.Errorf("got %v, want ErrSizeUnknown", err)
	}
}

func TestReaderSkip(t *testing.T) {
	text := "c board: 4\nv 1 6 0\n" + four
	d, err := NewReader(NewResults(strings.NewReader(text), "in"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Skip(); err != nil {
		t.Fatal(err)
	}
	if p, err := d.Read(); err != nil || len(p.Queens) != 4 || d.Models() != 2 {
		t.Errorf("got %v, error %v, %d models", p, err, d.Models())
	}
	if err := d.Skip(); err != io.EOF {
		t.Errorf("skipping beyond the end: %v", err)
	}
}

// Every placement that a Reader returns has passed Check.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		four, "c board: 4\n" + otherFour, "v 1 0\n", "c board: 5\nc variant: torus\nv 1 8 15 17 24 0\n",
		"c board: 4\nc queens: 2\nc placed: 1:1\nc blocked: 2:2\nc blocked-diagonals: s7 d-2\nv 1 7 0\n",
		"c board: 4\nc shuffle: 1\n" + four, "c board: 2\nv 1 2 0\n", "s UNSATISFIABLE\n",
		"c board: 2\nc family: colouring\nc colours: 4\nc placed: 1:1\nv 1 6 11 16 0\n", "c board: 2\nc family: dominoes\nv 1 2 0\n",
		"c board: 1\nc family: armies\nc queens: 0\nv 0\n", "c board: 1\nc family: regions\nc stars: 1\nc regions: A\nv 1 0\n",
		"c board: 2\nc family: domination\nc optimum: minimum\nv 1 0\n", "c board: 2\nc family: superqueens\nc queens: 1\nc transform: xor:2\nv 1 -2 0\n",
	} {
		f.Add(seed, uint8(0))
		f.Add(seed, uint8(4))
	}
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		d, err := NewReader(NewResults(strings.NewReader(text), "in"), Options{Size: board.Board{N: int(size)}})
		checkAll(t, d, err)
	})
}
