package cover

import (
	"fmt"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
	"queens/encode/board"
)

// The orbits of options agree with the symmetries of the board: the first row is mirrored, and
// on a torus all squares are alike.
func TestOrbits(t *testing.T) {
	for _, row := range []struct {
		in   encode.Instance
		want string
	}{
		{encode.Instance{N: 8}, "[2 2 2 2]"},
		{encode.Instance{N: 7}, "[2 2 2 1]"},
		{encode.Instance{N: 7, Variant: board.Torus}, "[7]"},
		{encode.Instance{N: 8, Placed: []board.Square{{Row: 8, Col: 3}}}, "[1 1 1 1 1 1 1]"},
	} {
		p := problemOf(t, taskOf(t, row.in))
		root := p.in.root()
		var sizes []int
		for _, g := range p.in.symmetries(root).orbits(p.in.availableOptions(root, 0)) {
			sizes = append(sizes, len(g))
		}
		if got := fmt.Sprint(sizes); got != row.want {
			t.Errorf("%+v: orbits of %s, want %s", row.in, got, row.want)
		}
	}
}

// A symmetry of the graph that is no symmetry of the node is rejected: it joins no orbits and
// makes no group. Rooks on a board of 4 by 4 with a missing conflict have few symmetries.
func TestRejectedSymmetries(t *testing.T) {
	alike := problemOf(t, enginetest.Task(rooks(4, 4))).in
	damages := map[string]func(in *instance){
		"none":     func(*instance) {},
		"conflict": func(in *instance) { in.conflicts[0].Remove(1); in.conflicts[1].Remove(0) },
		"item":     func(in *instance) { in.items[0].options.Remove(0) },
	}
	for name, damage := range damages {
		in := problemOf(t, enginetest.Task(rooks(4, 4))).in
		damage(in)
		right, wrong := in.symmetries(in.root()), alike.symmetries(in.root())
		right.graph = wrong.graph
		options := in.availableOptions(alike.root(), 0)
		if name == "item" {
			options = append(options, 0)
		}
		rejects := name != "none"
		groups := right.orbits(options)
		if (right.rejected > 0) != rejects || (len(groups) > 1) != rejects {
			t.Errorf("%s: orbits %v, %d permutations are rejected", name, groups, right.rejected)
		}
		right.rejected, right.graph = 0, alike.symmetries(in.root()).graph
		if group := right.group(1 << 11); (right.rejected == 1) != rejects || (group == nil) != rejects {
			t.Errorf("%s: a group of %d, %d rejected", name, len(group), right.rejected)
		}
	}
}

// Rejected arguments are counted in the statistics of the engine, in a share as well.
func TestRejectedAreCounted(t *testing.T) {
	task := taskOf(t, encode.Instance{N: 8})
	task.Stats = &engine.Stats{}
	p, end, err := begin(t.Context(), task, allModels)
	p.rejected = 3
	end()
	s, errSplit := New().Split(t.Context(), task, 4)
	if err != nil || errSplit != nil {
		t.Fatal(err, errSplit)
	}
	if s.rejected != 0 {
		t.Errorf("%d symmetries are rejected", s.rejected)
	}
	s.rejected = 4
	if _, err := countShare(t, s, 0, 1); err != nil {
		t.Fatal(err)
	}
	if w := task.Stats.Work(); len(w) != 1 || w[0].Rejected != 7 {
		t.Errorf("work %+v, want 7 rejected", w)
	}
}
