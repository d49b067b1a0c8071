package dimacs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"queens/dimacs/internal/lex"
)

// A wild is an input as it occurs in practice. The results in the three modes are the clauses
// on one line, or "!" and a part of the error.
type wild struct {
	name, text              string
	normal, strict, relaxed string
}

var wildTexts = []wild{
	{"comment between clauses", "p cnf 2 2\n1 0\nc hi\n2 0\n", "1 0 2 0", "1 0 2 0", "1 0 2 0"},
	{"comment inside a clause", "p cnf 2 1\n1\nc 5 0\n2 0\n", "1 2 0", "!t:2:2: expected one clause per line", "1 2 0"},
	{"clause over several lines", "p cnf 3 1\n1\n2\n-3 0\n", "1 2 -3 0", "!t:2:2:", "1 2 -3 0"},
	{"several clauses on a line", "p cnf 3 3\n1 2 0 -3 0 0\n", "1 2 0 -3 0 0", "!t:2:5: expected", "1 2 0 -3 0 0"},
	{"SATLIB trailer", "p cnf 2 1\n1 2 0\n%\n0\n\n", "1 2 0", "!t:3:1: expected a literal", "1 2 0"},
	{"SATLIB trailer in a clause", "p cnf 2 1\n1 2\n%\n0\n", "!expected 0 at the end of the clause", "!t:2:4:", "1 2 0"},
	{"last clause without 0", "p cnf 2 1\n1 2\n", "!t:3:1: expected 0 at the end of the clause, found end of file", "!t:2:4:", "1 2 0"},
	{"last clause without 0 and newline", "p cnf 2 1\n1 2", "!t:2:4: expected 0 at the end of the clause", "!t:2:4:", "1 2 0"},
	{"no final newline", "p cnf 2 1\n1 2 0", "1 2 0", "!t:2:6: expected a newline at the end", "1 2 0"},
	{"CRLF", "p cnf 2 1\r\n1 2 0\r\n", "1 2 0", "!t:1:1:", "1 2 0"},
	{"CRLF in the body", "p cnf 2 1\n1 2 0\r\n", "1 2 0", "!t:2:5:", "1 2 0"},
	{"tabs", "p cnf 2 1\n1\t2\t0\n", "1 2 0", "!t:2:2:", "1 2 0"},
	{"several blanks", "p  cnf  2  1 \n1  2   0 \n", "1 2 0", "!t:1:1:", "1 2 0"},
	{"several blanks in the body", "p cnf 2 1\n1  2 0\n", "1 2 0", "!t:2:3:", "1 2 0"},
	{"leading blanks", "  c hi\n  p cnf 2 1\n  1 2 0\n", "1 2 0", "!t:1:1:", "1 2 0"},
	{"leading blank before a comment", "p cnf 2 1\n c hi\n1 2 0\n", "1 2 0", "!t:2:1:", "1 2 0"},
	{"trailing blank", "p cnf 2 1\n1 2 0 \n", "1 2 0", "!t:2:5:", "1 2 0"},
	{"blank lines", "\np cnf 2 1\n\n1 2 0\n\n", "1 2 0", "!t:1:1:", "1 2 0"},
	{"blank line in the body", "p cnf 2 1\n\n1 2 0\n", "1 2 0", "!t:2:1:", "1 2 0"},
	{"plus", "p cnf 2 1\n+1 -2 0\n", `!t:2:1: expected a literal, found "+1"`, "!t:2:1:", "1 -2 0"},
	{"plus alone", "p cnf 2 1\n+ 1 -2 0\n", "!t:2:1:", "!t:2:1:", "!t:2:1:"},
	{"more clauses than the header", "p cnf 2 1\n1 0\n2 0\n", "!t:1:1: expected 1 clauses as the header says, found 2", "!t:1:1:", "1 0 2 0"},
	{"fewer clauses than the header", "c x\np cnf 2 3\n1 0\n2 0\n", "!t:2:1: expected 3 clauses", "!t:2:1:", "1 0 2 0"},
	{"variable above the header", "p cnf 2 1\n1 -3 0\n", `!t:2:3: expected a variable of at most 2 as the header says, found "-3"`, "!t:2:3:", "1 -3 0"},
	{"no header", "1 2 0\n", "!t:1:1: expected the header", "!t:1:1:", "!t:1:1:"},
	{"comments and no header", "c hi\n", "!t:2:1: expected the header `p cnf VARIABLES CLAUSES`, found end of file", "!t:2:1:", "!t:2:1:"},
	{"second header", "p cnf 2 1\np cnf 2 1\n1 2 0\n", "!t:2:1: expected a literal, found a second header", "!t:2:1:", "!t:2:1:"},
	{"empty file", "", "!t:1:1: expected the header", "!t:1:1:", "!t:1:1:"},
	{"empty clause", "p cnf 2 2\n0\n1 0\n", "0 1 0", "0 1 0", "0 1 0"},
	{"nothing", "p cnf 0 0\n", "", "", ""},
	{"byte order mark", "\xef\xbb\xbfp cnf 1 1\n1 0\n", "!t:1:1: expected the header `p cnf VARIABLES CLAUSES`, found a byte order mark", "!byte order mark", "!byte order mark"},
	{"upper case", "P CNF 1 1\n1 0\n", "!t:1:1: expected the header `p cnf VARIABLES CLAUSES`, found `P CNF`", "!P CNF", "!P CNF"},
	{"huge counts", "p cnf 268435455 4000000000\n", "!t:1:1: expected 4000000000 clauses", "!4000000000", ""},
	{"variables beyond int32", "p cnf 2147483648 1\n1 0\n", `!t:1:7: expected a number of variables of at most 2147483647, found "2147483648"`, "!t:1:7", "!t:1:7"},
	{"clauses beyond int64", "p cnf 1 9223372036854775808\n1 0\n", "!t:1:9: expected a number of clauses below 2^63", "!t:1:9", "!t:1:9"},
	{"largest literals", "p cnf 2147483647 1\n2147483647 -2147483647 12345678 -12345678 0\n", "2147483647 -2147483647 12345678 -12345678 0", "!t:2:1: expected each variable once", "2147483647 -2147483647 12345678 -12345678 0"},
	{"literal beyond int32", "p cnf 2147483647 1\n1 2147483648 0\n", `!t:2:3: expected a literal of at most 2147483647, found "2147483648"`, "!t:2:3", "!t:2:3"},
	{"literal of many digits", "p cnf 9 1\n1 -99999999999999999999999999 0\n", `!t:2:3: expected a literal of at most 2147483647, found "-99999999999999999999999"..`, "!t:2:3", "!t:2:3"},
	{"duplicate literals", "p cnf 2 1\n1 2 1 0\n", "1 2 1 0", "!t:2:1: expected each variable once in a clause, found variable 1 twice", "1 2 1 0"},
	{"tautology", "p cnf 2 2\n1 -1 0\n2 -2 1 0\n", "1 -1 0 2 -2 1 0", "!t:2:1: expected each variable once", "1 -1 0 2 -2 1 0"},
	{"leading zeros", "p cnf 02 1\n01 -002 0\n", "1 -2 0", "!t:1:1:", "1 -2 0"},
	{"leading zeros in the body", "p cnf 2 1\n01 -2 0\n", "1 -2 0", "!t:2:1:", "1 -2 0"},
	{"minus zero", "p cnf 2 1\n1 -0\n", `!t:2:3: expected a literal, found "-0"`, "!t:2:3", "!t:2:3"},
	{"minus alone", "p cnf 2 1\n1 - 2 0\n", `!t:2:3: expected a literal, found "-"`, "!t:2:3", "!t:2:3"},
	{"letters", "p cnf 2 1\n1 x2 0\n", `!t:2:3: expected a literal, found "x2"`, "!t:2:3", "!t:2:3"},
	{"letters in the second literal", "p cnf 2 2\n1 2 0\n1 2x 0\n", `!t:3:3: expected a literal, found "2x"`, "!t:3:3", "!t:3:3"},
	{"comment behind a clause", "p cnf 3 2\n1 2 0 c hi 3 0\n-3 0 c", "1 2 0 -3 0", "!t:2:5", "1 2 0 -3 0"},
	{"comment at a literal", "p cnf 2 1\n1c hi\n2 0\n", `!t:2:1: expected a literal, found "1c"`, "!t:2:1", "!t:2:1"},
	{"vertical tab", "p cnf 2 1\n1\v2 0\n", `!t:2:1: expected a literal, found "1\v2"`, "!t:2:1", "1 2 0"},
	{"form feed", "p cnf 2 2\n1 2 0\n\f-1 2 0\n", `!t:3:1: expected a literal, found "\f-1"`, "!t:3:1", "1 2 0 -1 2 0"},
	{"form feed in the header", "p cnf 2\f1\n1 2 0\n", `!t:1:7: expected a number of variables of at most 2147483647, found "2\f1"`, "!t:1:7", "1 2 0"},
	{"percent behind a clause", "p cnf 2 1\n1 2 0 %\n", `!t:2:7: expected a literal, found "%"`, "!t:2:5", "!t:2:7"},
	{"NUL", "p cnf 2 1\n1 \x00 0\n", `!t:2:3: expected a literal, found "\x00"`, "!t:2:3", "!t:2:3"},
	{"Ctrl-Z and NULs at the end", "p cnf 2 1\n1 -2 0\n\x1a\x00", `!t:3:1: expected a literal, found "\x1a\x00"`, "!t:3:1", "!t:3:1"},
	{"words behind the header", "p cnf 2 1 x\n1 0\n", `!t:1:11: expected end of line, found "x"`, "!t:1:1", "!t:1:11"},
	{"short header", "p cnf 2\n1 0\n", "!t:1:8: expected a number of clauses below 2^63, found end of line", "!t:1:8", "!t:1:8"},
	{"negative count", "p cnf -2 1\n1 0\n", `!t:1:7: expected a number of variables of at most 2147483647, found "-2"`, "!t:1:7", "!t:1:7"},
	{"other format", "p dnf 2 1\n1 0\n", "!t:1:3: expected `cnf` or `inccnf`, found \"dnf\"", "!t:1:3", "!t:1:3"},
	{"header run together", "pcnf 2 1\n1 0\n", "!t:1:1: expected the header", "!t:1:1", "!t:1:1"},
	{"cube in a CNF", "p cnf 2 1\na 1 0\n", `!t:2:1: expected a literal, found "a"`, "!t:2:1", "!t:2:1"},
	{"no blank before the newline of a comment", "c\np cnf 1 1\nc\n1 0\nc", "1 0", "!t:5:2: expected a newline", "1 0"},
}

