package decode

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

// rendered returns the text of the placements in a format.
func rendered(t *testing.T, f Format, s Style, placements ...*Placement) string {
	t.Helper()
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 16)
	r := f.New(w, s)
	for _, p := range placements {
		if err := r.Render(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden returns the placements of the golden files testdata/golden/FORMAT-NAME.txt.
func golden() map[string][]*Placement {
	plain := func(columns ...int) *Placement {
		return board(encode.Instance{N: len(columns)}, columns...)
	}
	twice := plain(2, 0, 0, 0)
	twice.Queens = append(twice.Queens, encode.Square{Row: 1, Col: 4}, encode.Square{Row: 3, Col: 3})
	puzzle := encode.Instance{
		N:                8,
		Placed:           []encode.Square{{Row: 1, Col: 8}, {Row: 4, Col: 3}},
		Blocked:          encode.SquaresOf([]encode.Square{{Row: 8, Col: 8}, {Row: 3, Col: 3}}...),
		BlockedDiagonals: []encode.Diagonal{{Rising: true, Index: 10}, {Index: -3}},
	}
	return map[string][]*Placement{
		"1":      {plain(1)},
		"4":      {plain(2, 4, 1, 3)},
		"8":      {plain(8, 4, 1, 3, 6, 2, 7, 5)},
		"11":     {board(encode.Instance{N: 11, Variant: encode.Torus}, 1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10)},
		"27":     {plain(17, 21, 18, 16, 12, 19, 9, 3, 5, 14, 20, 23, 27, 8, 15, 22, 25, 1, 10, 13, 11, 6, 4, 2, 26, 24, 7)},
		"4-all":  {plain(2, 4, 1, 3), plain(3, 1, 4, 2)},
		"sizes":  {plain(1), plain(2, 4, 1, 3), plain(0, 0)},
		"4-rows": {twice},
		"puzzle": {board(puzzle, 8, 4, 1, 3, 6, 2, 7, 5)},
	}
}

// TestFormatsGolden compares the formats with golden files, the formats with a line for each board
// with one file.
func TestFormatsGolden(t *testing.T) {
	for _, f := range Formats {
		all := ""
		for _, name := range slices.Sorted(maps.Keys(golden())) {
			got := rendered(t, f, Style{}, golden()[name]...)
			switch {
			case f.Features == 0:
				all += name + ":\n" + got
			case f.Name == htmlFormat.Name:
				compareGolden(t, f.Name+"-"+name, pageBoards(t, got))
			case f.Name != jsonFormat.Name: // TestJSONRoundTrip reads it
				compareGolden(t, f.Name+"-"+name, got)
			}
		}
		if f.Features == 0 {
			compareGolden(t, f.Name, all)
		}
	}
}

// TestWorksheetGolden compares a worksheet of two puzzles and an answer with golden files.
func TestWorksheetGolden(t *testing.T) {
	puzzle := golden()["puzzle"][0]
	torus := encode.Instance{N: 5, Variant: encode.Torus, Placed: []encode.Square{{Row: 2, Col: 3}, {Row: 1, Col: 1}, {Row: 1, Col: 1}}}
	answer := *puzzle
	answer.Number = 1
	for _, f := range Formats {
		if f.Can(Puzzles) {
			t.Run(f.Name, func(t *testing.T) {
				got := rendered(t, f, Style{}, NewPuzzle(puzzle.Instance, 1), NewPuzzle(&torus, 2), &answer)
				if _, body, found := strings.Cut(got, "<main>"); found {
					got = body // the page without its style
				}
				compareGolden(t, f.Name+"-worksheet", got)
			})
		}
	}
}

// TestNumbersGolden compares boards with numbered squares with golden files.
func TestNumbersGolden(t *testing.T) {
	for _, f := range Formats {
		if f.Can(Numbers) && f.Name != htmlFormat.Name {
			compareGolden(t, f.Name+"-numbers", rendered(t, f, Style{Numbers: true}, golden()["4"][0], NewPuzzle(golden()["puzzle"][0].Instance, 0)))
		}
	}
}

// TestColorsGolden compares boards in colours with golden files. Formats without colours must
// not change.
func TestColorsGolden(t *testing.T) {
	attacks := board(encode.Instance{N: 4, Placed: []encode.Square{{Row: 1, Col: 1}}}, 1, 2, 4)
	for _, f := range Formats {
		style := Style{Color: true, Attacks: true}
		got := rendered(t, f, style, golden()["puzzle"][0], attacks)
		switch f.Name {
		case "text", "compact", "unicode", "box":
			compareGolden(t, f.Name+"-color", got)
		default:
			if strings.Contains(got, "\x1b") {
				t.Errorf("%s has colours", f.Name)
			}
		}
	}
}

// compareGolden compares got with a golden file. With UPDATE_GOLDEN=1 it writes the file.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name+".txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// pageBoards returns the part of a page that differs between pages.
func pageBoards(t *testing.T, page string) string {
	t.Helper()
	before, after := browsePage(Style{})
	boards, ok1 := strings.CutPrefix(page, before)
	boards, ok2 := strings.CutSuffix(boards, after)
	if !ok1 || !ok2 {
		t.Error("the page is not whole")
	}
	return boards
}

// Every format stops soon after its context ends or writing fails: at the latest after a row,
// or after a board in a picture.
func TestFormatsStop(t *testing.T) {
	const n = 300
	stop, full := errors.New("stopped"), errors.New("no space left")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	in := &encode.Instance{N: n, Blocked: encode.SquaresOf([]encode.Square{{Row: 1, Col: 1}, {Row: n, Col: n}}...), BlockedDiagonals: []encode.Diagonal{{Index: 1}}}
	for _, f := range Formats {
		if !slices.Contains([]string{"text", "compact", "matrix", "unicode", "box", "latex", "svg"}, f.Name) {
			continue
		}
		for _, style := range []Style{{}, {Color: true, Attacks: true}, {Letters: true}} {
			in := in
			if style.Letters {
				in = &encode.Instance{N: n, Family: encode.Regions, Regions: stripes(t, n)}
			}
			var b strings.Builder
			w := bufio.NewWriter(&b)
			r := f.New(w, style)
			err := r.Render(ctx, &Placement{Instance: in})
			if err == nil {
				err = r.Close(ctx)
			}
			w.Flush()
			if err != stop || b.Len() > 60*n {
				t.Errorf("%s %v: %v after %d bytes", f.Name, style, err, b.Len())
			}
			broken := &brokenWriter{err: full}
			w = bufio.NewWriterSize(broken, 1<<10)
			r = f.New(w, style)
			if err = r.Render(t.Context(), &Placement{Instance: in}); err == nil {
				err = r.Close(t.Context())
			}
			if err != full || broken.calls != 1 {
				t.Errorf("%s %v: %v, %d writes to a full disk", f.Name, style, err, broken.calls)
			}
		}
	}
}

// stripes returns regions of a board of size n: its columns.
func stripes(t *testing.T, n int) *encode.Partition {
	t.Helper()
	var cells []string
	for i := range n * n {
		cells = append(cells, columnLetters(i%n+1))
	}
	p, err := encode.NewPartition(n, cells)
	if err != nil {
		t.Fatal(err)
	}
	return p
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

// The format list is ordered by rows, and python by columns, as the manual says.
func TestOrder(t *testing.T) {
	p := board(encode.Instance{N: 4}, 3, 1, 4, 2)
	for _, test := range []struct {
		format Format
		want   string
	}{
		{listFormat, "3 1 4 2\n"}, {squaresFormat, "c4 a3 d2 b1\n"}, {namesFormat, "Q<1,3> Q<2,1> Q<3,4> Q<4,2>\n"}, {pythonFormat, "[1, 3, 0, 2]\n"},
		{jsonFormat, `{"family":"queens","n":4,"variant":"regular","queens":[[1,3],[2,1],[3,4],[4,2]],"squares":["c4","a3","d2","b1"]}` + "\n"},
	} {
		if got := rendered(t, test.format, Style{}, p); got != test.want {
			t.Errorf("%s: got %q, want %q", test.format.Name, got, test.want)
		}
	}
}

// FormatByName finds each format, and its error lists them. Draw writes what a renderer writes.
func TestDraw(t *testing.T) {
	for _, f := range Formats {
		found, err := FormatByName(f.Name)
		if err != nil || found.Name != f.Name {
			t.Errorf("%s: %v, %v", f.Name, found.Name, err)
			continue
		}
		var b bytes.Buffer
		board := golden()["4"][0]
		if err := found.Draw(t.Context(), &b, Style{}, board, board); err != nil || b.String() != rendered(t, f, Style{}, board, board) {
			t.Errorf("%s: %v\n%s", f.Name, err, &b)
		}
		several := pieces(numbered(encode.Colouring, 4), "AB", "CD")
		if err := found.Draw(t.Context(), io.Discard, Style{}, several); (err == nil) != f.Can(Pieces) {
			t.Errorf("%s: colours: %v", f.Name, err)
		}
	}
	if first, err := FormatByName(""); first.Name != Formats[0].Name || err != nil {
		t.Errorf("%s, %v", first.Name, err)
	}
	if _, err := FormatByName("gif"); err == nil || err.Error() != `unknown format "gif": expected text, compact, matrix, unicode, box, list, squares, names, json, fen, latex, python, svg, html` {
		t.Error(err)
	}
	full := errors.New("full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	if err := DrawSVG(t.Context(), w, golden()["4"][0]); err != full {
		t.Error(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(full)
	if err := DrawSVG(ctx, io.Discard, &Placement{Instance: &encode.Instance{N: 200}}); err != full {
		t.Error(err)
	}
}
