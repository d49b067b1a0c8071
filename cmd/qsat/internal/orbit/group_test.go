package orbit

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// checkGroup tests that the group of the task maps models to models of the same weight, that Models finds
// one model of each orbit, and that Count counts the orbits. It returns the numbers of symmetries and orbits.
func checkGroup(t *testing.T, name string, task *engine.Task) (order, orbits int) {
	t.Helper()
	task.Stats = &engine.Stats{}
	g, err := FindGroup(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.CheckAccepted(t, task.Stats)
	list := models(t, cdcl.New(), task)
	orbit := map[string]int{} // indexed by model
	sum := new(big.Rat)
	for _, first := range list {
		if orbit[first] > 0 {
			continue
		}
		orbits++
		orbit[first] = orbits
		sum.Add(sum, weight(task, first))
		for queue := []string{first}; len(queue) > 0; queue = queue[1:] {
			for _, p := range g.Representatives {
				image := g.imageOf(queue[0], p, list)
				if image == "" || weight(task, image).Cmp(weight(task, first)) != 0 {
					t.Fatalf("%s: a symmetry maps the model %s to %q", name, queue[0], image)
				}
				if orbit[image] == 0 {
					orbit[image] = orbits
					queue = append(queue, image)
				}
			}
		}
	}
	found := map[int]bool{}
	for _, m := range models(t, leaders{g}, task) {
		if found[orbit[m]] {
			t.Errorf("%s: the model %s is not the only one of its orbit", name, m)
		}
		found[orbit[m]] = true
	}
	if delete(found, 0); len(found) != orbits {
		t.Errorf("%s: models of %d orbits, want %d", name, len(found), orbits)
	}
	order = int(g.Order.Int64())
	for range 2 {
		n, err := g.Count(t.Context(), task, &count.Engine{}, cdcl.New())
		if wanted := task.Weights == nil || g.Order.Cmp(big.NewInt(maxCounted)) <= 0; err != nil != !wanted || wanted && n.Rat().Cmp(sum) != 0 {
			t.Errorf("%s: %v symmetries, count %v, %v, want %v", name, g.Order, n, err, sum)
		}
		g.Order = new(big.Int).Lsh(big.NewInt(1), 70) // only in the test: now Count finds the leaders
	}
	return order, orbits
}

// leaders is an engine that enumerates one model of each orbit of its group.
type leaders struct{ *Group }

func (leaders) Name() string { return Name }

func (l leaders) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return l.Models(cdcl.New(), 0).Enumerate(ctx, t, found)
}

// imageOf returns the image of a model under p, or "" if it is not in list. Models have the form of models.
// The other variables determine the sums of counters.
func (g *Group) imageOf(model string, p []int32, list []string) string {
	value, isSum := map[dimacs.Lit]byte{}, map[int]bool{}
	for i := range model {
		l := dimacs.Lit(g.task.Projected(i))
		value[l], value[-l] = model[i], '0'+'1'-model[i]
	}
	for _, c := range g.counters {
		for _, s := range c.Sums {
			isSum[g.clauses.Name(s.Lit).Var()] = true
		}
	}
	i := slices.IndexFunc(list, func(image string) bool {
		for i := range image {
			want := model[i]
			if v := g.clauses.Var(g.task.Projected(i)); v > 0 {
				want = value[g.clauses.Name(clause.Lit(p[clause.Positive(uint32(v))]))]
			}
			if image[i] != want && !isSum[g.task.Projected(i)] {
				return false
			}
		}
		return true
	})
	if i < 0 {
		return ""
	}
	return list[i]
}

// weight returns the weight of a model, which has the form of models.
func weight(task *engine.Task, model string) *big.Rat {
	product := big.NewRat(1, 1)
	for i := range model {
		l := dimacs.Lit(task.Projected(i))
		if model[i] == '0' {
			l = -l
		}
		if w := task.Weights[l]; w != nil {
			product.Mul(product, w)
		}
	}
	return product
}

// Orbits of boards and of other formulas have the expected numbers.
func TestGroup(t *testing.T) {
	k := func(n int) *int { return &n }
	for _, test := range []struct {
		name          string
		f             *dimacs.Formula
		assume        []dimacs.Lit
		order, orbits int
	}{
		{"queens", enginetest.Formula(t, encode.Instance{N: 7}), nil, 8, 6},
		{"a placed queen", enginetest.Formula(t, encode.Instance{N: 7}), []dimacs.Lit{3}, 1, 6},
		{"4 of 5 queens", enginetest.Formula(t, encode.Instance{N: 5, Queens: k(4)}), nil, 8, 11},
		{"domination", enginetest.Formula(t, encode.Instance{N: 5, Family: "domination", Queens: k(3)}), nil, 8, 37},
		{"armies", enginetest.Formula(t, encode.Instance{N: 4, Family: "armies", Queens: k(2)}), nil, 16, 10},
		{"torus", enginetest.Formula(t, encode.Instance{N: 5, Variant: board.Torus}), nil, 400, 1},
		{"pigeonholes", generate.Pigeonhole(4, 4), nil, 576, 1},
		{"path and free variables", path(), nil, 2, 21 * 4},
		{"no models", generate.Pigeonhole(4, 3), nil, 144, 0},
		{"refuted", generate.Pigeonhole(2, 1), nil, 1, 0},
		{"no clauses", &dimacs.Formula{Vars: 3}, nil, 1, 8},
	} {
		task := enginetest.Task(test.f)
		task.Project, task.Assume = test.f.Projection, test.assume
		if order, orbits := checkGroup(t, test.name, task); order != test.order || orbits != test.orbits {
			t.Errorf("%s: %d symmetries and %d orbits, want %d and %d", test.name, order, orbits, test.order, test.orbits)
		}
	}
}

// Orbits of random formulas with assumptions, projections and weights are counted and listed.
func TestRandomGroups(t *testing.T) {
	groups, weighted := 0, 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 1))
		task := symmetricTask(r)
		if task.Formula.Vars < 12 && r.IntN(3) == 0 {
			task.Assume = generate.Lits(r, task.Formula.Vars, 1)
		}
		if r.IntN(3) == 0 {
			task.Weights = map[dimacs.Lit]*big.Rat{}
			for i := range task.NumProjected() {
				if l := dimacs.Lit(task.Projected(i)); r.IntN(5) > 0 {
					task.Weights[l], task.Weights[-l] = big.NewRat(2, 3), big.NewRat(int64(1+r.IntN(6)/5), 2)
				}
			}
		}
		order, _ := checkGroup(t, fmt.Sprintf("seed %d", seed), task)
		if order > 1 {
			groups++
			if task.Weights != nil {
				weighted++
			}
		}
	}
	if groups < 20 || weighted < 3 {
		t.Errorf("%d groups, %d of them with weights", groups, weighted)
	}
}
