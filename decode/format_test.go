package decode

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"queens/encode"
)

// Every format stops soon after its context ends or writing fails: at the latest after a row,
// or after a board in a picture.
func TestFormatsStop(t *testing.T) {
	const n = 300
	stop, full := errors.New("stopped"), errors.New("no space left")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	plain := &encode.Instance{N: n, Blocked: encode.SquaresOf([]encode.Square{{Row: 1, Col: 1}, {Row: n, Col: n}}...), BlockedDiagonals: []encode.Diagonal{{Index: 1}}}
	var stripes []string
	for i := range n * n {
		stripes = append(stripes, columnLetters(i%n+1))
	}
	p, err := encode.NewPartition(n, stripes)
	if err != nil {
		t.Fatal(err)
	}
	striped := &encode.Instance{N: n, Family: encode.Regions, Regions: p}
	draw := func(ctx context.Context, w *bufio.Writer, f Format, s Style) error {
		r, in := f.New(w, s), plain
		if s.Letters {
			in = striped
		}
		if err := r.Render(ctx, &Placement{Instance: in}); err != nil {
			return err
		}
		return r.Close(ctx)
	}
	for _, f := range Formats {
		for _, style := range []Style{{}, {Color: true, Attacks: true}, {Letters: true}} {
			if !slices.Contains([]string{"text", "compact", "matrix", "unicode", "box", "latex", "svg"}, f.Name) {
				continue
			}
			var b strings.Builder
			w := bufio.NewWriter(&b)
			if err := draw(ctx, w, f, style); err != stop || b.Len()+w.Buffered() > 60*n {
				t.Errorf("%s %v: %v after %d bytes", f.Name, style, err, b.Len()+w.Buffered())
			}
			broken := &brokenWriter{err: full}
			if err := draw(t.Context(), bufio.NewWriterSize(broken, 1<<10), f, style); err != full || broken.calls != 1 {
				t.Errorf("%s %v: %v, %d writes to a full disk", f.Name, style, err, broken.calls)
			}
		}
	}
}

// A brokenWriter always fails, and counts the calls.
type brokenWriter struct {
	err   error
	calls int
}

func (w *brokenWriter) Write([]byte) (int, error) {
	w.calls++
	return 0, w.err
}

// Draw writes what a renderer writes, and returns the errors of the context and of the writer.
func TestDraw(t *testing.T) {
	four, full := queens(2, 4, 1, 3), errors.New("full")
	for _, f := range Formats {
		var b bytes.Buffer
		if err := f.Draw(t.Context(), &b, Style{}, four, four); err != nil || b.String() != rendered(t, f, Style{}, four, four) {
			t.Errorf("%s: %v\n%s", f.Name, err, &b)
		}
		several := pieces(numbered(encode.Colouring, 4), "AB", "CD")
		if err := f.Draw(t.Context(), io.Discard, Style{}, several); (err == nil) != f.Can(Pieces) {
			t.Errorf("%s: colours: %v", f.Name, err)
		}
		if got := rendered(t, f, Style{}); got != "" {
			t.Errorf("%s without boards: %q", f.Name, got)
		}
	}
	if err := DrawSVG(t.Context(), &brokenWriter{err: full}, four); err != full {
		t.Error(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(full)
	if err := DrawSVG(ctx, io.Discard, queens(make([]int, 200)...)); err != full {
		t.Error(err)
	}
}

// A sheet keeps copies of its boards, and has room for a number of them.
func TestSheet(t *testing.T) {
	var s Sheet
	p := queens(2, 4, 1, 3)
	for i := range maxSheet {
		if err := s.Add(p); err != nil {
			t.Fatalf("board %d: %v", i+1, err)
		}
	}
	if err := s.Add(p); !errors.Is(err, ErrSheetFull) || s.Len() != maxSheet {
		t.Errorf("%d boards, error %v", s.Len(), err)
	}
	if p.Queens[0].Col = 1; s.boards[0].Queens[0].Col != 2 {
		t.Error("the sheet does not keep a copy")
	}
}

// The words of a Marked are divided into lines, without unprintable characters.
func TestMarkedLines(t *testing.T) {
	var none *Marked
	for _, tt := range []struct {
		m    *Marked
		want string
	}{
		{none, ""}, {&Marked{}, ""}, {&Marked{Text: " one  two\nthree "}, "one two|three"}, {&Marked{Text: "a\x1b[1m \u202eb\xff"}, "a[1m b\ufffd"},
		{&Marked{Text: "é é é é abcdefghij k"}, "é é é é|abcdefghij|k"},
	} {
		if got := strings.Join(tt.m.lines(8), "|"); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.m, got, tt.want)
		}
	}
}

// Each puzzle has its own question. It ends in the difficulty, if that is known.
func TestQuestions(t *testing.T) {
	two, none := 2, 0
	corner, diagonal := squares(4, "a4"), []encode.Diagonal{{Rising: true, Index: 4}}
	independent := numbered(encode.Domination, 3)
	independent.Independent = true
	for _, tt := range []struct {
		in     encode.Instance
		dashed bool
		want   string
	}{
		{encode.Instance{N: 4, Puzzle: encode.Unique}, true, "Place 4 queens so that no two attack each other."},
		{encode.Instance{N: 4, Puzzle: encode.Easy, Placed: corner, Queens: &two}, true, "Place 1 more queen so that no two attack each other. Difficulty: easy."},
		{encode.Instance{N: 1, Placed: corner}, true, "Check that no two queens attack each other."},
		{encode.Instance{N: 1, Queens: &none}, true, "Check that no two queens attack each other."},
		{encode.Instance{N: 4, Blocked: encode.SquaresOf(corner...), BlockedDiagonals: diagonal}, true,
			"Place 4 queens so that no two attack each other. Squares with a cross stay empty. Dashed diagonals stay empty."},
		{encode.Instance{N: 4, BlockedDiagonals: diagonal}, false, "Place 4 queens so that no two attack each other. Squares with a cross stay empty."},
		{encode.Instance{N: 4, Variant: encode.Torus}, true, "Place 4 queens so that no two attack each other. Rows, columns and diagonals continue at the opposite edge."},
		{numbered(encode.Domination, 3), true, "Place 3 queens so that every empty square is attacked."},
		{independent, true, "Place 3 queens so that every empty square is attacked and no two queens attack each other."},
		{numbered(encode.Armies, 9), true, "Place 9 white queens and 9 black queens so that no queen attacks a queen of the other colour."},
		{numbered(encode.Colouring, 9), true, "Give each square one of 9 colours so that no two squares in a row, column or diagonal have the same colour."},
		{numbered(encode.Superqueens, 1), true, "Place 1 queen so that no two attack each other. Queens also move like knights."},
	} {
		tt.in.N = max(tt.in.N, 1)
		if got := NewPuzzle(&tt.in, 0).Caption("", "%d: ", tt.dashed, nil); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.in, got, tt.want)
		}
	}
}
