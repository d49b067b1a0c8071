package explain

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// TestConflict checks by the solver that the constraints and known squares of a conflict have no
// solution, and that without any constraint or square the rest has a solution.
func TestConflict(t *testing.T) {
	at := func(row, col int) board.Square { return board.Square{Row: row, Col: col} }
	stars := withRegions(t, "ACDD,CCDD,BBBD,BBBB")
	stars.Stars = 2
	knights := pieces("knight", 4, 5, 3)
	knights.Placed = []board.Square{at(1, 1), at(2, 3)}
	square := []board.Square{at(1, 1), at(2, 1), at(3, 1), at(4, 1)}
	for name, test := range map[string]struct {
		in   encode.Instance
		want string // "" for any text
	}{
		"three queens":  {encode.Instance{N: 3}, ""},
		"two queens":    {encode.Instance{N: 2}, ""},
		"superqueens":   {encode.Instance{N: 5, Family: encode.Superqueens}, ""},
		"attack":        {encode.Instance{N: 6, Placed: []board.Square{at(1, 1), at(3, 3)}}, "No solution: the falling diagonal through a6 has too many queens, with the given queens on a6 and c4."},
		"blocked line":  {encode.Instance{N: 4, Blocked: board.SquaresOf(square...)}, "No solution: column a has no squares left for one queen, with the empty squares a4, a3, a2 and a1."},
		"queen on a1":   {encode.Instance{N: 4, Placed: square[3:]}, ""},
		"on a blocked":  {encode.Instance{N: 4, Placed: square[:1], Blocked: board.SquaresOf(square...)}, "No solution: a4 holds a given queen, but must stay empty."},
		"regions":       {withRegions(t, "ABAA,ABAA,CCCD,CCCD", at(1, 3), at(2, 4)), ""},
		"one column":    {withRegions(t, "ACDD,ACDD,BCDD,BCDD"), "No solution: the squares of columns c and d lie in region D only, with room for one queen instead of two queens."},
		"touching":      {withRegions(t, "ACDD,ACDD,ABDD,BBBB", at(1, 1), at(2, 2)), ""},
		"domination":    {encode.Instance{N: 5, Family: encode.Domination, Queens: exactly(1)}, "No solution: the number of queens leaves no way to attack or occupy b5, e5, a4 and d1."},
		"blocked":       {encode.Instance{N: 2, Family: encode.Domination, Queens: exactly(2), Blocked: board.SquaresOf(at(1, 1), at(1, 2), at(2, 1), at(2, 2))}, "No solution: the board has no squares left for two queens, with the empty squares b2, a1 and b1."},
		"five kings":    {pieces("king", 3, 4, 5), ""},
		"knights":       {knights, "No solution: the rule that no two knights attack each other does not hold, with the given knights on a4 and c3."},
		"five rooks":    {pieces("rook", 4, 6, 5), ""},
		"too few stars": {stars, "No solution: region A has one square for two queens."},
	} {
		s, err := Conflict(t.Context(), test.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if test.want != "" && s.Text != test.want {
			t.Errorf("%s: %s, expected %s", name, s.Text, test.want)
		}
		whole, steps, err := Refute(t.Context(), test.in)
		if err != nil || whole.Text != s.Text || len(steps) == 0 || !strings.HasPrefix(steps[len(steps)-1].Text, "No solution: ") || name == "three queens" && steps[len(steps)-1].Text != "No solution: the rising diagonal through c2 has too many queens." {
			t.Fatalf("%s: %v, %v", name, steps, err)
		}
		steps, last := steps[:len(steps)-1], steps[len(steps)-1]
		derived := map[board.Square]dimacs.Lit{}
		for i, step := range steps {
			verify(t, fmt.Sprintf("%s, step %d: %s", name, i, step.Text), test.in, step, derived)
			if slices.ContainsFunc(step.Constraints, func(c string) bool { return !slices.Contains(s.Constraints, c) }) {
				t.Errorf("%s, step %d: %v are not in the conflict %v", name, i, step.Constraints, s.Constraints)
			}
		}
		if len(s.Look) == 0 || name == "on a blocked" {
			continue
		}
		var known []dimacs.Lit
		for _, q := range s.Known {
			if l := test.in.Board().Var(q); slices.Contains(test.in.Placed, q) {
				known = append(known, l)
			} else {
				known = append(known, -l)
			}
		}
		if solvable(t, test.in, last.Constraints, slices.AppendSeq(slices.Clone(known), maps.Values(derived))) {
			t.Errorf("%s: %v have a solution after the steps", name, last.Constraints)
		}
		if solvable(t, test.in, s.Constraints, known) {
			t.Errorf("%s: %v have a solution", name, s.Constraints)
		}
		for i := range s.Constraints {
			if !solvable(t, test.in, slices.Delete(slices.Clone(s.Constraints), i, i+1), known) {
				t.Errorf("%s: %s is not needed", name, s.Constraints[i])
			}
		}
		for i := range known {
			if !solvable(t, test.in, s.Constraints, slices.Delete(slices.Clone(known), i, i+1)) {
				t.Errorf("%s: %v is not needed", name, s.Known[i])
			}
		}
	}
	_, err := Conflict(t.Context(), encode.Instance{N: 6})
	_, _, err2 := Refute(t.Context(), encode.Instance{N: 6})
	if !errors.Is(err, ErrSolvable) || !errors.Is(err2, ErrSolvable) {
		t.Errorf("a board with solutions: %v, %v", err, err2)
	}
}
