// Package argumenttest draws small random formulas with arguments about them. The tests of
// the packages that check arguments and write their proofs use it.
package argumenttest

import (
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// maxVars is the largest number of variables of a formula. All assignments of so few
// variables can be tried.
const maxVars = 14

// A Case is a formula and an argument about its clauses.
type Case struct {
	Formula  *dimacs.Formula
	Database *clause.Database
	Argument *argument.Argument
}

// A drawer draws a case at random.
type drawer struct {
	*rand.Rand
	vars    int          // the number of variables so far
	off     clause.Lit   // false in every model, by a unit clause
	base    []clause.Lit // literals for groups and labels
	clauses [][]clause.Lit
	arg     *argument.Argument
	pairs   [][][]clause.Lit // indexed by count: the clauses of its pairs
	demands [][][]clause.Lit // indexed by sum: the clauses of its demands
}

// Draw returns a case. Its argument is usually right. Its formula also has clauses that the
// argument does not use.
func Draw(r *rand.Rand) *Case {
	for {
		d := &drawer{Rand: r, arg: &argument.Argument{}}
		d.off = d.fresh()
		d.clauses = append(d.clauses, []clause.Lit{d.off.Not()})
		for range 2 + d.IntN(4) {
			x := d.fresh()
			d.base = append(d.base, x, x.Not())
		}
		for range 1 + d.IntN(3)/2 {
			d.sum()
		}
		if d.IntN(2) == 0 {
			d.equation()
		}
		for range d.IntN(3) {
			d.add(d.some(3)...)
		}
		if d.IntN(8) == 0 {
			i := d.IntN(len(d.clauses))
			d.clauses = slices.Delete(d.clauses, i, i+1)
		}
		if c := d.load(); c != nil {
			return c
		}
	}
}

func (d *drawer) fresh() clause.Lit {
	d.vars++
	return clause.Positive(d.vars)
}

// add adds a clause to the formula.
func (d *drawer) add(lits ...clause.Lit) { d.clauses = append(d.clauses, slices.Clone(lits)) }

// some returns n random literals of base. They may repeat.
func (d *drawer) some(n int) (list []clause.Lit) {
	for range n {
		list = append(list, d.base[d.IntN(len(d.base))])
	}
	return list
}

// An occurrence is a literal of a demand with the number of its group.
type occurrence struct {
	lit   clause.Lit
	group int32
}

// sum adds a sum of random demands and groups. If the sum is tight, it also adds equations
// of its groups.
func (d *drawer) sum() {
	first := len(d.arg.Groups)
	members := make([][]clause.Lit, 1+d.IntN(4))
	var list []occurrence
	for range 4 + d.IntN(6) {
		l, g := d.some(1)[0], d.IntN(len(members))
		if !slices.Contains(members[g], l) && !slices.Contains(members[g], l.Not()) {
			members[g] = append(members[g], l)
			list = append(list, occurrence{l, int32(first + g)})
		}
	}
	balance := 0
	for _, lits := range members {
		if len(lits) > 0 {
			balance -= d.group(lits)
		} else {
			d.arg.Groups = append(d.arg.Groups, argument.Group{AtMost: 1})
		}
	}
	d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	var chunks [][]occurrence
	for len(list) > 1 {
		n := min(len(list), 2+d.IntN(4))
		if n == len(list)-1 {
			n++
		}
		chunks, list = append(chunks, list[:n]), list[n:]
	}
	asked := make([]int, len(chunks))
	for i := range asked {
		asked[i] = 1
		balance++
	}
	for target, tries := d.IntN(5)/3, 0; balance < target && tries < 20; tries++ {
		if i := d.IntN(max(1, len(chunks))); len(chunks) > 0 && asked[i] < len(chunks[i])-1 {
			asked[i]++
			balance++
		}
	}
	s, clauses := argument.Sum{}, [][]clause.Lit{}
	for i, chunk := range chunks {
		x := argument.Demand{AtLeast: asked[i]}
		for _, o := range chunk {
			x.Lits, x.Groups = append(x.Lits, o.lit), append(x.Groups, o.group)
		}
		var from []clause.Lit
		if asked[i] == 1 && d.IntN(3) > 0 {
			from = slices.Clone(x.Lits)
			if d.IntN(4) == 0 {
				from = append(from, d.off)
			}
			d.add(from...)
		} else {
			labels, k := slices.Clone(x.Lits), asked[i]
			if d.IntN(4) == 0 { // labels that the demand does not use
				before := d.some(d.IntN(2))
				labels, x.From = slices.Concat(before, labels, d.some(d.IntN(2))), int32(len(before))
				k += len(labels) - len(x.Lits)
			}
			if k+1 < len(labels) && d.IntN(6) == 0 { // a larger bound than the demand needs
				k++
			}
			x.Count = d.count(labels, k) + 1
			x.Bound = len(d.arg.Counts[x.Count-1].Bounds) - 1
		}
		s.Demands, clauses = append(s.Demands, x), append(clauses, from)
	}
	d.arg.Sums, d.demands = append(d.arg.Sums, s), append(d.demands, clauses)
	if balance != 0 {
		return
	}
	for g, lits := range members {
		if len(lits) == 0 || d.arg.Groups[first+g].AtMost != 1 {
			continue
		}
		e := argument.Equation{Odd: true, Sum: len(d.arg.Sums), Group: first + g}
		for _, l := range lits {
			e.Vars = append(e.Vars, l.Var())
			e.Odd = e.Odd == (l.Sign() > 0)
		}
		slices.Sort(e.Vars)
		d.arg.Equations = append(d.arg.Equations, e)
	}
	for i := 1; i < len(d.arg.Equations); i++ {
		d.arg.Additions = append(d.arg.Additions, argument.Addition{A: int32(i - 1), B: int32(i)})
	}
	for i := range d.arg.Additions {
		d.arg.Additions[i] = argument.Addition{A: int32(d.IntN(len(d.arg.Equations) + i)), B: int32(d.IntN(len(d.arg.Equations) + i))}
	}
}

// group adds a group and clauses for it. It returns the number of its literals that may be
// true.
func (d *drawer) group(lits []clause.Lit) int {
	g := argument.Group{Lits: slices.Clone(lits), AtMost: 1}
	if d.IntN(4) == 0 {
		g.Lits = append(g.Lits, d.some(1)...) // a literal that no demand has
	}
	d.Shuffle(len(g.Lits), func(i, j int) { g.Lits[i], g.Lits[j] = g.Lits[j], g.Lits[i] })
	switch n := len(g.Lits); {
	case n >= 3 && d.IntN(3) == 0:
		g.AtMost = 2
		if d.IntN(2) == 0 || n == 3 {
			for k := range g.Lits {
				for j := range k {
					for i := range j {
						d.add(g.Lits[i].Not(), g.Lits[j].Not(), g.Lits[k].Not())
					}
				}
			}
			break
		}
		labels := d.some(d.IntN(2)) // a label that is not a negation
		for _, l := range g.Lits {
			labels = append(labels, l.Not())
		}
		d.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
		g.Count = d.count(labels, len(labels)-2) + 1
		g.Bound = len(d.arg.Counts[g.Count-1].Bounds) - 1
	default:
		for k := range g.Lits {
			for i := range k {
				if d.IntN(12) == 0 { // a chain
					z := d.fresh()
					d.add(g.Lits[i].Not(), z)
					d.add(z.Not(), g.Lits[k].Not())
				} else {
					d.add(g.Lits[i].Not(), g.Lits[k].Not())
				}
			}
		}
	}
	d.arg.Groups = append(d.arg.Groups, g)
	return g.AtMost
}

// A counter is a count under construction.
type counter struct {
	*drawer
	argument.Count
	clauses [][]clause.Lit // the clauses of the pairs
	shape   int            // the way to split parts: 0 for a sequential counter, and otherwise a tree
	both    bool           // a sum is also implied by its number of true labels
}

// count adds a count of at least k of the labels, and clauses for it. Its last bound holds
// without a condition. It returns the index of the count in d.arg.Counts.
func (d *drawer) count(labels []clause.Lit, k int) (number int) {
	c := &counter{drawer: d, Count: argument.Count{Labels: labels}, shape: d.IntN(4), both: d.IntN(3) == 0}
	if c.shape == 0 {
		c.ladder(k)
	} else {
		c.tree(0, len(labels), k, k)
	}
	d.arg.Counts, d.pairs = append(d.arg.Counts, c.Count), append(d.pairs, c.clauses)
	return len(d.arg.Counts) - 1
}

// lit returns the literal of a part of a pair, or 0 for an empty part.
func (c *counter) lit(part int32) clause.Lit {
	switch {
	case part > 0:
		return c.Bounds[part-1].Lit
	case part < 0:
		return c.Labels[-part-1]
	}
	return 0
}

// bound adds the bound b with pairs and their clauses. It returns the number of b, from 1,
// which refers to b in later pairs.
func (c *counter) bound(b argument.Bound, pairs ...[2]int32) int32 {
	for _, parts := range pairs {
		var lits []clause.Lit
		for _, l := range []clause.Lit{b.Lit ^ 1, c.lit(parts[0]), c.lit(parts[1])} {
			if l != 0 && l != argument.True^1 {
				lits = append(lits, l)
			}
		}
		if !slices.Contains(lits, argument.True) {
			c.add(lits...)
		}
		c.Pairs, c.clauses = append(c.Pairs, argument.Pair{Parts: parts}), append(c.clauses, lits)
	}
	b.End = int32(len(c.Pairs))
	c.Bounds = append(c.Bounds, b)
	return int32(len(c.Bounds))
}

// ladder adds the bounds of a sequential counter for at least k of n labels, level by
// level. Level j, from 1 to k, has the bounds 0 to n-k. The literal of bound i of level j
// implies that at least j of the first j+i labels are true. The last bound of each level
// has the literal True, because it holds without a condition.
func (c *counter) ladder(k int) {
	width := len(c.Labels) - k
	var before []int32 // the bounds of the previous level
	for j := 1; j <= k; j++ {
		var level []int32
		for i := range width + 1 {
			b := argument.Bound{Lit: argument.True, Middle: int32(j - 1 + i), To: int32(j + i), AtLeast: int32(j)}
			if i < width {
				b.Lit = c.fresh()
			}
			pairs := [][2]int32{{0, -b.To}}
			if i > 0 {
				pairs[0][0] = level[i-1]
			}
			if j > 1 {
				pairs = append(pairs, [2]int32{before[i], 0})
			}
			level = append(level, c.bound(b, pairs...))
			if c.both && i > 0 && i < width {
				c.add(c.lit(level[i-1]).Not(), c.lit(level[i]))
			}
		}
		before = level
	}
}

// tree adds the bounds for the labels from to to-1, of which at least sure are true in
// every model. It returns a list of parts, numbered as in a pair: sums[j-1] states that at
// least j of the labels are true, for j up to most. For j < sure it is the part for sure.
func (c *counter) tree(from, to, most, sure int) (sums []int32) {
	if to-from == 1 {
		return []int32{-int32(from) - 1}
	}
	middle := to - 1
	switch c.shape {
	case 1:
		middle = (from + to) / 2
	case 2:
		middle = from + 1 + c.IntN(to-from-1)
	}
	a, b := c.tree(from, middle, most, sure-(to-middle)), c.tree(middle, to, most, sure-(middle-from))
	at := func(list []int32, i int) int32 {
		if i <= len(list) {
			return list[i-1]
		}
		return 0
	}
	for j := max(1, sure); j <= min(most, to-from); j++ {
		x := argument.Bound{Lit: argument.True, From: int32(from), Middle: int32(middle), To: int32(to), AtLeast: int32(j)}
		if j > sure {
			x.Lit = c.fresh()
		}
		var pairs [][2]int32
		for i := range j {
			pairs = append(pairs, [2]int32{at(a, i+1), at(b, j-i)})
		}
		n := c.bound(x, pairs...)
		for i := 0; i <= j && c.both && j > sure; i++ {
			converse := []clause.Lit{x.Lit}
			for _, l := range []clause.Lit{c.atLeast(a, i), c.atLeast(b, j-i)} {
				if l != argument.True {
					converse = append(converse, l.Not())
				}
			}
			if !slices.Contains(converse, 1) { // false if the part has too few labels
				c.add(converse...)
			}
		}
		if j > sure && c.IntN(6) == 0 {
			x.Lit, x.Middle = c.fresh(), x.To
			n = c.bound(x, [2]int32{n, 0})
		}
		for sums = append(sums, n); len(sums) < j; {
			sums = append(sums, n)
		}
	}
	return sums
}

// atLeast returns the literal for at least n true labels of a subtree, where sums is the
// result of tree for it: True if n is 0, and 0 if the subtree has fewer than n labels.
func (c *counter) atLeast(sums []int32, n int) clause.Lit {
	switch {
	case n == 0:
		return argument.True
	case n <= len(sums):
		return c.lit(sums[n-1])
	}
	return 0
}

// equation adds an equation of two or three base variables, with its clauses. It adds
// nothing if the variables that it draws are not distinct.
func (d *drawer) equation() {
	e := argument.Equation{Odd: d.IntN(2) == 0}
	for _, l := range d.some(2 + d.IntN(2)) {
		e.Vars = append(e.Vars, l.Var())
	}
	slices.Sort(e.Vars)
	if len(slices.Compact(slices.Clone(e.Vars))) < len(e.Vars) {
		return
	}
	for negated := range 1 << len(e.Vars) {
		odd, lits := false, []clause.Lit{}
		for i, v := range e.Vars {
			odd = odd != (negated>>i&1 == 1)
			lits = append(lits, clause.Positive(v)^clause.Lit(negated>>i&1))
		}
		if odd != e.Odd {
			d.add(lits...)
		}
	}
	for i := range d.arg.Additions { // sums of equations are numbered after the equations
		a := &d.arg.Additions[i]
		if n := int32(len(d.arg.Equations)); a.A >= n {
			a.A++
		}
		if n := int32(len(d.arg.Equations)); a.B >= n {
			a.B++
		}
	}
	n := int32(len(d.arg.Equations))
	d.arg.Equations = append(d.arg.Equations, e)
	d.arg.Additions = append(d.arg.Additions, argument.Addition{A: n, B: int32(d.IntN(int(n) + 1 + len(d.arg.Additions)))})
}

// load returns the case, with the references to its clauses. It returns nil if there are
// more than maxVars variables, or if unit propagation refutes the formula.
func (d *drawer) load() *Case {
	if d.vars > maxVars {
		return nil
	}
	c := &Case{Formula: &dimacs.Formula{Vars: d.vars}, Argument: d.arg}
	for v := range d.vars { // every variable occurs, so that the database does not renumber them
		x := dimacs.Lit(v + 1)
		c.Formula.Add(x, -x, 1)
	}
	for _, lits := range d.clauses {
		var list []dimacs.Lit
		for _, l := range lits {
			list = append(list, l.Dimacs())
		}
		c.Formula.Add(list...)
	}
	var err error
	if c.Database, err = clause.Load(c.Formula, nil); err != nil || c.Database.Unsat {
		return nil
	}
	refs := c.refs()
	for n, list := range d.pairs {
		for i, lits := range list {
			d.arg.Counts[n].Pairs[i].Clause = Find(c.Database, lits)
		}
	}
	for n, list := range d.demands {
		for i, lits := range list {
			if lits != nil {
				d.arg.Sums[n].Demands[i].Clause = Find(c.Database, lits)
			}
		}
	}
	for i := range d.arg.Equations {
		e := &d.arg.Equations[i]
		for _, r := range refs {
			var vars []uint32
			odd := e.Odd
			for _, l := range c.Database.Lits(r) {
				vars = append(vars, l.Var())
				odd = odd != (l.Sign() < 0)
			}
			if slices.Sort(vars); e.Sum == 0 && odd && slices.Equal(vars, e.Vars) && !slices.ContainsFunc(e.Clauses, func(k clause.Ref) bool {
				return slices.Equal(set(c.Database.Lits(k)), set(c.Database.Lits(r)))
			}) {
				e.Clauses = append(e.Clauses, r)
			}
		}
		negated := func(r clause.Ref) (n int) {
			for i, l := range set(c.Database.Lits(r)) {
				n |= int(l&1) << i
			}
			return n
		}
		if len(e.Vars) == 2 {
			e.Clauses = make([]clause.Ref, 2)
		}
		slices.SortFunc(e.Clauses, func(a, b clause.Ref) int { return negated(a) - negated(b) })
	}
	return c
}

func (c *Case) refs() []clause.Ref { return slices.Collect(c.Database.All) }

// Find returns a clause of more than two literals with exactly the literals of lits, or 0.
func Find(d *clause.Database, lits []clause.Lit) clause.Ref {
	for r := range d.All {
		if slices.Equal(set(d.Lits(r)), set(lits)) {
			return r
		}
	}
	return 0
}

// set returns the literals of a clause, sorted and without repetitions.
func set(lits []clause.Lit) []clause.Lit { return slices.Compact(slices.Sorted(slices.Values(lits))) }

// Models yields the models of the formula as bit sets: bit v is 1 if variable v is true.
func (c *Case) Models(yield func(uint32) bool) {
	var clauses [][2]uint32 // sets of the positive and negative variables
	for lits := range c.Formula.Clauses() {
		var sets [2]uint32
		for _, l := range lits {
			if l > 0 {
				sets[0] |= 1 << l.Var()
			} else {
				sets[1] |= 1 << l.Var()
			}
		}
		clauses = append(clauses, sets)
	}
	for m := range uint32(1) << c.Formula.Vars {
		m <<= 1
		if !slices.ContainsFunc(clauses, func(s [2]uint32) bool { return s[0]&m|s[1]&^m == 0 }) && !yield(m) {
			return
		}
	}
}

// Trues returns the number of literals of lits that are true in a model, with repetitions.
func Trues(model uint32, lits ...clause.Lit) (n int) {
	for _, l := range lits {
		if model>>l.Var()&1 != uint32(l&1) {
			n++
		}
	}
	return n
}
