package cover

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// randomInstance returns a random instance of n options. Some options may be in no conflict or
// in no item.
func randomInstance(t *testing.T, r *rand.Rand, n int) *instance {
	t.Helper()
	var positive [][]clause.Lit
	var conflicts [][2]clause.Lit
	for range r.IntN(4) {
		var c []clause.Lit
		for _, v := range r.Perm(n)[:1+r.IntN(n)] {
			c = append(c, clause.Positive(v+1))
		}
		positive = append(positive, c)
	}
	density := r.IntN(4)
	for v := 1; v <= n; v++ {
		for w := 1; w < v; w++ {
			if r.IntN(4) < density {
				conflicts = append(conflicts, [2]clause.Lit{clause.Positive(v), clause.Positive(w)})
			}
		}
	}
	return newInstance(n, positive, conflicts, nil)
}

// solutions returns the sets of options without a conflict that cover all items, as bits.
func solutions(in *instance) map[uint64]bool {
	set := map[uint64]bool{}
subsets:
	for s := range uint64(1) << len(in.options) {
		for i := range in.options {
			if s>>i&1 != 0 && len(in.options) > 0 && s&in.conflicts[i][0] != 1<<i {
				continue subsets
			}
		}
		for _, it := range in.items {
			if s&it.options[0] == 0 {
				continue subsets
			}
		}
		set[s] = true
	}
	return set
}

func never() error { return nil }

// A search finds each solution once and counts correctly, with and without the kernel.
func TestSearchFindsAllSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		in := randomInstance(t, r, 1+r.IntN(10))
		want := solutions(in)
		seen := map[uint64]bool{}
		s := newSearch(in, never)
		s.found = func(chosen []int32) error {
			key := uint64(0)
			for _, o := range chosen {
				key |= 1 << o
			}
			if seen[key] || !want[key] {
				t.Errorf("instance %d: %v was found before, or is no solution", i, chosen)
			}
			seen[key] = true
			return nil
		}
		if err := s.below(in.root()); err != nil || len(seen) != len(want) {
			t.Fatalf("instance %d: %d solutions, %v, want %d", i, len(seen), err, len(want))
		}
		if s = searched(t, in); s.total.Int64() != int64(len(want)) {
			t.Fatalf("instance %d: counted %v, want %d", i, &s.total, len(want))
		}
	}
}

// Under a projection, solutions that agree on it are found once.
func TestSearchProjects(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 500 {
		in := randomInstance(t, r, 1+r.IntN(10))
		if len(in.options) == 0 {
			continue
		}
		mask := r.Uint64() & (1<<len(in.options) - 1)
		want := map[uint64]bool{}
		for s := range solutions(in) {
			want[s&mask] = true
		}
		n := 0
		s := newSearch(in, never)
		s.projection = bitset.Set[int]{mask}
		s.found = func([]int32) error { n++; return errFirst }
		if err := s.below(in.root()); err != nil && err != errFirst || n != len(want) {
			t.Fatalf("instance %d: %d solutions, %v, want %d", i, n, err, len(want))
		}
	}
}

// looseChoice returns a formula with one clause of n variables and some conflicts between its
// variables.
func looseChoice(n, pairs int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: n}
	var c []dimacs.Lit
	for v := 1; v <= n; v++ {
		c = append(c, dimacs.Lit(v))
	}
	f.Add(c...)
	for k := range dimacs.Lit(pairs) {
		f.Add(-2*k-1, -2*k-2)
	}
	return f
}

// rooks returns a formula that chooses a different file for each rank.
func rooks(ranks, files int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: ranks * files}
	square := func(rank, file int) dimacs.Lit { return dimacs.Lit(rank*files + file + 1) }
	for rank := range ranks {
		var c []dimacs.Lit
		for file := range files {
			c = append(c, square(rank, file))
			for k := range file {
				f.Add(-square(rank, k), -square(rank, file))
			}
			for k := range rank {
				f.Add(-square(k, file), -square(rank, file))
			}
		}
		f.Add(c...)
	}
	return f
}

// Any number of unconstrained options is counted at once.
func TestCountUnconstrainedOptions(t *testing.T) {
	for _, n := range []int{1, 5, 60, 63, 64, 65, 200} {
		for pairs := range 3 {
			f, want := looseChoice(n, min(pairs, n/2)), big.NewInt(1)
			for range min(pairs, n/2) {
				want.Mul(want, big.NewInt(3))
			}
			want.Lsh(want, uint(n-2*min(pairs, n/2)))
			want.Sub(want, big.NewInt(1))
			got, err := New().Count(t.Context(), enginetest.Task(f))
			if err != nil || got.Int().Cmp(want) != 0 {
				t.Errorf("%d options, %d conflicts: %v, %v, want %v", n, pairs, got.Int(), err, want)
			}
		}
	}
}

// Counting sets without conflicts stops in the kernel and outside, if there are too many.
func TestCountOfIndependentSetsStops(t *testing.T) {
	for _, n := range []int{62, 200} {
		var positive [][]clause.Lit
		var conflicts [][2]clause.Lit
		var all []clause.Lit
		for v := 1; v <= n; v++ {
			all = append(all, clause.Positive(v))
			if v%2 == 0 {
				conflicts = append(conflicts, [2]clause.Lit{clause.Positive(v - 1), clause.Positive(v)})
			}
		}
		in := newInstance(n, append(positive, all), conflicts, nil)
		asked, cause := 0, errors.New("stopped by the test")
		s := newSearch(in, func() error {
			if asked++; asked > 10 {
				return cause
			}
			return nil
		})
		if err := s.below(in.root()); err != cause || asked != 11 || s.kernel.nodes > 20*pollNodes {
			t.Errorf("%d options: %v after %d polls and %d nodes", n, err, asked, s.kernel.nodes)
		}
	}
}

// countedTwice counts the models of a task by one search, and by subtrees.
func countedTwice(t *testing.T, task *engine.Task) (*problem, *search, *traversal) {
	t.Helper()
	p := problemOf(t, task)
	s := searched(t, p.in)
	w := &traversal{problem: p, ctx: t.Context(), total: new(big.Int)}
	w.divide(wantedSubtrees)
	w.search()
	return p, s, w
}

// A traversal with symmetries gives the same count as a single search, and finds the first
// subtree with a solution.
func TestTraversal(t *testing.T) {
	tasks := map[string]*engine.Task{
		"rooks":         enginetest.Task(rooks(10, 10)),
		"too few holes": enginetest.Task(rooks(11, 9)),
		"loose choice":  enginetest.Task(looseChoice(100, 3)),
	}
	for n := 9; n <= 11; n++ {
		tasks[fmt.Sprintf("board of %d", n)] = taskOf(t, encode.Instance{N: n})
		tasks[fmt.Sprintf("torus of %d", n)] = taskOf(t, encode.Instance{N: n, Variant: board.Torus})
	}
	for name, task := range tasks {
		task.Threads = 2
		p, s, w := countedTwice(t, task)
		if w.total.Cmp(&s.total) != 0 || w.done < 0.999 || w.done > 1.001 {
			t.Errorf("%s: counted %v in %d subtrees, %.3f of the tree, want %v", name, w.total, len(w.subtrees), w.done, &s.total)
		}
		w = &traversal{problem: p, ctx: t.Context()}
		w.divide(wantedSubtrees)
		w.search()
		if k := int(w.earliest.Load()); (k < len(w.subtrees)) != (s.total.Sign() > 0) {
			t.Errorf("%s: subtree %d of %d has a solution, %v solutions", name, k, len(w.subtrees), &s.total)
		}
	}
}
