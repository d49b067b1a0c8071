// Package dimacs owns the data that solvers exchange: literals, clauses and
// formulas, the text of a formula (DIMACS CNF), the text of a solver's answer
// (the output format of the SAT competitions), and proofs (DRAT).
//
// # The text of a formula
//
//	c board: 8            comments, anywhere
//	p cnf 3 2             the header: 3 variables, 2 clauses
//	c p show 1 2 0        the variables that a count or enumeration is about
//	1 -2 0                a clause: variable 1 is true, or variable 2 is false
//	-1 2 3 0
//
// A literal is a variable v from 1 or its negation -v. A clause ends in 0 and may
// go on over several lines. `c ind` lists variables as `c p show` does, which
// takes precedence. `c t pmc` tells the kind of counting. After `p inccnf`, a
// header without numbers, cubes may follow the clauses: `a 1 -3 0`.
//
// There are three modes to read it in. Default accepts what is found in the wild
// and cannot be mistaken. Strict accepts only the bytes that every solver reads,
// which are the bytes that Writer writes. Relaxed accepts some mistakes, too. What
// a stricter mode accepts, the others read the same. A text that is not accepted
// gives a *SyntaxError with its line and column.
//
// Reader returns one clause at a time, in memory that does not depend on their
// number; ReadFormula reads all into a Formula, on several processors. A Formula
// writes itself; a Writer takes clauses one by one, or all pairs of a list.
//
// # The text of an answer
//
//	c board: 8            comments `c key: value` about the instance
//	c failed 3 -7 0       assumptions that cannot hold together
//	s SATISFIABLE         the status: or UNSATISFIABLE, or UNKNOWN
//	v 1 -2 3 0            a model, in one line or several, once for each model
//	c models 92           how many; 92+ if there may be others
//	c s type mc           a count, in place of models: its kind,
//	c s log10-estimate 1.96378782734556
//	c s exact arb int 92  and the number
//
// ResultWriter writes lines in the order of the calls; those above are in the
// order that a reader may rely on. ResultReader takes them in any order, and what
// solvers print instead of them.
//
// # Who owns a slice
//
// A slice that Reader.Read or ResultReader.Read returns is valid until the next
// call: clone what is to stay. The clauses of a Formula belong to it, stay valid
// and must not be changed. What is passed to a writer or to Formula.Add is copied
// and belongs to the caller.
//
// # Glossary
//
// These words have the meaning that the literature gives them, and no other, in
// all packages, in their messages and in their help.
//
//	literal       a variable or its negation
//	clause        a disjunction of literals
//	formula       a conjunction of clauses
//	assignment    values for variables; the others are unassigned. A clause is
//	              satisfied if one of its literals is true, falsified if all are
//	              false, unit if all but one are false and that one is unassigned,
//	              and unresolved otherwise. One that is not satisfied, whichever of
//	              the others it is, is unsatisfied so far
//	model         an assignment that satisfies every clause
//	projection    the variables by which models differ that count as different
//	auxiliary variable    one that an encoding adds
//	propagation   of units: what clauses that are unit imply
//	implication   from a binary clause: a or b lets -a imply b
//	occurrence    of a literal in a clause
//	watch         one of two literals of a clause that are looked at when they
//	              become false
//	decision      a literal assigned by choice; the phase is its sign. The decision
//	              level is the number of decisions so far
//	reason        the clause that implied a literal
//	trail         the assigned literals in the order of their assignment
//	conflict      a falsified clause; a learned clause follows from one
//	implication graph     the literals of the trail, each with an edge from those
//	              whose complements are in its reason
//	unique implication point, UIP     a literal of the last level that all paths from
//	              its decision to the conflict go through; the first one is next to it
//	assumption    a literal taken for true in one run; those that fail together
//	              are a core
//	cube          a conjunction of literals that a search is restricted to; the
//	              cubes of a formula cover all assignments
//	simplification        a formula for another with the same answer. Elimination
//	              removes a variable, reconstruction gives it a value in a model
//	equivalence class     literals that have the same value in every model
//	component     clauses that share no variable with other clauses
//	symmetry      a mapping of a board or a formula to itself; an orbit is what
//	              symmetries map to each other
//	exact cover   items, and options that cover items: a selection of options so
//	              that each item is covered once
//	at most one, exactly one      of some literals is true
//	engine, goal  what answers, and what is asked: a model, models, a count
//	task          a formula, its assumptions and its projection, for an engine
//	part          one of the shares into which cubes are dealt out
//	board         rows, columns, falling and rising diagonals of squares
//	family        a kind of problem on a board: queens, colouring, and so on
//	layer         one kind of piece or colour, mostly with a variable for each square
//	scope         the variables that a constraint is about
//	sweep         the product of all values that one line of arguments lists
//	sample        a random choice
package dimacs
