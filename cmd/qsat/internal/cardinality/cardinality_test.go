package cardinality

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// refute reports whether Refute refutes a formula with a proof. It checks the proof. The test fails if the
// checker rejects an argument.
func refute(t *testing.T, f *dimacs.Formula) (refuted bool) {
	t.Helper()
	proof, stats := &enginetest.Proof{}, &engine.Stats{}
	refuted, err := Refute(t.Context(), &engine.Task{Formula: f, Stats: stats, Proof: proof}, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.CheckAccepted(t, stats)
	if refuted {
		enginetest.CheckProof(t, f, proof)
	} else if proof.Len() > 0 {
		t.Errorf("not refuted, but the proof has %d lines", proof.Len())
	}
	return refuted
}

func boardFormula(t *testing.T, in encode.Instance, queens int) *dimacs.Formula {
	if queens > 0 {
		in.Queens = &queens
	}
	return enginetest.Formula(t, in)
}

// Refute refutes formulas whose pigeons do not fit, with a proof and for every order of the clauses. It
// refutes no formula whose pigeons fit.
func TestRefute(t *testing.T) {
	corners := board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: 6, Col: 6})
	others := board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: 1, Col: 6})
	for name, c := range map[string]struct {
		f    *dimacs.Formula
		want bool
	}{
		"7 pigeons":                 {generate.Pigeonhole(7, 6), true},
		"6 pigeons":                 {generate.Pigeonhole(6, 6), false},
		"7 pigeons, 3 holes of two": {enginetest.Family(t, "pigeonhole2 7 3"), true},
		"6 pigeons, 3 holes of two": {enginetest.Family(t, "pigeonhole2 6 3"), false},
		"mutilated board":           {boardFormula(t, encode.Instance{N: 6, Family: "dominoes", Blocked: corners}, 0), true},
		"corners of two":            {boardFormula(t, encode.Instance{N: 6, Family: "dominoes", Blocked: others}, 0), false},
		"torus":                     {boardFormula(t, encode.Instance{N: 5, Variant: board.Torus}, 6), true},
		"8 queens":                  {boardFormula(t, encode.Instance{N: 8}, 0), false},
		"7 of 8 queens":             {boardFormula(t, encode.Instance{N: 8}, 7), false},
		"9 queens on 7 rows":        {boardFormula(t, encode.Instance{N: 7}, 9), true},
		"3 rows, 2 columns":         {boardFormula(t, encode.Instance{N: 8, Blocked: narrow(8)}, 0), true},
		"random":                    {generate.Random(rand.New(rand.NewPCG(1, 2)), 30, 100, 2, 3), false},
		"pigeons and a spare":       {generate.Pigeonhole(7, 6).With([]dimacs.Lit{43, 44, 45}), true},
		"equations, no choice":      {enginetest.Family(t, "tseitin 8 3 1"), false},
	} {
		for seed := range uint64(4) {
			f := c.f
			if seed > 0 {
				f = enginetest.Shuffled(f, seed)
			}
			if got := refute(t, f); got != c.want {
				t.Errorf("%s, seed %d: refuted %v", name, seed, got)
			}
		}
	}
}

// counts holds encodings of "at least k of lits are true": totalizers, and a sequential counter for "at
// most n-k of the negations". Each function adds its clauses and new variables to f.
var counts = map[string]func(f *dimacs.Formula, lits []dimacs.Lit, k int){
	"totalizer":      func(f *dimacs.Formula, lits []dimacs.Lit, k int) { f.Add(totalizer(f, lits, k, false)[k-1]) },
	"full totalizer": func(f *dimacs.Formula, lits []dimacs.Lit, k int) { f.Add(totalizer(f, lits, len(lits), true)[k-1]) },
	"sequential": func(f *dimacs.Formula, lits []dimacs.Lit, k int) {
		n := len(lits)
		most := n - k
		s := func(i, j int) dimacs.Lit { return dimacs.Lit(f.Vars + i*most + j + 1) }
		var clauses [][]dimacs.Lit
		for i, l := range lits {
			if i > 0 {
				clauses = append(clauses, []dimacs.Lit{l, -s(i-1, most-1)})
			}
			for j := range most {
				switch {
				case i == n-1:
				case j == 0:
					clauses = append(clauses, []dimacs.Lit{l, s(i, 0)})
				case i == 0:
					clauses = append(clauses, []dimacs.Lit{-s(0, j)})
				default:
					clauses = append(clauses, []dimacs.Lit{l, -s(i-1, j-1), s(i, j)})
				}
				if 0 < i && i < n-1 {
					clauses = append(clauses, []dimacs.Lit{-s(i-1, j), s(i, j)})
				}
			}
		}
		f.Vars += (n - 1) * most
		for _, c := range clauses {
			f.Add(c...)
		}
	},
}

