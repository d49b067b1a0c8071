package sat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// The graph of "1 or 2" and "3 if 2" decides on variable 2.
func ExampleCompile() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-2, 3)
	g, err := sat.Compile(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	n := g.Count()
	fmt.Println(n.Int(), g.Nodes())
	g.WriteD4(os.Stdout)
	// Output:
	// 4 4
	// o 1 0
	// o 2 0
	// t 3 0
	// 1 2 0
	// 2 3 2 3 0
	// 2 3 -2 1 0
}

// A graph of the compiler dsharp answers questions. Its certificate shows that it is right.
func ExampleReadGraph() {
	ctx := context.Background()
	f := &dimacs.Formula{}
	f.Add(1, 2)
	g, err := sat.ReadGraph(ctx, strings.NewReader("nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 1 2 0 3\n"), "g.nnf", f)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Count(), g.Count(-2))
	for l, n := range g.Each() {
		fmt.Print(l, ":", n, " ")
	}
	fmt.Println(g.Certify(ctx, io.Discard))
	// Output:
	// 3 1
	// 1:2 -1:1 2:2 -2:1 <nil>
}

// A graph refuses what it cannot answer: variables that it does not have, decisions outside of the
// projection, certificates of a part of the models, and impossible samples.
func TestGraphRefuses(t *testing.T) {
	ctx := t.Context()
	const text = "o 1 0\nt 2 0\n1 2 1 0\n1 2 -1 2 0\n"
	g, err := sat.ReadGraph(ctx, strings.NewReader(text), "g", nil)
	if err != nil {
		t.Fatal(err)
	}
	var wrong *sat.ProblemError
	if g.Vars() != 2 || g.Check(1, -2) != nil || !errors.As(g.Check(3), &wrong) || g.Check(0) == nil {
		t.Error(g.Vars(), g.Check(1, -2), g.Check(3), g.Check(0))
	}
	if h, err := sat.ReadGraph(ctx, strings.NewReader("o 1 0\nt 2 0\n1 2 1 2 0\n1 2 -1 3 0\n"), "g", nil); err != nil {
		t.Error(err)
	} else if _, err := h.Restrict(ctx, []int{2, 3}); err == nil {
		t.Error("a decision outside of the projection")
	}
	if _, err := sat.Compile(ctx, sat.Problem{Formula: read(t, "p inccnf\n1 2 0\na 1 0\n")}, sat.Options{}); !errors.As(err, &wrong) {
		t.Errorf("cubes: %v", err)
	}
	under, err := g.Restrict(ctx, []int{2}, -1)
	if err != nil {
		t.Fatal(err)
	}
	if under.Count().String() != "1" || under.Check(1) == nil || !errors.As(under.Certify(ctx, io.Discard), &wrong) {
		t.Error(under.Count(), under.Check(1))
	}
	for _, weight := range []string{"-1", "0"} {
		f := read(t, "c p weight 2 "+weight+" 0\nc p weight -2 0 0\np cnf 2 0\n")
		g, err := sat.ReadGraph(ctx, strings.NewReader(text), "g", f)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range g.Sample(1, 2) {
			if !errors.As(err, &wrong) {
				t.Error("weight", weight, err)
			}
		}
	}
	for _, text := range []string{"", "o 1 0\nt 2 0\n1 2 1 0\n1 2 2 0\n", text + "1 2 9 0\n", "a 1 0\nt 2 0\n1 2 2 0\n1 2 2 0\n"} {
		if _, err := sat.ReadGraph(ctx, strings.NewReader(text), "g", read(t, "c p show 3 0\np cnf 3 0\n")); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// Counts of a graph of about 1,000 nodes, under two assumptions and for each literal.
func BenchmarkGraph(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	f := formulas.Random(r, 64, 92, 2, 3, 3)
	g, err := sat.Compile(b.Context(), sat.Problem{Formula: f}, sat.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("%d nodes/assume", g.Nodes()), func(b *testing.B) {
		for b.Loop() {
			g.Count(dimacs.Lit(1+r.IntN(64)), -dimacs.Lit(1+r.IntN(64)))
		}
	})
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			for range g.Each() {
			}
		}
	})
}
