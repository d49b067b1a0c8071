package derive

import (
	"context"

	"queens/dimacs"
)

// A resident is a literal that pigeons have in a hole, in the order of the pigeons: one pigeon,
// or levels of a count.
type resident struct {
	lit   dimacs.Lit
	users []user // those that are still to come
	used  bool   // by a pigeon that has been entered
}

// A user of a resident is a pigeon. For a level of a count, sum says that the count reaches the
// level's number at the label of the resident, and before that it reaches it before the label.
// For a clause they are the constants true and false. If a level has a room, taken says that the
// level takes the label there; otherwise it is 0.
type user struct{ sum, before, taken dimacs.Lit }

// A choice is what a pigeon has in one hole: if the pigeon is there, one of the residents is
// true.
type choice struct {
	hole      int
	residents []*resident
	one       dimacs.Lit // says that the pigeon is there
}

// A sumProof derives rule (c). The demands are pigeons: each clause is one, and a count that
// asks for k labels is k levels, of which the i-th takes the label at which the count reaches i.
// The groups are holes; a group of at most two is two holes, its rooms.
//
// The proof shows that n+1 pigeons do not fit into n holes, by counting the holes that are left:
// with E(j, r, m) for "the first j pigeons leave at least m of the first r holes", which is
// defined by
//
//	E(j, r, m) = E(j, r-1, m) or E(j, r-1, m-1) and hole r is not used by the first j,
//
// it derives for each j, in the order of the holes,
//
//	A(r, m): E(j, r, m) implies E(j-1, r, m), and
//	B(r, m): if pigeon j is in one of the first r holes, E(j, r, m) implies E(j-1, r, m+1),
//
// as far as they are needed to derive that j pigeons do not leave n-j+1 of n holes. Holes that
// no pigeon has used yet need no definition, and cells that did not change since the pigeon
// before are used again. So the number of lines is about the number of pigeons, times the holes
// that both earlier and later pigeons can use, times the number of these that may be left. If
// there are as many pigeons as holes, the proof goes on to derive that each hole is used.
//
// Source: S. A. Cook, "A Short Proof of the Pigeon Hole Principle Using Extended Resolution",
// SIGACT News 8, 1976, for the use of new variables.
type sumProof struct {
	*writer
	levels    [][]choice    // by pigeon, in the order of holes
	residents [][]*resident // by hole
	used      [2][]dimacs.Lit
	since     [2][]int32 // by hole: the last level at which one of the holes up to it has changed
	cells     map[cell]dimacs.Lit
	known     map[lemma]bool
	inHole    []dimacs.Lit // by hole: says that the pigeon of this level is in one of those up to it
	own       []*choice    // by hole: the choice of this level, or nil

	scope    [][]dimacs.Lit      // clauses to delete at the end of the level
	excluded [][][]dimacs.Lit    // by hole: clauses that it is not used if a later literal is true
	full     [][][]dimacs.Lit    // by hole: the clause that it is used only if a resident is true; nil if not wanted
	defined  [2][][][]dimacs.Lit // by hole: the definitions of its cells
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
func (p *sumProof) write(ctx context.Context) {
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
}

// level derives that the first j pigeons do not leave n-j+1 of n holes.
func (p *sumProof) level(j, n int32) {
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
	front, r := -truth, int32(0)
	for ; r <= n; r++ {
		if c := p.own[r]; c != nil {
			front = p.or(&p.scope, front, c.one)
		}
		if p.inHole[r] = front; front != -truth {
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
func (p *sumProof) enter(c *choice) {
	h := c.hole
	old := p.used[before][h]
	var there []dimacs.Lit
	for _, r := range c.residents {
		z := r.lit
		if u := r.users[0]; u.sum != truth || u.before != -truth {
			if z = u.taken; z == 0 {
				z = p.and(&p.scope, u.sum, -u.before)
			}
			if p.add(&p.scope, -z, r.lit); old != 0 {
				p.add(&p.scope, -old, -z)
			}
		}
		there = append(there, z)
		r.users, r.used = r.users[1:], true
	}
	c.one = p.or(&p.scope, there...)
	if old != 0 && len(there) > 1 {
		p.add(&p.scope, -old, -c.one)
	}
	if p.used[now][h] = c.one; old != 0 {
		p.used[now][h] = p.or(&p.scope, old, c.one)
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
		sum := truth
		if r.used {
			sum = r.users[0].sum
		}
		p.add(&p.excluded[h], -p.used[now][h], -r.lit, -sum)
	}
}

// occupants returns the residents of a hole that have been there.
func (p *sumProof) occupants(h int) (lits []dimacs.Lit) {
	for _, r := range p.residents[h] {
		if r.used {
			lits = append(lits, r.lit)
		}
	}
	return lits
}

// cell returns E(j, r, m).
func (p *sumProof) cell(when int, r, m int32) dimacs.Lit {
	switch {
	case m <= 0:
		return truth
	case m > r:
		return -truth
	case p.used[when][r] == 0:
		return p.cell(when, r-1, m-1)
	}
	key := cell{p.since[when][r], r, m}
	if z := p.cells[key]; z != 0 {
		return z
	}
	x, y, u := p.cell(when, r-1, m), p.cell(when, r-1, m-1), p.used[when][r]
	z := -u
	if x != -truth || y != truth {
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
func (p *sumProof) isNew(kind byte, r, m int32) bool {
	key := lemma{kind, r, m}
	is := !p.known[key]
	p.known[key] = true
	return is
}

// fewer derives that E(j-1, r, m) implies E(j-1, r, m-1).
func (p *sumProof) fewer(r, m int32) {
	a, b := p.cell(before, r, m), p.cell(before, r, m-1)
	switch {
	case a == -truth || b == truth || a == b || !p.isNew('M', r, m):
	case p.used[before][r] == 0:
		p.fewer(r-1, m-1)
	default:
		p.fewer(r-1, m)
		p.add(&p.scope, -a, b)
	}
}

// keeps derives A(r, m).
func (p *sumProof) keeps(r, m int32) {
	a, b := p.cell(now, r, m), p.cell(before, r, m)
	switch {
	case a == -truth || b == truth || a == b || !p.isNew('A', r, m):
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
func (p *sumProof) leaves(r, m int32) {
	a, in, b := p.cell(now, r, m), p.inHole[r], p.cell(before, r, m+1)
	switch {
	case in == -truth || a == -truth || b == truth || !p.isNew('B', r, m):
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
		if p.inHole[r-1] != -truth {
			p.add(&p.scope, -a, -in, b, p.inHole[r-1])
		}
	}
	p.add(&p.scope, -a, -in, b)
}
