package encode

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode/board"
)

// A walk is a way in which a piece moves: a squares along one side of the board and b along the other, once
// or, if it rides, any number of times.
type walk struct {
	a, b  int
	rides bool
}

// walks lists the moves of pieces, by the texts that ParsePiece accepts.
var walks = []struct {
	text  string
	moves []walk
}{
	{"queen", []walk{{0, 1, true}, {1, 1, true}}},
	{"rook", []walk{{0, 1, true}}},
	{"bishop", []walk{{1, 1, true}}},
	{"knight", []walk{{1, 2, false}}},
	{"king", []walk{{0, 1, false}, {1, 1, false}}},
	{"amazon", []walk{{0, 1, true}, {1, 1, true}, {1, 2, false}}},
	{"archbishop", []walk{{1, 1, true}, {1, 2, false}}},
	{"chancellor", []walk{{0, 1, true}, {1, 2, false}}},
	{"rider 1,2", []walk{{1, 2, true}}},
	{"leaper 2,1 leaper 1,1 leaper 0,1", []walk{{1, 2, false}, {1, 1, false}, {0, 1, false}}},
	{"leaper 1,1 rider 0,1", []walk{{1, 1, false}, {0, 1, true}}},
	{"rider 2,2 leaper 0,1 leaper 1,3", []walk{{2, 2, true}, {0, 1, false}, {1, 3, false}}},
}

// A field is a board, whose squares have the numbers from 0 in reading order.
type field struct {
	rows, columns int
	torus         bool
}

// fields returns the boards, regular and tori, with at most rows and columns that pass the filter.
func fields(rows, columns int, filter func(f field) bool) (list []field) {
	for i := range rows * columns * 2 {
		if f := (field{i/2/columns + 1, i/2%columns + 1, i%2 > 0}); filter(f) {
			list = append(list, f)
		}
	}
	return list
}

// attacked returns, indexed by square, the set of the squares that a piece attacks from there. On a torus, the square
// itself may be among them.
func (f field) attacked(moves []walk) []uint64 {
	sets := make([]uint64, f.rows*f.columns)
	for i := range len(sets) * 8 {
		for _, m := range moves {
			down, right := m.a*(1-i&2), m.b*(1-i&4/2)
			if i&1 > 0 {
				down, right = right, down
			}
			row, column := i/8/f.columns, i/8%f.columns
			for step := 0; step == 0 || m.rides && step < len(sets); step++ {
				row, column = row+down, column+right
				if f.torus {
					row, column = (row+4*f.rows)%f.rows, (column+4*f.columns)%f.columns
				}
				if row < 0 || row >= f.rows || column < 0 || column >= f.columns {
					break
				}
				sets[i/8] |= 1 << (row*f.columns + column)
			}
		}
	}
	return sets
}

// images returns the images of a set of squares, in each of the layers, under the rotations and reflections.
func (f field) images(set uint64, layers int) (images []uint64) {
	n := f.rows * f.columns
	for i := range 8 {
		image := uint64(0)
		for v := range n * layers {
			row, column := v%n/f.columns, v%n%f.columns
			if i&1 > 0 {
				row = f.rows - 1 - row
			}
			if i&2 > 0 {
				column = f.columns - 1 - column
			}
			if i&4 > 0 {
				row, column = column, row
			}
			image |= set >> v & 1 << (v/n*n + row*f.columns + column)
		}
		if i < 4 || f.rows == f.columns {
			images = append(images, image)
		}
	}
	return images
}

// instance returns the instance of a board with pieces.
func (f field) instance(t *testing.T, pieces ...string) Instance {
	b := board.Sized(f.rows, f.columns)
	in := Instance{N: b.N, Columns: b.Columns}
	if f.torus {
		in.Variant = board.Torus
	}
	for _, text := range pieces {
		k, err := ParsePiece(text)
		if err != nil {
			t.Fatal(err)
		}
		in.Pieces = append(in.Pieces, k)
	}
	return in
}

// A checker compares instances with their solutions by brute force.
type checker struct {
	*testing.T
	number int // of instances so far; the forms and encodings take turns
}