// flat returns the clauses of f on one line.
func flat(f *Formula) string { return line(slices.Collect(f.Clauses())) }

// line returns clauses on one line.
func line(clauses [][]Lit) string {
	var words []string
	for _, c := range clauses {
		words = append(words, strings.Trim(fmt.Sprint(append(c[:len(c):len(c)], 0)), "[]"))
	}
	return strings.Join(words, " ")
}

func TestReadWildTexts(t *testing.T) {
	for _, tt := range wildTexts {
		for mode, want := range map[Mode]string{Default: tt.normal, Strict: tt.strict, Relaxed: tt.relaxed} {
			for how, read := range readers {
				got, err := read(strings.NewReader(tt.text), Options{Name: "t", Mode: mode})
				checkWild(t, fmt.Sprintf("%s, mode %d, %s", tt.name, mode, how), want, got, err)
			}
		}
	}
}

func checkWild(t *testing.T, name, want string, f *Formula, err error) {
	t.Helper()
	part, fails := strings.CutPrefix(want, "!")
	var syntax *SyntaxError
	switch {
	case fails && err == nil:
		t.Errorf("%s: read %q, want an error with %q", name, flat(f), part)
	case fails && !errors.As(err, &syntax):
		t.Errorf("%s: %v is no syntax error", name, err)
	case fails && !strings.Contains(err.Error(), part):
		t.Errorf("%s: error %q, want one with %q", name, err, part)
	case !fails && err != nil:
		t.Errorf("%s: %v", name, err)
	case !fails && flat(f) != want:
		t.Errorf("%s: clauses %q, want %q", name, flat(f), want)
	}
}

