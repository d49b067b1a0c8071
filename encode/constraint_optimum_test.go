package encode

import (
	"bytes"
	"context"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/dimacs/propagate"
)

// decisionFormats returns the formats of an instance without an aim.
func decisionFormats() []Format {
	return slices.DeleteFunc(Formats(), func(f Format) bool { return f.Name == wcnf.Name })
}

// optima lists small problems with their optima by exhaustive search: the least or greatest number
// of true variables of the board, or the number of colours.
var optima = []struct {
	in   Instance
	want int
}{
	{Instance{N: 1, Family: Domination, Aim: Minimum}, 1},
	{Instance{N: 2, Family: Domination, Aim: Minimum}, 1},
	{Instance{N: 3, Family: Domination, Independent: true, Aim: Minimum, Placed: []Square{{1, 1}}}, 2},
	{Instance{N: 4, Family: Domination, Aim: Minimum, Variant: Torus}, 2},
	{Instance{N: 4, Family: Domination, Independent: true, Aim: Minimum}, 3},
	{Instance{N: 1, Aim: Maximum}, 1},
	{Instance{N: 1, Aim: Maximum, Placed: []Square{{1, 1}}}, 1},
	{Instance{N: 3, Aim: Maximum}, 2},
	{Instance{N: 4, Aim: Maximum}, 4},
	{Instance{N: 4, Aim: Maximum, Variant: Torus}, 2},
	{Instance{N: 4, Aim: Maximum, Blocked: SquaresOf([]Square{{1, 2}, {1, 3}}...)}, 3},
	{Instance{N: 4, Family: Superqueens, Aim: Maximum}, 2},
	{Instance{N: 1, Family: Armies, Aim: Maximum}, 0},
	{Instance{N: 2, Family: Armies, Aim: Maximum, Blocked: SquaresOf(Square{1, 1})}, 0},
	{Instance{N: 1, Family: Colouring, Aim: Minimum}, 1},
	{Instance{N: 2, Family: Colouring, Aim: Minimum}, 4},
}

// count returns the number of queens, of queens in each army, or of colours, for the true variables
// in values. It returns -1 if the armies differ.
func (in Instance) count(values uint64) int {
	n := in.N * in.N
	board := values & (1<<in.squareVariables() - 1)
	switch in.Family {
	case Colouring:
		colours := 0
		for layer := range in.Layers() {
			if board>>(layer*n)&(1<<n-1) != 0 {
				colours++
			}
		}
		return colours
	case Armies:
		white, black := bits.OnesCount64(board&(1<<n-1)), bits.OnesCount64(board>>n)
		if white != black {
			return -1
		}
		return white
	}
	return bits.OnesCount64(board)
}

func write(t *testing.T, in Instance, format string) string {
	t.Helper()
	var b bytes.Buffer
	f := File{Instance: in, Format: format, Annotate: true}
	if err := f.Write(context.Background(), &b); err != nil {
		t.Fatalf("%+v, %s: %v", in, format, err)
	}
	return b.String()
}

// boards yields the assignments of the board, with values for all variables of the formula: those
// that propagation derives, and otherwise false. It yields only models of the hard clauses.
func boards(f *dimacs.Formula, board int) iter.Seq2[uint64, *dimacs.Assignment] {
	p := propagate.New(f.Vars)
	for c := range f.Clauses() {
		p.Add(c...)
	}
	return func(yield func(uint64, *dimacs.Assignment) bool) {
		for values := range uint64(1) << board {
			p.Begin()
			for v := range board {
				l := dimacs.Lit(v + 1)
				if values>>v&1 == 0 {
					l = -l
				}
				p.Assume(l)
			}
			p.Propagate()
			a := &dimacs.Assignment{}
			for v := 1; v <= f.Vars; v++ {
				a.Set(v, p.Value(dimacs.Lit(v)) > 0)
			}
			p.Backtrack(0)
			same := true
			for v := range board {
				same = same && a.Value(v+1) == (values>>v&1 == 1)
			}
			if same && f.Falsified(a) == nil && !yield(values, a) {
				return
			}
		}
	}
}

// TestWCNF tries all boards: the least cost belongs to the best count.
func TestWCNF(t *testing.T) {
	for _, tt := range optima {
		f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(write(t, tt.in, "wcnf")), dimacs.Options{Soft: true})
		if err != nil {
			t.Fatal(err)
		}
		size, err := File{Instance: tt.in, Format: "wcnf"}.Size()
		if err != nil || size.Clauses != int64(f.NumClauses()+len(f.Soft)) || size.Variables != f.Vars {
			t.Errorf("%+v: %+v, but %d variables and %d clauses (%v)", tt.in, size, f.Vars, f.NumClauses()+len(f.Soft), err)
		}
		best, cost := -1, int64(1<<62)
		for values, a := range boards(f, tt.in.squareVariables()) {
			if c := f.Cost(a); c < cost {
				best, cost = tt.in.count(values), c
			}
		}
		if best != tt.want {
			t.Errorf("%+v: best count %d at cost %d, want %d", tt.in, best, cost, tt.want)
		}
	}
}

