package checker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// residual returns the structure of some clauses. Their literals have the same kind.
func residual(t *testing.T, clauses string) *Structure {
	t.Helper()
	d := enginetest.Load(t, enginetest.Clauses(clauses))
	return Residual(d, func([]clause.Lit) bool { return true }, func(clause.Lit) int32 { return 1 })
}

// structure returns a structure without sets whose points have kinds.
func structure(kinds ...int32) *Structure {
	s := NewStructure(len(kinds))
	for v, kind := range kinds {
		s.SetKind(int32(v), kind)
	}
	return s
}

// images returns the permutation of literals that maps variable i to the i-th of lits.
func images(lits ...dimacs.Lit) []int32 {
	p := []int32{0, 1}
	for _, l := range lits {
		p = append(p, int32(clause.Of(l)), int32(clause.Of(-l)))
	}
	return p
}

func TestCheck(t *testing.T) {
	ring := structure(1, 1, 1, 1, 3, 0) // points 0 to 3 form a ring; point 4 is in no set
	kinds, multisets := structure(1, 1, 1, 1), structure(1, 1)
	for v := range int32(4) {
		ring.Add(2, v, (v+1)%4)
		kinds.Add(v/2, v)
	}
	ring.Add(2, 1, 0) // the set of 0 and 1 a second time
	multisets.Add(0, 0, 1, 1)
	// The unit makes 5 true, and 6 occurs only in a satisfied clause.
	clauses := residual(t, "1 2 3; -1 -2; -3 4; 5; 5 6; -5 4 7 1")
	for name, test := range map[string]struct {
		s    *Structure
		p    []int32
		want bool
	}{
		"turn":                    {ring, []int32{1, 2, 3, 0, 4, 5}, true},
		"mirror":                  {ring, []int32{1, 0, 3, 2, 4, 5}, true},
		"edge to a diagonal":      {ring, []int32{1, 0, 2, 3, 4, 5}, false},
		"no bijection":            {ring, []int32{0, 1, 0, 1, 4, 5}, false},
		"too short":               {ring, []int32{1, 2, 3, 0, 4}, false},
		"out of range":            {ring, []int32{1, 2, 3, 6, 4, 5}, false},
		"negative":                {ring, []int32{1, 2, 3, -1, 4, 5}, false},
		"other kind of points":    {ring, []int32{4, 1, 2, 3, 0, 5}, false},
		"no kind":                 {ring, []int32{0, 1, 2, 3, 5, 4}, false},
		"other kind of sets":      {kinds, []int32{2, 3, 0, 1}, false},
		"one kind of sets":        {kinds, []int32{1, 0, 3, 2}, true},
		"multiplicities":          {multisets, []int32{1, 0}, false},
		"identity":                {clauses, images(1, 2, 3, 4, 5, 6, 7), true},
		"complements are broken":  {residual(t, "1 2"), []int32{0, 1, 4, 3, 2, 5}, false},
		"literals exchanged":      {residual(t, "1 2"), images(2, 1), true},
		"polarity":                {residual(t, "1 2"), images(-1, 2), false},
		"polarity of both":        {residual(t, "1 -2; -1 2"), images(-2, -1), true},
		"in a longer clause":      {clauses, images(2, 1, 3, 4, 5, 6, 7), false},
		"assigned and free":       {clauses, images(1, 2, 3, 4, 6, 5, 7), false},
		"assigned to complement":  {clauses, images(1, 2, 3, 4, -5, 6, 7), false},
		"free literal complement": {clauses, images(1, 2, 3, 4, 5, -6, 7), false},
	} {
		if err := test.s.Check(test.p); (err == nil) != test.want {
			t.Errorf("%s: %v, want accepted %v", name, err, test.want)
		}
	}
}

// Check also uses the sets that Add adds after an earlier Check.
func TestAddLater(t *testing.T) {
	s := structure(1, 1, 1)
	s.Add(0, 0, 1)
	if err := s.Check([]int32{1, 0, 2}); err != nil {
		t.Error(err)
	}
	s.Add(0, 0, 2)
	if s.Check([]int32{1, 0, 2}) == nil || s.Check([]int32{0, 2, 1}) != nil {
		t.Error("the second set is not looked at")
	}
}

// Residual uses only the clauses that keep accepts, and the kinds of their literals.
func TestResidual(t *testing.T) {
	d := enginetest.Load(t, enginetest.Clauses("1 2; 1 2 3; 3 4 5"))
	short := func(c []clause.Lit) bool { return len(c) == 2 }
	plain, first := func(clause.Lit) int32 { return 1 }, func(l clause.Lit) int32 { return int32(1 + l.Var()/2) }
	if err := Residual(d, short, plain).Check(images(2, 1, 3, 4, 5)); err != nil {
		t.Error(err)
	}
	if Residual(d, short, first).Check(images(2, 1, 3, 4, 5)) == nil || Residual(d, short, plain).Check(images(2, 1, 3, 5, 4)) == nil {
		t.Error("a literal moves to another kind, or is in no clause")
	}
}

// shuffled calls do with p in every order of p[k:].
func shuffled(p []int32, k int, do func([]int32)) {
	if k == len(p) {
		do(p)
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		shuffled(p, k+1, do)
		p[k], p[i] = p[i], p[k]
	}
}