// longText returns a text of many chunks, and its clauses. Clauses of all lengths continue from
// one chunk to the next.
func longText(form int) (string, [][]Lit) {
	var b bytes.Buffer
	var all [][]Lit
	x := uint32(1)
	for b.Len() < 5*lex.ChunkSize/2 {
		x = x*1664525 + 1013904223
		c := make([]Lit, x>>16%7%5)
		for i := range c {
			x = x*1664525 + 1013904223
			c[i] = Lit(x>>8%100000 + 1)
			if x>>7&1 == 1 {
				c[i] = -c[i]
			}
		}
		all = append(all, c)
		for _, l := range c {
			fmt.Fprintf(&b, "%d%s", l, []string{" ", "\n", " ", "\r\n\t "}[form])
		}
		b.WriteString([]string{"0\n", "0\n", "0 ", "0\n\n"}[form])
		if form == 3 && x>>9%10 == 0 {
			fmt.Fprintf(&b, "  c comment 0 %d\n", x)
		}
	}
	return fmt.Sprintf("p cnf 100000 %d\n%s", len(all), b.String()), all
}

// All readers read the same clauses, and report a fault deep in a text at the same, correct position.
func TestReadLongTexts(t *testing.T) {
	for form := range 4 {
		text, want := longText(form)
		cut := len(text) - len(text)/3
		bad := text[:cut] + "\n 7 x 0\n" + text[cut:]
		wantFault := fmt.Sprintf("t:%d:4: expected a literal, found \"x\"", strings.Count(text[:cut], "\n")+2)
		for how, read := range readers {
			got, err := read(strings.NewReader(text), Options{Name: "t"})
			checkWild(t, fmt.Sprintf("form %d, %s", form, how), line(want), got, err)
			if _, err := read(strings.NewReader(bad), Options{Name: "t"}); err == nil || err.Error() != wantFault {
				t.Errorf("form %d, %s: %v, want %s", form, how, err, wantFault)
			}
		}
	}
}

