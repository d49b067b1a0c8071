package sweep

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// load returns a sweeper for f that writes to proof.
func load(t *testing.T, f *dimacs.Formula, proof *enginetest.Proof) *Sweeper {
	t.Helper()
	d := enginetest.Load(t, f)
	d.SetProof(proof)
	return New(simplify.New(d))
}

// models returns the models of f, each as the set of its true variables.
func models(f *dimacs.Formula) (models []int) {
	for m := range enginetest.Models(f) {
		models = append(models, int(m))
	}
	return models
}

func isTrue(m int, l dimacs.Lit) bool { return m>>l.Var()&1 == 1 == (l > 0) }

// sample returns random formulas of up to 10 variables, also without models.
func sample(yield func(seed uint64, f *dimacs.Formula) bool) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 2))
		if _, f := generate.Small(int(seed), r); f.Vars <= 10 && !yield(seed, f) {
			return
		}
	}
}

// TestFindFacts compares the facts found in a neighbourhood of all clauses with the list of all
// models.
func TestFindFacts(t *testing.T) {
	fixed, equal := 0, 0
	for seed, f := range sample {
		n := newNeighbourhood(f.Vars)
		for v := range f.Vars {
			n.number(uint32(v + 1))
		}
		d := enginetest.Load(t, f) // without repeated literals and tautologies
		if d.Unsat {
			continue
		}
		for c := range d.All {
			var lits []clause.Lit
			for _, l := range d.Lits(c) {
				lits = append(lits, clause.Of(d.Name(l)))
			}
			n.addClause(lits)
		}
		for l := range d.Literals {
			for _, w := range d.Watching(l) {
				if w.IsBinary() && l < w.Lit() {
					n.addClause([]clause.Lit{clause.Of(d.Name(l)), clause.Of(d.Name(w.Lit()))})
				}
			}
		}
		for _, l := range d.Trail {
			n.addClause([]clause.Lit{clause.Of(d.Name(l))})
		}
		n.findFacts(t.Context(), 1<<40)
		all := models(f)
		if n.Unsat != (len(all) == 0) {
			t.Fatalf("seed %d: %d models, unsatisfiable %v", seed, len(all), n.Unsat)
		}
		if n.Unsat {
			continue
		}
		root := map[dimacs.Lit]dimacs.Lit{}
		for _, e := range n.equal {
			a, b := e[0].Dimacs(), e[1].Dimacs()
			root[b], root[-b] = a, -a
			equal++
		}
		find := func(l dimacs.Lit) dimacs.Lit {
			for root[l] != 0 {
				l = root[l]
			}
			return l
		}
		for v := dimacs.Lit(1); int(v) <= f.Vars; v++ {
			is := !slices.ContainsFunc(all, func(m int) bool { return !isTrue(m, v) }) || !slices.ContainsFunc(all, func(m int) bool { return isTrue(m, v) })
			if got := n.Value(clause.Of(find(v))) != 0; got != is {
				t.Fatalf("seed %d: variable %d has the same value in all models: %v, want %v", seed, v, got, is)
			}
			if is {
				fixed++
				continue
			}
			for u := dimacs.Lit(1); u < v; u++ {
				for _, l := range []dimacs.Lit{u, -u} {
					is := !slices.ContainsFunc(all, func(m int) bool { return isTrue(m, l) != isTrue(m, v) })
					if got := find(l) == find(v); got != is {
						t.Fatalf("seed %d: %d equals %d: %v, want %v", seed, v, l, got, is)
					}
				}
			}
		}
	}
	if fixed < 100 || equal < 100 {
		t.Errorf("only %d literals fixed and %d pairs equal", fixed, equal)
	}
}

// After any models, a flip has the same result with separate as with split.
func TestSeparate(t *testing.T) {
	const vars = 12
	r := rand.New(rand.NewPCG(1, 2))
	n := newNeighbourhood(vars)
	for v := range uint32(vars) {
		n.number(v + 1)
	}
	for range 100 {
		for v := 1; v <= vars; v++ {
			n.first[v], n.backbone[v], n.class[v] = clause.Positive(uint32(v)), true, 1
		}
		copy(n.model, n.first)
		for range vars {
			v := 1 + r.IntN(vars)
			n.model[v] = n.model[v].Not()
			class, backbone := slices.Clone(n.class), slices.Clone(n.backbone)
			n.separate(v)
			class, n.class = n.class, class
			backbone, n.backbone = n.backbone, backbone
			if n.split(); !slices.Equal(n.class, class) || !slices.Equal(n.backbone, backbone) {
				t.Fatalf("after a flip of %d: got the classes %v, want %v", v, class[1:vars+1], n.class[1:vars+1])
			}
			for range r.IntN(2) * vars { // another model
				v := 1 + r.IntN(vars)
				n.model[v] = n.model[v].Not()
			}
			n.split()
		}
	}
}

