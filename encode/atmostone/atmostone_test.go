package atmostone

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// inputsFor returns lists of k literals over variables 1 to k: positive, negative, mixed,
// and in descending order.
func inputsFor(k int) [][]dimacs.Lit {
	list := func(f func(i int) int) []dimacs.Lit {
		lits := make([]dimacs.Lit, k)
		for i := range lits {
			lits[i] = dimacs.Lit(f(i))
		}
		return lits
	}
	return [][]dimacs.Lit{
		list(func(i int) int { return i + 1 }),
		list(func(i int) int { return -i - 1 }),
		list(func(i int) int { return (i + 1) * (1 - i%2*2) }),
		list(func(i int) int { return k - i }),
	}
}

// encoded returns the clauses of e over lits. The auxiliary variables have numbers above
// base.
func encoded(t *testing.T, e Encoding, lits []dimacs.Lit, base int) *dimacs.Formula {
	c := dimacs.NewCollector(t.Context(), base)
	e.Encode(lits, c, c.Fresh)
	return c.Formula()
}

// A values is an assignment, indexed by variable: 1 for true, -1 for false, 0 for
// unassigned.
type values []int8

func (v values) of(l dimacs.Lit) int8 {
	if l < 0 {
		return -v[-l]
	}
	return v[l]
}

// propagate assigns the literals and all literals that follow by unit propagation. It
// reports whether no clause is falsified.
func (v values) propagate(f *dimacs.Formula, lits ...dimacs.Lit) bool {
	for len(lits) > 0 {
		for _, l := range lits {
			if v.of(l) < 0 {
				return false
			}
			if v[l.Var()] = 1; l < 0 {
				v[l.Var()] = -1
			}
		}
		lits = lits[:0]
		for c := range f.Clauses() {
			left := slices.DeleteFunc(slices.Clone(c), func(l dimacs.Lit) bool { return v.of(l) < 0 })
			switch satisfied := slices.ContainsFunc(left, func(l dimacs.Lit) bool { return v.of(l) > 0 }); {
			case len(left) == 0:
				return false
			case len(left) == 1 && !satisfied:
				lits = append(lits, left[0])
			}
		}
	}
	return true
}

// models returns the number of models in which the literals are true. The formula must not
// have unit clauses.
func models(f *dimacs.Formula, v values, lits ...dimacs.Lit) int {
	v = slices.Clone(v)
	if !v.propagate(f, lits...) {
		return 0
	}
	free := dimacs.Lit(1 + slices.Index(v[1:], 0))
	if free == 0 {
		return 1
	}
	return models(f, v, free) + models(f, v, -free)
}

// extensions holds the number of models without a true literal, by the name of the encoding.
var extensions = map[string]func(k int) int{
	"pairwise":   func(int) int { return 1 },
	"ladder":     func(int) int { return 1 },
	"commander":  func(int) int { return 1 },
	"sequential": func(k int) int { return max(k, 1) },
	"binary":     func(k int) int { return 1 << digitsFor(k) },
	"bimander":   func(k int) int { return 1 << digitsFor((k+1)/2) },
	"product": func(k int) int {
		return []int{1, 1, 1, 1, 1, 12, 12, 16, 16, 16}[k] // (height+1) (width+1)
	},
}

// Every encoding adds the declared numbers of variables and clauses. A true literal makes all other
// literals false by unit propagation, gives the auxiliary variables the values that their meanings state,
// and extends to one model. Without a true literal, a defined variable is false, and the number of models is
// as documented.
func TestEncodings(t *testing.T) {
	for _, e := range All() {
		for k := range 130 {
			for _, lits := range inputsFor(k) {
				f, given := encoded(t, e, lits, k), fmt.Sprint(lits)
				if aux, clauses := e.Size(k); aux != f.Vars-k || clauses != f.NumClauses() || fmt.Sprint(lits) != given {
					t.Errorf("%s of %s: declares %d and %d, adds %d and %d", e.Name, given, aux, clauses, f.Vars-k, f.NumClauses())
				}
				if k > 10 && k != 16 && k != 17 && k != 30 {
					continue
				}
				var meanings []Meaning
				if e.Meanings != nil && k > 0 {
					meanings = e.Meanings(k)
				}
				if len(meanings) != f.Vars-k {
					t.Fatalf("%s of %s: %d meanings of %d variables", e.Name, given, len(meanings), f.Vars-k)
				}
				for i, chosen := range lits {
					v := make(values, f.Vars+1)
					if !v.propagate(f, chosen) || slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return l != chosen && v.of(l) >= 0 }) {
						t.Errorf("%s of %s: %d true gives %v", e.Name, given, chosen, v)
					}
					for j, m := range meanings {
						if slices.Contains(m.True, i) && v[k+1+j] <= 0 || slices.Contains(m.False, i) && v[k+1+j] >= 0 {
							t.Errorf("%s of %s: %d does not give %d its value: %+v", e.Name, given, chosen, k+1+j, m)
						}
					}
				}
				if k < 10 {
					checkModels(t, e, f, lits, meanings)
				}
			}
		}
	}
}

