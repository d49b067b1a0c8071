package cardinality

import (
	"cmp"
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// yes stands for the constant in place of a literal, and its negation for the other one.
const yes dimacs.Lit = math.MaxInt32

// A resident is a literal that pigeons have in a hole, in their order: one, or levels of a
// counter.
type resident struct {
	lit   dimacs.Lit
	users []user // those that come
	used  bool   // by one that has been
}

// A user of a label is a level; sum is that its number is reached at the label, and before
// that it is reached before. For a clause both are constant.
type user struct{ sum, before dimacs.Lit }

// A choice is what a pigeon has in one hole: one of the residents is true if it is there.
type choice struct {
	hole      int
	residents []*resident
	one       dimacs.Lit // that it is there
}

// A proof is that n+1 pigeons do not fit into n holes, by counting the holes that are left:
// with E(j, r, m) for "the first j pigeons leave at least m of the first r holes", which is
// defined by
//
//	E(j, r, m) = E(j, r-1, m) or E(j, r-1, m-1) and hole r is not used by the first j,
//
// it derives for j and its predecessor, in the order of holes,
//
//	A(r, m): E(j, r, m) implies E(j-1, r, m), and
//	B(r, m): if pigeon j is in one of the first r holes, E(j, r, m) implies E(j-1, r, m+1),
//
// as far as they are needed for it not to be true that j pigeons leave n-j+1 of n holes. What
// holes are used by nobody yet needs no definition, nor does what has not changed since the
// pigeon before. So the proof has about as many lines as there are pigeons, times the holes
// that some of those before and some after them can use, times how many may be left of these.
// Levels are the pigeons; what is used in one of them alone is deleted at its end.
//
// Source: S. A. Cook, "A Short Proof of the Pigeon Hole Principle Using Extended Resolution",
// SIGACT News 8, 1976, for the use of new variables.
type proof struct {
	to    engine.Proof
	fresh dimacs.Lit // the last variable
	done  bool       // the empty clause is written
	err   error

	levels    [][]choice    // by pigeon, in the order of holes
	residents [][]*resident // by hole
	used      [2][]dimacs.Lit
	since     [2][]int32 // by hole: the last level at which one of the holes up to it has changed
	cells     map[cell]dimacs.Lit
	known     map[lemma]bool
	inHole    []dimacs.Lit // by hole: that the pigeon of this level is in one of those up to it
	own       []*choice    // by hole: the choice of this level, or nil

	counts   map[*root]*sums
	scope    [][]dimacs.Lit      // what is deleted at the end of the level
	excluded [][][]dimacs.Lit    // by hole: clauses that it is not used if a later literal is true
	full     [][][]dimacs.Lit    // by hole: the clause that it is used only if a resident is true; nil if not wanted
	defined  [2][][][]dimacs.Lit // by hole: what defines its cells
}

// before and now are the two counts that a level is about.
const (
	before = iota
	now
)

type cell struct{ level, r, m int32 }

type lemma struct {
	kind byte
	r, m int32
}

// write writes the proof.
func (p *proof) write(ctx context.Context) error {
	n := len(p.residents) - 1
	for j := 1; j <= len(p.levels) && p.err == nil && ctx.Err() == nil; j++ {
		p.level(int32(j), int32(n))
	}
	for h := 1; h < len(p.full); h++ { // all are used, as none is left
		p.add(nil, p.occupants(h)...)
	}
	for h := range p.full {
		p.delete(&p.full[h])
		p.delete(&p.defined[now][h])
	}
	return cmp.Or(p.err, context.Cause(ctx))
}

// level derives that the first j pigeons do not leave n-j+1 of n holes.
func (p *proof) level(j, n int32) {
	choices := p.levels[j-1]
	copy(p.used[before], p.used[now])
	copy(p.since[before], p.since[now])
	clear(p.own)
	clear(p.known)
	for i := range choices {
		c := &choices[i]
		p.own[c.hole] = c
		p.enter(c)
	}
	front, r := -yes, int32(0)
	for ; r <= n; r++ {
		if c := p.own[r]; c != nil {
			front = p.or(front, c.one)
		}
		if p.inHole[r] = front; front != -yes {
			p.since[now][r] = j
			p.defined[before][r], p.defined[now][r] = p.defined[now][r], nil
		}
	}
	p.add(&p.scope, front)
	p.leaves(n, n-j+1)
	top := p.cell(now, n, n-j+1)
	p.add(nil, -top)
	p.delete(&p.scope)
	for r := range p.defined[before] {
		p.delete(&p.defined[before][r])
	}
}

// enter makes a hole one that is used by the pigeon of a choice, too. If the hole is used
// and a resident is true, no level to come has it: its sum is false there.
func (p *proof) enter(c *choice) {
	h := c.hole
	old := p.used[before][h]
	var there []dimacs.Lit
	for _, r := range c.residents {
		z := r.lit
		if u := r.users[0]; u.sum != yes || u.before != -yes {
			z = p.and(u.sum, -u.before)
			if p.add(&p.scope, -z, r.lit); old != 0 {
				p.add(&p.scope, -old, -z)
			}
		}
		there = append(there, z)
		r.users, r.used = r.users[1:], true
	}
	c.one = p.or(there...)
	if old != 0 && len(there) > 1 {
		p.add(&p.scope, -old, -c.one)
	}
	if p.used[now][h] = c.one; old != 0 {
		p.used[now][h] = p.or(old, c.one)
	}
	if p.full != nil && (old != 0 || len(there) > 1 || there[0] != c.residents[0].lit) {
		before := p.full[h]
		p.full[h] = nil
		p.add(&p.full[h], append(p.occupants(h), -p.used[now][h])...)
		p.delete(&before)
	}
	p.scope = append(p.scope, p.excluded[h]...) // B needs them
	p.excluded[h] = nil
	for _, r := range p.residents[h] {
		if len(r.users) == 0 {
			continue
		}
		sum := yes
		if r.used {
			sum = r.users[0].sum
		}
		p.add(&p.excluded[h], -p.used[now][h], -r.lit, -sum)
	}
}

// occupants returns the residents of a hole that have been there.
func (p *proof) occupants(h int) (lits []dimacs.Lit) {
	for _, r := range p.residents[h] {
		if r.used {
			lits = append(lits, r.lit)
		}
	}
	return lits
}

// and returns a new variable that is true if and only if two literals are.
func (p *proof) and(k, l dimacs.Lit) dimacs.Lit {
	switch {
	case k == yes:
		return l
	case l == yes:
		return k
	}
	p.fresh++
	p.add(&p.scope, p.fresh, -k, -l)
	p.add(&p.scope, -p.fresh, k)
	p.add(&p.scope, -p.fresh, l)
	return p.fresh
}

// or returns a new variable that is true if and only if one of some literals is.
func (p *proof) or(lits ...dimacs.Lit) dimacs.Lit {
	lits = slices.DeleteFunc(slices.Clone(lits), func(l dimacs.Lit) bool { return l == -yes })
	if len(lits) == 1 {
		return lits[0]
	}
	p.fresh++
	for _, l := range lits {
		p.add(&p.scope, p.fresh, -l)
	}
	p.add(&p.scope, append([]dimacs.Lit{-p.fresh}, lits...)...)
	return p.fresh
}

// cell returns E(j, r, m).
func (p *proof) cell(when int, r, m int32) dimacs.Lit {
	switch {
	case m <= 0:
		return yes
	case m > r:
		return -yes
	case p.used[when][r] == 0:
		return p.cell(when, r-1, m-1)
	}
	key := cell{p.since[when][r], r, m}
	if z := p.cells[key]; z != 0 {
		return z
	}
	x, y, u := p.cell(when, r-1, m), p.cell(when, r-1, m-1), p.used[when][r]
	z := -u
	if x != -yes || y != yes {
		p.fresh++
		z = p.fresh
		to := &p.defined[when][r]
		if p.since[when][r] == p.since[now][r] {
			to = &p.defined[now][r]
		}
		p.add(to, z, -x)
		p.add(to, z, -y, u)
		p.add(to, -z, x, y)
		p.add(to, -z, x, -u)
	}
	p.cells[key] = z
	return z
}

// isNew reports whether a lemma was not derived at this level, and notes it.
func (p *proof) isNew(kind byte, r, m int32) bool {
	key := lemma{kind, r, m}
	is := !p.known[key]
	p.known[key] = true
	return is
}

// fewer derives that E(j-1, r, m) implies E(j-1, r, m-1).
func (p *proof) fewer(r, m int32) {
	a, b := p.cell(before, r, m), p.cell(before, r, m-1)
	switch {
	case a == -yes || b == yes || a == b || !p.isNew('M', r, m):
	case p.used[before][r] == 0:
		p.fewer(r-1, m-1)
	default:
		p.fewer(r-1, m)
		p.add(&p.scope, -a, b)
	}
}

// keeps derives A(r, m).
func (p *proof) keeps(r, m int32) {
	a, b := p.cell(now, r, m), p.cell(before, r, m)
	switch {
	case a == -yes || b == yes || a == b || !p.isNew('A', r, m):
		return
	case p.used[now][r] == 0:
		p.keeps(r-1, m-1)
		return
	case p.used[before][r] == 0:
		p.fewer(r-1, m)
	}
	p.keeps(r-1, m)
	p.keeps(r-1, m-1)
	p.add(&p.scope, -a, b)
}

// leaves derives B(r, m).
func (p *proof) leaves(r, m int32) {
	a, in, b := p.cell(now, r, m), p.inHole[r], p.cell(before, r, m+1)
	switch {
	case in == -yes || a == -yes || b == yes || !p.isNew('B', r, m):
		return
	case p.used[now][r] == 0:
		p.leaves(r-1, m-1)
		return
	case p.used[before][r] == 0:
		p.fewer(r-1, m+1)
	}
	p.leaves(r-1, m)
	p.leaves(r-1, m-1)
	if p.own[r] != nil {
		p.keeps(r-1, m)
		if p.inHole[r-1] != -yes {
			p.add(&p.scope, -a, -in, b, p.inHole[r-1])
		}
	}
	p.add(&p.scope, -a, -in, b)
}

// add writes a clause without constants, unless one of them is true, and notes it in a list.
func (p *proof) add(list *[][]dimacs.Lit, lits ...dimacs.Lit) {
	if slices.Contains(lits, yes) || p.done || p.err != nil {
		return
	}
	lits = slices.DeleteFunc(lits, func(l dimacs.Lit) bool { return l == -yes })
	p.err, p.done = p.to.Add(lits), len(lits) == 0
	if list != nil && len(lits) > 1 { // units stay: checkers differ on what deleting one means
		*list = append(*list, lits)
	}
}

// delete deletes the clauses of a list.
func (p *proof) delete(list *[][]dimacs.Lit) {
	for _, lits := range *list {
		if p.err == nil && !p.done {
			p.err = p.to.Delete(lits)
		}
	}
	*list = nil
}

// newProof orders the pigeons of a violator so that those with common holes are close to each
// other, and the holes by the last pigeon that can use them.
func newProof(s *search, violator []int32) *proof {
	h := s.housing
	of := map[int32][]int32{} // by hole: its pigeons
	for _, q := range violator {
		for _, c := range h.pigeons[q].holes {
			if list := of[c]; len(list) == 0 || list[len(list)-1] != q {
				of[c] = append(of[c], q)
			}
		}
	}
	order := breadthFirst(h, of, breadthFirst(h, of, violator[0])[len(violator)-1])
	slices.SortStableFunc(order, func(a, b int32) int { // levels have to come in their order
		p, q := h.pigeons[a], h.pigeons[b]
		if p.counter == q.counter && p.counter > 0 {
			return p.level.start - q.level.start
		}
		return p.counter - q.counter
	})
	var holes []int32
	for i := len(order) - 1; i >= 0; i-- { // the last ones first
		for _, c := range h.pigeons[order[i]].holes {
			if of[c] != nil {
				holes, of[c] = append(holes, c), nil
			}
		}
	}
	slices.Reverse(holes)
	place := map[int32]int{}
	for i, c := range holes {
		place[c] = i + 1
	}
	n := len(holes) + 1
	p := &proof{
		to: s.task.Proof, fresh: dimacs.Lit(s.task.Formula.Vars), levels: make([][]choice, len(order)), residents: make([][]*resident, n),
		cells: map[cell]dimacs.Lit{}, known: map[lemma]bool{}, inHole: make([]dimacs.Lit, n), own: make([]*choice, n), excluded: make([][][]dimacs.Lit, n),
		counts: map[*root]*sums{},
	}
	for i := range p.used {
		p.used[i], p.since[i], p.defined[i] = make([]dimacs.Lit, n), make([]int32, n), make([][][]dimacs.Lit, n)
	}
	known := map[room]*resident{}
	inRoom := p.share(s, holes)
	for i, q := range order {
		at := map[int]int{}
		pg := h.pigeons[q]
		for k, c := range pg.holes {
			hole, l := place[c], s.Name(s.lits[pg.lits[k]])
			if int(c) >= h.doubles {
				l = inRoom[room{int(c), l}]
			}
			r := known[room{hole, l}]
			if r == nil {
				r = &resident{lit: l}
				known[room{hole, l}] = r
				p.residents[hole] = append(p.residents[hole], r)
			}
			u := user{yes, -yes}
			if l := pg.level; l != nil && l.total != nil {
				sums := p.count(s, l.total)
				u = user{sums.at(l.start+k+1, l.number), sums.at(l.start+k, l.number)}
			} else if pg.level != nil {
				u = user{nameOf(s, pg.level.at(pg.level.start+k)), nameOf(s, pg.level.at(pg.level.start+k-1))}
			}
			r.users = append(r.users, u)
			if _, has := at[hole]; !has {
				at[hole] = len(p.levels[i])
				p.levels[i] = append(p.levels[i], choice{hole: hole})
			}
			list := &p.levels[i][at[hole]].residents
			*list = append(*list, r)
		}
		slices.SortFunc(p.levels[i], func(a, b choice) int { return a.hole - b.hole })
	}
	return p
}

// nameOf returns a literal of the formula, or a constant.
func nameOf(s *search, l clause.Lit) dimacs.Lit {
	if l >= truth {
		return yes * dimacs.Lit(l.Sign())
	}
	return s.Name(l)
}

// A room is a literal in a hole.
type room struct {
	hole int
	lit  dimacs.Lit
}

// share derives that each of the sets of literals of which at most two are true is two of
// which at most one is: those before which, in the order of the set, none is true, and those
// after a true one. It returns these by the number of the hole and the literal of the set.
func (p *proof) share(s *search, holes []int32) map[room]dimacs.Lit {
	split := map[room]dimacs.Lit{}
	for _, c := range holes {
		if int(c) < s.doubles || (int(c)-s.doubles)%2 > 0 {
			continue
		}
		if t := s.twos[(int(c)-s.doubles)/2].total; t != nil {
			p.count(s, t)
		}
		some := -yes // of those before
		var second []dimacs.Lit
		for _, n := range s.cliques[c] {
			l := s.Name(s.lits[n])
			one, two := l, -yes
			if some != -yes {
				one, two = p.and(l, -some), p.and(l, some)
				p.add(nil, one, two, -l)
				for _, other := range second {
					p.add(nil, -other, -two)
				}
				second = append(second, two)
			}
			split[room{int(c), l}], split[room{int(c) + 1, l}] = one, two
			some = p.or(some, l)
		}
	}
	p.scope = nil // the definitions stay
	return split
}

// breadthFirst returns the pigeons that share holes, directly or through others, from one
// on.
func breadthFirst(h *housing, of map[int32][]int32, first int32) []int32 {
	order, seen := []int32{first}, map[int32]bool{first: true}
	for i := 0; i < len(order); i++ {
		for _, c := range h.pigeons[order[i]].holes {
			for _, q := range of[c] {
				if !seen[q] {
					seen[q] = true
					order = append(order, q)
				}
			}
		}
	}
	return order
}
