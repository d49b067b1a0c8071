package decode

import "strconv"

// fenFormat writes one line per board in the Forsyth-Edwards notation (PGN standard, 1994,
// section 16.1). A run of more than nine empty squares is one number, as in the dialect of
// fairy chess programs for other board sizes.
var fenFormat = lineFormat("fen", "one line per board for chess programs: 1Q2/3Q/Q3/2Q1 w - - 0 1", appendFEN)

func appendFEN(b []byte, p *Placement) []byte {
	for row, here := range p.rows() {
		if row > 1 {
			b = append(b, '/')
		}
		passed := 0
		for _, q := range here {
			b = append(appendRun(b, q.Col-1-passed), 'Q')
			passed = q.Col
		}
		b = appendRun(b, p.Instance.N-passed)
	}
	return append(b, " w - - 0 1"...)
}

// appendRun appends a number of empty squares, unless it is 0.
func appendRun(b []byte, n int) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(n), 10)
}
