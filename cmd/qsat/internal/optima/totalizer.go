package optima

import "queens/dimacs"

// A totalizer counts its inputs: if at least j inputs are true, then outs[j-1] is true. extend adds outputs
// and their clauses when they are needed.
//
// Sources: O. Bailleux and Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality
// Constraints", CP 2003; R. Martins, S. Joshi, V. Manquinho and I. Lynce, "Incremental Cardinality
// Constraints for MaxSAT", CP 2014, for the outputs on demand.
type totalizer struct {
	left, right *totalizer   // the halves; nil for a single input, which is also the output
	size        int          // the number of inputs
	outs        []dimacs.Lit // the outputs that exist
}

// newTotalizer returns a totalizer of inputs, which must not be empty.
func newTotalizer(inputs []dimacs.Lit) *totalizer {
	if len(inputs) == 1 {
		return &totalizer{size: 1, outs: inputs[:1:1]}
	}
	half := len(inputs) / 2
	return &totalizer{left: newTotalizer(inputs[:half]), right: newTotalizer(inputs[half:]), size: len(inputs)}
}

// extend adds outputs until there are k, or c.size if this is less, with variables from fresh.
func (c *totalizer) extend(k int, fresh func() dimacs.Lit, add func(...dimacs.Lit)) {
	had := len(c.outs)
	if k = min(k, c.size); k <= had {
		return
	}
	c.left.extend(k, fresh, add)
	c.right.extend(k, fresh, add)
	for len(c.outs) < k {
		c.outs = append(c.outs, fresh())
	}
	for i := 0; i <= min(k, len(c.left.outs)); i++ {
		for j := max(0, had+1-i); j <= min(k-i, len(c.right.outs)); j++ {
			clause := []dimacs.Lit{c.outs[i+j-1]}
			if i > 0 {
				clause = append(clause, -c.left.outs[i-1])
			}
			if j > 0 {
				clause = append(clause, -c.right.outs[j-1])
			}
			add(clause...)
		}
	}
	for i := max(had, 1); i < k; i++ {
		add(-c.outs[i], c.outs[i-1])
	}
}
