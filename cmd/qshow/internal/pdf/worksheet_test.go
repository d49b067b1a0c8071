package pdf

import (
	"bytes"
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
		if err := Format.Draw(t.Context(), io.Discard, draw.Style{Title: title}, puzzle); err == nil || !strings.Contains(err.Error(), "found "+want) {
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
		for text, want := range map[string]int{"Steps": 2 - i, fmt.Sprint(i + 1): 1 + strings.Count(page, "(a) Tj"), "first": 4 - i, "Name": 0} {
			if n := strings.Count(page, "("+text+") Tj"); n != want {
				t.Errorf("page %d: %q is there %d times, want %d", i+1, text, n, want)
			}
		}
	}
}

// A page takes as many lines of boards as fit. Only a line that is higher than a page becomes smaller.
func TestFill(t *testing.T) {
	for _, tt := range []struct {
		lines int
		room  float64
		n     int
		scale float64
	}{
		{2, 1000, 2, 1}, // the last page
		{9, 244, 2, 1},  // exactly
		{9, 243, 1, 1},
		{9, 60, 1, 0.5}, // the page is too small for a board
		{1, 60, 1, 0.5}, // also for the last one
	} {
		s := &worksheet{}
		for range tt.lines {
			s.lines = append(s.lines, line{board: 100, text: 10})
		}
		if n, scale := s.fill(tt.room); n != tt.n || math.Abs(scale-tt.scale) > 0.001 {
			t.Errorf("%+v: got %d, %v", tt, n, scale)
		}
	}
}

// A rule that all puzzles share is once at the head of each page, and otherwise below each board. Boards fill their
// columns.
func TestSharedRule(t *testing.T) {
	in, more := encode.Instance{N: 5, Puzzle: encode.Easy}, encode.Instance{N: 5, Placed: []board.Square{{Row: 1, Col: 2}}}
	var all []*decode.Placement
	for i := range 5 {
		all = append(all, decode.NewPuzzle(&in, i+1))
	}
	german := draw.Style{Language: "de"}
	for i, page := range pages(t, written(t, german, all...)) {
		if strings.Count(page, "(5 Damen so setzen") != 1 || strings.Count(page, ". Schwierigkeit: leicht.) Tj") != 4-3*i {
			t.Errorf("page %d: the rule is not at its head only", i+1)
		}
	}
	if page := pages(t, written(t, german, all[0], decode.NewPuzzle(&more, 2)))[0]; !strings.Contains(page, "(1. 5 Damen") || !strings.Contains(page, "(2. 4 weitere Damen") {
		t.Error("the captions lack their rules")
	}
	s := newWorksheet(newCanvas("", ""), draw.Style{}, "Queens", "")
	if err := s.add(t.Context(), all[0]); err != nil || s.lines[0].items[0].width != (s.room()-gap)/2 {
		t.Errorf("%v: %+v", err, s.lines)
	}
}
