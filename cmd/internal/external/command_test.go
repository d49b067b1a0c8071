package external

import (
	"context"
	"errors"
	"strings"
	"testing"

	"queens/dimacs"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	in, out, proof := "IN", "OUT", "PROOF"
	tests := []struct {
		line string
		want []string // the words, where file names replace the placeholders
		err  string   // part of it
	}{
		{"kissat", []string{"kissat"}, ""},
		{"kissat --time=5 --sat", []string{"kissat", "--time=5", "--sat"}, ""},
		{`"my solver" 'a b' c\ d "e\"f" ''`, []string{"my solver", "a b", "c d", `e"f`, ""}, ""},
		{`solver a"b c"d`, []string{"solver", "ab cd"}, ""},
		{"solver ';' '|' '$HOME' '*'", []string{"solver", ";", "|", "$HOME", "*"}, ""},
		{"solver $HOME *", []string{"solver", "$HOME", "*"}, ""},
		{"cadical {in}", []string{"cadical", in}, ""},
		{"solver -i={in} -o={out} {in}", []string{"solver", "-i=" + in, "-o=" + out, in}, ""},
		{"solver {out}", []string{"solver", out}, ""},
		{"solver {other} {}", []string{"solver", "{other}", "{}"}, ""},
		{"kissat -q {in} {proof}", []string{"kissat", "-q", in, proof}, ""},
		{"minisat -verb=0", []string{"minisat", "-verb=0", in, out}, ""},
		{"/opt/bin/minisat_core -verb=0", []string{"/opt/bin/minisat_core", "-verb=0", in, out}, ""},
		{"./glucose-syrup", []string{"./glucose-syrup", in, out}, ""},
		{"minisat.exe", []string{"minisat.exe", in, out}, ""},
		{"minisat {in} {out} extra", []string{"minisat", in, out, "extra"}, ""},
		{"nice minisat", []string{"nice", "minisat"}, ""},
		{"", nil, "found nothing"},
		{"''", nil, "found nothing"},
		{"kissat; rm x", nil, "no shell"},
		{"kissat | cat", nil, "no shell"},
		{"kissat > file", nil, "no shell"},
		{"kissat 'unfinished", nil, "expected a command"},
		{"kissat (a)", nil, "expected a command"},
	}
	for _, test := range tests {
		c, err := Parse(test.line)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%q: error %v, want %q in it", test.line, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.line, err)
			continue
		}
		c.Proof = proof
		got := c.args(in, out)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", test.line, diff)
		}
		all := strings.Join(test.want, " ")
		if c.in != strings.Contains(all, in) || c.out != strings.Contains(all, out) || c.Proves() != strings.Contains(all, proof) {
			t.Errorf("%q: files in %v, out %v, proof %v", test.line, c.in, c.out, c.Proves())
		}
	}
}

func TestExcerpt(t *testing.T) {
	x, y := strings.Repeat("x", 5000), strings.Repeat("y", 4000)
	for _, test := range []struct {
		name  string
		write []string
		want  string
	}{
		{"nothing", nil, ""},
		{"one line", []string{"\nusage: solver\r\n"}, "usage: solver"},
		{"two lines", []string{"one\ntw", "o\n", "three\n\n"}, "one .. three"},
		{"twice", []string{"twice\ntwice\n"}, "twice"},
		{"escaped", []string{"\x1b[31mred\x00\xff \"q\"\n"}, `\x1b[31mred\x00\xff "q"`},
		{"long", []string{x, "\n", y}, x[:4096] + " .. " + y},
		{"longer than is kept", []string{x, "y"}, x[:4096] + " .. " + x[:4095] + "y"},
		{"many lines", []string{strings.Repeat("x\n", 1<<13)}, "x"},
	} {
		var e excerpt
		for _, text := range test.write {
			if n, err := e.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("%s: wrote %d, %v", test.name, n, err)
			}
		}
		if diff := cmp.Diff(test.want, e.String()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

func TestConflicts(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"c conflicts: 17  3 per second\n":      "17", // cadical, kissat
		"conflicts             : 9 (2 /sec)\n": "9",  // minisat
		"c 5 conflicts\nc 7 conflicts\n":       "7",  // picosat
		"c conflicts: 99999999999999999999\n":  "",
		"c stats: engine=dpll decisions=4\n":   "0",
		"c stats: engine=cover conflicts=5\nc stats: engine=cdcl search_seconds=0.1 conflicts=12 decisions=40\n": "17",
	} {
		var c conflicts
		l := lines{each: c.note}
		l.Write([]byte(text[:len(text)/2]))
		l.Write([]byte(text[len(text)/2:]))
		if got := c.text; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// If ctx ends before the checker runs, the error is its cause, and not that there is no verdict.
func TestVerifyEnded(t *testing.T) {
	c, err := ParseChecker("true")
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("out of time")
	ctx, end := context.WithCancelCause(t.Context())
	end(cause)
	if err := c.Verify(ctx, (&dimacs.Formula{}).With([]dimacs.Lit{1}), t.TempDir(), "proof"); err != cause {
		t.Errorf("error %v", err)
	}
}
