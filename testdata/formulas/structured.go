package formulas

import (
	"math/rand/v2"

	"queens/dimacs"
)

// Structured returns a random formula of ten to a few hundred variables, the name of its
// structure, and the number of its options. The structure is number i modulo the number of
// structures. The options are the first variables; all other variables are auxiliary.
func Structured(i int, r *rand.Rand) (structure string, f *dimacs.Formula, options int) {
	s := structures[i%len(structures)]
	d := &draft{Rand: r}
	s.sample(d)
	return s.name, d.formula(), d.options
}

var structures = []struct {
	name   string
	sample func(*draft)
}{
	{"board", board}, {"exact cover", exactCover}, {"hitting set", hittingSet},
	{"rooks", rookBoard}, {"equations", equationsInBand},
}

// board samples a board of queens on which some squares are taken or blocked.
func board(d *draft) {
	n := 4 + d.IntN(6)
	d.n = n * n
	d.options = d.n
	var lines [4][20][]int
	for r := range n {
		for c := range n {
			v := r*n + c + 1
			for k, line := range []int{r, c, r - c + n, r + c} {
				lines[k][line] = append(lines[k][line], v)
			}
		}
	}
	for k := range lines {
		for _, line := range lines[k] {
			if k < 2 && len(line) > 0 {
				d.add(line...)
			}
			d.exclude(line)
		}
	}
	for range d.IntN(n) {
		d.add(-(1 + d.IntN(n*n)))
	}
	if d.IntN(2) == 0 {
		d.add(1 + d.IntN(n*n))
	}
}

// exclude adds clauses: at most one item is true, in either of two encodings.
func (d *draft) exclude(items []int) {
	if len(items) < 4 || d.IntN(4) > 0 {
		d.atMostOne(items)
	} else {
		d.atMostOneBySums(items)
	}
}

// exactCover samples options that cover a few items each. With probability 1/3 a subset of
// the options covers every item exactly once.
func exactCover(d *draft) {
	items := 8 + d.IntN(10)
	covering := make([][]int, items)
	option := func(of []int) {
		d.n++
		for _, item := range of {
			covering[item] = append(covering[item], d.n)
		}
	}
	for p := d.Perm(items); len(p) > 0 && d.IntN(8) > 0; {
		k := min(len(p), 2+d.IntN(3))
		option(p[:k])
		p = p[k:]
	}
	for range 40 + d.IntN(60) {
		option(d.Perm(items)[:2+d.IntN(3)])
	}
	d.options = d.n
	for _, options := range covering {
		d.add(options...)
	}
	for _, options := range covering {
		d.exclude(options)
	}
}

// hittingSet samples choices among eight options each, as positive clauses, and random
// pairs of options that exclude each other. A choice may take several options.
func hittingSet(d *draft) {
	choices, conflicts := 6+d.IntN(5), 7+d.IntN(4)
	d.n = 8 * choices
	d.options = d.n
	for c := range choices {
		var clause []int
		for v := range 8 {
			clause = append(clause, 8*c+v+1)
		}
		d.add(clause...)
	}
	for a := 1; a <= d.n; a++ {
		for b := 1; b < a; b++ {
			if d.IntN(20) < conflicts {
				d.add(-a, -b)
			}
		}
	}
}

// rookBoard samples a board of rooks with some blocked squares and about as many rooks as
// fit: one in each row, or a number that sums count.
func rookBoard(d *draft) {
	rows, columns := 3+d.IntN(3), 3+d.IntN(3)
	d.n = rows * columns
	d.options = d.n
	lines := make([][]int, rows+columns)
	var empty []int
	for square := range d.n {
		row, column := square/columns, rows+square%columns
		lines[row], lines[column] = append(lines[row], square+1), append(lines[column], square+1)
		empty = append(empty, -(square + 1))
	}
	for _, line := range lines {
		d.exclude(line)
	}
	if d.IntN(2) == 0 {
		for _, row := range lines[:rows] {
			d.add(row...)
		}
	} else {
		d.atMostBySums(d.options-min(rows, columns)-d.IntN(2), empty)
	}
	for range d.IntN(rows) {
		d.add(-(1 + d.IntN(d.options)))
	}
	if d.IntN(3) == 0 {
		d.parity(d.IntN(2), d.Perm(d.options - 1)[0]+1, d.options)
	}
}

// equationsInBand samples one or sometimes two equations modulo 2 for each variable from 3
// on: over this variable and two to four of the six variables before it. An equation of
// five terms is split by an auxiliary variable.
func equationsInBand(d *draft) {
	d.n = 20 + d.IntN(20)
	d.options = d.n
	for last := 3; last <= d.options; last++ {
		for range 1 + d.IntN(8)/7 {
			terms := []int{last}
			for _, before := range d.Perm(min(last-1, 6))[:2+d.IntN(min(last-2, 3))] {
				terms = append(terms, (last-1-before)*(1-2*d.IntN(2)))
			}
			if d.n++; len(terms) > 4 {
				d.parity(0, append(terms[2:], d.n)...)
				terms = append(terms[:2:2], d.n)
			} else {
				d.n--
			}
			d.parity(d.IntN(2), terms...)
		}
	}
}
