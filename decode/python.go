package decode

import "strconv"

// pythonFormat writes one line per board: a list with the row of the queen in each column from
// left to right, from 0 for the top row, or None. The list can be the argument Qs of
// problem_board in the package chess_problem_visuals, which then draws this board. A column
// with several queens, as with two stars or on illegal boards, becomes a tuple.
var pythonFormat = lineFormat("python", "one list per board, the row of each column from 0: [2, 0, 3, 1]", appendPython)

func appendPython(b []byte, p *Placement) []byte {
	b = append(b, '[')
	queens := p.byColumn()
	for col := 1; col <= p.Instance.N; col++ {
		if col > 1 {
			b = append(b, ", "...)
		}
		here := 0
		for here < len(queens) && queens[here].Col == col {
			here++
		}
		switch {
		case here == 0:
			b = append(b, "None"...)
		case here > 1:
			b = append(b, '(')
		}
		for i, q := range queens[:here] {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = strconv.AppendInt(b, int64(q.Row-1), 10)
		}
		if here > 1 {
			b = append(b, ')')
		}
		queens = queens[here:]
	}
	return append(b, ']')
}
