package simplify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A bench simplifies a formula with few variables and tries every assignment on the
// result.
type bench struct {
	t      *testing.T
	random *rand.Rand
	f      *dimacs.Formula
	d      *clause.Database
	s      *Simplifier
	proof  recorder
	frozen []uint32
	ctx    context.Context
}

// A recorder is a proof that keeps the clauses added and not deleted.
type recorder struct {
	enginetest.Proof
	remaining map[string]int
}

func key(c []dimacs.Lit) string {
	c = slices.Clone(c)
	slices.Sort(c)
	return fmt.Sprint(c)
}

func (r *recorder) Add(c []dimacs.Lit) error {
	r.remaining[key(c)]++
	return r.Proof.Add(c)
}

func (r *recorder) Delete(c []dimacs.Lit) error {
	r.remaining[key(c)]--
	return r.Proof.Delete(c)
}

// newBench returns a bench for the formula f.
func newBench(t *testing.T, f *dimacs.Formula, seed uint64) *bench {
	t.Helper()
	d := enginetest.Load(t, f)
	b := &bench{t: t, f: f, d: d, random: rand.New(rand.NewPCG(seed, 1)), ctx: t.Context()}
	b.proof.remaining = map[string]int{}
	for c := range f.Clauses() {
		b.proof.remaining[key(c)]++
	}
	d.SetProof(&b.proof)
	b.s = New(d)
	return b
}

// sample returns a random formula of up to 10 variables, one in three a circuit.
func sample(seed uint64) *dimacs.Formula {
	r := rand.New(rand.NewPCG(seed, 2))
	if seed%3 == 0 {
		return (&circuit{Rand: r}).smallCircuit()
	}
	for {
		if _, f := generate.Small(int(seed), r); f.Vars <= 10 {
			return f
		}
	}
}

// seeds returns the number of formulas of a test: n, or 4*n in the long version.
func seeds(n uint64) uint64 {
	if enginetest.Long() {
		return 4 * n
	}
	return n
}

// freeze freezes random variables.
func (b *bench) freeze() {
	for v := uint32(1); int(v) <= b.d.Vars; v++ {
		if b.random.IntN(4) == 0 {
			b.frozen = append(b.frozen, v)
			b.s.Freeze(v)
		}
	}
}

// learn adds random clauses that follow by unit propagation, as a search does.
func (b *bench) learn() {
	d := b.d
	for range 20 {
		if d.Unsat || d.Vars == 0 {
			return
		}
		var lits []clause.Lit
		conflict := false
		for range 2 + b.random.IntN(5) {
			l := clause.Lit(2 + b.random.IntN(2*d.Vars))
			if d.Value(l) != 0 || !b.s.Active(l.Var()) {
				continue
			}
			lits = append(lits, l)
			d.Decide(l.Not())
			if conflict = d.Propagate() != nil; conflict {
				break
			}
		}
		d.Backtrack(0)
		switch {
		case !conflict:
		case len(lits) == 1:
			d.AddUnit(lits[0])
			d.PropagateUnits()
		default:
			d.ProveAdd(lits...)
			d.AddWatched(lits, 1)
		}
	}
}

// clauses returns the original clauses and the learned clauses.
func (b *bench) clauses() (irredundant, learned [][]clause.Lit) {
	add := func(c []clause.Lit, is bool) {
		if is {
			learned = append(learned, c)
		} else {
			irredundant = append(irredundant, c)
		}
	}
	for c := range b.d.All {
		add(b.d.Lits(c), b.d.Has(c, clause.Learned))
	}
	for l := range b.d.Literals {
		for _, w := range b.d.Watching(l) {
			if w.IsBinary() && l < w.Lit() && !b.d.Unwatched {
				add([]clause.Lit{l, w.Lit()}, w.IsLearned())
			}
		}
	}
	return irredundant, learned
}

// check checks the models of the database against all assignments, and checks its watches
// and the proof.
func (b *bench) check() {
	b.t.Helper()
	if b.d.Level() != 0 {
		b.t.Errorf("level %d", b.d.Level())
	}
	enginetest.CheckDerivation(b.t, b.f, &b.proof.Proof)
	wanted := b.projections(func(values []int8) bool { return !b.falsifies(values) })
	if b.d.Unsat {
		if len(wanted) > 0 {
			b.t.Error("refuted a formula that has models")
		}
		enginetest.CheckProof(b.t, b.f, &b.proof.Proof)
		return
	}
	irredundant, learned := b.clauses()
	for _, c := range slices.Concat(irredundant, learned) {
		if b.proof.remaining[key(b.named(c))] <= 0 {
			b.t.Errorf("the proof has no clause %v", c)
		}
	}
	got := b.projections(func(values []int8) bool { return b.extends(values, irredundant, learned) })
	if diff := cmp.Diff(wanted, got); diff != "" {
		b.t.Errorf("models over %v: -want +got\n%s", b.frozen, diff)
	}
}

// named returns a clause in the variables of the formula.
func (b *bench) named(c []clause.Lit) []dimacs.Lit {
	var lits []dimacs.Lit
	for _, l := range c {
		lits = append(lits, b.d.Name(l))
	}
	return lits
}

