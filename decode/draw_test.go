package decode

import (
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

func TestAttacks(t *testing.T) {
	square := func(row, col int) encode.Square { return encode.Square{Row: row, Col: col} }
	tests := []struct {
		name   string
		in     encode.Instance
		queens []encode.Square
		want   []string
	}{
		{"none", encode.Instance{N: 4}, []encode.Square{square(1, 2), square(2, 4), square(3, 1), square(4, 3)}, nil},
		{"neighbours only", encode.Instance{N: 3}, []encode.Square{square(1, 1), square(1, 2), square(1, 3)}, []string{
			"queens on a3 and b3 attack each other along a row",
			"queens on b3 and c3 attack each other along a row"}},
		{"all kinds", encode.Instance{N: 3}, []encode.Square{square(1, 1), square(1, 3), square(3, 3)}, []string{
			"queens on a3 and c3 attack each other along a row",
			"queens on c3 and c1 attack each other along a column",
			"queens on a3 and c1 attack each other along a diagonal"}},
		{"torus", encode.Instance{N: 5, Variant: encode.Torus}, []encode.Square{square(1, 4), square(3, 1)}, []string{
			"queens on d5 and a3 attack each other along a diagonal that wraps around the torus"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Placement{Instance: &tt.in, Queens: tt.queens}
			var got []string
			for _, a := range Attacks(p) {
				got = append(got, a.Error())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if err := Check(p); (err == nil || !strings.Contains(err.Error(), "attack")) != (tt.want == nil) {
				t.Errorf("Check: %v", err)
			}
		})
	}
}

// The outlines of symbols are closed and inside their square.
func TestSymbolArtwork(t *testing.T) {
	var paths [][]Segment
	for _, s := range Symbols {
		body, detail := s.Outlines()
		if paths = append(paths, body); detail != nil {
			paths = append(paths, detail)
		}
	}
	for _, path := range paths {
		open, points := false, 0
		for _, s := range path {
			if (s.Command == 'M') == open {
				t.Errorf("%c while an outline is open: %v", s.Command, open)
			}
			open = s.Command != 'Z'
			for _, p := range s.Points[:map[byte]int{'M': 1, 'L': 1, 'C': 3}[s.Command]] {
				if p.X < 2 || p.X > SymbolSide-2 || p.Y < 2 || p.Y > SymbolSide-2 {
					t.Errorf("%v is too close to the border", p)
				}
				points++
			}
		}
		if open || points == 0 {
			t.Errorf("%d points, open: %v", points, open)
		}
	}
}

// Each format that shows symbols shows a star instead of a queen, and other signs for attacked squares
// and white queens.
func TestStars(t *testing.T) {
	style := Style{Symbol: SymbolByName("star"), Attacked: true}
	for format, want := range map[string]string{"text": "+ * + +", "compact": "+*++", "unicode": "+ ★ + +", "box": "│ + │ ★ │ + │ + │", "latex": `$\bigstar$`, "svg": starBody, "html": starBody} {
		f, err := FormatByName(format)
		if got := rendered(t, f, style, board(encode.Instance{N: 4}, 2, 4, 1, 3)); err != nil || !f.Can(Glyphs) || !strings.Contains(got, want) || strings.ContainsAny(got, "♛♕") {
			t.Errorf("%s: expected %s, found %s", format, want, got)
		}
	}
	if got := rendered(t, boxFormat, style, goldenFamilies()["armies"]); strings.Count(got, "☆") == 0 || strings.Count(got, "☆") != strings.Count(got, "★") {
		t.Errorf("armies: %s", got)
	}
	if got := rendered(t, boxFormat, style, goldenFamilies()["colouring"]); got != rendered(t, boxFormat, Style{}, goldenFamilies()["colouring"]) {
		t.Errorf("colours: %s", got)
	}
	if s := SymbolByName("Star"); s != nil {
		t.Errorf("found %+v", s)
	}
}

// The picture is XML, and its queens are on the right squares.
func TestSVG(t *testing.T) {
	for name, placements := range golden() {
		if len(placements) > 1 || name == "sizes" {
			continue
		}
		p := placements[0]
		picture := rendered(t, svgFormat, Style{Attacks: true}, p)
		wide, narrow := margin(p.Instance.N)
		var got []encode.Square
		for d := xml.NewDecoder(strings.NewReader(picture)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "use" {
				got = append(got, readUse(t, e, wide, narrow))
			}
		}
		if diff := cmp.Diff(p.Queens, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// Pictures scale or have the requested width, and each board has a description.
func TestSVGStyle(t *testing.T) {
	p := board(encode.Instance{N: 4}, 2, 4, 1, 3)
	if got := rendered(t, svgFormat, Style{}, p); !strings.Contains(got, `width="100%" viewBox="0 0 182.5 182.5" role="img">`) || strings.Count(got, "<desc>") != 1 {
		t.Errorf("got %.300s", got)
	}
	got := rendered(t, svgFormat, Style{Columns: 3, Pixels: 600, Theme: printTheme}, p, p, p)
	for _, want := range []string{`width="600" height="192" viewBox=`, `<title>3 boards</title>`,
		`<g role="img"><title>3: 4 queens on a board of 4 by 4</title><desc>a2 b4 c1 d3</desc>`, `fill="#d8d8d8"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// readUse returns the square of a queen in the picture. The frame has the widths wide and
// narrow.
func readUse(t *testing.T, e xml.StartElement, wide, narrow float64) encode.Square {
	t.Helper()
	for _, a := range e.Attr {
		if inside, ok := strings.CutPrefix(a.Value, "translate("); ok {
			x, rest, _ := strings.Cut(inside, " ")
			y, _, _ := strings.Cut(rest, ")")
			left, err1 := strconv.ParseFloat(x, 64)
			top, err2 := strconv.ParseFloat(y, 64)
			if err1 != nil || err2 != nil {
				t.Fatal(a.Value)
			}
			return encode.Square{Row: int((top-narrow)/SquareSide) + 1, Col: int((left-wide)/SquareSide) + 1}
		}
	}
	t.Fatalf("no place in %v", e)
	return encode.Square{}
}

// A recorder is a Canvas that stores lines as the squares of their ends.
type recorder struct {
	n      int
	lines  []string
	texts  []string
	titles []string
}

func (r *recorder) Rect(_, _, _, _ float64, _ color.NRGBA)             {}
func (r *recorder) Checkers(_, _, _ float64, _ int, _ color.NRGBA)     {}
func (r *recorder) Queen(_ *Symbol, _, _, _ float64, _, _ color.NRGBA) {}
func (r *recorder) Text(_ Point, _ float64, text string, _ color.NRGBA) {
	r.texts = append(r.texts, text)
}
func (r *recorder) Board(title, _ string) { r.titles = append(r.titles, title) }
func (r *recorder) End()                  {}
func (r *recorder) Err() error            { return nil }
func (r *recorder) Line(from, to Point, _ float64, c color.NRGBA) {
	if c != Themes[0].attack {
		return
	}
	wide, narrow := margin(r.n)
	place := func(p Point) string {
		return number((p.X-wide)/SquareSide) + "," + number((p.Y-narrow)/SquareSide)
	}
	r.lines = append(r.lines, place(from)+" to "+place(to))
}

// Lines of attacks on the torus continue across the edge, in both directions.
func TestAttackLines(t *testing.T) {
	torus := func(n int) encode.Instance { return encode.Instance{N: n, Variant: encode.Torus} }
	tests := []struct {
		name string
		p    *Placement
		want []string
	}{
		{"straight", board(encode.Instance{N: 4}, 1, 0, 0, 4), []string{"0.5,0.5 to 3.5,3.5"}},
		{"to the right", board(torus(5), 4, 0, 1), []string{"3.5,0.5 to 5,2", "0,2 to 0.5,2.5"}},
		{"to the left", board(torus(5), 2, 0, 5), []string{"1.5,0.5 to 0,2", "5,2 to 4.5,2.5"}},
		{"along two lines", board(torus(4), 2, 0, 4), []string{"1.5,0.5 to 3.5,2.5", "1.5,0.5 to 3.5,2.5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{n: tt.p.Instance.N}
			drawBoard(t.Context(), r, tt.p, Style{Attacks: true}, 0, 0)
			if diff := cmp.Diff(tt.want, r.lines); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			r.lines = nil
			if drawBoard(t.Context(), r, tt.p, Style{}, 0, 0); r.lines != nil {
				t.Errorf("lines nobody asked for: %q", r.lines)
			}
		})
	}
}

// Every row and column of a small board has its coordinate; on a large board some have.
func TestCoordinates(t *testing.T) {
	for n, want := range map[int]int{1: 2, 8: 16, 30: 60, 31: 14, 100: 42, 200: 42, 2000: 82} {
		r := &recorder{n: n}
		drawBoard(t.Context(), r, board(encode.Instance{N: n}), Style{}, 0, 0)
		if len(r.texts) != want {
			t.Errorf("N=%d: %d coordinates, want %d: %q", n, len(r.texts), want, r.texts)
		}
		if r.texts[0] != "1" || r.texts[1] != "a" {
			t.Errorf("N=%d: %q", n, r.texts)
		}
	}
}

func TestSheet(t *testing.T) {
	var s Sheet
	if w, h := s.Size(); w != 0 || h != 0 || s.Len() != 0 {
		t.Errorf("empty sheet: %v by %v", w, h)
	}
	p := board(encode.Instance{N: 4}, 2, 4, 1, 3)
	for i := range maxSheet {
		if err := s.Add(p); err != nil {
			t.Fatalf("board %d: %v", i+1, err)
		}
	}
	if err := s.Add(p); !errors.Is(err, ErrSheetFull) || s.Len() != maxSheet {
		t.Errorf("%d boards, error %v", s.Len(), err)
	}

	s = Sheet{}
	for _, p := range []*Placement{p, board(encode.Instance{N: 8}, 8, 4, 1, 3, 6, 2, 7, 5), p} {
		if err := s.Add(p); err != nil {
			t.Fatal(err)
		}
		p.Queens = p.Queens[:len(p.Queens):len(p.Queens)]
	}
	p.Queens[0].Col = 1 // must not change the copy on the sheet
	w, h := s.Size()
	if want := BoardSize(8) * (2 + 1.0/16); s.LargestN() != 8 || math.Abs(w-want) > 1e-9 || math.Abs(h-want) > 1e-9 {
		t.Errorf("%v by %v, want %v; largest board %d", w, h, want, s.LargestN())
	}
	if s.Title() != "3 boards" {
		t.Errorf("title %q", s.Title())
	}
	r := &recorder{n: 8}
	if err := s.Draw(t.Context(), r, Style{Attacks: true}); err != nil {
		t.Fatal(err)
	}
	if len(r.texts) != 8+16+8 || r.lines != nil {
		t.Errorf("%d coordinates, lines %q", len(r.texts), r.lines)
	}
	one := Sheet{boards: s.boards[1:2]}
	if one.Title() != "8 queens on a board of 8 by 8" {
		t.Errorf("title %q", one.Title())
	}
}
