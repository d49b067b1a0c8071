package explain

import (
	"math/rand/v2"

	"queens/encode"
)

// drawRegions returns a board of regions with one solution: the regions grow around the queens of a
// random solution, and while there is a second solution, one of its squares moves to a
// neighbouring region.
func drawRegions(r *rand.Rand, n int) encode.Instance {
	for {
		if d := (&drawing{r: r, n: n}); d.draw() {
			cells := make([]string, n*n)
			for i, region := range d.region {
				cells[i] = string(rune('A' + region))
			}
			p, err := encode.NewPartition(n, cells)
			if err != nil {
				panic(err)
			}
			return encode.Instance{N: n, Family: encode.Regions, Regions: p}
		}
	}
}

type drawing struct {
	r      *rand.Rand
	n      int
	queens []int // indexed by row: the column
	region []int // indexed by square
}

func (d *drawing) draw() bool {
	for {
		d.queens = d.r.Perm(d.n)
		touch := false
		for row := 1; row < d.n; row++ {
			touch = touch || max(d.queens[row]-d.queens[row-1], d.queens[row-1]-d.queens[row]) < 2
		}
		if !touch {
			break
		}
	}
	d.region = make([]int, d.n*d.n)
	for i := range d.region {
		d.region[i] = -1
	}
	rates := make([]float64, d.n)
	for row, col := range d.queens {
		d.region[row*d.n+col], rates[row] = row, 0.2+d.r.Float64()
	}
	for left := d.n*d.n - d.n; left > 0; {
		i := d.r.IntN(d.n * d.n)
		if near := d.near(i); d.region[i] < 0 && len(near) > 0 {
			if j := d.region[near[d.r.IntN(len(near))]]; j >= 0 && d.r.Float64() < rates[j] {
				d.region[i] = j
				left--
			}
		}
	}
	for range 50 * d.n {
		other := d.other()
		if other == nil {
			return true
		}
		moved := false
		for _, row := range d.r.Perm(d.n) {
			if i := row*d.n + other[row]; other[row] != d.queens[row] && d.move(i) {
				moved = true
				break
			}
		}
		if !moved {
			return false
		}
	}
	return false
}

func (d *drawing) near(i int) (near []int) {
	row, col := i/d.n, i%d.n
	if row > 0 {
		near = append(near, i-d.n)
	}
	if row < d.n-1 {
		near = append(near, i+d.n)
	}
	if col > 0 {
		near = append(near, i-1)
	}
	if col < d.n-1 {
		near = append(near, i+1)
	}
	return near
}

// move gives square i to a neighbouring region if its own stays connected.
func (d *drawing) move(i int) bool {
	own := d.region[i]
	for _, j := range d.near(i) {
		if d.region[j] == own {
			continue
		}
		d.region[i] = d.region[j]
		seen, stack, size := map[int]bool{}, []int{own*d.n + d.queens[own]}, 0
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[k] || d.region[k] != own {
				continue
			}
			seen[k] = true
			stack = append(stack, d.near(k)...)
		}
		for _, of := range d.region {
			if of == own {
				size++
			}
		}
		if len(seen) == size {
			return true
		}
		d.region[i] = own
	}
	return false
}

// other returns the columns of a second solution, or nil.
func (d *drawing) other() []int {
	columns, used, regions := make([]int, d.n), make([]bool, d.n), make([]bool, d.n)
	var place func(row int, same bool) bool
	place = func(row int, same bool) bool {
		if row == d.n {
			return !same
		}
		for _, col := range d.r.Perm(d.n) {
			g := d.region[row*d.n+col]
			if used[col] || regions[g] || row > 0 && max(col-columns[row-1], columns[row-1]-col) < 2 {
				continue
			}
			columns[row], used[col], regions[g] = col, true, true
			if place(row+1, same && col == d.queens[row]) {
				return true
			}
			used[col], regions[g] = false, false
		}
		return false
	}
	if place(0, true) {
		return columns
	}
	return nil
}
