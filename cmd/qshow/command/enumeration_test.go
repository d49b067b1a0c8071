package command

import (
	"fmt"
	"strings"

	"queens/dimacs"
	"queens/dimacs/result"
)

// enumeration returns the result of a solver that has found all solutions of size n, and these
// boards in the format list.
func enumeration(n int, comments ...string) (answer string, boards []string) {
	var text strings.Builder
	w := result.NewWriter(&text)
	w.Comment("board", fmt.Sprint(n))
	for _, c := range comments {
		w.CommentText(c)
	}
	columns := make([]int, 0, n)
	var fill func()
	fill = func() {
		if row := len(columns); row == n {
			var model []dimacs.Lit
			for row, col := range columns {
				model = append(model, dimacs.Lit(row*n+col+1))
			}
			w.Model(model)
			boards = append(boards, list(columns))
			return
		}
	next:
		for col := range n {
			for row, other := range columns {
				if d := len(columns) - row; col == other || col == other+d || col == other-d {
					continue next
				}
			}
			columns = append(columns, col)
			fill()
			columns = columns[:len(columns)-1]
		}
	}
	fill()
	w.Flush()
	return text.String(), boards
}

// list returns columns, from 0, in the format list.
func list(columns []int) string {
	words := make([]string, len(columns))
	for i, col := range columns {
		words[i] = fmt.Sprint(col + 1)
	}
	return strings.Join(words, " ")
}
