package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/draw"
	"queens/encode"
	"queens/encode/board"
)

// written returns the document of the placements.
func written(t *testing.T, s draw.Style, placements ...*decode.Placement) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Format.Draw(t.Context(), &b, s, placements...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pages returns the drawing commands of each page. Their texts are in Latin-1 if all letters are.
func pages(t *testing.T, doc []byte) (list []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?s)/FlateDecode[^>]*>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(doc, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(" Tj ET")) { // not a part of the font
			list = append(list, strings.ReplaceAll(string(text), "\x00", ""))
		}
	}
	return list
}

func placement(n int) *decode.Placement {
	in := &encode.Instance{N: n}
	return &decode.Placement{Instance: in, Queens: []board.Square{{Row: 1, Col: 2}, {Row: 2, Col: 1}}}
}

// A board is a page of vectors and text. Writing it twice gives the same bytes.
func TestPage(t *testing.T) {
	doc := written(t, draw.Style{Attacks: true, Attacked: true, Numbers: true}, placement(4))
	if !bytes.HasPrefix(doc, []byte("%PDF-")) || !bytes.HasSuffix(doc, []byte("%%EOF\n")) || bytes.Contains(doc, []byte("/Image ")) {
		t.Errorf("%.80q ..", doc)
	}
	if other := written(t, draw.Style{Attacks: true, Attacked: true, Numbers: true}, placement(4)); !bytes.Equal(doc, other) {
		t.Error("the bytes differ the second time")
	}
	list := pages(t, doc)
	if len(list) != 1 {
		t.Fatalf("%d pages", len(list))
	}
	for _, want := range []string{"(a) Tj", "(4) Tj", "(16) Tj", " c\n"} {
		if !strings.Contains(list[0], want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestPages(t *testing.T) {
	boards := []*decode.Placement{placement(4), placement(5), placement(4), placement(4), placement(4)}
	if doc := written(t, draw.Style{Title: "Home (work)"}, boards...); !strings.Contains(strings.ReplaceAll(string(doc), "\x00", ""), `Home \(work\)`) {
		t.Error("the title is not in the document")
	}
	if doc := written(t, draw.Style{Title: "\U0001f451\xe2"}, boards...); !bytes.Contains(doc, []byte("/Title (\xfe\xff\xd8\x3d\xdc\x51\xff\xfd)")) {
		t.Error("the title is not UTF-16")
	}
	for columns, want := range map[int]int{0: 5, 1: 5, 2: 2, 3: 1} {
		if got := len(pages(t, written(t, draw.Style{Columns: columns}, boards...))); got != want {
			t.Errorf("%d columns: %d pages, want %d", columns, got, want)
		}
	}
	if doc := written(t, draw.Style{}); len(doc) > 0 {
		t.Errorf("no board: %d bytes", len(doc))
	}
}

func TestTooManyBoards(t *testing.T) {
	r := &renderer{boards: maxBoards}
	if err := r.Render(t.Context(), placement(4)); !errors.Is(err, draw.ErrSheetFull) {
		t.Error(err)
	}
}