// TestSweep checks the proof and the results of sweeping, also with few ticks and if it is
// interrupted.
func TestSweep(t *testing.T) {
	for seed, f := range sample {
		proof := &enginetest.Proof{}
		s := load(t, f, proof)
		r := rand.New(rand.NewPCG(seed, 3))
		for range 3 {
			s.skip = 0
			s.Sweep(&enginetest.Ending{Context: t.Context(), Looks: r.IntN(200)}, r.Int64N(2000))
		}
		enginetest.CheckDerivation(t, f, proof)
		all := models(f)
		for _, m := range all {
			for v := range s.Variables {
				l := s.Representative(clause.Positive(v))
				if x := s.Value(l); isTrue(m, s.Name(l)) != isTrue(m, s.Name(clause.Positive(v))) || x != 0 && isTrue(m, s.Name(l)) != (x > 0) {
					t.Fatalf("seed %d: wrong value of variable %d in model %b", seed, s.Name(clause.Positive(v)), m)
				}
			}
		}
		if s.Unsat && len(all) > 0 || t.Failed() {
			t.Fatalf("seed %d: unsatisfiable %v, %d models", seed, s.Unsat, len(all))
		}
	}
}

// parities has two circuits for the parity of 1, 2 and 3. The first is 5, an exclusive or of
// 3 and 4, the other 9, by conjunctions and disjunctions.
const parities = "-4 1 2;-4 -1 -2;4 -1 2;4 1 -2;-5 3 4;-5 -3 -4;5 -3 4;5 3 -4;" +
	"-6 1;-6 -2;6 -1 2;-7 -1;-7 2;7 1 -2;8 -6;8 -7;-8 6 7;-9 3 8;-9 -3 -8;9 -3 8;9 3 -8"

// TestEquivalent checks that equivalent literals of two circuits are substituted, and the
// neighbourhood grows beyond the clauses of one variable.
func TestEquivalent(t *testing.T) {
	proof := &enginetest.Proof{}
	f := enginetest.Clauses(parities)
	s := load(t, f, proof)
	s.Sweep(t.Context(), 1<<20)
	if a, b := s.Representative(s.Lit(4)), s.Representative(s.Lit(8)); a != b {
		t.Errorf("4 has representative %d, 8 has %d", s.Name(a), s.Name(b))
	}
	if a, b := s.Representative(s.Lit(5)), s.Representative(s.Lit(9)); a != b {
		t.Errorf("5 has representative %d, 9 has %d", s.Name(a), s.Name(b))
	}
	enginetest.CheckDerivation(t, f, proof)
}

// TestSchedule checks which calls work. A call continues the last one. After a call that found
// little, some calls do nothing. After a call that found much, the share of the ticks grows.
func TestSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := load(t, generate.Random(r, 200, 600, 3), &enginetest.Proof{})
	var worked []int
	left := 201
	for call := range 12 {
		before := s.Stats.OwnTicks
		if s.Sweep(t.Context(), 10_000); s.Stats.OwnTicks > before {
			worked = append(worked, call)
		}
		n := len(s.schedule)
		if n == 0 || n >= 200 || (n < left) != slices.Contains(worked, call) {
			t.Errorf("call %d leaves %d variables, the last one left %d", call, n, left)
		}
		left = n
	}
	if want := []int{0, 2, 6}; !slices.Equal(worked, want) || s.share != minShare {
		t.Errorf("calls %d did work, want %d; share %g", worked, want, s.share)
	}
	s = load(t, enginetest.Clauses(parities), &enginetest.Proof{})
	if s.Sweep(t.Context(), 1<<20); s.share != 2*minShare || s.skip != 0 {
		t.Errorf("share %g, %d calls to skip after a call that found much", s.share, s.skip)
	}
}

// TestFullDisk checks that a sweep stops at the first error of the proof.
func TestFullDisk(t *testing.T) {
	s := load(t, enginetest.Clauses(parities), &enginetest.Proof{})
	full := errors.New("full")
	s.SetProof(enginetest.FullDisk{Err: full})
	s.Sweep(t.Context(), 1<<20)
	if s.Err != full || s.merged == 0 || s.Stats.Substituted > 0 || len(s.schedule) == 0 {
		t.Errorf("error %v, %d merged, %d substituted, %d variables left", s.Err, s.merged, s.Stats.Substituted, len(s.schedule))
	}
}

// TestLimits checks that neighbourhoods of dense clauses and of a long clause keep the
// limits.
func TestLimits(t *testing.T) {
	long := enginetest.Clauses("-1 -2; -2 -3; -1 -3")
	for v := range dimacs.Lit(100_000) {
		long.Add(-v-1, v+2)
	}
	var all []dimacs.Lit
	for v := range dimacs.Lit(100_001) {
		all = append(all, v+1)
	}
	long.Add(all...)
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range []*dimacs.Formula{generate.Random(r, 300, 20_000, 3), long} {
		s := load(t, f, &enginetest.Proof{})
		s.index()
		s.near = newNeighbourhood(s.Vars)
		total := 0
		for v := range s.Variables {
			if s.collect(v); s.near.size() > maxVariables || s.near.clauses > maxClauses {
				t.Fatalf("variable %d: %d variables, %d clauses", v, s.near.size(), s.near.clauses)
			}
			total += s.near.clauses
		}
		if total < s.Vars-1 {
			t.Errorf("%d clauses near %d variables", total, s.Vars)
		}
	}
}