// totalizer adds a totalizer of lits to f and returns its sums: sum i implies that at least i+1 of lits
// are true. It returns at most most sums. If both is true, the converse implications hold as well.
func totalizer(f *dimacs.Formula, lits []dimacs.Lit, most int, both bool) []dimacs.Lit {
	if len(lits) == 1 {
		return lits
	}
	a, b := totalizer(f, lits[:len(lits)/2], most, both), totalizer(f, lits[len(lits)/2:], most, both)
	sums := make([]dimacs.Lit, min(len(lits), most))
	for i := range sums {
		f.Vars++
		sums[i] = dimacs.Lit(f.Vars)
	}
	at := func(list []dimacs.Lit, i int) []dimacs.Lit {
		if i < len(list) {
			return list[i : i+1]
		}
		return nil
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if i+j < len(sums) {
				f.Add(slices.Concat([]dimacs.Lit{-sums[i+j]}, at(a, i), at(b, j))...)
			}
			if both && 0 < i+j && i+j <= len(sums) {
				c := []dimacs.Lit{sums[i+j-1]}
				if i > 0 {
					c = append(c, -a[i-1])
				}
				if j > 0 {
					c = append(c, -b[j-1])
				}
				f.Add(c...)
			}
		}
	}
	return sums
}

// Refute recognises counters that other programs write. It refutes N+1 queens on N rows, and not N queens.
// Encodings of "at most one" with counters or groups are left out, because Refute misses some counters
// beside them.
func TestTotals(t *testing.T) {
	most := 6
	if enginetest.Long() {
		most = 7
	}
	for name, count := range counts {
		for n := 4; n <= most; n++ {
			for more := range 2 {
				for seed, e := range atmostone.All() {
					if e.Name == "sequential" || e.Name == "commander" || e.Name == "bimander" {
						continue
					}
					f := counted(t, encode.Instance{N: n, Encoding: e.Name}, count, n+more)
					if got := refute(t, enginetest.Shuffled(f, uint64(seed))); got != (more > 0) {
						t.Errorf("%s, %s, %d queens on %d rows: refuted %v", name, e.Name, n+more, n, got)
					}
				}
			}
		}
	}
}

// counted returns the formula of a board without the clauses that ask for a queen on a line. Instead, count
// adds that at least the given number of squares hold a queen.
func counted(t *testing.T, in encode.Instance, count func(f *dimacs.Formula, lits []dimacs.Lit, k int), queens int) *dimacs.Formula {
	b := boardFormula(t, in, 0)
	f := &dimacs.Formula{Vars: b.Vars}
	for c := range b.Clauses() {
		if slices.Max(c) > dimacs.Lit(in.N*in.N) || slices.Min(c) < 0 {
			f.Add(c...)
		}
	}
	squares := make([]dimacs.Lit, in.N*in.N)
	for i := range squares {
		squares[i] = dimacs.Lit(i + 1)
	}
	count(f, squares, queens)
	return f
}

// narrow returns the squares of rows 2, 5 and 8 except those in columns 1 and 5.
func narrow(n int) board.Squares {
	var list []board.Square
	for _, row := range []int{2, 5, 8} {
		for col := range n {
			if col != 0 && col != 4 {
				list = append(list, board.Square{Row: row, Col: col + 1})
			}
		}
	}
	return board.SquaresOf(list...)
}

