package pdf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/draw"
	"queens/encode"
	"queens/encode/board"
)

// A worksheet has pages of A4 without colours. They hold each puzzle with its number and
// question once, and the answers on further pages.
func TestWorksheet(t *testing.T) {
	var all []*decode.Placement
	in := encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}}
	for i := range 7 {
		all = append(all, decode.NewPuzzle(&in, i+1))
	}
	large := encode.Instance{N: 14, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 1})}
	all = append(all, decode.NewPuzzle(&large, 8))
	for i := range 7 {
		all = append(all, &decode.Placement{Instance: &in, Queens: []board.Square{{Row: 1, Col: 2}, {Row: 2, Col: 4}, {Row: 3, Col: 1}, {Row: 4, Col: 3}}, Number: i + 1})
	}
	doc := written(t, draw.Style{Title: "Fünf (5)"}, all...)
	list := pages(t, doc)
	if a4 := bytes.Count(doc, []byte("/MediaBox [0 0 595.28 841.89]")); a4 == 0 || bytes.Count(doc, []byte("/MediaBox")) != a4 {
		t.Errorf("%d sizes of pages, %d of them A4", bytes.Count(doc, []byte("/MediaBox")), a4)
	}
	seen := map[string]int{}
	for i, page := range list {
		question, answer := strings.Contains(page, ". Place "), strings.Contains(page, "b4 d3 a2 c1") || strings.Contains(page, "a2 b4 c1 d3")
		if question == answer {
			t.Errorf("page %d: puzzles %v, answers %v", i+1, question, answer)
		}
		if named := strings.Contains(page, "(Name) Tj"); named != question {
			t.Errorf("page %d: puzzles %v, a line for a name %v", i+1, question, named)
		}
		for _, m := range regexp.MustCompile(`([\d.]+) ([\d.]+) ([\d.]+) rg`).FindAllStringSubmatch(page, -1) {
			if m[1] != m[2] || m[2] != m[3] {
				t.Errorf("page %d: a colour, %s", i+1, m[0])
			}
		}
		for _, m := range regexp.MustCompile(`\((\d+)\. (Place|a2)`).FindAllStringSubmatch(page, -1) {
			seen[m[2]+m[1]]++
		}
	}
	for number := 1; number <= 8; number++ {
		for _, what := range []string{"Place", "a2"} {
			if want := map[bool]int{true: 1}[what == "Place" || number < 8]; seen[fmt.Sprint(what, number)] != want {
				t.Errorf("%s %d is there %d times", what, number, seen[fmt.Sprint(what, number)])
			}
		}
	}
	if !strings.Contains(list[0], "(F\xfcnf \\(5\\)) Tj") || !strings.Contains(list[0], "(Name) Tj") || !strings.Contains(list[len(list)-1], "(F\xfcnf \\(5\\): answers) Tj") {
		t.Error("no headings")
	}
	alone := pages(t, written(t, draw.Style{Answers: true, Columns: 7}, all[8:]...))
	if len(alone) != 1 || !strings.Contains(alone[0], "(Answers) Tj") || strings.Contains(alone[0], "(Name) Tj") {
		t.Errorf("answers alone: %d pages", len(alone))
	}
}

// Titles in Latin, Greek and Cyrillic letters can be read from the paper. A letter that the font lacks
// is an error that names it.
func TestLetters(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is missing")
	}
	puzzle := decode.NewPuzzle(&encode.Instance{N: 4}, 1)
	for _, title := range []string{"Zażółć gęślą jaźń, Łódź", "Γειά σου, Ξένε; άέήίόύώϊϋΐΰ", "Iğdır, İstanbul, Şişli ÇÖÜ", "Съешь ещё этих, Йога; Ґанок Їжак Ђорђе", "Füße “–” œ € …"} {
		doc := written(t, draw.Style{Title: title}, puzzle)
		command := exec.Command("pdftotext", "-", "-")
		command.Stdin = bytes.NewReader(doc)
		if text, err := command.Output(); err != nil || !strings.Contains(string(text), title+"\n") {
			t.Errorf("%s: %v, found %q", title, err, text)
		}
		if !bytes.Equal(doc, written(t, draw.Style{Title: title}, puzzle)) {
			t.Errorf("%s: the bytes differ the second time", title)
		}
	}
	for title, want := range map[string]string{"Queens 漢字": "U+6F22 '漢'", "e\u0301": "U+0301", "\U0001f451": "U+1F451"} {
		r := Format.New(bufio.NewWriter(io.Discard), draw.Style{Title: title})
		if err := errors.Join(r.Render(t.Context(), puzzle), r.Close(t.Context())); err == nil || !strings.Contains(err.Error(), "found "+want) {
			t.Errorf("%q: %v", title, err)
		}
	}
}

