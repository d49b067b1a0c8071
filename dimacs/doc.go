// Package dimacs reads and writes formulas in DIMACS CNF and in formats like it. It owns the types of
// literals, clauses, formulas, assignments and counts. Below it, package result reads and writes the
// answers of solvers, package proof writes DRAT proofs, and package propagate does unit propagation.
//
// # The text of a formula
//
//	c board: 8            comments, anywhere
//	p cnf 3 2             the header: 3 variables, 2 clauses
//	c p show 1 2 0        the projection for counting or enumeration
//	1 -2 0                a clause: variable 1 is true, or variable 2 is false
//	-1 2 3 0
//	c 3 Wheel             a name of variable 3, which only Options.Names keeps
//
// A literal is a variable v >= 1 or its negation -v. A clause ends in 0 and may continue over
// several lines. `c ind` is another form of `c p show`, which takes precedence if both occur.
// `c t pmc` gives the kind of counting, here of projected models. After the header `p inccnf`,
// which has no numbers, cubes may follow the clauses: `a 1 -3 0`.
//
// A WCNF has soft clauses, which a model may violate at the cost of their weights. Since 2022 it
// has no header; a hard clause begins with h, and a soft clause with its weight:
//
//	h 1 2 0               a hard clause
//	3 -1 0                a soft clause with weight 3
//
// The older form has the header `p wcnf VARIABLES CLAUSES TOP`, and every clause begins with a
// weight. Clauses whose weight is at least TOP are hard. Only Options.Soft accepts a WCNF.
//
// Three formats have linear constraints, which become Formula.Linear: OPB, KNF and CNF+. Only
// Options.Linear accepts them. These lines say that at least two of three literals are true:
//
//	+1 x1 +1 ~x2 +1 x3 >= 2 ;    in OPB, after `* #variable= 3 #constraint= 1` or without a header
//	k 2 1 -2 3 0                 in KNF, after `p knf 3 1`
//	1 -2 3 >= 2                  in CNF+, after `p cnf+ 3 1`
//
// In OPB, `min: +2 x1 -3 x2 ;` is an objective. It becomes soft clauses and Formula.Offset.
//
// There are three modes of reading. Default accepts all common forms that have only one
// meaning. Strict accepts only the canonical form that Writer writes and every solver reads.
// Relaxed also accepts some mistakes. A text that a stricter mode accepts has the same meaning
// in the other modes. A text that is not accepted gives a *SyntaxError with its line and
// column.
//
// ReadFormula reads the whole text into a Formula, a CNF on several processors. Formula.Write writes
// a Formula; a Writer writes clauses one by one, or all pairs of a list of literals.
//
// # Who owns a slice
//
// The clauses of a Formula belong to the Formula, stay valid and must not
// be changed. Writer, Formula.Add and Formula.AddSoft copy their arguments.
//
// # Glossary
//
// All packages use these words in the following sense, in code, messages and help.
//
//	literal       a variable or its negation
//	clause        a disjunction of literals
//	formula       a conjunction of clauses
//	soft clause   a clause that a model may violate; the cost of a model is the sum of the
//	              weights of the soft clauses that it violates. The other clauses are hard
//	assignment    values for some variables; the others are unassigned. A clause is
//	              satisfied if one of its literals is true, falsified if all are
//	              false, unit if all but one are false and that one is unassigned,
//	              and unresolved otherwise. A clause that is not satisfied is
//	              unsatisfied so far
//	model         an assignment that satisfies every clause
//	projection    the variables that distinguish models: models that agree on them
//	              count as one
//	auxiliary variable    a variable that an encoding adds
//	propagation   unit propagation: assigning the literals of unit clauses
//	implication   a binary clause read as one: a or b means that -a implies b
//	occurrence    a literal in a clause
//	watch         one of two literals of a clause; only when one of them becomes
//	              false, propagation looks at the clause
//	decision      a literal assigned by choice; the phase is its sign. The decision
//	              level of a literal is the number of decisions up to its assignment
//	reason        the clause that implied a literal
//	trail         the assigned literals in the order of their assignment
//	conflict      a falsified clause, from which a learned clause is derived
//	implication graph     the literals on the trail, each with an edge from every literal
//	              whose complement is in its reason
//	unique implication point, UIP     a literal of the last decision level on all paths
//	              from the decision to the conflict; the first UIP is the one closest to
//	              the conflict
//	assumption    a literal that is true in one run by request; a core is a set of
//	              assumptions that cannot all be true
//	cube          a conjunction of literals to which a search is restricted; the
//	              cubes of a formula cover all assignments
//	simplification        replacing a formula by a simpler one with the same answer.
//	              Elimination removes a variable; reconstruction gives it a value
//	equivalence class     literals that have the same value in every model
//	symmetry      a permutation of the squares of a board, or of the literals of a
//	              formula, that maps it to itself; an orbit is a set of squares,
//	              literals or solutions that symmetries map to each other
//	linear constraint     bounds of the sum of the coefficients of true literals
//	choice        a literal that assigns a value to a variable of a constraint satisfaction
//	              problem; package csp recognizes such problems
//	exact cover   a selection of options so that each item is covered once
//	at most one, exactly one      constraints on the number of true literals
//	engine, goal  an algorithm that answers, and the question: a model, models, a count
//	task          a formula, its assumptions and its projection, for an engine
//	board         rows, columns, falling and rising diagonals of squares
//	family        a kind of problem on a board: queens, colouring, and so on
//	layer         one kind of piece or colour, mostly with a variable for each square
//	scope         the variables of a constraint
//	tally         a list of literals with lower bounds on the number of true literals, the
//	              type argument.Tally
//	sweep         the product of all values that one line of arguments lists
//	sample        a random choice
//
// Some words have a second, common meaning. It has its own noun or its own package:
//
//	level         the decision level; otherwise named: counter level (derive, cardinality)
//	component     a set of clauses that share no variable with other clauses. In package
//	              orbit, clauses connected by variables that are sums
//	part          a share of the cubes of a formula, as in --part I/K; package parts reads and
//	              merges the results of parts. In cardinality, a
//	              leaf set is the union of its two parts; in argument, checker and derive,
//	              a bound divides its interval of labels into two parts
//	cover         to contain or satisfy each: cubes cover all assignments if each assignment
//	              satisfies a cube. Package cover is the engine for exact covers
//	sweep         a product of arguments, in qbench. Package sweep does clausal equivalence
//	              sweeping, which merges equivalent literals
//	row           a row of a board. In a test it is a row of the table; in files of CBC and
//	              GLPK, a row is a linear constraint and a column is a variable
//	search        the search for a model. A search for anything else names it: search for
//	              symmetries, search for a probing literal
//	counter       the clauses of a sequential counter or totalizer. A program that
//	              counts models is a model counter
//	cell          a set of vertices of one colour in package symmetry. The field
//	              of a board is a square; only a Sudoku has cells
package dimacs
