package cover

import (
	"math/big"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// The shares of a split add up to the count, and every split is the same.
func TestSplit(t *testing.T) {
	for _, test := range []struct {
		in   encode.Instance
		want int64
	}{
		{encode.Instance{N: 6}, 4},
		{encode.Instance{N: 12}, 14200},
		{encode.Instance{N: 12, Encoding: "sequential"}, 14200},
		{encode.Instance{N: 13, Variant: board.Torus}, 4524},
	} {
		const parts = 7
		sum, weights, cubes := new(big.Int), int64(0), 0
		for i := range parts {
			task := taskOf(t, test.in)
			s, err := New().Split(t.Context(), task, 100*parts)
			if err != nil {
				t.Fatal(err)
			}
			if cubes == 0 {
				cubes = len(s.Cubes)
			}
			if len(s.Cubes) != cubes || len(s.Weights) != cubes {
				t.Errorf("%+v, part %d: %d cubes and %d weights, want %d", test.in, i, len(s.Cubes), len(s.Weights), cubes)
			}
			for _, w := range s.Weights {
				weights += w
			}
			n, err := countShare(t, s, i, parts)
			if err != nil {
				t.Fatal(err)
			}
			sum.Add(sum, n.Int())
		}
		if sum.Int64() != test.want || test.in.N == 12 && weights < int64(3*parts*cubes) {
			t.Errorf("%+v: %v in %d cubes of weight %d, want %d", test.in, sum, cubes, weights/parts, test.want)
		}
	}
}

// countShare counts every step-th subtree, starting with first.
func countShare(t *testing.T, s *Split, first, step int) (dimacs.Count, error) {
	var cubes []int
	for i := first; i < len(s.Cubes); i += step {
		cubes = append(cubes, i)
	}
	return s.Share(t.Context(), cubes, new(big.Int), func(int, *big.Int) {})
}

// A variable in no clause doubles a share. A task whose models are found one by one is
// declined.
func TestSplitOfOthers(t *testing.T) {
	f := rooks(3, 3)
	f.Vars++
	s, err := New().Split(t.Context(), enginetest.Task(f), 1)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := countShare(t, s, 0, 1); err != nil || n.Int().Int64() != 12 {
		t.Errorf("%v, %v, want 12", n.Int(), err)
	}
	f = (&dimacs.Formula{}).With([]dimacs.Lit{1}, []dimacs.Lit{-1})
	if _, err := New().Split(t.Context(), enginetest.Task(f), 1); !engine.IsDeclined(err) {
		t.Errorf("error %v of a formula that is refuted", err)
	}
}
