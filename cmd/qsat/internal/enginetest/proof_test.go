package enginetest

import (
	"testing"

	"queens/dimacs"
)

func TestProofCheck(t *testing.T) {
	type lits = []dimacs.Lit
	square := []lits{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	tests := []struct {
		name    string
		formula []lits
		lines   []line
		refuted bool
		fails   bool
	}{
		{"refutation", square, []line{{false, lits{1}}, {false, nil}}, true, false},
		{"not to the end", square, []line{{false, lits{1}}}, false, false},
		{"nothing", square, nil, false, false},
		{"empty clause at once", square, []line{{false, nil}}, false, true},
		{"units refute", []lits{{1}, {-1, 2}, {-2}}, []line{{false, nil}}, true, false},
		{"empty clause in the formula", []lits{{}}, []line{{false, nil}}, true, false},
		{"does not follow", []lits{{1, 2}}, []line{{false, lits{1}}}, false, true},
		{"wrong sign", square[:2], []line{{false, lits{-1}}}, false, true},
		{"follows only by search", []lits{{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}}, []line{{false, lits{1}}}, false, true},
		{"after the empty clause", square, []line{{false, lits{1}}, {false, nil}, {false, lits{1}}}, false, true},
		{"repeated literals", []lits{{1, 1}, {-1, -1}}, []line{{false, nil}}, true, false},
		{"tautology follows", []lits{{1, 2}}, []line{{false, lits{3, -3}}}, false, false},
		{"deleted in another order", square, []line{{false, lits{1}}, {true, lits{2, 1}}, {false, nil}}, true, false},
		{"deleted too early", square, []line{{true, lits{1, 2}}, {false, lits{1}}}, false, true},
		{"deleted what is not there", square, []line{{true, lits{1, 3}}}, false, true},
		{"deleted twice", square, []line{{true, lits{1, 2}}, {true, lits{1, 2}}}, false, true},
		{"definition", square, []line{{false, lits{9, 1}}, {false, lits{-9, -1}}}, false, false},
		{"no definition", []lits{{-1, 2, 3}}, []line{{false, lits{9, 1}}, {false, lits{-9, 1}}}, false, true},
	}
	for _, test := range tests {
		f := &dimacs.Formula{}
		for _, c := range test.formula {
			f.Add(c...)
		}
		var p Proof
		for _, l := range test.lines {
			if l.delete {
				p.Delete(l.clause)
			} else {
				p.Add(l.clause)
			}
		}
		refuted, err := p.Check(f)
		if refuted != test.refuted || (err != nil) != test.fails {
			t.Errorf("%s: refuted %v, error %v", test.name, refuted, err)
		}
	}
}