func TestReadLongLines(t *testing.T) {
	long := strings.Repeat("x y ", lex.ChunkSize)
	show := "c p show" + strings.Repeat(" 17", lex.ChunkSize) + " 0\n"
	texts := []struct{ name, text, want string }{
		{"comment before the header", "c " + long + "\np cnf 2 1\n1 2 0\n", "1 2 0"},
		{"comment before a fault", "p cnf 2 1\nc" + long + "\n 1 x 0\n", "!t:3:4:"},
		{"comment at the end", "p cnf 2 1\n1 2 0\nc" + long, "1 2 0"},
		{"comment after a long comment", "p cnf 2 1\n1 2 0\nc" + long + "\nc hi\nc there", "1 2 0"},
		{"projection", "p cnf 20 1\n" + show + "1 2 0\n", "1 2 0"},
		{"blanks", "p cnf 2 1\n" + strings.Repeat(" ", 3*lex.ChunkSize) + "1 2 0 x\n", fmt.Sprintf("!t:2:%d:", 3*lex.ChunkSize+7)},
		{"zeros", "p cnf 2 1\n" + strings.Repeat("\x00", 3*lex.ChunkSize), "!t:2:1:"},
		{"digits", "p cnf 2 1\n1 " + strings.Repeat("7", 3*lex.ChunkSize), "!t:2:3:"},
		{"digits of a zero", "p cnf 1 1\n" + strings.Repeat("0", 3*lex.ChunkSize) + "\n1 0\n", "!t:2:1: expected a literal"},
		{"digits of a zero behind a clause", "p cnf 1 2\n1 0 " + strings.Repeat("0", 3*lex.ChunkSize), "!t:2:5: expected a literal"},
		{"signs", "p cnf 2 1\n" + strings.Repeat("-", 3*lex.ChunkSize) + "\n", "!t:2:1: expected a literal"},
		{"digits behind the trailer", "p cnf 2 1\n1 2 0\n%\n" + strings.Repeat("0", 3*lex.ChunkSize), "1 2 0"},
		{"carriage returns", "p cnf 2 1\n" + strings.Repeat("\r", 3*lex.ChunkSize) + "1 2 0", "1 2 0"},
		{"comment behind a clause", "p cnf 2 2\n1 2 0 c" + long + "\n-1 0\n", "1 2 0 -1 0"},
		{"comment behind many clauses", "p cnf 2 2\n1 2 0" + strings.Repeat(" ", 2*lex.ChunkSize) + "-1 0 c" + long, "1 2 0 -1 0"},
		{"fault behind a comment behind a clause", "p cnf 2 2\n1 2 0 c" + long + "\n-1 x 0\n", "!t:3:4:"},
		{"strict comment", "p cnf 1 1\nc" + long + "\n1 0\n", "1 0"},
		{"strict comments", "c" + long + "\np cnf 1 1\n1 0\nc" + long + "\n", "1 0"},
		{"strict comment at the end", "p cnf 1 1\n1 0\nc" + long, fmt.Sprintf("!t:3:%d: expected a newline at the end", len(long)+2)},
		{"strict clause", "p cnf 1 1\n" + countTo(100_000) + "0\n", "!t:2:3: expected a variable of at most 1"},
		{"strict clauses", "p cnf 100000 2\n" + countTo(100_000) + "0\n1 0\n", countTo(100_000) + "0 1 0"},
	}
	for _, tt := range texts {
		o := Options{Name: "t"}
		if strings.HasPrefix(tt.name, "strict ") {
			o.Mode = Strict
		}
		for how, read := range readers {
			got, err := read(strings.NewReader(tt.text), o)
			checkWild(t, tt.name+", "+how, tt.want, got, err)
		}
	}
}