// checkModels counts the models of the clauses f of an encoding.
func checkModels(t *testing.T, e Encoding, f *dimacs.Formula, lits []dimacs.Lit, meanings []Meaning) {
	t.Helper()
	none := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		none[i] = -l
	}
	for i, l := range append(slices.Clone(lits), 0) {
		want, assumed := extensions[e.Name](len(lits)), slices.Clone(none)
		if l != 0 {
			want, assumed[i] = 1, l
		}
		if got := models(f, make(values, f.Vars+1), assumed...); got != want {
			t.Errorf("%s of %v: %d models under %v, want %d", e.Name, lits, got, assumed, want)
		}
	}
	for j, m := range meanings {
		v := dimacs.Lit(len(lits) + 1 + j)
		assumed := []dimacs.Lit{v}
		for _, i := range m.True {
			assumed = append(assumed, none[i])
		}
		if m.Defined && models(f, make(values, f.Vars+1), assumed...) > 0 {
			t.Errorf("%s of %v: %d is not defined: %+v", e.Name, lits, v, m)
		}
	}
}

// OrPairwise takes no more clauses than pairwise, and leaves out the clauses of excluded pairs.
func TestOrPairwise(t *testing.T) {
	for _, e := range All() {
		for k := range 40 {
			x := ExcludedOf(k, func(i, j int) bool { return (j-i)%3 == 1 && i%5 > 0 })
			got, lits := e.OrPairwise(k, x), inputsFor(k)[0]
			whole, _ := ByName(got.Name)
			f := encoded(t, got, lits, k)
			want := slices.DeleteFunc(slices.Collect(encoded(t, whole, lits, k).Clauses()), func(c []dimacs.Lit) bool {
				return len(c) == 2 && min(-c[0], -c[1]) > 0 && max(-c[0], -c[1]) <= dimacs.Lit(k) && x.Has(int(-c[0]-1), int(-c[1]-1))
			})
			aux, n := got.Size(k)
			instead := got.Name == e.Name || got.Name == "pairwise" || got.Name == "ladder" && e.group > 1
			if !instead || n > k*(k-1)/2-x.Count || aux != f.Vars-k || n != f.NumClauses() || !slices.EqualFunc(slices.Collect(f.Clauses()), want, slices.Equal) {
				t.Errorf("%s of %d: %s, %d and %d, adds %d and %d, want %d clauses", e.Name, k, got.Name, aux, n, f.Vars-k, f.NumClauses(), len(want))
			}
		}
	}
}

// The literature and other tools give these sizes. For the ladder, PySAT has k+1 variables
// and 4k clauses.
func TestKnownSizes(t *testing.T) {
	ks := []int{5, 8, 16, 64, 100}
	for name, want := range map[string][5][2]int{
		"pairwise":   {{0, 10}, {0, 28}, {0, 120}, {0, 2016}, {0, 4950}},
		"sequential": {{4, 11}, {7, 20}, {15, 44}, {63, 188}, {99, 296}},
		"ladder":     {{4, 15}, {7, 27}, {15, 59}, {63, 251}, {99, 395}},
		"commander":  {{2, 12}, {3, 21}, {8, 52}, {33, 221}, {50, 346}},
		"product":    {{5, 14}, {6, 22}, {8, 44}, {28, 172}, {34, 258}},
		"binary":     {{3, 15}, {3, 24}, {4, 64}, {6, 384}, {7, 700}},
		"bimander":   {{2, 12}, {2, 20}, {3, 56}, {5, 352}, {6, 650}},
	} {
		e, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range ks {
			if aux, n := e.Size(k); aux != want[i][0] || n != want[i][1] {
				t.Errorf("%s, k=%d: %d/%d, want %d/%d", name, k, aux, n, want[i][0], want[i][1])
			}
		}
	}
}

func TestByName(t *testing.T) {
	_, err := ByName("nonsense")
	for _, e := range All() {
		if got, err := ByName(e.Name); err != nil || got.Name != e.Name {
			t.Errorf("ByName(%q) = %q, %v", e.Name, got.Name, err)
		}
		if err == nil || !strings.Contains(err.Error(), e.Name) {
			t.Errorf("error %v does not list %q", err, e.Name)
		}
	}
	if got, err := ByName(""); err != nil || got.Name != Default {
		t.Errorf(`ByName("") = %q, %v`, got.Name, err)
	}
}