// N queens do not fit on a torus with even N. Tight sums refute the torus if N = 2 modulo 4, because their
// equations modulo 2 are contradictory. For N = 10, Refute does not find the sums in the ladder and
// commander encodings.
func TestTight(t *testing.T) {
	for n := 5; n < 15; n++ {
		for seed := range uint64(2) {
			f := enginetest.Shuffled(boardFormula(t, encode.Instance{N: n, Variant: board.Torus}, 0), seed)
			refuted, err := Refute(t.Context(), &engine.Task{Formula: f}, 1<<30)
			if want := n%4 == 2; refuted != want || err != nil {
				t.Errorf("torus %d: refuted %v, error %v", n, refuted, err)
			}
		}
	}
	for _, n := range []int{6, 10} {
		for i, e := range atmostone.All() {
			if n == 10 && (e.Name == "ladder" || e.Name == "commander") {
				continue
			}
			f := boardFormula(t, encode.Instance{N: n, Variant: board.Torus, Encoding: e.Name}, 0)
			if !refute(t, f) || !refute(t, enginetest.Shuffled(f, uint64(i))) {
				t.Errorf("%s, torus %d: not refuted with a proof", e.Name, n)
			}
		}
	}
}

// More queens than rows are refuted in every encoding.
func TestEncodings(t *testing.T) {
	for _, e := range atmostone.All() {
		for n := 3; n < 8; n++ {
			f := boardFormula(t, encode.Instance{N: n, Encoding: e.Name}, n+1)
			for _, f := range []*dimacs.Formula{f, enginetest.Shuffled(f, uint64(n))} {
				if !refute(t, f) {
					t.Errorf("%s, %d queens on %d rows are not refuted", e.Name, n+1, n)
				}
			}
		}
	}
}

// A proof uses the sums of a sequential counter in the formula. With partial sums of its own, it would have
// 1542 lines.
func TestProofUsesCounter(t *testing.T) {
	proof := &enginetest.Proof{}
	refuted, err := Refute(t.Context(), &engine.Task{Formula: boardFormula(t, encode.Instance{N: 4}, 5), Proof: proof}, 1<<30)
	if !refuted || err != nil || proof.Len() > 1200 {
		t.Errorf("refuted %v in %d lines, error %v", refuted, proof.Len(), err)
	}
}

// Refute ends if its work runs out, if its context ends, and after an error of the proof.
func TestEnds(t *testing.T) {
	task := &engine.Task{Formula: generate.Pigeonhole(7, 6)}
	for work := 1; work < 400; work *= 2 {
		if refuted, err := Refute(t.Context(), task, work); refuted || err != nil {
			t.Errorf("after work of %d: %v, %v", work, refuted, err)
		}
	}
	cause := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if refuted, err := Refute(ctx, task, 1<<30); refuted || err != cause {
		t.Errorf("stopped: %v, %v", refuted, err)
	}
	task.Proof = enginetest.FullDisk{Err: cause}
	if _, err := Refute(t.Context(), task, 1<<30); err != cause {
		t.Errorf("full disk: %v", err)
	}
}

// Wherever the context ends, no satisfiable formula is refuted, and each line of the proof follows from
// the formula and earlier lines.
func TestEndsAnywhere(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"satisfiable": boardFormula(t, encode.Instance{N: 6, Encoding: "sequential"}, 6),
		"counters":    boardFormula(t, encode.Instance{N: 5, Encoding: "sequential"}, 6),
		"totals":      counted(t, encode.Instance{N: 4, Encoding: "pairwise"}, counts["totalizer"], 5),
		"twos":        enginetest.Family(t, "pigeonhole2 7 3"),
	} {
		t.Run(name, func(t *testing.T) {
			enginetest.StopAnywhere(t, f, name != "satisfiable", func(ctx context.Context, task *engine.Task) (bool, error) {
				return Refute(ctx, task, 1<<30)
			})
		})
	}
}

// If the header leaves no numbers for new variables, Refute finds a refutation only without a proof.
func TestLargeVariables(t *testing.T) {
	f := generate.Pigeonhole(7, 6)
	f.Vars = dimacs.MaxVar
	for _, proof := range []engine.Proof{nil, &enginetest.Proof{}} {
		refuted, err := Refute(t.Context(), &engine.Task{Formula: f, Proof: proof}, 1<<30)
		if err != nil || refuted != (proof == nil) {
			t.Errorf("refuted %v, error %v, with proof %v", refuted, err, proof != nil)
		}
	}
}
