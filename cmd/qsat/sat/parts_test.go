package sat_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
)

// The models and counts of all parts add up to the whole, with every engine: for boards,
// where the parts count some subtrees up to symmetry, and for formulas with overlapping
// cubes.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := []*dimacs.Formula{enginetest.Formula(t, encode.Instance{N: 7}), formula(3), formulas.Pigeonhole(5, 4), formula(2, lits{1}, lits{-1})}
	for range 30 {
		f := formulas.Random(r, 6, r.IntN(12), 3)
		list = append(list, f)
		with := f.With()
		for range 1 + r.IntN(4) {
			var cube lits
			for range r.IntN(3) {
				cube = append(cube, dimacs.Lit(r.IntN(6)+1)*dimacs.Lit(1-2*r.IntN(2)))
			}
			with.Cubes, with.Incremental = append(with.Cubes, cube), true
		}
		list = append(list, with)
	}
	for i, f := range list {
		p := sat.Problem{Formula: f}
		if i%5 == 1 {
			p.Assume = lits{-2}
		}
		whole, err := sat.Count(t.Context(), p, sat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range sat.Engines() {
			checkParts(t, i, p, sat.Options{Engine: e, Threads: 1}, whole)
		}
	}
}

// checkParts compares three parts with the whole, for each question that the engine does
// not decline.
func checkParts(t *testing.T, i int, p sat.Problem, o sat.Options, whole dimacs.Count) {
	t.Helper()
	const k = 3
	sum, found, satisfiable, wrong := new(big.Int), 0, false, [3]error{}
	for part := 1; part <= k; part++ {
		counting, err1 := sat.NewParts(t.Context(), p, o, k, true)
		answering, err2 := sat.NewParts(t.Context(), p, o, k, false)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatalf("formula %d, %s: %v", i, o.Engine, err)
		}
		o.Parts, o.Part = counting, part
		n, err := sat.Count(t.Context(), p, o)
		sum, wrong[0] = sum.Add(sum, n.Int()), errors.Join(wrong[0], err)
		o.Parts = answering
		for a, err := range sat.Models(t.Context(), p, o) {
			if wrong[1] = errors.Join(wrong[1], err); err == nil && p.Formula.Falsified(a) == nil {
				found++
			}
		}
		a, err := sat.Solve(t.Context(), p, o)
		o.Parts, o.Part = nil, 0
		satisfiable, wrong[2] = satisfiable || a.Model != nil, errors.Join(wrong[2], err)
	}
	for question, answer := range []string{sum.String(), big.NewInt(int64(found)).String(), map[bool]string{true: "yes"}[satisfiable]} {
		want := whole.Int().String()
		if question == 2 {
			want = map[bool]string{true: "yes"}[!whole.IsZero()]
		}
		var declined *sat.DeclinedError
		if err := wrong[question]; err == nil && answer != want || err != nil && (!errors.As(err, &declined) || o.Engine == "auto") {
			t.Errorf("formula %d, %s, question %d: %s, %v, want %s", i, o.Engine, question, answer, err, want)
		}
	}
}

// Parts with a proof are refused if the cubes do not cover the search; the error names the
// gap. Without a proof they are accepted.
func TestPartsWithGap(t *testing.T) {
	f := formulas.Pigeonhole(3, 2).With(lits{5, 6, 7})
	f.Cubes, f.Incremental = []lits{{7}}, true
	var wrong *sat.ProblemError
	_, err := sat.NewParts(t.Context(), sat.Problem{Formula: f}, sat.Options{Proof: &enginetest.Proof{}}, 2, false)
	if !errors.As(err, &wrong) || !strings.Contains(wrong.Reason, "[-7]") {
		t.Errorf("error %v", err)
	}
	if _, err := sat.NewParts(t.Context(), sat.Problem{Formula: f}, sat.Options{}, 2, false); err != nil {
		t.Error(err)
	}
}

// The count of a board is split up to symmetry: cubes have weights above 1. Each process
// gets the same cubes.
func TestPartsWeigh(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 10})
	sum := new(big.Int)
	var first *sat.Parts
	for i := range 4 {
		p, o := sat.Problem{Formula: f}, sat.Options{Threads: 1 + i}
		parts, err := sat.NewParts(t.Context(), p, o, 4, true)
		if err != nil || len(parts.Cubes) != len(parts.Weights) || len(parts.Cubes) < 8 {
			t.Fatalf("%d cubes, %d weights, %v", len(parts.Cubes), len(parts.Weights), err)
		}
		o.Parts, o.Part = parts, i+1
		n, err := sat.Count(t.Context(), p, o)
		if sum.Add(sum, n.Int()); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = parts
		}
		for k, c := range parts.Cubes {
			if want := first.Cubes[k]; len(c) != len(want) || parts.Weights[k] != first.Weights[k] {
				t.Fatalf("part %d: cube %v, weight %d, want %v, %d", i+1, c, parts.Weights[k], want, first.Weights[k])
			}
		}
	}
	if sum.Int64() != 724 {
		t.Errorf("%v boards, want 724", sum)
	}
}
