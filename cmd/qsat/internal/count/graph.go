package count

import "queens/cmd/qsat/internal/clause"

// A graph says, for each variable, by which clauses it is connected with others, in
// arrays that are read in order. What was learned connects nothing.
type graph struct {
	starts []int32 // by variable, three: its neighbours, ternary clauses and longer ones
	links  []int32
	lits   []clause.Lit // of longer clauses, each behind its size
}

// newGraph makes the graph of clauses of two literals and more.
func newGraph(vars int, clauses [][]clause.Lit) *graph {
	g := &graph{starts: make([]int32, 3*vars+4)}
	for _, c := range clauses {
		for _, l := range c {
			g.starts[section(l, c)+1] += linksOf(c)
		}
	}
	for i := range len(g.starts) - 1 {
		g.starts[i+1] += g.starts[i]
	}
	g.links = make([]int32, g.starts[len(g.starts)-1])
	next := append([]int32{}, g.starts...)
	for id, c := range clauses {
		if len(c) > 3 {
			g.lits = append(append(g.lits, clause.Lit(len(c))), c...)
		}
		for i, l := range c {
			to := g.links[next[section(l, c)]:]
			next[section(l, c)] += linksOf(c)
			switch len(c) {
			case 2:
				to[0] = int32(c[1-i])<<1 | int32(l&1)
			case 3:
				to[0], to[1], to[2] = int32(id)<<1|int32(l&1), int32(c[(i+1)%3]), int32(c[(i+2)%3])
			default:
				to[0], to[1] = int32(id), int32(len(g.lits)-len(c)-1)
			}
		}
	}
	return g
}

// section returns where in starts the links are that a literal has by a clause, and
// linksOf how many these are: the other literal, or the number of the clause and the other
// two literals, the first of which has the sign of l in its lowest bit; or the number and
// where the literals are.
func section(l clause.Lit, c []clause.Lit) int { return int(3*l.Var()) + min(len(c), 4) - 2 }

func linksOf(c []clause.Lit) int32 { return [...]int32{2: 1, 3: 3, 4: 2}[min(len(c), 4)] }

// neighbours, ternary and longer return the links of a variable.
func (g *graph) neighbours(v uint32) []int32 { return g.links[g.starts[3*v]:g.starts[3*v+1]] }
func (g *graph) ternary(v uint32) []int32    { return g.links[g.starts[3*v+1]:g.starts[3*v+2]] }
func (g *graph) longer(v uint32) []int32     { return g.links[g.starts[3*v+2]:g.starts[3*v+3]] }

// clause returns the literals of a longer clause.
func (g *graph) clause(at int32) []clause.Lit {
	return g.lits[at+1 : at+1+int32(g.lits[at])]
}