// A long list of variables is read completely. Repeated variables take no memory.
func TestLongProjections(t *testing.T) {
	var list, lines strings.Builder
	for v := range 3000 {
		fmt.Fprint(&list, v+1, " \r ", 6000-v, " ")
		fmt.Fprintf(&lines, "c ind %d %d 0\n", v+1, 6000-v)
	}
	const times = 1 << 16
	words := " 1 2 3 4 5 6 7 8 9 10 11 12"
	for name, comments := range map[string]func() io.Reader{
		"one line": func() io.Reader { return strings.NewReader("c  ind \t" + list.String() + " 0  \n") },
		"lines":    func() io.Reader { return strings.NewReader(lines.String()) },
		"repetitions": func() io.Reader {
			return io.MultiReader(strings.NewReader("c p show"), &repeated{text: words, times: times}, strings.NewReader(" 0\n"))
		},
		"many lines": func() io.Reader { return &repeated{text: "c ind" + words + " 0\n", times: times} },
	} {
		want := 12
		if name == "one line" || name == "lines" {
			want = 6000
		}
		for threads := 1; threads < 4; threads++ {
			text := io.MultiReader(strings.NewReader("p cnf 6000 0\n"), comments())
			f, err := ReadFormula(t.Context(), text, Options{Threads: threads, chunk: 1 << 12})
			if err != nil || len(f.Projection) != want || cap(f.Projection) > 2*want+12 {
				t.Errorf("%s, %d threads: %d variables, room for %d, %v", name, threads, len(f.Projection), cap(f.Projection), err)
			}
		}
	}
}

// The total size of kept comments and of different weights has the same limit for all readers. A short
// weight may stand for a large number.
func TestManyComments(t *testing.T) {
	line := "c board: " + strings.Repeat("8", 200) + "\n"
	const most = lex.CommentBytesMax / (200 + 64)
	var large strings.Builder
	for n := range 4500 {
		fmt.Fprintf(&large, "c p weight 1 %de9999 0\n", n+1)
	}
	for _, tt := range []struct {
		text  string
		times int
		o     Options
		line  int // of the error, or 0
	}{
		{line, most + 1, Options{}, most + 2},
		{line, most + 1, Options{Keys: []string{}}, 0},
		{"c x\n", lex.CommentBytesMax/64 + 1, Options{}, 0},
		{"c x\n", lex.CommentBytesMax/64 + 1, Options{Lines: true}, lex.CommentBytesMax/66 + 2},
		{"c p weight 1 0.25 0\n", 300_000, Options{}, 0},
		{large.String(), 1, Options{}, 4041},
	} {
		want := ""
		if tt.o.Name = "t"; tt.line > 0 {
			want = fmt.Sprintf("t:%d:1: expected at most 16 MB of comments, found more", tt.line)
		}
		for how, read := range readers {
			if how == "one byte at a time" {
				continue
			}
			got, err := read(io.MultiReader(strings.NewReader("p cnf 1 0\n"), &repeated{text: tt.text, times: tt.times}), tt.o)
			if fmt.Sprint(err) != want && (err != nil || want != "") {
				t.Errorf("%.20s, %d times, %s: %v, want %q", tt.text, tt.times, how, err, want)
			}
			if err == nil && len(got.Weights) > 0 && (len(got.Weights) != tt.times || got.Weights[tt.times-1].Line != tt.times+1) {
				t.Errorf("%d weights", len(got.Weights))
			}
		}
	}
}

// repeated is a reader of a text repeated many times.
type repeated struct {
	text  string
	times int
	off   int
}

