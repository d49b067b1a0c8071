package read

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"queens/decode"
	"queens/decode/draw"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/format"
)

// ReadHead returns the description that encode wrote, in every language.
func TestReadHead(t *testing.T) {
	three := 3
	in := encode.Instance{N: 5, Variant: board.Torus, Queens: &three,
		Placed: []board.Square{{Row: 1, Col: 2}}, Blocked: board.SquaresOf([]board.Square{{Row: 5, Col: 5}, {Row: 4, Col: 1}}...)}
	for _, f := range format.Formats() {
		if in.Aim, in.Queens = "", &three; f.Name == "wcnf" {
			in.Aim, in.Queens = encode.Maximum, nil
		}
		var text bytes.Buffer
		if err := (format.File{Instance: in, Format: f.Name}).Write(t.Context(), &text); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		head, err := ReadHead(&text, "in")
		if err != nil || !head.Instance || head.Clauses != slices.Contains([]string{"cnf", "wcnf"}, f.Name) {
			t.Fatalf("%s: %+v, %v", f.Name, head, err)
		}
		got, err := encode.ParseComments(head.Comments)
		got.Encoding = "" // some languages name it
		if diff := cmp.Diff(in, got); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got)\n%s", f.Name, err, diff)
		}
	}
	comments := strings.Repeat("c a comment\n", 10000)
	for text, want := range map[string]Head{
		"":                                      {Clauses: true},
		comments:                                {Clauses: true},
		"SAT\n1 0\n":                            {Clauses: true},
		"p\n":                                   {Clauses: true},
		"p cnf 1 0\n":                           {Clauses: true, Instance: true},
		"p inccnf\n":                            {Clauses: true, Instance: true},
		"p cnf+ 16 0":                           {Instance: true},
		"h 1 0\n":                               {Clauses: true, Instance: true},
		"{\"q\": [1]}\n":                        {Clauses: true},
		comments + "c\n\n p\tknf 1 0\n":         {Instance: true},
		comments + "s SATISFIABLE\np cnf 1 0\n": {Clauses: true},
		"c p knf in a comment\np cnf 1 0\n":     {Clauses: true, Instance: true},
		"\n* #variable= 1 #constraint= 0\n":     {Instance: true},
		"% nothing\ninclude \"all_different.mzn\";\n":                {Instance: true},
		"c board: 4\n\n c placed: \t b2 \ncolour: red\nc board: 5\n": {Clauses: true, Comments: []dimacs.Comment{{Key: "board", Value: "4", Line: 1, Column: 10}, {Key: "placed", Value: "b2", Line: 3, Column: 14}}},
		"\\ board: 4\nMaximize":                                      {Instance: true, Comments: []dimacs.Comment{{Key: "board", Value: "4", Line: 1, Column: 10}}},
	} {
		if got, err := ReadHead(strings.NewReader(text), "in"); !cmp.Equal(got, want) || err != nil {
			t.Errorf("%.40q: %+v, %v", text, got, err)
		}
	}
	if head, err := ReadHead(strings.NewReader("\ufeffp cnf 1 0\n"), "in"); !head.Instance || err == nil {
		t.Errorf("a byte order mark: %+v, %v", head, err)
	}
	broken := errors.New("broken")
	if _, err := ReadHead(iotest.ErrReader(broken), "in"); err != broken {
		t.Errorf("got %v", err)
	}
}

// For any text, ReadHead returns comments, and a placement read with them has passed Check.
func FuzzReadHead(f *testing.F) {
	for _, text := range []string{"c board: 4\np cnf 16 0\n", "* board: 4\n* queens: 2\n", "% board: 4\n\\ placed: a1\n", "c board: 5\nc blocked: 1:1\nc shuffle: 1\n"} {
		f.Add(text, four)
	}
	f.Fuzz(func(t *testing.T, instance, answer string) {
		head, err := ReadHead(strings.NewReader(instance), "in")
		if err != nil && !strings.HasPrefix(err.Error(), "in:") {
			t.Errorf("no position: %v", err)
		}
		for i, c := range head.Comments {
			if !slices.Contains(encode.Keys, c.Key) || c.Line < 1 || i > 0 && c.Line <= head.Comments[i-1].Line {
				t.Errorf("comment %+v after %d", c, i)
			}
		}
		d, err := NewReader(NewResults(strings.NewReader(answer), "in"), Options{Puzzle: head.Comments})
		checkAll(t, d, err)
	})
}

// checkAll checks each placement of a reader, if there is one, and draws small ones in each format.
func checkAll(t *testing.T, d *Reader, err error) {
	t.Helper()
	for err == nil {
		var p *decode.Placement
		if p, err = d.Read(); err != nil || p.Instance.N > 1000 {
			continue
		}
		if err := decode.Check(p); err != nil {
			t.Fatal(err)
		}
		for _, f := range draw.Formats {
			if p.Instance.N > 10 {
				break
			}
			r := f.New(bufio.NewWriter(io.Discard), draw.Style{})
			if err := errors.Join(r.Render(t.Context(), p), r.Render(t.Context(), decode.NewPuzzle(p.Instance, 1)), r.Close(t.Context())); err != nil {
				t.Fatal(err)
			}
		}
	}
}
