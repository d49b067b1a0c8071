// Package cpog checks certificates of counts in the CPOG format and computes the counts. A
// certificate contains a partitioned-operation graph and a proof that the graph is equivalent to
// a formula. The package shares only the formula with the engines, so a count need not be
// trusted.
//
// Lines of a certificate number their clauses in ascending order. Clauses 1 to n are the formula:
//
//	7 p 5 1 -2 4 0   define variable 5 as the product 1 & -2 & 4: clauses 7 (5 -1 2 -4),
//	                 8 (-5 1), 9 (-5 -2), 10 (-5 4)
//	11 s 6 5 -3 8 0  define variable 6 as the sum 5 | -3: clauses 11 (-6 5 -3), 12 (6 -5),
//	                 13 (6 3); hint 8 shows that 5 and -3 are not both true
//	14 t 7 -8 9 0    define variable 7 as the Skolem node -8 & 9: clause 14 (7)
//	17 a 6 0 1 11 0  add the clause (6), which follows by hints 1 and 11
//	d 17 2 3 0       delete clause 17, which follows from the other clauses by hints 2 and 3
//	do 6             delete the operation 6, which no clause except its own contains
//	r 6              declare 6 as the root, the literal that is equivalent to the formula
//	r 0              declare that the formula has no model
//
// A clause follows by reverse unit propagation (RUP): if all its literals are false, each hint in
// turn is a unit clause, until a hint is a false clause. For example, this certificate belongs to
// the formula (1 2) with three variables:
//
//	2 p 4 -1 2 0     4 = -1 & 2: clauses 2 (4 1 -2), 3 (-4 -1), 4 (-4 2)
//	5 s 5 1 4 3 0    5 = 1 | 4: clauses 5 (-5 1 4), 6 (5 -1), 7 (5 -4)
//	8 a 5 0 6 1 7 2 0
//	r 5
//
// In line 8, let 5 be false. Then 6 implies -1, 1 implies 2, 7 implies -4, and 2 is false. So the
// formula implies the root. At the end, the root must imply each clause of the formula: let 1 and 2 be
// false. Then 4 is false, because 2 is, and 5 is false, because 1 and 4 are.
//
// The factors of a product depend on different variables of the formula, so their numbers of
// models multiply. The arguments of a sum exclude each other, which defining clauses alone must
// prove, so their numbers of models add up. In the example, operation 4 has one model over
// variables 1 and 2, and operation 5 has 2 + 1 = 3. Variable 3 occurs nowhere, so the count is 6.
//
// Why this proves the count: defining clauses extend every assignment in exactly one way. Every
// other line keeps the conjunction of all clauses equivalent to the formula. At the end, the
// conjunction implies the root, because the unit clause of the root is left. Conversely, the root
// implies each clause of the formula that is left: with all literals of the clause false, the
// definitions make the root false, from the arguments of each operation to its variable (see implyInputs). If
// all clauses of the formula are left, the root is therefore equivalent to the formula. A clause
// that a line d has deleted may follow only from derived clauses. Then none of these may be left but
// the unit clause of the root. With r 0, the empty clause must be left.
//
// For a count under a projection, a Skolem node gives values to variables outside of the projection. For example,
// this certificate belongs to the formula (1 3) (2 -3) projected on 1 and 2:
//
//	3 t 4 -3 0          4 = -3: clause 3 (4)
//	5 p 5 1 4 0         5 = 1 & 4
//	8 t 6 3 0           6 = 3: clause 8 (6)
//	10 p 7 -1 2 6 0     7 = -1 & 2 & 6
//	14 s 8 5 7 6 11 0   8 = 5 | 7
//	17 a 8 0 15 16 3 5 1 2 8 10 0
//	r 8
//
// Here 3 is false if 1 is true, although the formula also has a model with 1, 2 and 3. Operations 5 and 7 have
// one model each over 1, and over 1 and 2, so the count is 2 + 1 = 3.
//
// Why this proves the projected count: let x be the variables of the projection, and y the others. An
// operation has two meanings:
//
//   - early(x, y): Skolem nodes are true, as their defining clauses say
//   - late(x, y): a Skolem node is the product of its literals
//
// Derived clauses have the early meaning, so the formula implies early(x, y) of the root. The check at the
// end has the late meaning, so late(x, y) of the root implies the formula. Count counts each x for which
// some y satisfies early(x, y) of the root. Such an x extends to a model: if early(x, y) of an operation
// holds, other values of the variables in the Skolem nodes below it satisfy late(x, y). This follows from
// the arguments of an operation to its variable:
//
//   - A Skolem node has no variable twice, so some values satisfy it. Count refuses variables of x in it.
//   - The factors of a product depend on different variables, so their values do not conflict.
//   - A sum takes the values of an argument that is true.
//   - No operation that depends on a Skolem node is negated: Count refuses it, because the operation depends
//     on the variables of the Skolem node, which are not in x. A Skolem node without literals must be the root.
//
// The arguments of a sum exclude each other in the early meaning, where Skolem nodes make no difference.
// Count also checks that no x satisfies both with different values of y. Lines d and do would mix the
// meanings, so a certificate with Skolem nodes has none.
//
// The package refuses what cpog-check of 2023, the checker in C, refuses, and more where that is
// unsound. Hints for a sum must be defining clauses, even behind an operation. No product
// contains a variable twice. An operation is not its own argument, and its variable is new, even
// if it has been deleted. A defining clause is deleted only with its operation.
//
// Sources: R. E. Bryant, W. Nawrocki, J. Avigad, M. J. H. Heule, "Certified Knowledge Compilation
// with Application to Verified Model Counting", SAT 2023, where lines d delete all clauses; R. E.
// Bryant, Y. K. Tan, M. J. H. Heule, "Certifying Projected Knowledge Compilation", SAT 2025, where the
// checker deletes those that are left (SCPOG), and for Skolem nodes. In SCPOG, only Skolem
// nodes contain variables outside of the projection. Lines as, D and S of SCPOG are not read.
package cpog