func (r *repeated) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) && r.times > 0 {
		c := copy(b[n:], r.text[r.off:])
		n += c
		if r.off += c; r.off == len(r.text) {
			r.off = 0
			r.times--
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestReaderError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("p cnf 2 2\n1 2 0\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	for how, read := range readers {
		if _, err := read(broken, Options{}); err == nil {
			t.Errorf("%s: no error from a broken reader", how)
		}
	}
}

func TestReadFormulaStops(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := ReadFormula(ctx, r, Options{})
		done <- err
	}()
	io.WriteString(w, "p cnf 2 1\n")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("ReadFormula returned %v after its context ended", err)
	}
}

// Comments, cubes and warnings are read by all readers, wherever chunks end.
func TestFields(t *testing.T) {
	number := "expected a number such as 0.25, 1e-3 or 1/3, found "
	for text, want := range map[string]string{
		"c board: 8\nc t pmc\nc  other: 1\nc board:9\np cnf 9 1\nc p show 3 1 0\nc ind 3 1 0\n1 2 0 c board:  10 \nc product\n": "show [3 1]; type pmc; board 8 1:10; board 9 4:9; board 10 8:17",

		// projections
		"p cnf 5 0\n":                                        "",
		"p cnf 5 0\nc p show 0\n":                            "show []",
		"p cnf 5 1\nc ind 1 2 0\n1\n2 0\nc ind 3 0\n":        "show [1 2 3]",
		"p cnf 5 0\nc p show 1 0\nc p show 2 0\n":            "!t:3:1: expected one `c p show`, found a second one",
		"p cnf 5 0\nc p show 6 0\n":                          "!t:2:1: expected a projection to variables of at most 5, found 6",
		"p cnf 5 0\nc p show 99999999999 0\n":                `!t:2:10: expected a variable of at most 2147483647, found "99999999999"`,
		"p cnf 5 0\nc ind 1 2147483648 0\n":                  `!t:2:9: expected a variable of at most 2147483647, found "2147483648"`,
		"p cnf 5 0\nc p showing 6\nc index 7\nc p cnf 9 9\n": "",
		"p inccnf\nc p show 1 7 0\n1 2 0\na 1 0\n":           "show [1 7]; cubes [[1]]; vars 7",
		"p inccnf\n1 2 0\nc p show 9 0\n":                    "show [9]; cubes []; vars 9",

		// comments that begin with a keyword and do not follow its grammar
		"p cnf 5 0\nc ind = industrial family\n":                    `doubt t:2:7: expected a variable or 0, found "="`,
		"p cnf 5 1\nc hi\n1 2 0 c p show cases follow\nc ind 3 0\n": `show [3]; doubt t:3:16: expected a variable or 0, found "cases"`,
		"p cnf 5 0\nc p show 1 -2 0\n":                              `doubt t:2:12: expected a variable or 0, found "-2"`,
		"p cnf 5 0\nc p show 1 2\nc p show 4 3 0\n":                 "show [4 3]; doubt t:2:13: expected a variable or 0, found end of line",
		"p cnf 5 0\nc ind 5 0\nc ind 1 0 2\nc ind\n":                `show [5]; doubt t:3:11: expected end of line, found "2"; doubt t:4:6: expected a variable or 0, found end of line`,
		"p cnf 5 0\nc ind 2 0\nc p show 3 0\n":                      "show [3]; doubt t:2:1: expected the variables of `c p show`, found others in `c ind` (`c p show` takes precedence)",
		"p cnf 5 0\nc p show 0\nc ind 1 0\n":                        "show []; doubt t:3:1: expected the variables of `c p show`, found others in `c ind` (`c p show` takes precedence)",
		"p cnf 5 0\nc ind 2 0\nc ind 3 0\nc p show 3 2 0\n":         "show [3 2]",
		"p cnf 5 0\n" + strings.Repeat("c ind x\n", 20):             strings.Join(doubts(8, 7, `expected a variable or 0, found "x"`), "; "),

		// weights
		"p cnf 1 0\nc p weight 1 0.5 0\n":                                              "weight 1 1/2 2",
		"p cnf 1 0\nc\nc hi\nc  p  weight -1 1/3 0\nc p weight 1 -2e1 0 \n":            "weight -1 1/3 4; weight 1 -20/1 5",
		"p cnf 1 0\nc p weight 1 1/010 0\nc p weight -1 09/10 0\nc p weight 1 010.5 0": "weight 1 1/10 2; weight -1 9/10 3; weight 1 21/2 4",
		"p cnf 1 0\nc p weights 1\nc weight 1\nc weights of crates\nc weights\n":       "",
		"p cnf 1 0\nc weights 0.3 0.7 0\n":                                             "doubt t:2:20: expected a number such as 0.25, 1e-3 or 1/3, found end of line",
		"p cnf 3 0\nc weights .3 2 1 1 0 1\n":                                          "weight 1 3/10 2; weight -1 2/1 2; weight 3 0/1 2; weight -3 1/1 2",
		"p cnf 3 0\nw 1 0.4\nw 2 -1\r\nw -3 .5 0":                                      "weight 1 2/5 2; weight -1 3/5 2; weight 2 1/1 3; weight -2 1/1 3; weight -3 1/2 4",
		"p cnf 1 0\nw 1 x\n":                                                           "!t:2:5: expected a number such as 0.25, 1e-3 or 1/3, found \"x\"",
		"p cnf 1 0\nw 1 1 1\n":                                                         "!t:2:7: expected 0 or end of line, found \"1\"",
		"p cnf 1 0\nw 0 1\n":                                                           "!t:2:3: expected a literal, found \"0\"",
		"p cnf 1 0\nc MUST MULTIPLY BY 1 0\n":                                          "",
		"p cnf 1 0\nc MUST MULTIPLY BY 1024 0\n":                                       `doubt t:2:20: expected a count without a factor, found "1024"`,
		"p cnf 1 0\nc p weight 1 x 0\n":                                                "doubt t:2:14: " + number + `"x"`,
		"p cnf 1 0\nc p weight 1 1/00 0\n":                                             "doubt t:2:14: " + number + `"1/00"`,
		"p cnf 1 0\nc p weight 1\n":                                                    "doubt t:2:13: " + number + "end of line",
		"p cnf 1 0\nc p weight 1 1e12345 0\n":                                          `!t:2:14: expected an exponent of at most 4 digits, found "1e12345"`,
		"p cnf 1 0\nc p weight 0 1 0\n":                                                `doubt t:2:12: expected a literal, found "0"`,
		"p cnf 1 0\nc p weight 1 1\n":                                                  "doubt t:2:15: expected a 0 after the weight, found end of line",
		"p cnf 1 0\nc p weight 1 1 1\n":                                                `doubt t:2:16: expected a 0 after the weight, found "1"`,
		"p cnf 1 0\nc p weight 1 1 0 1\n":                                              `doubt t:2:18: expected end of line, found "1"`,
		"p cnf 1 0\nc p weight of the crate is 12\n":                                   `doubt t:2:12: expected a literal, found "of"`,
		"p cnf 1 0\nc p weight 9999999999 1 0\n":                                       `!t:2:12: expected a literal of at most 2147483647, found "9999999999"`,

		// cubes
		"p inccnf\n1 2 0\n-3 0\na 1 -2 0\nc hi\na\n0\na 4 0\n": "cubes [[1 -2] [] [4]]; vars 4",
		"p inccnf\n1 0\na 1":               "!t:3:4: expected 0 at the end of the cube, found end of file",
		"p inccnf\na 1 0\n2 0\n":           "!t:3:3: expected a cube, found a clause after the cubes",
		"p inccnf\n1 a 0\n":                `!t:2:3: expected a literal, found "a"`,
		"p inccnf\na1 0\n":                 `!t:2:1: expected a literal, found "a1"`,
		"p inccnf 3 4\n1 0\n":              `!t:1:10: expected end of line, found "3"`,
		"strict\np inccnf\n1 2 0\na 1 0\n": "cubes [[1]]; vars 2",

		// the relaxed mode
		"relaxed\np cnf 1 1\n1 0\n3 0\n": "vars 3; warning t:1:1: expected 1 clauses as the header says, found 2; warning t:1:1: expected 1 variables as the header says, found 3",
	} {
		mode := Default
		if rest, is := strings.CutPrefix(text, "strict\n"); is {
			text, mode = rest, Strict
		} else if rest, is := strings.CutPrefix(text, "relaxed\n"); is {
			text, mode = rest, Relaxed
		}
		for how, read := range readers {
			for _, chunk := range []int{0, 64} {
				f, err := read(strings.NewReader(text), Options{Name: "t", Mode: mode, Keys: fuzzKeys, chunk: chunk})
				got := fmt.Sprint("!", err)
				if err == nil {
					got = fields(f)
				}
				if got != want {
					t.Errorf("%q, %s, chunks of %d bytes:\ngot  %s\nwant %s", text, how, chunk, got, want)
				}
			}
		}
	}
}

