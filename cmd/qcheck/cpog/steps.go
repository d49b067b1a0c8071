package cpog

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

const wantLine = "a line such as 7 a, 7 p, 7 s, 7 t, d, do or r"

// step reads a line and applies it, or only checks its syntax if readOnly is true. At the end of
// the text it returns io.EOF. It returns a FailedError for a wrong line, which may not be read to
// its end then, and other errors as Check does. All variables are unassigned before and after.
func (c *checker) step(readOnly bool) error {
	b := c.Begin()
	if b < 0 {
		return c.Err
	}
	number, stale := 0, error(nil)
	if '0' <= b && b <= '9' {
		n, err := c.number("the number of a clause")
		if err != nil {
			return err
		}
		if number = int(n); number <= c.last {
			stale = c.fail(fmt.Sprintf("the number of a clause above %d", c.last), fmt.Sprint(number))
		}
		b = c.Blanks()
	}
	command := ""
	for ; 'a' <= b && b <= 'z' && len(command) < 3; b = c.Peek() {
		command += string(rune(b))
		c.Skip()
	}
	apply := commands[command]
	wantsNumber := command != "" && strings.Contains("apst", command)
	switch {
	case b < 0:
		return c.Ended()
	case apply == nil || wantsNumber != (number > 0) || b != ' ' && b != '\t' && b != '\r' && b != '\n':
		found := fmt.Sprintf("%q", command)
		if command == "" {
			found = fmt.Sprintf("%q", rune(b))
		}
		return c.Expected(wantLine, found)
	case readOnly:
		return c.skim()
	case stale != nil:
		return stale
	case command[0] == 'd' && c.skolem || command == "t" && c.lines.Deleted > 0:
		return c.fail("either deletions or Skolem nodes", "both")
	}
	c.skolem = c.skolem || command == "t"
	defer c.release()
	return apply(c, command, number)
}

// commands holds the methods that read the rest of a line and apply it, indexed by the command of
// the line. Their arguments are the command and the number before it, or 0.
var commands = map[string]func(c *checker, command string, number int) error{
	"a": (*checker).assert, "p": (*checker).product, "s": (*checker).sum, "t": (*checker).product,
	"d": (*checker).delete, "dc": (*checker).delete, "do": (*checker).deleteOperation, "r": (*checker).declare,
}

// release undoes all assignments.
func (c *checker) release() {
	for _, l := range c.trail {
		c.values[l], c.values[l^1] = 0, 0
	}
	c.trail = c.trail[:0]
}

