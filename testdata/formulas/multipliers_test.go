package formulas

import (
	"strconv"
	"testing"

	"queens/dimacs"
)

// TestMultipliers has each circuit multiply all numbers of 5 bits.
func TestMultipliers(t *testing.T) {
	for i, multiply := range multiplierCircuits {
		c := new(circuit)
		x, y := c.inputs(5), c.inputs(5)
		out := multiply(c, x, y)
		simulate(t, c, x, y, func(a, b uint64, read func(word) uint64) {
			if got := read(out); got != a*b {
				t.Fatalf("circuit %d: %d * %d is %d", i+1, a, b, got)
			}
		})
	}
	for first := range multiplierCircuits {
		for second := range first {
			if f, err := multipliers(second+1, first+1, 3, 6); err != nil || solve(f) != nil {
				t.Errorf("circuits %d and %d differ, %v", second+1, first+1, err)
			}
		}
	}
}

// TestBrokenMultiplier holds the formulas against the numbers that the broken circuit gives.
func TestBrokenMultiplier(t *testing.T) {
	for bits := 2; bits <= 5; bits++ {
		for column := bits; column < 2*bits; column++ {
			c := new(circuit)
			x, y := c.inputs(bits), c.inputs(bits)
			out, wrong := c.brokenProduct(x, y, column), false
			simulate(t, c, x, y, func(a, b uint64, read func(word) uint64) {
				below, last := a*(b&(1<<(bits-1)-1)), a*(b>>(bits-1)<<(bits-1))
				mask := uint64(1)<<column - 1
				want := (below+last)&mask | (below&^mask+last&^mask)&(1<<(2*bits)-1)
				if got := read(out); got != want {
					t.Fatalf("%d bits, column %d: %d * %d is %d, want %d", bits, column, a, b, got, want)
				}
				wrong = wrong || want != a*b
			})
			f := mustMake(t, []string{"brokenmultiplier", strconv.Itoa(bits), strconv.Itoa(column)})
			if got := solve(f) != nil; got != wrong {
				t.Errorf("%d bits, column %d: wrong is %t, want %t", bits, column, got, wrong)
			}
		}
	}
}

// simulate runs the circuit on all pairs of numbers: each gate is determined by those before.
func simulate(t *testing.T, c *circuit, x, y word, check func(a, b uint64, read func(word) uint64)) {
	t.Helper()
	byLast := make([][][]dimacs.Lit, c.Vars+1) // clauses by the highest of their variables
	for clause := range c.Clauses() {
		last := 0
		for _, l := range clause {
			last = max(last, l.Var())
		}
		byLast[last] = append(byLast[last], append([]dimacs.Lit(nil), clause...))
	}
	value := make([]bool, c.Vars+1)
	read := func(w word) uint64 {
		var values []bool
		for _, l := range w {
			values = append(values, value[l.Var()] == (l > 0))
		}
		return number(values)
	}
	for inputs := range uint64(1) << (len(x) + len(y)) {
		for v := 1; v <= c.Vars; v++ {
			if v <= len(x)+len(y) {
				value[v] = inputs>>(v-1)&1 != 0
				continue
			}
			determined := false
			for _, clause := range byLast[v] {
				held := false
				for _, l := range clause {
					held = held || l.Var() != v && value[l.Var()] == (l > 0)
				}
				for _, l := range clause {
					if l.Var() == v && !held {
						value[v], determined = l > 0, true
					}
				}
			}
			if !determined {
				t.Fatalf("signal %d is not determined", v)
			}
		}
		check(read(x), read(y), read)
	}
}