// doubts returns n doubts at the given column of the lines from 2 on.
func doubts(n, column int, text string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("doubt t:%d:%d: %s", i+2, column, text)
	}
	return list
}

// A text in another format is named, and so is a header without its p.
func TestForeignFormats(t *testing.T) {
	for text, want := range map[string]string{
		"cnf 1 1\n1 0\n":                  "t:2:1: expected the header `p cnf VARIABLES CLAUSES`, found \"1\" (a line before it looks like a header without its p)",
		"c hi\ncnf 1 1\n":                 "found end of file (a line before it looks like a header without its p)",
		"cnf of 3 parts\n1 0\n":           "found \"1\"",
		"wcnf 1 1 9\n":                    "found \"wcnf\" (this looks like a header without its p)",
		"* #variable= 3 #constraint= 1\n": "found \"*\" (this looks like OPB)",
		"Minimize\n":                      "(this looks like LP)",
		"(set-logic QF_BV)":               "(this looks like SMT-LIB)",
		"aag 1 1 0 1 0\n":                 "(this looks like AIGER)",
		"s UNSATISFIABLE\n":               "(this looks like the answer of a solver)",
		"SAT\n1 0\n":                      "(this looks like the answer of a solver)",
		"<!DOCTYPE html>":                 "(this looks like HTML or XML)",
		"h 1 0\n":                         "(this looks like WCNF)",
		"p cnf 2 1\ne 1 2 0\n1 2 0\n":     "t:2:1: expected a literal, found \"e\" (this looks like QDIMACS)",
		"p cnf 2 1\nx1 2 0\n":             "(this looks like CNF with XOR clauses)",
		"p cnf 2 1\n1 e 2 0\n":            "found \"e\"",
		"hello\n":                         "found \"hello\"",
		"cnf 2 1\np cnf 1 1\n2 0\n":       "found \"2\"",
	} {
		_, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Name: "t"})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// With the zero Options, Write reproduces the text with every comment whose key is a single
