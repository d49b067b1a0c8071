package decode

import (
	"testing"

	"queens/encode"
)

// TestClasses compares the numbers of classes with OEIS A002562.
func TestClasses(t *testing.T) {
	for n, want := range []int{1: 1, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1, 7: 6, 8: 12} {
		if n == 0 {
			continue
		}
		in := encode.Instance{N: n}
		var c Classes
		firsts := 0
		forEachSolution(n, func(columns []int) {
			if c.Add(board(in, columns...)) {
				firsts++
			}
		})
		if firsts != want || c.Len() != want {
			t.Errorf("N=%d: %d classes, %d kept, want %d", n, firsts, c.Len(), want)
		}
	}
}

// forEachSolution calls visit with the solutions of N queens, as the columns by row.
func forEachSolution(n int, visit func(columns []int)) {
	var columns []int
	var fill func()
	fill = func() {
		if len(columns) == n {
			visit(columns)
			return
		}
		for col := 1; col <= n; col++ {
			columns = append(columns, col)
			if hasNoAttacks(columns, n, encode.Regular) {
				fill()
			}
			columns = columns[:len(columns)-1]
		}
	}
	fill()
}

// Boards of different sizes with the same queens are in different classes.
func TestClassesOfSizes(t *testing.T) {
	var c Classes
	for _, p := range []*Placement{
		board(encode.Instance{N: 2}, 1), board(encode.Instance{N: 3}, 1), board(encode.Instance{N: 3}, 2), board(encode.Instance{N: 3}),
	} {
		if !c.Add(p) {
			t.Errorf("%d%v is not new", p.Instance.N, p.Queens)
		}
	}
	if c.Add(board(encode.Instance{N: 3}, 0, 0, 3)) {
		t.Error("a corner is not like another corner")
	}
}
