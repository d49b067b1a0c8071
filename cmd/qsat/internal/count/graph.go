package count

import "queens/cmd/qsat/internal/clause"

// A graph holds, for each variable, the clauses that connect it to other variables, in arrays
// that are read sequentially. It does not contain learned clauses.
type graph struct {
	starts []int32      // indexed by 3*variable + 0, 1, 2: the start in links of its binary, ternary and longer clauses
	links  []int32      // the clauses of each variable; see linksOf
	lits   []clause.Lit // the longer clauses, each after its size
}

// newGraph returns the graph of clauses of at least two literals, over the variables 1 to vars.
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

// section returns the index in starts for the variable of l and clauses as long as c.
func section(l clause.Lit, c []clause.Lit) int { return int(3*l.Var()) + min(len(c), 4) - 2 }

// linksOf returns the number of links that a clause c has for each of its literals l:
//
//   - a binary clause has 1: the other literal times 2, plus the sign bit of l
//   - a ternary clause has 3: the index of the clause times 2, plus the sign bit of l; then the
//     other literals
//   - a longer clause has 2: the index of the clause, and its index in graph.lits
func linksOf(c []clause.Lit) int32 { return [...]int32{2: 1, 3: 3, 4: 2}[min(len(c), 4)] }

// neighbours, ternary and longer return the links of a variable for clauses of that length.
func (g *graph) neighbours(v uint32) []int32 { return g.links[g.starts[3*v]:g.starts[3*v+1]] }
func (g *graph) ternary(v uint32) []int32    { return g.links[g.starts[3*v+1]:g.starts[3*v+2]] }
func (g *graph) longer(v uint32) []int32     { return g.links[g.starts[3*v+2]:g.starts[3*v+3]] }

// clause returns the literals of a longer clause, given the index of its size in lits.
func (g *graph) clause(at int32) []clause.Lit {
	return g.lits[at+1 : at+1+int32(g.lits[at])]
}
