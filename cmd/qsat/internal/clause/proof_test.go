package clause_test

import (
	"errors"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// checkProof checks a proof. It must end with the empty clause if d is refuted.
func checkProof(t *testing.T, d *clause.Database, f *dimacs.Formula, proof *enginetest.Proof) {
	t.Helper()
	if d.Unsat {
		enginetest.CheckProof(t, f, proof)
	} else {
		enginetest.CheckDerivation(t, f, proof)
	}
}

// TestProofOfLoad checks that the proof contains the changes of Load: shortened clauses,
// so that later lines can delete them, units, and the empty clause.
func TestProofOfLoad(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses []lits
		lines   int
		refuted bool
	}{
		{"nothing", []lits{{1, 2}, {1, 2, 3}}, 0, false},
		{"repeated literals", []lits{{1, 1, 2}, {3, 4, 5, 3}, {6, 6, -6}}, 2, false},
		{"unit by repetition", []lits{{1, 1}, {2, 2, 2}}, 2, false},
		{"implied units", []lits{{1}, {-1, 2}, {-2, -1, 3}}, 2, false},
		{"refuted by propagation", []lits{{1}, {-1, 2}, {-2, -1}}, 2, true},
		{"refuted by units", []lits{{1}, {-1}}, 1, true},
		{"empty clause", []lits{{}, {1, 1, 2}}, 2, true},
	} {
		f := formula(test.clauses...)
		d := load(t, f, nil)
		proof := &enginetest.Proof{}
		d.SetProof(proof)
		if d.Unsat != test.refuted || proof.Len() != test.lines {
			t.Errorf("%s: refuted %v, in %d lines, want %d", test.name, d.Unsat, proof.Len(), test.lines)
		}
		checkProof(t, d, f, proof)
		d.Clean()
		d.Collect()
		checkProof(t, d, f, proof)
	}
}

// TestUnitsAreProvedInTime checks that a unit that a search implied at level 0 is in the
// proof before one of its reasons is deleted or forgotten.
func TestUnitsAreProvedInTime(t *testing.T) {
	all := []lits{{-1, 2, 9}, {-2, 3}, {1, 4}, {1, -4}, {-9, 5, 6}, {-9, -5}, {-9, -6}, {-3, 7, 8}}
	for _, collect := range []bool{false, true} {
		d := load(t, formula(all...), nil)
		proof := &enginetest.Proof{}
		d.SetProof(proof)
		d.ProveAdd(literals(d, -9)...)
		d.AddUnit(d.Lit(-9))
		d.AddUnit(d.Lit(1))
		if d.Propagate() != nil || d.Value(d.Lit(3)) != 1 {
			t.Fatal("3 does not follow")
		}
		if collect {
			d.Decide(d.Lit(7))
			d.Collect()
			d.Backtrack(0)
		}
		for c := range d.All { // all but the last are reasons or satisfied
			if len(d.Lits(c)) == 3 && d.Value(d.Lits(c)[0]) != 0 {
				d.Remove(c)
			}
		}
		d.Clean()
		d.Collect()
		checkProof(t, d, formula(all...), proof)
	}
}

// A fullDisk is a proof whose writes all fail.
type fullDisk struct{ err error }

func (p *fullDisk) Add(lits) error    { p.err = errors.New("disk full"); return p.err }
func (p *fullDisk) Delete(lits) error { p.err = errors.New("disk full again"); return p.err }

func TestProofFails(t *testing.T) {
	d := load(t, formula(lits{1, 2}, lits{1, -2}), nil)
	proof := &fullDisk{}
	d.SetProof(proof)
	d.AddUnit(d.Lit(1))
	first := proof.err
	d.PropagateUnits()
	d.Clean()
	if d.Err != first || d.Err == nil || proof.err == first {
		t.Errorf("error %v, want %v", d.Err, first)
	}
}
