package board

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Lines contain exactly the squares of their definition, from top to bottom or from left to
// right. No line is listed twice or missing.
func TestLines(t *testing.T) {
	for _, variant := range []Variant{Regular, Torus} {
		for n := 1; n <= 9; n++ {
			b := Board{N: n, Variant: variant}
			var got []string
			for l := range b.Lines() {
				vars := l.AppendVars(nil)
				if len(vars) != l.Len() {
					t.Errorf("%v %d, %v: Len is %d, want %d", variant, n, l, l.Len(), len(vars))
				}
				got = append(got, fmt.Sprintf("%v %v", l, vars))
			}
			if diff := cmp.Diff(linesByDefinition(b), got); diff != "" {
				t.Errorf("%v %d (-want +got):\n%s", variant, n, diff)
			}
		}
	}
}

// linesByDefinition returns the lines with their variables. A diagonal has the name of its square with
// the smallest variable.
func linesByDefinition(b Board) []string {
	n := b.N
	same := func(x, y int) bool { return x == y || b.Variant == Torus && (x-y)%n == 0 }
	var lines []string
	collect := func(name string, diagonal bool, on func(r, c int) bool) {
		var vars []int
		for r := 1; r <= n; r++ {
			for c := 1; c <= n; c++ {
				if on(r, c) {
					vars = append(vars, (r-1)*n+c)
				}
			}
		}
		if len(vars) > 0 && diagonal {
			first, _ := b.SquareOf(vars[0])
			name += " " + first.Algebraic(n)
		}
		if len(vars) > 1 || !diagonal {
			lines = append(lines, fmt.Sprintf("%s %v", name, vars))
		}
	}
	for i := 1; i <= n; i++ {
		collect(fmt.Sprintf("row %d", n+1-i), false, func(r, c int) bool { return r == i })
	}
	for i := 1; i <= n; i++ {
		collect(fmt.Sprintf("column %c", 'a'-1+i), false, func(r, c int) bool { return c == i })
	}
	falling, rising := [2]int{1 - n, n - 1}, [2]int{2, 2 * n}
	if b.Variant == Torus {
		falling, rising = [2]int{0, n - 1}, [2]int{2, n + 1}
	}
	for d := falling[0]; d <= falling[1]; d++ {
		collect("falling diagonal through", true, func(r, c int) bool { return same(r-c, d) })
	}
	for s := rising[0]; s <= rising[1]; s++ {
		collect("rising diagonal through", true, func(r, c int) bool { return same(r+c, s) })
	}
	return lines
}

func TestBoardCheck(t *testing.T) {
	for _, b := range []Board{{N: 1}, {N: 2, Variant: Torus}, {N: MaxN}, {N: 1, Columns: MaxSide}} {
		if err := b.Check(); err != nil {
			t.Errorf("%v: %v", b, err)
		}
	}
	for _, b := range []Board{{}, {N: -1}, {N: MaxN + 1}, {N: 8, Variant: 2}, {N: 8, Variant: -1}, {N: 8, Columns: 8}, {N: 1, Columns: MaxSide + 1}, {N: MaxN, Columns: MaxN + 3}} {
		if err := b.Check(); err == nil {
			t.Errorf("%v: no error", b)
		}
	}
	if MaxN*MaxN > MaxVariables || (MaxN+1)*(MaxN+1) <= MaxVariables {
		t.Errorf("MaxN = %d is not the largest board of %d variables", MaxN, MaxVariables)
	}
}
