package dimacs

import "queens/dimacs/internal/lex"

// knf parses the token of a KNF or CNF+ at data[i:], and returns the index after it. In a KNF, a
// constraint begins with k and its lower bound: `k 2 1 -2 3 0`. In a CNF+, a relation and the bound end
// a constraint, without a 0: `1 -2 3 >= 2`. All other lines are clauses, as in a CNF.
func (p *parser) knf(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case p.linear.stage == inBound:
		return p.bound(data, i)
	case isRelation(c) && p.header.Format == CNFPlus, c == 'k' && p.header.Format == KNF && !p.open &&
		len(p.out.unfinished()) == 0 && lex.IsSpace(data[:i+2][i+1]):
		return p.relate(data, i)
	}
	return p.cnf(data, i)
}
