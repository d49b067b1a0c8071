package cover

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
)

// symmetries looks for permutations of the available literals of a node
// that map conflicts to conflicts and open clauses to open clauses. Literals
// that such a permutation maps to each other are in as many solutions.
//
// It refines colours until literals of one colour have neighbours of the same
// colours, gives one literal in each of two copies a colour of its own, and
// so on, until each literal in one copy has the colour of a single one in the
// other; that permutation is then checked. A literal may be missed for lack of
// steps, which costs time, not truth.
//
// Source: B. D. McKay, Practical Graph Isomorphism, Congressus Numerantium 30,
// 1981.
type symmetries struct {
	in    *instance
	n     node
	lits  []int32   // available
	at    []int32   // by literal of the instance: its place in lits
	rows  [][]int32 // by place: the places in conflict with it
	open  []int32   // clauses
	hit   [][]int32 // by place: places in open of the clauses it is in
	edges int       // neighbours of all places
	work  int       // left
	ctx   context.Context
}

// symmetryWork bounds the neighbours looked at for one node, some ten
// milliseconds.
const symmetryWork = 1 << 23

// orbits groups literals of which the solutions of n are known to be as many.
// There are fewer such once ctx has ended.
func (in *instance) orbits(ctx context.Context, n node, list []int32) [][]int32 {
	s := &symmetries{in: in, n: n, work: symmetryWork, ctx: ctx}
	if s.load(); ctx.Err() != nil {
		return slices.Collect(slices.Chunk(list, 1))
	}
	parent := places(make([]uint64, len(s.lits))) // each its own
	find := func(i int32) int32 {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	base := s.refine(make([]uint64, len(s.lits)))
	for i, a := range list {
		for _, b := range list[:i] {
			p, q := s.at[a], s.at[b]
			if base[p] != base[q] || find(p) == find(q) || s.work <= 0 {
				continue
			}
			for from, to := range s.match(s.single(base, p), s.single(base, q)) {
				parent[find(int32(from))] = find(to)
			}
		}
	}
	var groups [][]int32
	for _, a := range list {
		k := slices.IndexFunc(groups, func(g []int32) bool { return find(s.at[g[0]]) == find(s.at[a]) })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], a)
	}
	return groups
}

// load lists what is left at the node, unless ctx ends.
func (s *symmetries) load() {
	s.at = make([]int32, len(s.in.lits))
	s.lits = elements(s.n.avail)
	for p, i := range s.lits {
		s.at[i] = int32(p)
	}
	s.open = elements(s.n.open)
	place := make([]int32, len(s.in.clauses)) // in open
	for k, c := range s.open {
		place[c] = int32(k)
	}
	s.rows = make([][]int32, len(s.lits))
	s.hit = make([][]int32, len(s.lits))
	for p, i := range s.lits {
		if p%64 == 0 && s.ctx.Err() != nil {
			return
		}
		row := s.in.row(int(i))
		for w, x := range s.n.avail {
			for x &^= row[w]; x != 0; x &= x - 1 {
				if j := int32(w<<6 + bits.TrailingZeros64(x)); j != i {
					s.rows[p] = append(s.rows[p], s.at[j])
				}
			}
		}
		for _, c := range s.in.hits[i] {
			if s.n.open[c>>6]>>(c&63)&1 != 0 {
				s.hit[p] = append(s.hit[p], place[c])
			}
		}
		s.edges += 4 + len(s.rows[p]) + 2*len(s.hit[p])
	}
}

// refine returns colours that tell literals apart by the colours around them,
// as far as that goes. They depend on the given colours and the structure
// alone, not on the order of the literals.
func (s *symmetries) refine(colours []uint64) []uint64 {
	old := colours
	for kinds := distinct(old); ; {
		if s.work -= s.edges; s.ctx.Err() != nil {
			s.work = 0
			return old
		}
		clauses := make([]uint64, len(s.open))
		for p, list := range s.hit {
			for _, k := range list {
				clauses[k] += mix(old[p])
			}
		}
		next := make([]uint64, len(old))
		for p := range old {
			around, within := uint64(0), uint64(0)
			for _, q := range s.rows[p] {
				around += mix(old[q])
			}
			for _, k := range s.hit[p] {
				within += mix(clauses[k] + 1)
			}
			next[p] = mix(old[p]*3 + mix(around+2)*5 + mix(within+3)*7)
		}
		k := distinct(next)
		if k <= kinds {
			return next
		}
		kinds, old = k, next
	}
}

// distinct returns the number of colours.
func distinct(colours []uint64) int {
	sorted := slices.Clone(colours)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}

// mix spreads the bits of x, as the finalizer of SplitMix64 does.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// single refines after place p got a colour of its own.
func (s *symmetries) single(colours []uint64, p int32) []uint64 {
	own := slices.Clone(colours)
	own[p] = mix(own[p] + 1)
	return s.refine(own)
}

// match returns a symmetry that maps each place to one whose second colour is
// its first one.
func (s *symmetries) match(first, second []uint64) []int32 {
	a, b := places(first), places(second)
	if !slices.EqualFunc(a, b, func(x, y int32) bool { return first[x] == second[y] }) {
		return nil
	}
	for i := 1; i < len(a); i++ {
		if first[a[i]] != first[a[i-1]] {
			continue
		}
		colour := first[a[i]]
		from := s.single(first, a[i-1])
		for _, y := range b[i-1:] {
			if second[y] != colour || s.work <= 0 {
				return nil
			}
			if m := s.match(from, s.single(second, y)); m != nil {
				return m
			}
		}
		return nil
	}
	m := make([]int32, len(a))
	for i, x := range a {
		m[x] = b[i]
	}
	if !s.isSymmetry(m) {
		return nil
	}
	return m
}

// places returns the places in the order of their colours.
func places(colours []uint64) []int32 {
	list := make([]int32, len(colours))
	for i := range list {
		list[i] = int32(i)
	}
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(colours[a], colours[b]), cmp.Compare(a, b))
	})
	return list
}

// isSymmetry checks a permutation against conflicts and clauses. Once ctx has
// ended there are no symmetries.
func (s *symmetries) isSymmetry(m []int32) bool {
	for p, row := range s.rows {
		if p%256 == 0 && s.ctx.Err() != nil {
			return false
		}
		if len(row) != len(s.rows[m[p]]) {
			return false
		}
		for _, q := range row {
			i, j := s.lits[m[p]], s.lits[m[q]]
			if s.in.row(int(i))[j>>6]>>(j&63)&1 != 0 {
				return false
			}
		}
	}
	want := make(map[string]int, len(s.open))
	clauses := make([][]int32, len(s.open))
	images := make([][]int32, len(s.open))
	for p, list := range s.hit {
		for _, k := range list {
			clauses[k] = append(clauses[k], int32(p))
			images[k] = append(images[k], m[p])
		}
	}
	for k := range clauses {
		want[key(clauses[k])]++
		want[key(images[k])]--
	}
	for _, n := range want {
		if n != 0 {
			return false
		}
	}
	return true
}

// key returns the set of places as a string.
func key(set []int32) string {
	slices.Sort(set)
	b, _ := binary.Append(nil, binary.LittleEndian, set) // of fixed size, so there is no error
	return string(b)
}