// projections returns the assignments of the frozen variables that belong to an assignment
// for which accept returns true. The argument of accept is indexed by literal.
func (b *bench) projections(accept func(values []int8) bool) map[int]bool {
	n := b.d.Vars
	set := map[int]bool{}
	for x := range 1 << n {
		values := make([]int8, 2*n+2)
		for v := 1; v <= n; v++ {
			values[clause.Positive(v)] = int8(2*(x>>(v-1)&1) - 1)
			values[clause.Negative(v)] = -values[clause.Positive(v)]
		}
		if !accept(values) {
			continue
		}
		p := 0
		for i, v := range b.frozen {
			if values[clause.Positive(v)] > 0 {
				p |= 1 << i
			}
		}
		set[p] = true
	}
	return set
}

// falsifies reports whether an assignment falsifies a clause of the formula.
func (b *bench) falsifies(values []int8) bool {
	for c := range b.f.Clauses() {
		if !slices.ContainsFunc(c, func(l dimacs.Lit) bool { return values[b.d.Lit(l)] > 0 }) {
			return true
		}
	}
	return false
}

// extends reports whether an assignment is a model of the remaining clauses. If so, it
// extends it by Extend.
func (b *bench) extends(values []int8, irredundant, learned [][]clause.Lit) bool {
	for v := uint32(1); int(v) <= b.d.Vars; v++ {
		if fixed := b.d.Value(clause.Positive(v)); fixed != 0 && values[clause.Positive(v)] != fixed {
			return false
		}
		if b.s.flags[v]&inactive != 0 {
			values[clause.Positive(v)], values[clause.Negative(v)] = 0, 0
		}
	}
	holds := func(c []clause.Lit) bool {
		for _, l := range c {
			if b.s.flags[l.Var()]&inactive != 0 {
				b.t.Errorf("clause %v has a variable that is inactive", c)
			}
		}
		return slices.ContainsFunc(c, func(l clause.Lit) bool { return values[l] > 0 })
	}
	for _, c := range irredundant {
		if !holds(c) {
			return false
		}
	}
	for _, c := range learned {
		if !holds(c) {
			b.t.Errorf("learned clause %v does not follow", c)
		}
	}
	b.s.Extend(values)
	for v := uint32(1); int(v) <= b.d.Vars; v++ {
		if values[clause.Positive(v)] == 0 {
			values[clause.Positive(v)], values[clause.Negative(v)] = -1, 1
		}
		l := clause.Positive(v)
		if r := b.s.Representative(l); values[r] != values[l] {
			b.t.Errorf("variable %d is %d, its representative %d", v, values[l], values[r])
		}
	}
	if b.falsifies(values) {
		b.t.Error("a model does not extend to the formula")
	}
	for _, v := range b.frozen {
		if b.s.flags[b.s.Representative(clause.Positive(v)).Var()]&eliminated != 0 {
			b.t.Errorf("variable %d was eliminated though it was frozen", v)
		}
	}
	return true
}

// techniques lists the techniques of a simplifier.
var techniques = []struct {
	name string
	do   func(b *bench)
}{
	{"subsume", func(b *bench) { b.s.Subsume(b.ctx, b.ticks()) }},
	{"reduce", func(b *bench) { b.s.ReduceTransitively(b.ctx, b.ticks()) }},
	{"substitute", func(b *bench) { b.s.Substitute(b.ctx) }},
	{"congruence", func(b *bench) { b.s.Congruence(b.ctx, b.ticks()) }},
	{"probe", func(b *bench) { b.s.Probe(b.ctx, b.ticks()) }},
	{"eliminate", func(b *bench) {
		b.s.Eliminate(b.ctx, b.ticks(), Bounds{Growth: b.random.IntN(17), Occurrences: 100, Width: 100})
	}},
	{"eliminate all", func(b *bench) {
		b.s.Eliminate(b.ctx, Unlimited, Bounds{Growth: -1, Literals: 1 << 16, Pairs: 1 << 14, Keep: func(v uint32) bool { return v%2 == 0 }})
	}},
}

// ticks returns a budget that is sometimes too small.
func (b *bench) ticks() int64 {
	if b.random.IntN(4) == 0 {
		return b.random.Int64N(300)
	}
	return 1 << 30
}

// inAnyOrder applies random techniques and learns clauses between them.
func (b *bench) inAnyOrder() {
	b.freeze()
	for range 5 {
		techniques[b.random.IntN(len(techniques))].do(b)
		b.check()
		b.learn()
	}
	b.check()
}

func TestInAnyOrder(t *testing.T) {
	for seed := range seeds(300) {
		if newBench(t, sample(seed), seed).inAnyOrder(); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestInterrupted checks that an interrupted technique leaves the database in a valid
// state.
func TestInterrupted(t *testing.T) {
	defer func(ticks int64) { pollTicks = ticks }(pollTicks)
	pollTicks = 1
	for seed := range seeds(500) {
		b := newBench(t, sample(seed), seed)
		b.freeze()
		for range 4 {
			b.ctx = &enginetest.Ending{Context: t.Context(), Looks: b.random.IntN(60)}
			techniques[b.random.IntN(len(techniques))].do(b)
			b.check()
			b.learn()
		}
		if b.check(); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// FuzzSimplifier applies techniques in any order. The result must have the models of the
// formula over the frozen variables, and the proof must derive it.
func FuzzSimplifier(f *testing.F) {
	for seed := range uint64(40) {
		var text strings.Builder
		if err := sample(seed).Write(f.Context(), &text); err != nil {
			f.Fatal(err)
		}
		f.Add(text.String(), seed)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err != nil || formula.Vars > 10 {
			return
		}
		newBench(t, formula, seed).inAnyOrder()
	})
}