// TestLinearOptima tries all boards with the constraints of the linear formats.
func TestLinearOptima(t *testing.T) {
	for _, tt := range optima {
		in, o := tt.in, tt.in.optimum()
		best, objective := -1, 0
		var list []linear
		var vars [][]dimacs.Lit
		for l := range in.linears(false) {
			list, vars = append(list, l), append(vars, slices.Collect(l.vars))
		}
		goal := slices.Collect(o.sum)
		for values := range uint64(1) << in.squareVariables() {
			all := values
			for c := range o.extra { // a colour is used if a square has it
				if n := in.N * in.N; values>>(c*n)&(1<<n-1) != 0 {
					all |= 1 << (in.squareVariables() + c)
				}
			}
			sum := func(lits []dimacs.Lit) (n int) {
				for _, l := range lits {
					if (all>>(l.Var()-1)&1 == 1) == (l > 0) {
						n++
					}
				}
				return n
			}
			right := true
			for i, l := range list {
				if n := sum(vars[i]); n < l.low || n > l.high {
					right = false
					break
				}
			}
			k := sum(goal)
			if right && (best < 0 || in.Aim == Minimum && k < objective || in.Aim == Maximum && k > objective) {
				best, objective = in.count(values), k
			}
		}
		if best != tt.want {
			t.Errorf("%+v: best count %d with objective %d, want %d", in, best, objective, tt.want)
		}
	}
}

// TestObjectives shows the text of objectives and of constraints with complements.
func TestObjectives(t *testing.T) {
	for _, tt := range []struct {
		in           Instance
		format, want string
	}{
		{Instance{N: 2, Family: Domination, Aim: Minimum}, "opb", "\nmin: +1 x1 +1 x2 +1 x3 +1 x4 ;\n"},
		{Instance{N: 2, Aim: Maximum}, "opb", "\nmin: -1 x1 -1 x2 -1 x3 -1 x4 ;\n"},
		{Instance{N: 2, Family: Armies, Aim: Maximum}, "opb", "\n+1 x1 -1 x5 +1 x2 -1 x6 +1 x3 -1 x7 +1 x4 -1 x8 = 0 ;\n"},
		{Instance{N: 2, Family: Colouring, Aim: Minimum}, "opb", "\n-1 x1 +1 x17 >= 0 ;\n"},
		{Instance{N: 2, Family: Domination, Aim: Minimum}, "lp", "Minimize\n queens: x1 + x2 + x3 + x4\nSubject To\n"},
		{Instance{N: 2, Family: Domination, Aim: Minimum}, "lp", ": x1 + x2 + x3 + x4 >= 1\n"},
		{Instance{N: 2, Family: Colouring, Aim: Minimum}, "lp", "Minimize\n colours: x17 + x18 + x19 + x20\n"},
		{Instance{N: 2, Family: Colouring, Aim: Minimum}, "lp", " used_1_1: x1 - x17 <= 0\n"},
		{Instance{N: 2, Family: Armies, Aim: Maximum}, "lp", " same_size: x1 - x5 + x2 - x6 + x3 - x7 + x4 - x8 = 0\n"},
		{Instance{N: 2, Aim: Maximum}, "wcnf", "\n1 1 2 0\n1 3 4 0\n"},
		{Instance{N: 2, Aim: Maximum}, "wcnf", "\nc optimum: maximum\n"},
	} {
		if got := write(t, tt.in, tt.format); !strings.Contains(got, tt.want) {
			t.Errorf("%+v, %s: no %q in\n%s", tt.in, tt.format, tt.want, got)
		}
	}
}

func TestAimsRefused(t *testing.T) {
	for _, tt := range []struct {
		in           Instance
		format, want string
	}{
		{Instance{N: 4, Aim: Minimum}, "wcnf", "expected a maximum"},
		{Instance{N: 4, Family: Dominoes, Aim: Minimum}, "wcnf", "it has no optimum"},
		{Instance{N: 4, Aim: Maximum, Queens: to(3)}, "wcnf", "expected no number"},
		{Instance{N: 4, Family: Colouring, Aim: Minimum, Colours: to(3)}, "wcnf", "expected no number"},
		{Instance{N: 4, Aim: Maximum, SymmetryBroken: true}, "wcnf", "excludes the minimal form"},
		{Instance{N: 4, Aim: Maximum}, "cnf", "format cnf has no objective"},
		{Instance{N: 4, Aim: Maximum}, "mzn", "format mzn has no objective"},
		{Instance{N: 4}, "wcnf", "needs an objective"},
		{Instance{N: 4, Aim: Maximum, Encoding: "sequential"}, "opb", "expected no encoding"},
	} {
		err := File{Instance: tt.in, Format: tt.format}.Check()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v, %s: %v, want %q", tt.in, tt.format, err, tt.want)
		}
	}
	if _, err := ParseAim("least"); err == nil {
		t.Error("ParseAim accepts least")
	}
}
