package derive

import (
	"context"

	"queens/dimacs"
)

// A resident is a literal in a hole, with the pigeons that contain it: one clause, or some levels of a
// tally.
type resident struct {
	lit   dimacs.Lit // true if and only if the literal is true and in this hole
	users []user     // the pigeons that enter has not seen yet, in their order
	used  bool       // enter has seen a pigeon with this resident
}

// A user is a pigeon of a resident. If the pigeon is level k of a tally and the resident is label i,
// sum says that at least k of the first i labels are true, and before says it of the first i-1 labels.
// So the level takes the label if sum is true and before is false. If the hole is a slot of a group of at
// most two, taken says that the level takes the label in this slot; otherwise taken is 0. If the pigeon
// is a clause, sum is truth and before is -truth.
type user struct{ sum, before, taken dimacs.Lit }

// An option is a hole that a pigeon can be in, with the residents of this pigeon there. If the pigeon is
// in the hole, some of these residents are true.
type option struct {
	hole      int
	residents []*resident
	one       dimacs.Lit // says that the pigeon is in the hole
}

// A sumProof derives a sum, rule (c) of package checker. A demand of a clause is a pigeon. A demand
// of a tally for at least k labels is k pigeons, its levels: level i takes the label at which the number
// of true labels reaches i. A group of at most one is a hole. A group of at most two is two holes, its
// slots. Pigeons and holes have numbers from 1.
//
// The proof shows that n+1 pigeons do not fit into n holes. It counts free holes. Let E(j, r, m) say
// that the first j pigeons leave at least m of the first r holes free. The proof defines
//
//	E(j, r, m) = E(j, r-1, m) or (E(j, r-1, m-1) and the first j pigeons leave hole r free).
//
// For each j, it derives in the order of the holes
//
//	A(r, m): E(j, r, m) implies E(j-1, r, m), and
//	B(r, m): if pigeon j is in one of the first r holes, E(j, r, m) implies E(j-1, r, m+1).
//
// By B(n, n-j+1), j pigeons do not leave n-j+1 of n holes free, because j-1 pigeons do not leave n-j+2
// free. For j = n+1 this says that n+1 pigeons do not leave 0 holes free: a contradiction. The proof
// derives only the instances of A and B that this needs. It needs no lemma that E(j, r, m) implies
// E(j, r, m-1): unit propagation goes through the definitions hole by hole.
//
// A hole that no pigeon has used yet needs no definition of E. An entry that pigeon j does not change is
// the same variable as before. So the number of lines is about the product of three numbers: the
// pigeons, the holes that both earlier and later pigeons can use, and the number of these holes that
// may be free. If there are n pigeons, no hole is free in the end. For a tight sum, the proof then
// derives for each hole that one of its residents is true.
//
// Source: S. A. Cook, "A Short Proof of the Pigeon Hole Principle Using Extended Resolution",
// SIGACT News 8, 1976, for the use of new variables.
type sumProof struct {
	*sumWriter
	levels    [][]option           // indexed by pigeon-1: its options, by ascending hole
	residents [][]*resident        // indexed by hole; element 0 is empty, as in the other lists by hole
	used      [2][]dimacs.Lit      // indexed by before or now, then by hole: says that a pigeon is in the hole; 0 before the first pigeon that can be there
	since     [2][]int32           // indexed by before or now, then by hole: the last level that has changed a hole up to this one
	entries   map[entry]dimacs.Lit // the literals of E that are not constant
	known     map[lemma]bool       // the lemmas derived at this level
	inHole    []dimacs.Lit         // indexed by hole: says that the pigeon of this level is in this hole or a smaller one
	own       []*option            // indexed by hole: the option of this level, or nil

	scope    [][]dimacs.Lit      // clauses to delete at the end of the level
	excluded [][][]dimacs.Lit    // indexed by hole: the last clauses of enter about pigeons to come
	full     [][][]dimacs.Lit    // indexed by hole: the clause that the hole is used only if a resident is true; the list is nil unless the sum is tight
	defined  [2][][][]dimacs.Lit // indexed by before or now, then by hole: the definitions of the entries of the hole
}

// Level j compares the holes that the first j-1 pigeons leave free (before) with the holes that the
// first j pigeons leave free (now).
const (
	before = iota
	now
)

// An entry identifies E(j, r, m), where level is the last of the first j pigeons that can be in one of the
// first r holes.
type entry struct{ level, r, m int32 }

