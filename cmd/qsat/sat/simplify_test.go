package sat

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestSimplify compares the models of random formulas before and after a simplification of each kind, with
// projections, weights, assumptions and variables to keep, by trying all assignments. The simplification is stopped early at a
// random place. Proofs are continued by a search.
func TestSimplify(t *testing.T) {
	defer func(old int64) { componentPropagations = old }(componentPropagations)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		n := 1 + r.IntN(9)
		f := &dimacs.Formula{Vars: n}
		literal := func() dimacs.Lit { return dimacs.Lit((1 + r.IntN(n)) * (1 - 2*r.IntN(2))) }
		for range r.IntN(3 * n) {
			var c []dimacs.Lit
			for range 1 + r.IntN(3) + r.IntN(2) {
				c = append(c, literal())
			}
			f.Add(c...)
		}
		p, kept := Problem{Formula: f}, []Kept{KeepModel, KeepModels, KeepCount}[i%3]
		if r.IntN(4) == 0 {
			p.Assume = []dimacs.Lit{literal()}
		}
		mask := 1<<n - 1
		if r.IntN(2) == 0 {
			mask = r.IntN(1 << n)
			p.Project = []int{}
			for v := range n {
				if mask>>v&1 == 1 {
					p.Project = append(p.Project, v+1)
				}
			}
		}
		for v := range n {
			if kept == KeepCount && i%2 == 0 && mask>>v&1 == 1 && r.IntN(3) > 0 {
				weight := func() *big.Rat { return big.NewRat(r.Int64N(7)-1, 1+r.Int64N(3)) }
				f.Weights = append(f.Weights, dimacs.Weight{Lit: dimacs.Lit(v + 1), Value: weight()}, dimacs.Weight{Lit: dimacs.Lit(-v - 1), Value: weight()})
			}
		}
		componentPropagations = int64(r.IntN(3) * componentCost)
		var keep []int
		for r.IntN(3) == 0 {
			keep = append(keep, 1+r.IntN(n))
		}
		o, proof := Options{Threads: 1}, enginetest.Proof{}
		if kept == KeepModel && len(p.Assume)+len(keep) == 0 {
			o.Proof = &proof
		}
		s, err := Simplify(&ending{t.Context(), r.IntN(60)}, p, o, kept, keep)
		if err != nil {
			t.Fatal(err)
		}
		if o.Proof != nil { // a proof about the small formula may follow
			a := Answer{Status: dimacs.Unsatisfiable}
			if s.Formula.Vars > 0 {
				a, _ = Solve(t.Context(), Problem{Formula: s.Formula}, o)
			}
			if a.Status == dimacs.Unsatisfiable {
				enginetest.CheckProof(t, f, &proof)
			} else {
				enginetest.CheckDerivation(t, f, &proof)
			}
		}
		name := fmt.Sprintf("%s of %v, assume %v, project %v, keep %v: %+v", kept, clausesOf(f), p.Assume, p.Project, keep, s)
		checkMap(t, s)
		isModel := func(a *dimacs.Assignment) bool {
			for _, l := range p.Assume {
				if !a.Holds(l) {
					return false
				}
			}
			return f.Falsified(a) == nil
		}
		models, small := map[int]*big.Rat{}, map[string]*big.Rat{} // the weights of the models
		for values := range 1 << n {
			if a := assigned(n, values); isModel(a) {
				models[values&mask] = weightOf(f, a)
			}
		}
		extended := map[int]bool{}
		for values := range 1 << s.Formula.Vars {
			a := assigned(s.Formula.Vars, values)
			if s.Formula.Falsified(a) != nil {
				continue
			}
			whole := s.Extend(a.Lits(s.Formula.Vars))
			if !isModel(whole) {
				t.Fatalf("%s: %v extends to %v, no model", name, a.Lits(s.Formula.Vars), whole.Lits(n))
			}
			key := fmt.Sprint(a.Lits(s.Formula.Vars))
			if s.Formula.Projection != nil {
				key = ""
				for _, v := range s.Formula.Projection {
					key += fmt.Sprint(a.Lit(v), " ")
				}
			}
			small[key] = weightOf(s.Formula, a)
			image := 0
			for v := range n {
				if whole.Value(v + 1) {
					image |= 1 << v
				}
			}
			extended[image&mask] = true
		}
		if (len(models) > 0) != (len(small) > 0) {
			t.Fatalf("%s: %d models, small has %d", name, len(models), len(small))
		}
		sum, product := new(big.Rat), new(big.Rat)
		for _, weight := range models {
			sum.Add(sum, weight)
		}
		for _, weight := range small {
			product.Add(product, weight)
		}
		if product.Mul(product, s.Factor); kept != KeepModel && product.Cmp(sum) != 0 {
			t.Fatalf("%s: count %v, want %v", name, product, sum)
		}
		if kept == KeepModels && len(extended) != len(models) {
			t.Fatalf("%s: %d models, the small formula gives %d", name, len(models), len(extended))
		}
		for _, v := range keep {
			if stays := false; len(small) > 0 {
				for _, old := range s.Old {
					stays = stays || old == v
				}
				if !stays {
					t.Fatalf("%s: variable %d does not stay", name, v)
				}
			}
		}
	}
}

