package clause_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
)

// implied reports whether unit propagation derives c from the clauses and the trail of
// level 0.
func implied(d *clause.Database, clauses [][]clause.Lit, c []clause.Lit) bool {
	assumed := slices.Clone(d.Trail[:d.LevelStart(1)])
	for _, l := range c {
		assumed = append(assumed, l.Not())
	}
	_, conflict := closure(d, clauses, assumed)
	return conflict
}

// decideRandomly makes random decisions until there is a conflict, and returns the falsified
// clause. It returns nil if all variables are assigned without a conflict.
func decideRandomly(d *clause.Database, r *rand.Rand) (falsified []clause.Lit) {
	for falsified == nil && len(d.Trail) < d.Vars {
		if l := clause.Lit(2 + r.IntN(2*d.Vars)); d.Value(l) == 0 {
			d.Decide(l)
			falsified = d.Propagate()
		}
	}
	return falsified
}

// TestDerive checks that a derived clause follows and implies its first literal at the
// level returned, and that the traced decisions lead to the conflict. It checks the same for
// shrunk clauses, which have the same levels.
func TestDerive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	conflicts, shorter, shrunk := 0, 0, 0
	for range 2000 {
		d, clauses := randomDatabase(t, r)
		if d == nil {
			continue
		}
		a := clause.NewAnalysis(d)
		falsified := decideRandomly(d, r)
		if falsified == nil {
			continue
		}
		conflicts++
		falsified = slices.Clone(falsified)
		decisions := a.TraceDecisions(nil, falsified...)
		if shorter += d.Level() - len(decisions); !implied(d, clauses, decisions) {
			t.Errorf("%v: the decisions %v do not lead to the conflict", clauses, decisions)
		}
		size := 0 // of the clause that is not shrunk
		for _, a.Shrinks = range []bool{false, true} {
			level, glue := a.Derive(falsified, d.Level())
			a.AnalyzeReasons()
			a.Unmark()
			c := slices.Clone(a.Derived)
			if !a.Shrinks {
				size = len(c)
			} else if shrunk += size - len(c); len(c) > size {
				t.Errorf("a clause of %d literals became %v", size, c)
			}
			if !implied(d, clauses, c) {
				t.Errorf("%v do not imply %v", clauses, c)
			}
			highest, levels := 0, map[int]bool{}
			for i, l := range c {
				if of := d.LevelOf(l); d.Value(l) >= 0 || (of == d.Level()) != (i == 0) || of == 0 {
					t.Errorf("literal %d of %v has value %d at level %d", l, c, d.Value(l), of)
				} else if i > 0 {
					highest, levels[of] = max(highest, of), true
				}
			}
			if highest != level || len(levels) > glue || len(c) > 1 && d.LevelOf(c[1]) != level {
				t.Errorf("%v implies at level %d, with glue %d: want %d, at least %d", c, level, glue, highest, len(levels))
			}
		}
	}
	if conflicts < 200 || shorter == 0 || shrunk == 0 {
		t.Errorf("%d conflicts, %d decisions not needed, %d literals shrunk", conflicts, shorter, shrunk)
	}
}

// TestDropRarelyUsed checks that, without tiers, the clauses with the fewest uses for the
// square of their size are dropped, whatever their glue. Uses fade, and very many uses
// count like the maximum.
func TestDropRarelyUsed(t *testing.T) {
	learned := []struct{ size, earlier, later int }{{7, 9999, 0}, {3, 0, 1}, {6, 0, 5}, {6, 5, 0}, {4, 0, 1}, {3, 0, 0}} // in the order in which they are kept
	for kept := range len(learned) + 1 {
		d := load(t, formula(lits{1, 2, 3, 4, 5, 6, 7, 8}), nil)
		for i, x := range learned {
			all := literals(d, 1, 2, 3, 4, 5, 6, 7, 8)
			slices.Reverse(all[:i])
			noteUses(d, d.AddWatched(all[:x.size], clause.Tier1), x.earlier)
		}
		d.DropLearned(0, false)
		for i, c := range refs(d)[1:] {
			noteUses(d, clause.LongReason(c), learned[i].later)
			d.SetGlue(c, 9-i)
		}
		d.DropLearned(min(1, 1-(float64(kept)-0.5)/float64(len(learned))), false)
		left := refs(d)[1:]
		if len(left) != kept {
			t.Fatalf("%d clauses are left in place of %d", len(left), kept)
		}
		for i, c := range left {
			if d.Glue(c) != 9-i || d.Size(c) != learned[i].size {
				t.Errorf("of %d clauses left number %d has size %d and glue %d", kept, i, d.Size(c), d.Glue(c))
			}
		}
	}
}

// noteUses calls NoteUse a number of times.
func noteUses(d *clause.Database, r clause.Reason, times int) {
	a := clause.NewAnalysis(d)
	for range times {
		a.NoteUse(r)
	}
}