import (
	"context"
	"errors"
	"fmt"
	"io"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// A FailedError says where a certificate is wrong, and why.
type FailedError = certificate.FailedError

// Lines holds the numbers of lines of a certificate, by kind. Products counts the lines p and t,
// Sums the lines s, Asserted the lines a, and Deleted the lines d, dc and do.
type Lines struct{ Products, Sums, Asserted, Deleted int }

// A Graph is the graph of a certificate that Check has accepted.
type Graph struct{ c *checker }

// Lines returns the numbers of lines of the certificate.
func (g *Graph) Lines() Lines { return g.c.lines }

// Check checks a certificate for f and reads it to its end. The name is for messages; if it is
// empty, they say "<certificate>". The Graph is valid only without an error. The error is a
// FailedError, a *dimacs.SyntaxError, an error of r, or the cause of the end of ctx. A line with a
// syntax error is reported even after a wrong line. If the text ends within a line, the error says
// that the certificate is cut off.
func Check(ctx context.Context, f *dimacs.Formula, r io.Reader, name string) (*Graph, error) {
	c, err := load(ctx, f, r, name)
	if err != nil {
		return nil, err
	}
	var wrong error
	for {
		err := c.step(wrong != nil)
		failed, isFailed := err.(FailedError)
		switch {
		case err == io.EOF && wrong == nil:
			return &Graph{c}, c.complete()
		case err == io.EOF:
			return nil, wrong
		case isFailed:
			wrong, err = failed, c.skim()
		}
		if err != nil {
			return nil, err
		}
	}
}

// load returns a checker with the clauses of the formula, before the first line of r, which is called name
// in messages. Its error is the cause of the end of ctx.
func load(ctx context.Context, f *dimacs.Formula, r io.Reader, name string) (*checker, error) {
	c := &checker{
		reader:    reader{Work: certificate.Work{Ctx: ctx}, Reader: certificate.NewReader(ctx, r, name, errCut)},
		Numbering: certificate.NewNumbering(f), sets: newSets(), vars: f.Vars,
	}
	c.arena = make([]lit, 1)
	c.grow(0)
	for clause := range f.Clauses() {
		at := len(c.arena)
		for _, l := range clause {
			c.extend(c.input(l))
		}
		c.release()
		c.enter(c.last+1, at, 0)
		if err := c.spend(1 + len(clause)); err != nil {
			return nil, err
		}
	}
	c.inputs = len(c.refs)
	return c, nil
}

// A checker holds the clauses and operations that exist at one line of a certificate. The embedded
// Numbering numbers the variables of the formula and of operations by first use.
type checker struct {
	reader
	certificate.Numbering
	clauses
	sets   *sets
	vars   int // the number of variables of the formula
	inputs int // the number of clauses of the formula
	lines  Lines

	values []int8 // indexed by literal: 1 true, -1 false, 0 unassigned
	trail  []lit  // the true literals, in the order of their assignment

	operations  []operation // in the order of their lines, also deleted ones
	operationOf []int32     // indexed by variable: 1 + its index in operations; 0 for a variable of the formula
	args        []lit       // the arguments of the operation in the current line

	skolem   bool       // a line t was read
	declared bool       // a line r was read
	rootName dimacs.Lit // the root in that line
	root     lit        // set by complete; 0 if the formula has no model
}

// An operation is a product, a sum or a Skolem node of its arguments.
type operation struct {
	variable lit   // the positive literal
	number   int   // the number of its first defining clause
	at       int   // index in arena of the arguments, which are complemented unless it is a sum
	args     int   // the number of arguments
	set      int32 // index in sets.list of the variables of the formula that it depends on
	kind     byte  // the command of its line: p for a product, s for a sum, t for a Skolem node
	deleted  bool
}

// input returns the literal l of a variable of the formula, and gives the variable a number if it
// has no number yet.
func (c *checker) input(l dimacs.Lit) lit {
	n := c.Find(l.Var())
	if n == 0 {
		n = c.Add(l.Var())
		c.grow(n)
	}
	return literal(n, l < 0)
}

// grow extends all arrays that are indexed by variable or literal up to the variable with the
// number n.
func (c *checker) grow(n uint32) {
	for len(c.values) < 2*int(n)+2 {
		c.values = append(c.values, 0)
	}
	for len(c.operationOf) <= int(n) {
		c.operationOf, c.uses = append(c.operationOf, 0), append(c.uses, 0)
	}
	c.sets.grow(n)
}

// operand reads a literal of the formula or of an operation. It returns 0 for the 0 that ends a list. A
// literal of another variable, or of a deleted operation, is a FailedError. Other errors come
// from number.
func (c *checker) operand() (lit, error) {
	l, err := c.number("a literal or 0")
	switch {
	case l == 0 || err != nil:
		return 0, err
	case l.Var() <= c.vars:
		return c.input(l), nil
	}
	if n := c.Find(l.Var()); n > 0 && !c.operations[c.operationOf[n]-1].deleted {
		return literal(n, l < 0), nil
	}
	return 0, c.fail("a literal of the formula or of an operation", fmt.Sprintf("%d", l))
}

// errCut is the error for a certificate that ends within a line.
var errCut = errors.New("the certificate is cut off: it ends within a line")

// A reader reads the words of a certificate, and counts the work of its check.
type reader struct {
	certificate.Work
	certificate.Reader
}

// spend adds n to the work. It returns the cause of the end of the context, or nil.
func (r *reader) spend(n int) error {
	if r.Spend(n) {
		return context.Cause(r.Ctx)
	}
	return nil
}

// endLine reads the end of a line. Another word is a *dimacs.SyntaxError, and the end of the text
// is an error, too.
func (r *reader) endLine() error {
	switch b := r.Blanks(); b {
	case '\n':
		r.EndLine()
		return nil
	case -1:
		return r.Ended()
	default:
		return r.Expected("end of line", fmt.Sprintf("%q", rune(b)))
	}
}

// number reads an integer from -dimacs.MaxVar to dimacs.MaxVar, such as a literal or the number of
// a clause. The argument what names it in messages. The error is a *dimacs.SyntaxError, or the
// error of Ended.
func (r *reader) number(what string) (dimacs.Lit, error) {
	r.Blanks()
	n, err := r.Decimal(what, dimacs.MaxVar)
	if wrong, is := err.(*dimacs.SyntaxError); is && r.Peek() == '*' {
		wrong.Hint = "qcheck does not search for hints: write them all"
	}
	return dimacs.Lit(n), err
}

// fail returns a FailedError at the last word. The arguments are those of Reader.Expected.
func (r *reader) fail(what, found string) error { return FailedError(r.Expected(what, found).Error()) }

// failEnd returns a FailedError about the end of the text, with what was expected and found there.
func (r *reader) failEnd(what, found string) error {
	return FailedError(fmt.Sprintf("%s: at its end: expected %s, found %s", r.Name, what, found))
}

// skim reads the rest of a line and checks only that it consists of numbers. It returns the error of number.
func (r *reader) skim() error {
	for {
		if b := r.Blanks(); b == '\n' {
			r.EndLine()
			return nil
		}
		if _, err := r.number("a number"); err != nil {
			return err
		}
	}
}
