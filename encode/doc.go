// Package encode describes problems on chessboards, such as the N-Queens problem, and
// writes them as clauses for SAT solvers or as constraints for other solvers.
//
// A Board has Lines: rows, columns and diagonals. An Instance is one problem: a board, its
// family, the number of queens, the placed and blocked squares, and whether only one
// solution of each symmetry class is kept. Instance.Comments returns an instance as the
// comments of a file, and ParseComments reads them back.
//
// A Family is the name of a Definition, which holds its rule, its pieces and their moves, and the
// options that it refuses. The code for the rule makes the variables of a board and their
// Constraints. The clauses, their number and the other formats are derived from these. To add a
// family, write a file such as domination.go, and add its value to the list in family.go.
// Another program calls Register. The programs need no change.
//
// Clauses are made in groups. Encode adds the groups to a dimacs.Sink, in order, so that
// memory does not grow with the number of clauses. Every group computes its size by a
// closed form, so that the header of a file can be written before its body.
//
// For example, on the board of size 2, Constraints yields two rows, two columns and two
// diagonals. Row 1 has variables 1 and 2. In the full form it becomes two groups: the
// clause (1 or 2), at least one queen, and the clause (not 1 or not 2), at most one queen.
//
// "At least one" is a single clause. For "at most one" there are several encodings; see
// package atmostone. The variables of the board come first, with the same numbers in every
// encoding; the auxiliary variables follow them. For queens the variables of the board are
// 1 to N*N. No auxiliary variable belongs to two Constraints. Instance.Formula returns the
// whole formula, ready to be solved.
//
// Instance.WriteCNF writes a file in CNF or WCNF. Package format writes the other formats. They have no
// clauses for "at most one": they express the same Constraints as bounds on sums, and MiniZinc as
// all-different constraints.
//
// Package puzzle makes random choices, which come from a seed and do not change with the version of Go.
// A Shuffle renames the variables to hide the
// board from a solver; the seed in the comments of the file is enough to undo it.
package encode
