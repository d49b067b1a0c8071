package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// inputsFor yields lists of k literals over variables 1 to k: plain, negated,
// mixed, and with repetitions and complements.
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
		list(func(i int) int { return i/2 + 1 }),
		list(func(i int) int { return i%2 + 1 }),
		list(func(i int) int { return (i/2 + 1) * (1 - i%2*2) }),
		list(func(i int) int { return max(1, i) }),
	}
}

// encoded returns the clauses of e over lits and the number of the last
// variable, auxiliary ones following variable base.
func encoded(e AtMostOne, lits []dimacs.Lit, base int) ([][]dimacs.Lit, int) {
	c := NewCollector(base)
	e.Encode(lits, c, c)
	return slices.Collect(c.Formula().Clauses()), c.Formula().Vars
}

// Every assignment to the inputs extends to a model exactly if at most one of
// the literals is true.
func TestAtMostOneMeaning(t *testing.T) {
	for _, e := range AtMostOnes() {
		for k := range 7 {
			for _, lits := range inputsFor(k) {
				t.Run(fmt.Sprintf("%s/%v", e.Name, lits), func(t *testing.T) {
					s, last := encoded(e, lits, k)
					for bits := range 1 << k {
						var inputs []dimacs.Lit
						trues := 0
						for v := 1; v <= k; v++ {
							inputs = append(inputs, literal(v, bits>>(v-1)&1 == 1))
						}
						for _, l := range lits {
							if slices.Contains(inputs, l) {
								trues++
							}
						}
						if got, want := models(s, last, inputs...) > 0, trues <= 1; got != want {
							t.Errorf("inputs %0*b, %d true: satisfiable is %v", k, bits, trues, got)
						}
					}
				})
			}
		}
	}
}

// One true literal makes all others false by unit propagation alone.
func TestAtMostOnePropagates(t *testing.T) {
	for _, e := range AtMostOnes() {
		for _, k := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 30} {
			for _, lits := range inputsFor(k)[:4] {
				s, last := encoded(e, lits, k)
				for _, chosen := range lits {
					c := newCounter(s, last)
					if !c.propagate(chosen) {
						t.Fatalf("%s: %v true is a conflict", e.Name, chosen)
					}
					for _, l := range lits {
						if l != chosen && !c.isTrue(l.Neg()) {
							t.Errorf("%s, k=%d: %d true does not make %d false", e.Name, k, chosen, l)
						}
					}
				}
			}
		}
	}
}

// Each encoding adds as many variables as it declares, and clauses of the shapes that it
// declares, as many as its size says.
func TestAtMostOneSize(t *testing.T) {
	for _, e := range AtMostOnes() {
		for k := range 130 {
			lits := inputsFor(k)[0]
			s, last := encoded(e, lits, 1000)
			aux, n := e.Size(k)
			if int64(len(s)) != n || int64(last-1000) != aux || total(e.shapes(k)) != n || !slices.Equal(counted(e.shapes(k)), counted(shapesOf(s))) {
				t.Errorf("%s, k=%d: declares %d variables and clauses %v, adds %d and %v",
					e.Name, k, aux, counted(e.shapes(k)), last-1000, counted(shapesOf(s)))
			}
			if !slices.Equal(lits, inputsFor(k)[0]) {
				t.Errorf("%s, k=%d: changed its input", e.Name, k)
			}
		}
	}
}