// assign makes l true.
func (c *checker) assign(l lit) {
	c.values[l], c.values[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// deny makes l false if it is unassigned, and reports whether it is true.
func (c *checker) deny(l lit) bool {
	if c.values[l] == 0 {
		c.assign(l ^ 1)
	}
	return c.values[l] > 0
}

// follow reads hints to the end of the line and propagates along them. They must lead to a conflict; the
// hints after it must be numbers, and are ignored. The error is a FailedError if they lead to no conflict,
// or if the clause of a hint does not exist, is neither unit nor false, or defines no operation although
// definingOnly is set. Other errors come from number and endLine, or are the cause of the end of ctx. The
// assignments stay.
func (c *checker) follow(definingOnly bool) error {
	for conflict := false; ; {
		h, err := c.number("the number of a clause, or 0")
		switch {
		case err != nil:
			return err
		case h == 0 && !conflict:
			return c.fail("hints that lead to a conflict", "none")
		case h == 0:
			return c.endLine()
		case conflict:
			continue
		}
		ref := c.ref(int(h))
		if ref == nil {
			return c.fail("the number of a clause", fmt.Sprintf("%d, which does not exist", h))
		}
		if definingOnly && *ref&defining == 0 {
			return c.fail("the number of a clause that defines an operation", fmt.Sprint(h))
		}
		unit, i := lit(0), *ref/2
		for ; c.arena[i] != 0; i++ {
			l := c.arena[i]
			if v := c.values[l]; v > 0 || v == 0 && unit != 0 && unit != l {
				return c.fail("a clause that is unit or false", fmt.Sprint(h))
			} else if v == 0 {
				unit = l
			}
		}
		if err := c.spend(i - *ref/2); err != nil {
			return err
		}
		if conflict = unit == 0; !conflict {
			c.assign(unit)
		}
	}
}

// extend appends l to the clause at the end of the arena and makes l false, unless it is true. It skips a
// literal that is false: the clause contains it already. So repeated literals cost no time later.
func (c *checker) extend(l lit) {
	if c.values[l] < 0 {
		return
	}
	c.arena = append(c.arena, l)
	c.deny(l)
}

// assert reads the literals and the hints of a line a, and adds the clause with the given number, which
// must follow by the hints. The errors come from operand and follow. The assignments stay.
func (c *checker) assert(_ string, number int) error {
	at := len(c.arena)
	for l, err := c.operand(); l != 0 || err != nil; l, err = c.operand() {
		if err != nil {
			return err
		}
		c.extend(l)
	}
	if err := c.follow(false); err != nil {
		return err
	}
	c.lines.Asserted++
	c.enter(number, at, 0)
	return nil
}

// delete reads the rest of a line d or dc, and deletes the clause, which must follow from the other clauses
// by the hints. A tautology needs no hints. The error is a FailedError if there is no such clause, or if it
// is a defining clause. Other errors come from number, follow and skim. The clause is deleted, and counted
// in c.lines.Deleted, even if its hints are wrong. The assignments stay.
func (c *checker) delete(string, int) error {
	number, err := c.number("the number of a clause")
	if err != nil {
		return err
	}
	ref := c.ref(int(number))
	switch {
	case ref == nil:
		return c.fail("the number of a clause", fmt.Sprintf("%d, which does not exist", number))
	case *ref&defining != 0:
		return c.fail("the number of a clause that defines no operation", fmt.Sprint(number))
	}
	tautology := false
	for _, l := range c.lits(*ref) {
		tautology = c.deny(l) || tautology
	}
	c.remove(ref)
	c.lines.Deleted++
	if tautology {
		return c.skim()
	}
	return c.follow(false)
}

// newVariable reads the variable of a new operation, and empties c.args for its arguments. The error is a
// FailedError if this is not positive, has been used before, or is a variable of the formula. Other errors
// come from number.
func (c *checker) newVariable() (int, error) {
	v, err := c.number("a new variable")
	if err != nil {
		return 0, err
	}
	if c.Find(v.Var()) > 0 || int(v) <= c.vars {
		return 0, c.fail("a new variable", fmt.Sprint(v))
	}
	c.args = c.args[:0]
	return int(v), nil
}

// depend adds the variables of the formula that l depends on to the union of c.sets. It returns one
// of these variables that was there before, or 0.
func (c *checker) depend(l lit) (twice uint32) {
	n := uint32(l >> 1)
	o := c.operationOf[n]
	if o == 0 {
		return c.sets.add(word{n / 64, 1 << (n % 64)})
	}
	set := c.sets.list[c.operations[o-1].set]
	c.spend(len(set))
	for _, w := range set {
		if v := c.sets.add(w); v != 0 {
			twice = v
		}
	}
	return twice
}

// product reads the rest of a line p or t, as command says. It defines a new variable: for p as the product
// of the factors, for t as a Skolem node, whose only defining clause makes it true. The number is the
// number of the first defining clause. The error is a FailedError if two factors share a variable, or if a
// factor of a Skolem node is no literal of the formula. Other errors come from newVariable, operand and
// endLine, or are the cause of the end of ctx.
func (c *checker) product(command string, number int) error {
	v, err := c.newVariable()
	if err != nil {
		return err
	}
	for l, err := c.operand(); l != 0 || err != nil; l, err = c.operand() {
		if err != nil {
			return err
		}
		if command == "t" && c.operationOf[l/2] > 0 {
			return c.fail("a literal of the formula", fmt.Sprint(c.NameOf(uint32(l/2))))
		}
		if twice := c.depend(l); twice != 0 {
			return c.fail("a factor that shares no variable with those before", fmt.Sprintf("variable %d twice", c.NameOf(twice)))
		}
		c.args = append(c.args, l)
	}
	c.lines.Products++
	u := c.define(v, number, command)
	at := len(c.arena)
	c.arena = append(c.arena, u)
	for _, l := range c.args {
		c.arena = append(c.arena, l^1)
	}
	if command == "t" { // keep the factors outside of the clause
		at, c.args = len(c.arena), c.args[:0]
		c.arena = append(c.arena, u)
	}
	c.enter(number, at, defining)
	for i, l := range c.args {
		c.definition(number+1+i, u^1, l)
		if err := c.spend(2); err != nil {
			return err
		}
	}
	return c.endLine()
}

// sum reads the rest of a line s, and defines a new variable as the sum of two arguments. Hints that are
// defining clauses must prove that at most one argument is true. The number is the number of the first
// defining clause. The error is a FailedError if there are fewer than two arguments. Other errors come from
// newVariable, operand and follow. The assignments stay.
func (c *checker) sum(command string, number int) error {
	v, err := c.newVariable()
	if err != nil {
		return err
	}
	for range 2 {
		l, err := c.operand()
		if err == nil && l == 0 {
			err = c.fail("two arguments of a sum", fmt.Sprint(len(c.args)))
		}
		if err != nil {
			return err
		}
		c.depend(l)
		c.deny(l ^ 1)
		c.args = append(c.args, l)
	}
	if err := c.follow(true); err != nil {
		return err
	}
	c.lines.Sums++
	u := c.define(v, number, command)
	c.arena = append(c.arena, u^1, c.args[0], c.args[1])
	c.enter(number, len(c.arena)-3, defining)
	c.definition(number+1, u, c.args[0]^1)
	c.definition(number+2, u, c.args[1]^1)
	return nil
}

// define adds an operation of c.args that depends on the union of c.sets, and empties the union. It returns
// the literal of the operation, whose variable v is new. The caller then appends this literal or its
// complement to the arena, and the arguments, complemented unless it is a sum. The number is the number of
// the first defining clause. The argument kind is the command of the line.
func (c *checker) define(v, number int, kind string) lit {
	n := c.Add(v)
	c.grow(n)
	u := literal(n, false)
	c.operations = append(c.operations, operation{
		variable: u, number: number, at: len(c.arena) + 1, args: len(c.args), set: c.sets.intern(), kind: kind[0],
	})
	c.operationOf[n] = int32(len(c.operations))
	return u
}

// deleteOperation reads the rest of a line do, and deletes an operation with its defining clauses. The error
// is a FailedError if there is no such operation, or if another clause contains its variable; in the second
// case the defining clauses are deleted. Other errors come from number and endLine.
func (c *checker) deleteOperation(string, int) error {
	v, err := c.number("a variable of an operation")
	if err != nil {
		return err
	}
	n := c.Find(v.Var())
	if v < 0 || c.operationOf[n] == 0 || c.operations[c.operationOf[n]-1].deleted {
		return c.fail("a variable of an operation", fmt.Sprint(v))
	}
	o := &c.operations[c.operationOf[n]-1]
	for i := range o.args + 1 {
		c.remove(c.ref(o.number + i))
	}
	if c.uses[n] > 0 {
		return c.fail("a variable that no clause contains", fmt.Sprint(v))
	}
	o.deleted = true
	c.lines.Deleted++
	return c.endLine()
}

// declare reads the rest of a line r, and declares the root, or with 0 that the formula has no model. A
// second line r is a FailedError. Other errors come from number and endLine. Whether the literal exists
// is checked by complete.
func (c *checker) declare(string, int) error {
	l, err := c.number("the literal of the root, or 0")
	if err != nil {
		return err
	}
	if c.declared {
		return c.fail("one literal as the root", fmt.Sprint(l))
	}
	c.declared, c.rootName = true, l
	return c.endLine()
}

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