// word.
func TestZeroOptionsLoseNothing(t *testing.T) {
	const text = "c board: 8\nc note:\nc t pwmc\np cnf 3 2\nc p show 1 3 0\nc p weight 1 0.25 0\nc p weight -1 1/3 0\nc p weight 3 -2 0\n1 2 0\n-3 0\n"
	const more = "c see http: of someone else\nc free text\n"
	for _, threads := range []int{1, 2} {
		f, err := ReadFormula(t.Context(), strings.NewReader(more+text), Options{Threads: threads})
		var b strings.Builder
		if err == nil {
			err = f.Write(t.Context(), &b)
		}
		if err != nil || b.String() != text {
			t.Errorf("%v, wrote %q", err, b.String())
		}
		if none, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Threads: threads, Keys: []string{}}); err != nil || len(none.Comments) > 0 {
			t.Errorf("no keys: %v, %v", none.Comments, err)
		}
	}
}

// A comment that is too long is an error at its beginning, and its text is never read as clauses.
func TestEndlessComment(t *testing.T) {
	const chunk = 24
	comment := "c " + strings.Repeat("1 ", lex.LongestComment*chunk) + "0\n"
	for text, want := range map[string]string{
		comment + "p cnf 1 1\n1 0\n":          "in:1:1: expected a comment of less than 256 MB, found a longer one",
		"p cnf 1 1\n1 0\n" + comment:          "in:3:1: expected a comment of less than 256 MB, found a longer one",
		"p cnf 1 1\n1 0 " + comment + "1 0\n": "in:2:5: expected a comment of less than 256 MB, found a longer one",
	} {
		for _, mode := range []Mode{Default, Relaxed} {
			if _, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Name: "in", Mode: mode, chunk: chunk}); err == nil || err.Error() != want {
				t.Errorf("%.30q, mode %d: %v; want %s", text, mode, err, want)
			}
		}
	}
}