// The literature, and the tools of the field, give these sizes; the ladder of
// PySAT has k+1 variables and 4k clauses.
func TestAtMostOneKnownSizes(t *testing.T) {
	ks := []int{5, 8, 16, 64, 100}
	for name, want := range map[string][5][2]int64{
		"pairwise":   {{0, 10}, {0, 28}, {0, 120}, {0, 2016}, {0, 4950}},
		"sequential": {{4, 11}, {7, 20}, {15, 44}, {63, 188}, {99, 296}},
		"ladder":     {{4, 15}, {7, 27}, {15, 59}, {63, 251}, {99, 395}},
		"commander":  {{2, 12}, {3, 21}, {8, 52}, {33, 221}, {50, 346}},
		"product":    {{5, 14}, {6, 22}, {8, 44}, {28, 172}, {34, 258}},
		"binary":     {{3, 15}, {3, 24}, {4, 64}, {6, 384}, {7, 700}},
		"bimander":   {{2, 12}, {2, 20}, {3, 56}, {5, 352}, {6, 650}},
	} {
		e, err := AtMostOneByName(name)
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

// How often each permitted assignment is a model: with a true literal once in
// every encoding; without one as the documentation of the encoding says.
func TestAtMostOneModels(t *testing.T) {
	none := map[string]func(k int) int{
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
	for _, e := range AtMostOnes() {
		if none[e.Name] == nil {
			t.Errorf("how many models has %s without a true literal?", e.Name)
			continue
		}
		for k := range 10 {
			s, last := encoded(e, inputsFor(k)[0], k)
			for chosen := range k + 1 {
				var inputs []dimacs.Lit
				want := 1
				for v := 1; v <= k; v++ {
					inputs = append(inputs, literal(v, v == chosen))
				}
				if chosen == 0 {
					want = none[e.Name](k)
				}
				if got := models(s, last, inputs...); got != want {
					t.Errorf("%s, k=%d, literal %d true: %d models, want %d", e.Name, k, chosen, got, want)
				}
			}
		}
	}
}

// Two constraints from one source share inputs at most.
func TestAtMostOneKeepsAuxiliaryVariablesApart(t *testing.T) {
	for _, e := range AtMostOnes() {
		aux := &Variables{Last: 20}
		seen := map[int]int{}
		for round := range 2 {
			s := NewCollector(100)
			e.Encode(inputsFor(20)[0], s, aux)
			for c := range s.Formula().Clauses() {
				for _, l := range c {
					if owner, again := seen[l.Var()]; l.Var() > 20 && again && owner != round {
						t.Fatalf("%s: variable %d is in both constraints", e.Name, l.Var())
					}
					seen[l.Var()] = round
				}
			}
		}
	}
}

func TestAtMostOneByName(t *testing.T) {
	for _, e := range AtMostOnes() {
		got, err := AtMostOneByName(e.Name)
		if err != nil || got.Name != e.Name {
			t.Errorf("AtMostOneByName(%q) = %q, %v", e.Name, got.Name, err)
		}
	}
	if got, err := AtMostOneByName(""); err != nil || got.Name != DefaultEncoding {
		t.Errorf(`AtMostOneByName("") = %q, %v`, got.Name, err)
	}
	_, err := AtMostOneByName("nonsense")
	if err == nil {
		t.Fatal("no error for an unknown encoding")
	}
	for _, e := range AtMostOnes() {
		if !strings.Contains(err.Error(), e.Name) {
			t.Errorf("error %q does not list %q", err, e.Name)
		}
	}
}

func TestPairwiseExcept(t *testing.T) {
	s := NewCollector(4)
	pairwiseExcept([]dimacs.Lit{1, 2, 3, 4}, 2, s)
	want := "[[-1 -2] [-1 -4] [-2 -3] [-3 -4]]"
	if got := fmt.Sprint(slices.Collect(s.Formula().Clauses())); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestFreshVariables(t *testing.T) {
	for name, source := range map[string]VarSource{"Variables": &Variables{Last: 64}, "Collector": NewCollector(64)} {
		if a, b := source.Fresh(), source.Fresh(); a != 65 || b != 66 {
			t.Errorf("%s: got %d and %d, want 65 and 66", name, a, b)
		}
	}
}

// A variable that neither the caller nor Fresh has named cannot be used before Fresh hands
// it out for something else.
func TestCollectorKeepsFreshVariablesApart(t *testing.T) {
	c := NewCollector(8)
	if x := c.Fresh(); x != 9 {
		t.Errorf("Fresh returns %d, want 9", x)
	}
	c.Clause(8, -9)
	if c.Fresh(); c.Formula().Vars != 10 {
		t.Errorf("%d variables, want 10", c.Formula().Vars)
	}
	for name, add := range map[string]func(){
		"of the caller": func() { c.Clause(11) },
		"of none":       func() { NewCollector(0).Binary(1, 2) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a variable %s: no panic", name)
				}
			}()
			add()
		}()
	}
}

// What is collected is what was added, one clause at a time or many.
func TestCollector(t *testing.T) {
	c := NewCollector(7)
	c.Clause(1, 2, 3)
	c.Binary(-1, 4)
	c.Pairs([]dimacs.Lit{5, -6, 7})
	c.Clause()
	want := "[[1 2 3] [-1 4] [5 -6] [5 7] [-6 7] []]"
	if got := fmt.Sprint(slices.Collect(c.Formula().Clauses())); got != want || c.Formula().Vars != 7 || c.Err() != nil {
		t.Errorf("got %s and %d variables, %v, want %s", got, c.Formula().Vars, c.Err(), want)
	}
}
