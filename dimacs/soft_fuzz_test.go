package dimacs

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzSoft checks that a WCNF that is written is read back as the same formula, that linear constraints pass
// Check, and that the size of chunks does not matter.
func FuzzSoft(f *testing.F) {
	f.Add([]byte("h 1 2 0\n3 -1 0\n"), 0)
	f.Add([]byte("p wcnf 2 2 3\n3 1 0 2 -2 0\nc x"), 1)
	f.Add([]byte("h 1 0\n0 2 0\n"), 0)
	for _, text := range []string{"* #variable= 2 #constraint= 1\nmin: 1 x1 ;\n-1 x1 +2 ~x2 >= 1 ;\n", "p knf 2 2\nk 1 1 2 0\n1 0\n", "p cnf+ 2 1\n1 2 <= 1\n", "1 x1 1 x2 x3 = 1;"} {
		f.Add([]byte(text), 0)
	}
	f.Fuzz(func(t *testing.T, text []byte, mode int) {
		o := Options{Mode: []Mode{Default, Relaxed}[mode&1], Keys: []string{}, Linear: true}
		a, errA := readWCNF(string(text), o)
		if o.chunk = 64; slices.ContainsFunc(bytes.Split(text, newline), func(line []byte) bool { return len(line) > 60 }) {
			o.chunk = 0 // a part of a line may have another meaning
		}
		b, errB := readWCNF(string(text), o)
		switch {
		case (errA == nil) != (errB == nil):
			t.Fatalf("%v, in chunks %v", errA, errB)
		case errA != nil || a.Soft == nil && a.Linear == nil || a.Projection != nil || len(a.Weights) > 0 || a.CountType != "":
			return
		case a.Linear != nil:
			a.Encoded = true
			if d := cmp.Diff(a.Linear, b.Linear); d != "" || a.Check() != nil {
				t.Fatal(d, a.Check())
			}
			return
		}
		want := wcnf(t, a)
		if d := cmp.Diff(want, wcnf(t, b)); d != "" {
			t.Fatal(d)
		}
		if a.NumClauses() == 0 && len(a.Soft) == 0 {
			return
		}
		again, err := readWCNF(want, Options{Name: ".wcnf"})
		if err != nil || wcnf(t, again) != want {
			t.Fatalf("%v %q", err, want)
		}
	})
}