// weightOf returns the product of the weights of the literals of a in f.
func weightOf(f *dimacs.Formula, a *dimacs.Assignment) *big.Rat {
	product := big.NewRat(1, 1)
	for _, w := range f.Weights {
		if a.Holds(w.Lit) {
			product.Mul(product, w.Value)
		}
	}
	return product
}

// An ending is a context that ends after a number of looks at it.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// Value hides the parent, so that context.Cause calls Err.
func (*ending) Value(any) any { return nil }

// assigned returns the assignment in which bit v-1 of values is the value of variable v, from 1 to n.
func assigned(n, values int) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	for v := range n {
		a.Set(v+1, values>>v&1 == 1)
	}
	return a
}

func clausesOf(f *dimacs.Formula) (list [][]dimacs.Lit) {
	for c := range f.Clauses() {
		list = append(list, c)
	}
	return list
}

// checkMap writes a map and reads it again, and then a part of it and a changed one.
func checkMap(t *testing.T, s *Simplified) {
	t.Helper()
	var b strings.Builder
	s.WriteMap(&b, "of-big", "of-small")
	text := b.String()
	read, digest, err := ReadMap(strings.NewReader(text), "m")
	if err != nil || digest != "of-big" {
		t.Fatalf("%v %s\n%s", err, digest, text)
	}
	if read.Formula = s.Formula; !reflect.DeepEqual(normal(read), normal(s)) {
		t.Fatalf("read %+v, written %+v", read, s)
	}
	for _, wrong := range []string{text[:len(text)/2], strings.Replace(text, "map 1", "map 2", 1), ""} {
		if _, _, err := ReadMap(strings.NewReader(wrong), "m"); err == nil {
			t.Fatalf("accepted\n%s", wrong)
		}
	}
}

// normal returns a copy of s without empty lists.
func normal(s *Simplified) string {
	return fmt.Sprint(s.Kept, s.Vars, s.Old, s.True, s.Removed, s.Factor)
}

// TestReadMap reads texts with a right checksum and wrong lines.
func TestReadMap(t *testing.T) {
	const head = "map 1\nkept sat\nbig 3 b\nsmall 1 s\nfactor 1\n"
	for text, want := range map[string]string{
		head: "m: expected a whole map, found 5 lines with 0 of 1 variables", head + "v 3\nu -1\ns 2 -3\n": "", head + "v 4\n": "m:6", head + "v -1\n": "m:6", head + "v 1\nv 1\n": "m:7", head + "u 0\n": "m:6", head + "s\n": "m:6",
		head + "x 1\n": "m:6", "map 1\n": "m: expected a whole map, found 1 lines with 0 of 0 variables", "map 1\nkept all\n": "m:2", strings.Replace(head, "factor 1", "factor 2/4", 1): "m:5",
		strings.Replace(head, "big 3", "big 2147483648", 1): "m:3", strings.Replace(head, "big 3", "big -1", 1): "m:3", head + "\n": "m:6", head + "u 99999999999999999999\n": "m:6",
	} {
		_, _, err := ReadMap(strings.NewReader(text+fmt.Sprintf("end %x\n", sha256.Sum256([]byte(text)))), "m")
		if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.HasPrefix(got, want) && err != nil {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