// On random small structures, Check accepts exactly the permutations that map the family of sets onto
// itself, and Group returns exactly the products of the generators.
func TestSymmetriesAndGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	nontrivial := 0
	for range 100 {
		n := 3 + r.IntN(3)
		var kinds, identity []int32
		for v := range int32(n) {
			kinds, identity = append(kinds, int32(1+r.IntN(2)*r.IntN(2))), append(identity, v)
		}
		s, family := structure(kinds...), [][]int32{}
		for range r.IntN(4) {
			set := []int32{int32(r.IntN(2))} // the kind of the set, followed by its points
			for range 1 + r.IntN(3) {
				set = append(set, int32(r.IntN(n)))
			}
			s.Add(set[0], set[1:]...)
			slices.Sort(set[1:])
			family = append(family, set)
		}
		slices.SortFunc(family, slices.Compare[[]int32])
		family = slices.CompactFunc(family, slices.Equal[[]int32])
		isSymmetry := func(p []int32) bool {
			var image [][]int32
			for _, set := range family {
				moved := slices.Clone(set)
				for i, v := range set[1:] {
					moved[i+1] = p[v]
				}
				slices.Sort(moved[1:])
				image = append(image, moved)
			}
			slices.SortFunc(image, slices.Compare[[]int32])
			same := slices.EqualFunc(image, family, slices.Equal[[]int32])
			for v, w := range p {
				same = same && s.kinds[v] == s.kinds[w]
			}
			return same
		}
		var symmetries [][]int32
		shuffled(slices.Clone(identity), 0, func(p []int32) {
			if (s.Check(p) == nil) != isSymmetry(p) {
				t.Errorf("%v of %v: %v", p, family, s.Check(p))
			}
			if isSymmetry(p) {
				symmetries = append(symmetries, slices.Clone(p))
			}
		})
		r.Shuffle(len(symmetries), func(i, j int) { symmetries[i], symmetries[j] = symmetries[j], symmetries[i] })
		generators := symmetries[:min(len(symmetries), 1+r.IntN(2))]
		want, known := [][]int32{identity}, map[string]bool{fmt.Sprint(identity): true}
		for i := 0; i < len(want); i++ {
			for _, q := range generators {
				product := make([]int32, n)
				for v, w := range want[i] {
					product[v] = q[w]
				}
				if key := fmt.Sprint(product); !known[key] {
					known[key], want = true, append(want, product)
				}
			}
		}
		group, err := s.Group(generators, len(want))
		if err != nil || len(group) != len(want) || !slices.Equal(group[0], identity) {
			t.Fatalf("%v generate %v, %v, want %v", generators, group, err, want)
		}
		for _, p := range group {
			if !known[fmt.Sprint(p)] {
				t.Errorf("%v is no product, or comes twice", p)
			}
			delete(known, fmt.Sprint(p))
		}
		if len(want) > 1 {
			nontrivial++
			if group, err := s.Group(generators, len(want)-1); group != nil || err != nil {
				t.Errorf("limited: %d elements, %v", len(group), err)
			}
		}
	}
	if nontrivial < 30 {
		t.Errorf("%d groups have several elements", nontrivial)
	}
}

// A transposition and a cycle generate all permutations. Without generators, the group is the identity.
// Group returns an error if a generator is not a symmetry.
func TestGroup(t *testing.T) {
	s := structure(1, 1, 1, 1, 1)
	generators := [][]int32{{1, 0, 2, 3, 4}, {1, 2, 3, 4, 0}}
	if g, err := s.Group(generators, 120); len(g) != 120 || err != nil {
		t.Errorf("%d elements, %v", len(g), err)
	}
	if g, err := s.Group(nil, 1); len(g) != 1 || err != nil {
		t.Errorf("%d products of none, %v", len(g), err)
	}
	s.Add(0, 0, 1)
	if g, err := s.Group(generators, 120); g != nil || err == nil {
		t.Errorf("a generator is no symmetry: %d elements, %v", len(g), err)
	}
}

func TestRepresentative(t *testing.T) {
	s := residual(t, "1 2 3; -1 -2; -2 -3; -1 -3; 4 5")
	second, third := images(2, 1, 3, 4, 5), images(3, 2, 1, 4, 5)
	for name, test := range map[string]struct {
		s      *Structure
		c      lits
		images [][]int32
		want   bool
	}{
		"right":               {s, lits{1, 2, 3}, [][]int32{second, third}, true},
		"another order":       {s, lits{3, 2, 1}, [][]int32{images(1, 3, 2, 4, 5), third}, true},
		"binary":              {s, lits{4, 5}, [][]int32{images(1, 2, 3, 5, 4)}, true},
		"no clause":           {s, lits{1, 2}, [][]int32{second}, false},
		"empty":               {s, nil, nil, false},
		"missing":             {s, lits{1, 2, 3}, [][]int32{second}, false},
		"one too many":        {s, lits{4, 5}, [][]int32{images(1, 2, 3, 5, 4), images(1, 2, 3, 5, 4)}, false},
		"maps elsewhere":      {s, lits{1, 2, 3}, [][]int32{third, second}, false},
		"no symmetry":         {s, lits{1, 2, 3}, [][]int32{second, images(3, 1, -2, 4, 5)}, false},
		"no literals":         {NewStructure(12), lits{1, 2, 3}, [][]int32{second, third}, false},
		"clause of one":       {s, lits{1}, nil, false},
		"points of no clause": {s, lits{1, 4}, [][]int32{images(4, 2, 3, 1, 5)}, false},
	} {
		if err := test.s.Representative(literals(test.c...), test.images); (err == nil) != test.want {
			t.Errorf("%s: %v, want accepted %v", name, err, test.want)
		}
	}
}