// check compares the models of an instance with its solutions, and returns their number. A solution is a set of
// total variables, one at most of each of the options, of which none excludes another and that accepts does not
// reject. With broken symmetries, the first solution of each class in reading order remains.
func (c *checker) check(f field, in Instance, options [][]int, excluded []uint64, total int, accepts func(set uint64) bool) int {
	c.Helper()
	if err := in.Check(); err != nil {
		c.Fatalf("%v: %v", in, err)
	}
	var solutions []uint64
	var choose func(i int, set, out uint64)
	choose = func(i int, set, out uint64) {
		missing := total - bits.OnesCount64(set)
		if missing == 0 && (accepts == nil || accepts(set)) {
			solutions = append(solutions, set)
		}
		if missing == 0 || missing > len(options)-i {
			return
		}
		for _, v := range options[i] {
			if out>>v&1 == 0 {
				choose(i+1, set|1<<v, out|excluded[v])
			}
		}
		choose(i+1, set, out)
	}
	choose(0, 0, 0)
	slices.Sort(solutions)
	c.number++
	if in.squareVariables() < 9 {
		checkLinears(c.T, in, len(solutions))
	} else {
		forms := in.forms()
		in = forms[c.number%len(forms)]
	}
	c.compare(in, solutions)
	if in.SymmetryBroken = true; in.Regions == nil && in.Check() == nil && (c.number%3 == 0 || len(solutions) < 9) {
		c.compare(in, slices.DeleteFunc(slices.Clone(solutions), func(set uint64) bool {
			return slices.ContainsFunc(f.images(set, in.Layers()), func(image uint64) bool { return bits.Reverse64(image) > bits.Reverse64(set) })
		}))
	}
	return len(solutions)
}

// compare compares the models of the clauses, the declared size and the known number of solutions with the solutions.
func (c *checker) compare(in Instance, want []uint64) {
	c.Helper()
	var found []uint64
	if _, err := solutions(in, func(value func(dimacs.Lit) int8) {
		set := uint64(0)
		for v := range in.squareVariables() {
			if value(dimacs.Lit(v+1)) > 0 {
				set |= 1 << v
			}
		}
		found = append(found, set)
	}); err != nil {
		c.Fatal(err)
	}
	if slices.Sort(found); !slices.Equal(found, want) {
		c.Errorf("%v: %d models, want %d: %x, want %x", in, len(found), len(want), found, want)
	}
	status, count := in.Known()
	if status != dimacs.Unknown && (status == dimacs.Satisfiable) != (len(want) > 0) || count != nil && count.Int64() != int64(len(want)) {
		c.Errorf("%v: %v and %v, but there are %d", in, status, count, len(want))
	}
	size, err := in.Size()
	if f, _ := in.Formula(c.Context()); err != nil || f.Vars != size.Variables || len(slices.Collect(f.Clauses())) != int(size.Clauses) {
		c.Errorf("%v: declares %v: %v", in, size, err)
	}
}

// layers returns the options and the exclusions of pieces of several kinds; attacked is indexed by layer and square. No
// piece attacks another of its own kind if alike is set, and of another kind if unlike is set.
func layers(attacked [][]uint64, alike, unlike bool) (options [][]int, excluded []uint64) {
	n := len(attacked[0])
	options, excluded = make([][]int, n), make([]uint64, n*len(attacked))
	for v := range excluded {
		options[v%n] = append(options[v%n], v)
		for w := range excluded {
			either := attacked[v/n][v%n]>>(w%n)&1 | attacked[w/n][w%n]>>(v%n)&1
			if v/n == w/n && alike || v/n != w/n && unlike {
				excluded[v] |= either << w
			}
		}
	}
	return options, excluded
}

// The pieces do not attack each other, or they dominate the board, or both. On larger boards, their number is that of
// rows or columns.
func TestPieces(t *testing.T) {
	for i, p := range walks {
		t.Run(p.text, func(t *testing.T) {
			t.Parallel()
			c := checker{T: t}
			for _, f := range fields(7, 9, func(f field) bool {
				return f.rows*f.columns <= 16 && f.columns <= 5 || f.rows == 2 && f.columns == 9 && p.moves[0].rides || i == 0 && f.columns <= 7
			}) {
				in, attacked, n := f.instance(t, p.text), f.attacked(p.moves), f.rows*f.columns
				options, excluded := layers([][]uint64{attacked}, true, false)
				k := 0
				if n > 20 {
					k = min(f.rows, f.columns)
				}
				in.Queens = &k
				for ; k <= n && c.check(f, in, options, excluded, k, nil) > 0 && n <= 20; k++ {
				}
				in.Family = Domination
				for i := 0; i < min(n, 9) && max(f.rows, f.columns) < 5; i++ {
					in.Independent = i > 3
					if k = i; in.Independent {
						k, excluded = i-3, attacked
					} else {
						excluded = make([]uint64, n)
					}
					c.check(f, in, options, excluded, k, func(set uint64) bool {
						dominated := set
						for s := range attacked {
							dominated |= attacked[s] * (set >> s & 1)
						}
						return dominated == 1<<n-1
					})
				}
			}
		})
	}
}