// The text of a marked board is below it, and once in the caption of a
// worksheet.
func TestMarkedText(t *testing.T) {
	in := encode.Instance{N: 4}
	for _, puzzle := range []bool{false, true} {
		p := decode.Placement{Instance: &in, Puzzle: puzzle, Marked: &decode.Marked{Text: "Für (d3)"}}
		page := pages(t, written(t, draw.Style{}, &p))[0]
		if got := strings.Count(page, "(F\xfcr \\(d3\\)) Tj"); got != 1 || strings.Contains(page, ". Place ") {
			t.Errorf("puzzle %v: the text is there %d times in %s", puzzle, got, page)
		}
	}
}

// A page of letter paper has its title and number at its foot. An explanation has no line for a
// name.
func TestExplanation(t *testing.T) {
	p := decode.NewPuzzle(&encode.Instance{N: 4}, 0)
	p.Marked = &decode.Marked{Text: "first"}
	doc := written(t, draw.Style{Title: "Steps", Paper: draw.Letter}, p, p, p, p, p, p, p)
	if n := bytes.Count(doc, []byte("/MediaBox [0 0 612.00 792.00]")); n != 2 {
		t.Errorf("%d pages of letter paper, want 2", n)
	}
	for i, page := range pages(t, doc) {
		for text, want := range map[string]int{"Steps": 2 - i, fmt.Sprint(i + 1): 1 + strings.Count(page, "(a) Tj"), "first": 6 - 5*i, "Name": 0} {
			if n := strings.Count(page, "("+text+") Tj"); n != want {
				t.Errorf("page %d: %q is there %d times, want %d", i+1, text, n, want)
			}
		}
	}
}

// A page takes as many lines of boards as fit, one more if boards that are a little smaller make
// it fit, and otherwise larger gaps.
func TestFill(t *testing.T) {
	tests := []struct {
		lines, columns int
		square, room   float64
		n              int
		scale, space   float64
	}{
		{2, 0, 20, 1000, 2, 1, gap},    // the last page
		{9, 0, 20, 224, 2, 1, gap},     // exactly
		{9, 0, 20, 318, 3, 0.9, gap},   // 3 times 90, and 2 gaps
		{9, 0, 20, 300, 3, 0.84, gap},  // 3 times 84
		{9, 0, 17, 300, 2, 1, 100},     // the squares would be too small
		{9, 0, 20, 227, 2, 1, gap + 3}, // the boards would be too small
		{9, 1, 20, 180, 1, 1, 80},      // a puzzle for each pupil
		{9, 0, 20, 50, 1, 0.5, gap},    // the page is too small for a board
		{1, 0, 20, 50, 1, 0.5, gap},    // also for the last one
		{9, 0, 30, 248, 3, 2.0 / 3, gap},
	}
	for _, tt := range tests {
		s := &worksheet{style: draw.Style{Columns: tt.columns}, width: 600}
		for range tt.lines {
			s.lines = append(s.lines, line{board: 100, square: tt.square})
		}
		if n, scale, space := s.fill(tt.room); n != tt.n || math.Abs(scale-tt.scale) > 0.001 || math.Abs(space-tt.space) > 0.001 {
			t.Errorf("%+v: got %d, %v, %v", tt, n, scale, space)
		}
	}
}
