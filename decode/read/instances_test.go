package read

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// Instances splits a text into instances and loses no byte.
func TestInstances(t *testing.T) {
	long := "p cnf 1 1\n" + strings.Repeat("c p 1 ", 20000) + "0\n"
	for name, parts := range map[string][]string{
		"one":                  {"c board: 4\np cnf 16 1\nc a group\n2 0\n"},
		"none":                 {""},
		"formulas":             {"c generator: x\nc board: 1\np cnf 1 1\nc p show 1 0\n1 0\n", "c board: 2\nc placed: 1:1\np cnf 4 0\n", "p cnf 1 0\nc p show 1 0\n", "\nc x\n p\tcnf 1 1\n1 0"},
		"without comments":     {"p cnf 1 1\n1 0\n", "p cnf 1 0\n", "p cnf 1 0"},
		"comments at the end":  {"p cnf 1 1\n1 0\n", "c x\np cnf 1 1\n1 0\nc y\n"},
		"other languages":      {"\\ board: 4\nMaximize\nobj: x1\nEnd\n", "* #variable= 1\n* board: 3\n1 x1 >= 1;\n", "c board: 4\np knf 1 1\n"},
		"lines longer than it": {long, long},
		"a long comment":       {"c " + strings.Repeat("x", 200_000) + "\nc board: 1\np cnf 1 0\n", "c board: 2\nc " + strings.Repeat("y", 200_000) + "\np cnf 4 0\n"},
	} {
		for _, slowly := range []bool{false, true} {
			var r io.Reader = strings.NewReader(strings.Join(parts, ""))
			if slowly {
				r = iotest.DataErrReader(iotest.OneByteReader(r))
			}
			all := NewInstances(r, "in")
			var got []string
			for more := true; more; {
				text, err := io.ReadAll(all)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				got = append(got, string(text))
				if more, err = all.Next(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if !slices.Equal(got, parts) {
				t.Errorf("%s: got %.300q, want %.300q", name, got, parts)
			}
		}
	}
}

// An answer among the formulas is an error, and errors of the reader are returned.
func TestInstancesFail(t *testing.T) {
	for text, want := range map[string]string{
		"p cnf 1 0\ns SATISFIABLE\n":                                     "in:2:1: expected a clause or the next formula, found the answer of a solver (answers are files of their own)",
		"c board: 1\np cnf 1 1\n1 0\nc board: 1\ns SATISFIABLE\nv 1 0\n": "in:5:1: expected a clause or the next formula, found the answer of a solver (answers are files of their own)",
	} {
		all := NewInstances(strings.NewReader(text), "in")
		more, err := all.Next()
		if more {
			_, err = all.Next()
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	broken := errors.New("broken")
	all := NewInstances(io.MultiReader(strings.NewReader("c x\n"), iotest.ErrReader(broken)), "in")
	if text, err := io.ReadAll(all); string(text) != "c x\n" || err != broken {
		t.Errorf("%q, %v", text, err)
	}
}

// Instances loses no byte of any text.
func FuzzInstances(f *testing.F) {
	for _, text := range []string{"", "p cnf 1 0\np cnf 1 0", "c board: 1\n\nc board: 2\np\tcnf 1 0\n", "c\nc p\n s\n", "p\n\\ board: 1\n* board: 2", "h 1 0\n%\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all := NewInstances(strings.NewReader(text), "in")
		joined := ""
		for more := true; more; {
			part, err := io.ReadAll(all)
			joined += string(part)
			if err == nil {
				more, err = all.Next()
			}
			if err != nil {
				if !strings.HasPrefix(err.Error(), "in:") {
					t.Fatalf("no position: %v", err)
				}
				return
			}
		}
		if joined != text {
			t.Fatalf("%q became %q", text, joined)
		}
	})
}
