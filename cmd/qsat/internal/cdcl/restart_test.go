package cdcl

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// luby returns the i-th number of the sequence of Luby et al., from 1, by its definition.
func luby(i int) int64 {
	for k := 1; ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		} else if i < 1<<k-1 {
			return luby(i - (1<<(k-1) - 1))
		}
	}
}

func TestReluctantDoubling(t *testing.T) {
	r := newReluctant()
	for i := range 600 {
		n := int64(1)
		for r.left--; r.left > 0; n++ {
			r.left--
		}
		r.next()
		if want := luby(i+1) * reluctantPeriod; n != want {
			t.Fatalf("restart %d after %d conflicts, want %d", i+1, n, want)
		}
	}
}

// TestAverage compares an average with the weighted mean by its definition; weights fall
// from the newest number to the oldest.
func TestAverage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a, numbers := newAverage(20), []float64{}
	for range 100 {
		numbers = append(numbers, r.Float64())
		a.add(numbers[len(numbers)-1])
		sum, weights, weight := 0.0, 0.0, 1.0
		for _, x := range slices.Backward(numbers) {
			sum, weights, weight = sum+weight*x, weights+weight, weight*(1-a.alpha)
		}
		if want := sum / weights; math.Abs(a.value-want) > 1e-9 {
			t.Fatalf("the average of %d numbers is %g, want %g", len(numbers), a.value, want)
		}
	}
}

// TestReusableLevels checks that a restart keeps the levels whose decisions would be made
// again first.
func TestReusableLevels(t *testing.T) {
	kept := 0
	for seed := range uint64(80) {
		p := newPlay(t, seed, options{})
		if seed%2 == 0 {
			p.switchMode()
		}
		p.steps(20)
		p.backtrack(0)
		for p.Propagate() == nil && len(p.Trail) < p.Vars-3 {
			p.decide()
		}
		if p.backtrack(max(0, p.Level()-1)); p.Level() == 0 {
			continue
		}
		if v := p.next(); p.stable { // move it before some decided variables
			p.scores.Update(v, p.scores.Priority[v]*1.2)
		} else {
			p.queue.bump(v, true)
		}
		trail, next := slices.Clone(p.Trail), p.next()
		before := func(v uint32) bool {
			if p.stable {
				return p.scores.Before(v, next)
			}
			return p.queue.stamp[v] > p.queue.stamp[next]
		}
		level := p.Level()
		first := level
		for k := range level {
			if v := p.Trail[p.LevelStart(k+1)].Var(); !before(v) {
				first = min(first, k)
			}
		}
		p.restart()
		if kept += p.Level(); p.Level() != first || !slices.Equal(p.Trail, trail[:len(p.Trail)]) {
			t.Errorf("seed %d: %d of %d levels are left, want %d", seed, p.Level(), level, first)
		}
	}
	if kept == 0 {
		t.Error("no level was kept")
	}
}
