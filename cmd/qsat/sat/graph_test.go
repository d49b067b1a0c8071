package sat_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"testing"

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

// A graph and its problem have the same number of models.
func TestGraph(t *testing.T) {
	const weights = "c p weight 1 0.25 0\nc p weight 2 3 0\nc p weight -2 -1 0\nc p weight 5 2 0\nc p weight -5 1 0\n"
	for _, text := range []string{
		"p cnf 0 0\n", "p cnf 3 0\n", "p cnf 0 1\n0\n", "p cnf 2 2\n1 0\n-1 0\n", "p cnf 3 1\n2 -2 0\n",
		"p cnf 5 3\n1 2 0\n-2 3 0\n3 -1 4 0\n", weights + "p cnf 5 3\n1 2 0\n-2 3 0\n3 -1 4 0\n",
		"p cnf 6 5\n1 2 0\n-2 -1 0\n3 4 0\n-3 -4 0\n-1 3 5 0\n", weights + "p cnf 6 4\n1 2 0\n-2 -1 0\n3 4 0\n-3 -4 0\n",
		"c p show 1 2 0\np cnf 5 3\n1 2 0\n-2 3 0\n3 -1 4 0\n",
	} {
		p := sat.Problem{Formula: read(t, text)}
		want, err := sat.Count(t.Context(), p, sat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := sat.Compile(t.Context(), p, sat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Count(); got.Rat().Cmp(want.Rat()) != 0 {
			t.Errorf("%q: %v, want %v", text, got.Rat(), want.Rat())
		}
	}
}

// Compile refuses engines, cubes and parts without a graph, and the error names the reason.
func TestNoGraph(t *testing.T) {
	f := read(t, "p cnf 2 1\n1 2 0\n")
	var declined *sat.DeclinedError
	if _, err := sat.Compile(t.Context(), sat.Problem{Formula: f}, sat.Options{Engine: "cover"}); !errors.As(err, &declined) {
		t.Errorf("cover: %v", err)
	}
	var wrong *sat.ProblemError
	f = read(t, "p inccnf\n1 2 0\na 1 0\n")
	if _, err := sat.Compile(t.Context(), sat.Problem{Formula: f}, sat.Options{}); !errors.As(err, &wrong) {
		t.Errorf("cubes: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, err := sat.Compile(ctx, sat.Problem{Formula: read(t, "p cnf 2 1\n1 2 0\n")}, sat.Options{}); g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v, %v", g, err)
	}
}
