package encode

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/dimacs/propagate"
	"queens/encode/board"
)

// optima lists small problems with their optima by exhaustive search: the least or greatest number
// of true variables of the board, or the number of colours.
var optima = []struct {
	in   Instance
	want int
}{
	{Instance{N: 1, Family: Domination, Aim: Minimum}, 1},
	{Instance{N: 2, Family: Domination, Aim: Minimum}, 1},
	{Instance{N: 3, Family: Domination, Independent: true, Aim: Minimum, Placed: []board.Square{{Row: 1, Col: 1}}}, 2},
	{Instance{N: 4, Family: Domination, Aim: Minimum, Variant: board.Torus}, 2},
	{Instance{N: 4, Family: Domination, Independent: true, Aim: Minimum}, 3},
	{Instance{N: 1, Aim: Maximum}, 1},
	{Instance{N: 1, Aim: Maximum, Placed: []board.Square{{Row: 1, Col: 1}}}, 1},
	{Instance{N: 3, Aim: Maximum}, 2},
	{Instance{N: 4, Aim: Maximum}, 4},
	{Instance{N: 4, Aim: Maximum, Variant: board.Torus}, 2},
	{Instance{N: 4, Aim: Maximum, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 2}, {Row: 1, Col: 3}}...)}, 3},
	{Instance{N: 4, Family: Superqueens, Aim: Maximum}, 2},
	{Instance{N: 1, Family: Armies, Aim: Maximum}, 0},
	{Instance{N: 2, Family: Armies, Aim: Maximum, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 1})}, 0},
	{Instance{N: 4, Family: Domination, Aim: Minimum, SymmetryBroken: true}, 2},
	{Instance{N: 4, Aim: Maximum, SymmetryBroken: true, Placed: []board.Square{{Row: 1, Col: 1}}}, 3},
	{Instance{N: 3, Family: Armies, Aim: Maximum, SymmetryBroken: true}, 1},
	{Instance{N: 2, Family: Colouring, Aim: Minimum, SymmetryBroken: true}, 4},
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
		f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(annotated(t, tt.in)), dimacs.Options{Soft: true})
		if err != nil {
			t.Fatal(err)
		}
		size, err := tt.in.Size()
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
		var list []Linear
		var vars [][]dimacs.Lit
		for l := range in.Linears(false) {
			list, vars = append(list, l), append(vars, slices.Collect(l.Vars))
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
				if n := sum(vars[i]); n < l.Low || n > l.High {
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

func TestParseAim(t *testing.T) {
	if _, err := ParseAim("least"); err == nil {
		t.Error("ParseAim accepts least")
	}
}

// TestFormulaWithAim compares Formula with the WCNF of the same instance.
func TestFormulaWithAim(t *testing.T) {
	for _, tt := range optima {
		f, err := tt.in.Formula(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want, err := dimacs.ReadFormula(t.Context(), strings.NewReader(annotated(t, tt.in)), dimacs.Options{Soft: true, Keys: Keys})
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Comments {
			want.Comments[i].Line, want.Comments[i].Column = 0, 0
		}
		checkSameFormula(t, f, want)
		if err := tt.in.Encode(dimacs.NewCollector(t.Context(), f.Vars)); err == nil {
			t.Errorf("%+v: Encode loses the objective", tt.in)
		}
		if groups, err := tt.in.Groups(); err != nil || !groups[len(groups)-1].Soft {
			t.Errorf("%+v: the last group is not soft, %v", tt.in, err)
		}
	}
}
