package encode

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"queens/dimacs"
)

func exactlyClauses(k, n int) *dimacs.Formula {
	c := dimacs.NewCollector(context.Background(), n)
	exactly(k, n, func(i int) dimacs.Lit { return dimacs.Lit(i + 1) }, c, c.Fresh)
	return c.Formula()
}

// Every assignment with k true inputs extends to one model; no other assignment extends to
// a model.
func TestExactlyMeaning(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for k := 1; k < n; k++ {
			f := exactlyClauses(k, n)
			for code := range 1 << n {
				var inputs []dimacs.Lit
				for v := 1; v <= n; v++ {
					inputs = append(inputs, literal(v, code>>(v-1)&1 == 1))
				}
				want := 0
				if bits.OnesCount(uint(code)) == k {
					want = 1
				}
				if got := models(slices.Collect(f.Clauses()), f.Vars, inputs...); got != want {
					t.Errorf("exactly %d of %d, inputs %0*b: %d models, want %d", k, n, n, code, got, want)
				}
			}
		}
	}
}

// Unit propagation finds all consequences of a partial assignment: all unassigned inputs
// become false once k are true, and true once n-k are false; beyond that there is a
// conflict.
func TestExactlyPropagates(t *testing.T) {
	const n = 6
	for k := 1; k < n; k++ {
		f := exactlyClauses(k, n)
		for code := range 729 { // 3^6 partial assignments
			var inputs []dimacs.Lit
			trues, falses := 0, 0
			for v, digits := 1, code; v <= n; v, digits = v+1, digits/3 {
				switch digits % 3 {
				case 1:
					inputs = append(inputs, literal(v, true))
					trues++
				case 2:
					inputs = append(inputs, literal(v, false))
					falses++
				}
			}
			c := newCounter(slices.Collect(f.Clauses()), f.Vars)
			if got, want := c.propagate(inputs...), trues <= k && falses <= n-k; got != want {
				t.Errorf("exactly %d of %d, %v: consistent is %v", k, n, inputs, got)
			} else if !want {
				continue
			}
			for v := 1; v <= n; v++ {
				if c.value[v] == 0 && (trues == k || falses == n-k) {
					t.Errorf("exactly %d of %d, %d true, %d false: variable %d stays unassigned", k, n, trues, falses, v)
				}
			}
		}
	}
}

func TestExactlySize(t *testing.T) {
	for n := 2; n <= 40; n++ {
		for k := 1; k < n; k++ {
			f := exactlyClauses(k, n)
			want := weigh(f, byShape)
			if aux, clauses := sizeOfExactly(k, n, byShape); aux != f.Vars-n || math.Abs(clauses-want) > 1e-9*want {
				t.Errorf("exactly %d of %d: declares %d variables and weight %f, adds %d and %f", k, n, aux, clauses, f.Vars-n, want)
			}
		}
	}
}

func alongKnightMoves(b Board) (vars []dimacs.Lit) {
	for i := range b.N * b.N {
		vars = append(vars, b.byKnightMoves(i))
	}
	return vars
}

// The order by knight's moves visits every square once, for every size.
func TestKnightMovesCoverTheBoard(t *testing.T) {
	for n := 1; n <= 12; n++ {
		b := Board{N: n}
		vars := alongKnightMoves(b)
		if want := slices.Collect(b.Vars()); !slices.Equal(distinct(slices.Clone(vars)), want) || len(vars) != len(want) {
			t.Errorf("N=%d: %v", n, vars)
		}
	}
	if got, want := fmt.Sprint(alongKnightMoves(Board{N: 4})), "[1 7 9 15 2 8 10 16 3 5 11 13 4 6 12 14]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