// A lemma identifies A(r, m) or B(r, m).
type lemma struct {
	name byte
	r, m int32
}

// write writes the whole proof. For a sum that is not tight, it ends with the empty clause. It stops
// after an error of the proof, which is in p.err, or if ctx ends.
func (p *sumProof) write(ctx context.Context) {
	n := len(p.residents) - 1
	for j := 1; j <= len(p.levels) && p.err == nil && ctx.Err() == nil; j++ {
		p.level(int32(j), int32(n))
	}
	for h := 1; h < len(p.full); h++ { // every hole is used, because no hole is free
		p.add(nil, p.occupants(h)...)
	}
	for h := range p.full {
		p.delete(&p.full[h])
		p.delete(&p.defined[now][h])
	}
}

// level derives that the first j pigeons do not leave n-j+1 of n holes free. The last call must have been
// for j-1. It deletes the clauses that no later level needs.
func (p *sumProof) level(j, n int32) {
	options := p.levels[j-1]
	copy(p.used[before], p.used[now])
	copy(p.since[before], p.since[now])
	clear(p.own)
	clear(p.known)
	for i := range options {
		c := &options[i]
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
	top := p.entry(now, n, n-j+1)
	p.add(nil, -top)
	p.delete(&p.scope)
	for r := range p.defined[before] {
		p.delete(&p.defined[before][r])
	}
}

// enter sets c.one for an option c of the pigeon of this level, adds the pigeon to p.used[now], marks its
// residents as used, and removes it from their users. It derives that the pigeon is not in the hole if an
// earlier pigeon is. For a tight sum, it keeps the clause in p.full up to date.
//
// Then enter sets p.excluded for the pigeons to come. If the hole is used and a resident is true, a
// pigeon so far is in the hole by this resident. So a resident without a pigeon so far is false. For
// another resident, the next level that could take the label has not reached its number there: its sum
// is false.
func (p *sumProof) enter(c *option) {
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
	p.scope = append(p.scope, p.excluded[h]...) // B needs these clauses until the end of the level
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

// occupants returns the literals of the residents of hole h with a pigeon that enter has seen.
func (p *sumProof) occupants(h int) (lits []dimacs.Lit) {
	for _, r := range p.residents[h] {
		if r.used {
			lits = append(lits, r.lit)
		}
	}
	return lits
}

// entry returns the literal of E(j-1, r, m) if when is before, or of E(j, r, m) if when is now, where j is
// the pigeon of this level. The literal may be constant. If necessary, entry writes its definition.
func (p *sumProof) entry(when int, r, m int32) dimacs.Lit {
	switch {
	case m <= 0:
		return truth
	case m > r:
		return -truth
	case p.used[when][r] == 0:
		return p.entry(when, r-1, m-1)
	}
	key := entry{p.since[when][r], r, m}
	if z := p.entries[key]; z != 0 {
		return z
	}
	x, y, u := p.entry(when, r-1, m), p.entry(when, r-1, m-1), p.used[when][r]
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
	p.entries[key] = z
	return z
}

// isNew returns true at its first call for a lemma at this level, and false at later calls.
func (p *sumProof) isNew(name byte, r, m int32) bool {
	key := lemma{name, r, m}
	is := !p.known[key]
	p.known[key] = true
	return is
}

// Each of the methods keeps and leaves derives a lemma and the lemmas that it follows from. A
// method writes nothing if its lemma is trivial, or if it has been derived at this level before.

// keeps derives A(r, m) of sumProof for the pigeon of this level.
func (p *sumProof) keeps(r, m int32) {
	a, b := p.entry(now, r, m), p.entry(before, r, m)
	switch {
	case a == -truth || b == truth || a == b || !p.isNew('A', r, m):
		return
	case p.used[now][r] == 0:
		p.keeps(r-1, m-1)
		return
	}
	p.keeps(r-1, m)
	p.keeps(r-1, m-1)
	p.add(&p.scope, -a, b)
}

// leaves derives B(r, m) of sumProof for the pigeon of this level.
func (p *sumProof) leaves(r, m int32) {
	a, in, b := p.entry(now, r, m), p.inHole[r], p.entry(before, r, m+1)
	switch {
	case in == -truth || a == -truth || b == truth || !p.isNew('B', r, m):
		return
	case p.used[now][r] == 0:
		p.leaves(r-1, m-1)
		return
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
