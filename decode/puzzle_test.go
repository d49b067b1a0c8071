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
	"testing/iotest"

	"queens/dimacs"
	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

func TestIsClauses(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "c board: 4\np cnf 16 0\n": true, "p cnf 1 1\n1 0\n": true, "p inccnf\n": true,
		"c board: 4\n": true, "junk": true, "c p knf in a comment\np cnf 1 0\n": true,
		"c board: 4\np knf 16 0\n": false, "p cnf+ 16 0\n": false, "\n* #variable= 1\n": false,
		"\\ board: 4\n": false, "% board: 4\n": false,
	} {
		if got := IsClauses([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// ReadPuzzle returns the description that encode wrote, in every language.
func TestReadPuzzle(t *testing.T) {
	three := 3
	in := encode.Instance{N: 5, Variant: encode.Torus, Queens: &three,
		Placed: []encode.Square{{Row: 1, Col: 2}}, Blocked: encode.SquaresOf([]encode.Square{{Row: 5, Col: 5}, {Row: 4, Col: 1}}...)}
	for _, f := range encode.Formats() {
		if in.Aim, in.Queens = "", &three; f.Name == "wcnf" {
			in.Aim, in.Queens = encode.Maximum, nil
		}
		var text bytes.Buffer
		if err := (encode.File{Instance: in, Format: f.Name}).Write(context.Background(), &text); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		comments, err := ReadPuzzle(&text, "in")
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		got, err := encode.ParseComments(comments)
		got.Encoding = "" // some languages name it
		if diff := cmp.Diff(in, got); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got)\n%s", f.Name, err, diff)
		}
	}
}

func TestReadPuzzleHead(t *testing.T) {
	got, err := ReadPuzzle(strings.NewReader("c board: 4\n\n c placed: \t b2 \ncolour: red\nc board: 5\n"), "in")
	want := []dimacs.Comment{{Key: "board", Value: "4", Line: 1, Column: 10}, {Key: "placed", Value: "b2", Line: 3, Column: 14}}
	if !slices.Equal(got, want) || err != nil {
		t.Errorf("got %v, want %v; error %v", got, want, err)
	}
	broken := errors.New("broken")
	if _, err := ReadPuzzle(iotest.ErrReader(broken), "in"); err != broken {
		t.Errorf("got %v", err)
	}
}

// For any text, ReadPuzzle returns comments, and a placement read with them has passed Check.
func FuzzReadPuzzle(f *testing.F) {
	for _, text := range []string{"c board: 4\np cnf 16 0\n", "* board: 4\n* queens: 2\n", "% board: 4\n\\ placed: a1\n", "c board: 5\nc blocked: 1:1\nc shuffle: 1\n"} {
		f.Add(text, four)
	}
	f.Fuzz(func(t *testing.T, instance, answer string) {
		puzzle, err := ReadPuzzle(strings.NewReader(instance), "in")
		if err != nil && !strings.HasPrefix(err.Error(), "in:") {
			t.Errorf("no position: %v", err)
		}
		for i, c := range puzzle {
			if !slices.Contains(encode.Keys, c.Key) || c.Line < 1 || i > 0 && c.Line <= puzzle[i-1].Line {
				t.Errorf("comment %+v after %d", c, i)
			}
		}
		d, err := NewReader(NewResults(strings.NewReader(answer), "in"), Options{Puzzle: puzzle})
		checkAll(t, d, err)
	})
}

// checkAll checks each placement of a reader, if there is one, and draws small ones in each format.
func checkAll(t *testing.T, d *Reader, err error) {
	t.Helper()
	for err == nil {
		var p *Placement
		if p, err = d.Read(); err != nil || p.Instance.N > 1000 {
			continue
		}
		if err := Check(p); err != nil {
			t.Fatal(err)
		}
		for _, f := range Formats {
			if p.Instance.N > 10 {
				break
			}
			r := f.New(bufio.NewWriter(io.Discard), Style{})
			if err := errors.Join(r.Render(t.Context(), p), r.Render(t.Context(), NewPuzzle(p.Instance, 1)), r.Close(t.Context())); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestIsInstance(t *testing.T) {
	comments := strings.Repeat("c a comment\n", 10000)
	for text, want := range map[string]bool{
		"p cnf 1 0\n":                           true,
		"\ufeffp cnf 1 0\n":                     true,
		comments + "c\n\n p\tcnf 1 0\n":         true,
		"c board: 4\np cnf+ 16 0":               true,
		"\\ board: 4\nMaximize":                 true,
		"* #variable= 1 #constraint= 0\n":       true,
		"":                                      false,
		comments:                                false,
		comments + "s SATISFIABLE\np cnf 1 0\n": false,
		"c board: 1\nv 1 0\n":                   false,
		"p\n":                                   false,
		"SAT\n1 0\n":                            false,
		"% board: 4\n{\"q\": [1]}\n":            false,
		"% board: 4\ninclude \"all_different.mzn\";\n": true,
	} {
		if got := IsInstance(strings.NewReader(text)); got != want {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}
