package drat_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// Four clauses over two variables have no model. The proof derives the clause (1), and then
// the empty clause.
func ExampleCheck() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(1, -2)
	f.Add(-1, 2)
	f.Add(-1, -2)
	ctx, o := context.Background(), drat.Options{Name: "proof", Hints: true}
	r, err := drat.Check(ctx, f, strings.NewReader("1 0\n0\n"), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("verified,", r.Statistics().Used, "clauses used")
	r.WriteLRAT(os.Stdout)

	_, err = drat.Check(ctx, f, strings.NewReader("0\n"), o)
	fmt.Println(errors.As(err, new(drat.FailedError)))
	fmt.Println(err)
	// Output:
	// verified, 4 clauses used
	// 5 1 0 1 2 0
	// 5 d 2 1 0
	// 6 0 5 3 4 0
	// true
	// proof: line 1, step 1: 0: unit propagation makes all its literals false, but does not lead to a conflict without it
}

// A proof in LRAT names the clauses from which each step follows.
func ExampleCheckLRAT() {
	f := &dimacs.Formula{}
	f.Add(1)
	f.Add(-1)
	n, err := drat.CheckLRAT(context.Background(), f, strings.NewReader("3 0 1 2 0\n"), drat.Options{})
	fmt.Println(n.Lemmas, err)
	// Output: 1 <nil>
}

// CheckAny checks a proof whose format is not known.
func ExampleCheckAny() {
	f := &dimacs.Formula{}
	f.Add(1)
	f.Add(-1)
	for _, proof := range []string{"0\n", "3 0 1 2 0\n", "3 0 1 0\n"} {
		fmt.Println(drat.CheckAny(context.Background(), f, strings.NewReader(proof), drat.Options{Name: "proof"}))
	}
	// Output:
	// <nil>
	// <nil>
	// proof: line 1, step 1: 0: its hints do not lead to a conflict
}

// With Strict, every lemma is checked, and a proof need not refute the formula. The literal 1 is true in
// every model, and so is -3.
func ExampleRefutation_Units() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(1, -2)
	f.Add(-1, -3)
	for _, proof := range []string{"1 0\n-3 0\n", "1 0\n2 0\n"} {
		r, err := drat.Check(context.Background(), f, strings.NewReader(proof), drat.Options{Name: "proof", Strict: true})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(slices.Collect(r.Units()), r.Refuted())
	}
	// Output:
	// [1 -3] false
	// proof: line 2, step 2: 2 0: it does not follow by unit propagation (RUP)
}
