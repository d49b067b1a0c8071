package sat

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/dimacs"
)

// The models of the result of Projection are the models of the formula under its projection.
func TestProjection(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 7))
	for i := range 200 {
		_, f := generate.Small(i, r)
		if f.Vars > 10 {
			continue
		}
		p := Problem{Formula: f, Project: []int{}}
		for v := range f.Vars {
			if r.IntN(2) == 0 {
				p.Project = append(p.Project, v+1)
			}
		}
		g, err := Projection(t.Context(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for c := range g.Clauses() {
			if slices.ContainsFunc(c, func(l dimacs.Lit) bool { return !slices.Contains(p.Project, l.Var()) }) {
				t.Errorf("clause %v is not over %v", c, p.Project)
			}
		}
		want, got := map[int]bool{}, map[int]bool{}
		mask := 0
		for _, v := range p.Project {
			mask |= 1 << (v - 1)
		}
		for bits := range assignments(f, nil) {
			want[bits&mask] = true
		}
		for bits := range assignments(g, nil) {
			got[bits&mask] = true
		}
		if len(want) != len(got) {
			t.Errorf("%d models, want %d", len(got), len(want))
		}
		for bits := range want {
			if !got[bits] {
				t.Errorf("model %b of %v is missing", bits, p.Project)
			}
		}
	}
	p := Problem{Formula: generate.Pigeonhole(5, 4), Project: []int{}}
	defer func(most int) { mostProjected = most }(mostProjected)
	mostProjected = 90
	if _, err := Projection(t.Context(), p, Options{}); !errors.As(err, new(*ProblemError)) {
		t.Errorf("beyond the limit: %v", err)
	}
}
