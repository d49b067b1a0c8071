package cpog

import (
	"fmt"
	"math/bits"
	"slices"
)

// complete sets the root and checks the conditions at the end. The root must be declared and not deleted.
// Its unit clause must be left, or with r 0 the empty clause. An empty product or a Skolem node without
// literals, which is always true, must be the root; then the unit clause may be missing. If a clause of the
// formula has been deleted, no other derived clause may be left. Unless the line is r 0, the root must
// imply all clauses of the formula that are left. The error is a FailedError, or the cause of the end of
// ctx.
func (c *checker) complete() error {
	n := c.Find(c.rootName.Var())
	if o := c.operationOf[n]; !c.declared || n == 0 && c.rootName != 0 || o > 0 && c.operations[o-1].deleted {
		return c.failEnd("a line r with a literal of an operation", fmt.Sprint(c.rootName))
	}
	c.root = literal(n, c.rootName < 0)
	proved := false
	for _, o := range c.operations {
		if o.deleted || o.kind == 's' || o.args > 0 {
			continue
		}
		if proved = o.variable == c.root; !proved { // as in cpog-check
			return c.failEnd("the root as the only product without factors", fmt.Sprint(c.NameOf(uint32(o.variable/2))))
		}
	}
	deleted := slices.Contains(c.refs[:c.inputs], 0)
	for i, ref := range c.refs {
		if ref == 0 || ref&defining != 0 {
			continue
		}
		lits := c.lits(ref)
		isRoot := len(lits) == 1 && lits[0] == c.root || len(lits) == 0 && c.root == 0
		if proved = proved || isRoot; deleted && !isRoot && i >= c.inputs {
			return c.failEnd("the unit clause of the root as the only derived clause left", fmt.Sprintf("clause %d", c.numberOf(i)))
		}
	}
	switch {
	case !proved && c.root == 0:
		return c.failEnd("the empty clause", "none")
	case !proved:
		return c.failEnd("the unit clause of the root", "none")
	case c.root == 0:
		return nil
	}
	return c.implyInputs()
}

// implyInputs checks that the root implies each clause of the formula that is left: where all
// literals of the clause are false, so is the root. It evaluates the graph once for 64 clauses. A
// literal that is neither true nor false is unknown. A sum is false if both arguments are, and true
// if one is. A product is the complement of the sum of the complements. The error is a FailedError,
// or the cause of the end of ctx.
func (c *checker) implyInputs() error {
	falses := make([]uint64, len(c.values)) // indexed by literal: bit i says that the literal is false for clause i
	for first := 0; first < c.inputs; first += 64 {
		clear(falses)
		open := uint64(0) // the clauses to imply; tautologies always hold
		for i, ref := range c.refs[first:min(first+64, c.inputs)] {
			bit := uint64(1) << i
			if ref == 0 {
				continue
			}
			open |= bit
			for _, l := range c.lits(ref) {
				falses[l] |= bit
				open &^= falses[l^1] & bit
			}
		}
		for _, o := range c.operations[:c.operationOf[c.root/2]] {
			u, all, some := o.variable, ^uint64(0), uint64(0)
			for _, l := range c.arena[o.at : o.at+o.args] { // complements in a product
				all, some = all&falses[l], some|falses[l^1]
			}
			if o.kind != 's' {
				u ^= 1
			}
			falses[u], falses[u^1] = all, some
			if err := c.spend(1 + o.args); err != nil {
				return err
			}
		}
		if open &^= falses[c.root]; open != 0 {
			return c.failEnd(fmt.Sprintf("a root that implies clause %d", first+1+bits.TrailingZeros64(open)), fmt.Sprint(c.rootName))
		}
	}
	return nil
}