// Mixtures, armies and colourings of every piece.
func TestLayersOfPieces(t *testing.T) {
	for i, p := range walks {
		t.Run(p.text, func(t *testing.T) {
			t.Parallel()
			c := checker{T: t}
			for _, f := range fields(3, 4, func(field) bool { return true }) {
				n, attacked := f.rows*f.columns, f.attacked(p.moves)
				check := func(in Instance, attacked [][]uint64, alike bool, counts ...int) {
					options, excluded := layers(attacked, alike, in.Family != Colouring)
					total := 0
					for _, k := range counts {
						total += k
					}
					c.check(f, in, options, excluded, total, func(set uint64) bool {
						for i, k := range counts[1:] {
							if bits.OnesCount64(set>>(n+i*n)&(1<<n-1)) != k {
								return false
							}
						}
						return true
					})
				}
				in := f.instance(t, p.text)
				for k := 1; k <= min(n, 3) && n <= 9; k++ {
					in.Family, in.Colours = Colouring, &k
					check(in, slices.Repeat([][]uint64{attacked}, k), true, n)
				}
				for k := 1; 2*k <= min(n, 4); k++ {
					in.Family, in.Colours, in.Queens = Armies, nil, &k
					check(in, [][]uint64{attacked, attacked}, false, k, k)
				}
				for j, q := range walks[:min(i, 8)] {
					in := f.instance(t, q.text, p.text)
					in.Pieces[0].Count, in.Pieces[1].Count = 1+j%2, 1+i%2
					for _, in.AllowSame = range []bool{false, true} {
						if in.QueenCount() <= n && n < 10 && (i+j+n)%2 == 0 {
							check(in, [][]uint64{f.attacked(q.moves), attacked}, !in.AllowSame, 1+j%2, 1+i%2)
						}
					}
				}
			}
		})
	}
}

// Regions and dominoes on boards that are not square.
func TestRegionsAndDominoesOnRectangles(t *testing.T) {
	t.Parallel()
	c := checker{T: t}
	for _, f := range fields(4, 6, func(f field) bool { return !f.torus && f.rows != f.columns }) {
		n, in := f.rows*f.columns, f.instance(t)
		var options [][]int
		var covers []uint64 // indexed by domino: its squares
		for s := range n {
			if s%f.columns+1 < f.columns {
				covers = append(covers, 3<<s)
			}
		}
		for s := range n - f.columns {
			covers = append(covers, 1<<s|1<<(s+f.columns))
		}
		excluded := make([]uint64, len(covers))
		for i, a := range covers {
			options = append(options, []int{i})
			for j, b := range covers {
				if a&b > 0 {
					excluded[i] |= 1 << j
				}
			}
		}
		in.Family = Dominoes
		c.check(f, in, options, excluded, (n+1)/2, nil)

		options, excluded = layers([][]uint64{f.attacked(append(walks[4].moves, walks[1].moves...))}, true, false)
		for k := 1; k <= min(f.rows, f.columns); k++ {
			text, regions := "", make([]uint64, k) // of about equal size, in reading order
			for s := range n {
				if text += string(rune('A' + s*k/n)); s%f.columns == f.columns-1 {
					text += ","
				}
				regions[s*k/n] |= 1 << s
			}
			p, err := board.ParsePartition(strings.TrimSuffix(text, ","), "", true)
			if err != nil {
				t.Fatal(err)
			}
			in.Family, in.Regions, in.Queens = Regions, p, &k
			c.check(f, in, options, excluded, k, func(set uint64) bool {
				return !slices.ContainsFunc(regions, func(region uint64) bool { return set&region == 0 })
			})
		}
	}
}

// Known numbers of larger boards, as qsat counts and optimises them.
func TestKnownPieces(t *testing.T) {
	for _, c := range []struct {
		piece         string
		rows, columns int
		family        Family
		k             int
		want          string
	}{
		{"bishop", 8, 8, "", 8, "22522960"}, {"bishop", 9, 9, "", 17, "0"}, {"bishop", 11, 11, "", 11, "<nil>"}, {"rook", 5, 9, "", 3, "5040"}, {"rook", 5, 9, "", 6, "0"},
		{"king", 8, 8, "", 16, "281571"}, {"king", 7, 8, "", 17, "0"}, {"knight", 7, 7, "", 7, "8891854"}, {"knight", 2, 9, "", 11, "0"}, {"knight", 8, 8, "", 33, "0"},
		{"knight", 8, 8, Domination, 11, "0"}, {"knight", 8, 8, Domination, 12, "<nil>"}, {"king", 7, 8, Domination, 8, "0"}, {"bishop", 8, 8, Domination, 7, "0"},
	} {
		in := field{c.rows, c.columns, false}.instance(t, c.piece)
		in.Family, in.Queens = c.family, &c.k
		if status, count := in.Known(); fmt.Sprint(count) != c.want || (status == dimacs.Unsatisfiable) != (c.want == "0") {
			t.Errorf("%v: %v, %v; want %s", in, status, count, c.want)
		}
	}
}
