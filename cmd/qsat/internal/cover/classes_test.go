package cover

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// disguised returns a task with renamed variables, some of them complemented, and with clauses
// and literals in another order.
func disguised(r *rand.Rand, t *engine.Task) *engine.Task {
	names := r.Perm(t.Formula.Vars)
	for i := range names {
		names[i] = (names[i] + 1) * (1 - 2*r.IntN(2))
	}
	clauses := slices.Collect(generate.Renamed(t.Formula, names, t.Formula.Vars).Clauses())
	for _, c := range clauses {
		r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	}
	r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	u := enginetest.Task((&dimacs.Formula{Vars: t.Formula.Vars}).With(clauses...))
	for _, v := range t.Project {
		u.Project = append(u.Project, max(names[v-1], -names[v-1]))
	}
	slices.Sort(u.Project)
	return u
}

// Counts of classes agree with A002562 in every encoding and under any names, and with an
// enumeration for the torus of 13.
func TestCountClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 43))
	check := func(in encode.Instance, want int64) {
		t.Helper()
		in.SymmetryBroken = true
		task := taskOf(t, in)
		for _, task := range []*engine.Task{task, disguised(r, task)} {
			if n, err := New().countClasses(t.Context(), task); err != nil || n.Int().Int64() != want {
				t.Errorf("%+v: %v classes, %v, want %d", in, n.Int(), err, want)
			}
		}
	}
	for i, want := range []int64{1, 2, 1, 6, 12, 46, 92, 341} {
		for _, encoding := range atmostone.All() {
			if i < 5 || encoding.Name == "pairwise" || encoding.Name == "product" {
				check(encode.Instance{N: i + 4, Encoding: encoding.Name}, want)
			}
		}
	}
	check(encode.Instance{N: 8, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 3}, {Row: 7, Col: 6}}...)}, 35)
	check(encode.Instance{N: 9, Placed: []board.Square{{Row: 5, Col: 5}}}, 7)
	check(encode.Instance{N: 13, Variant: board.Torus}, 572)
}

// compare adds clauses that compare an assignment with its image, variable by variable in the
// given order. It omits the last variable of each cycle unless all is set, and the variable
// but.
func compare(f *dimacs.Formula, image, order []int, all bool, but int) {
	var agreed dimacs.Lit
	var list []int
	for k, v := range order {
		last := true // of its cycle
		for w := image[v]; w != v; w = image[w] {
			last = last && slices.Contains(order[:k], w)
		}
		if v != but && (all && image[v] != v || !last) {
			list = append(list, v)
		}
	}
	add := func(lits ...dimacs.Lit) { f.Add(slices.DeleteFunc(lits, func(l dimacs.Lit) bool { return l == 0 })...) }
	for k, i := range list {
		v, w := dimacs.Lit(i+1), dimacs.Lit(image[i]+1)
		if add(-agreed, v, -w); k == len(list)-1 {
			break
		}
		f.Vars++
		next := dimacs.Lit(f.Vars)
		if agreed != 0 {
			add(-next, agreed)
		}
		add(-next, -v, w)
		add(-agreed, v, next)
		add(-agreed, -w, next)
		agreed = next
	}
}

// Comparisons with random images of a few rooks are declined or counted correctly: in one order
// or several, with permutations that are symmetries or not.
func TestCompareImages(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 53))
	counted, declined := 0, 0
	for range 600 {
		n := 3 + r.IntN(2)
		f, order, image := &dimacs.Formula{Vars: n * n}, r.Perm(n*n), r.Perm(n*n)
		strange := r.IntN(8)
		for c := range rooks(n, n).Clauses() {
			if strange != 0 || r.IntN(n*n) > 0 {
				f.Add(c...)
			}
		}
		rows, columns := r.Perm(n), r.Perm(n)
		for v := 0; v < n*n && strange != 1; v++ {
			image[v] = rows[v/n]*n + columns[v%n]
		}
		for power := slices.Clone(image); !slices.IsSorted(power); {
			but, all := -1, r.IntN(2) == 0
			if strange == 2 {
				but, all = r.IntN(n*n), true
			}
			if strange == 3 && r.IntN(3) == 0 {
				order = r.Perm(n * n)
			}
			if strange != 4 || r.IntN(4) > 0 {
				compare(f, power, order, all, but)
			}
			for v, w := range power {
				power[v] = image[w]
			}
		}
		if strange == 5 {
			f.Add(dimacs.Lit(1-2*r.IntN(2)) * dimacs.Lit(1+r.IntN(f.Vars)))
		}
		task := enginetest.Task(f)
		got, err := New().countClasses(t.Context(), disguised(r, task))
		if engine.IsDeclined(err) {
			declined++
			continue
		}
		counted++
		want, wantErr := dpll.New().Count(t.Context(), task)
		if err != nil || wantErr != nil || got.Int().Cmp(want.Int()) != 0 {
			t.Fatalf("%v: %v classes, %v, want %v, %v", f, got.Int(), err, want.Int(), wantErr)
		}
	}
	if counted < 200 || declined < 200 {
		t.Errorf("%d formulas were counted and %d declined", counted, declined)
	}
}

// A variable without clauses after elimination doubles the number of classes. Here this is
// variable 1, after 2 and 3 are eliminated.
func TestClassesWithFree(t *testing.T) {
	f := (&dimacs.Formula{}).With([]dimacs.Lit{3, -2}, []dimacs.Lit{1, -3, 2}, []dimacs.Lit{-1, 3},
		[]dimacs.Lit{4, 5, 6}, []dimacs.Lit{-4, -5}, []dimacs.Lit{-4, -6}, []dimacs.Lit{-5, -6}, []dimacs.Lit{6, -5})
	for project, want := range map[[4]int]int64{{1, 2, 5, 6}: 8, {1, 4, 5, 6}: 4} {
		task := enginetest.Task(f)
		task.Project = project[:]
		if n, err := engine.CountModels(t.Context(), New(), task); err != nil || n.Int().Int64() != want {
			t.Errorf("projected on %v: %v, %v, want %d", project, n.Int(), err, want)
		}
	}
}
