// Package encode owns the problems on boards, queens first: boards, instances, and the
// clauses that express them, or the constraints of solvers other than SAT solvers.
//
// A Board has Lines: rows, columns and diagonals. An Instance is one problem: a
// board with the number of queens, the squares that are placed or blocked, and
// whether one board of each class under its symmetries is kept. Its Comments are
// what a file tells about it, and ParseComments reads them back.
//
// A Family says what the variables of a board stand for and which Constraints they are
// under, what it refuses, and what is known of it; clauses, sizes and the other formats
// follow. A new one is a file here and a file in package decode, named after it, with its
// constant and its value, and an entry in the lists of both packages; programs take it from
// there.
//
// Clauses come in groups, and Encode sends them to a dimacs.Sink one group after another, so
// that memory does not grow with their number. Each group knows its size by a closed form, so
// that the header of a file precedes its body. Sizes take a Constraint for all that are alike,
// so that nobody goes through the squares of a large board.
//
// "At least one" is a clause. "At most one" is what encodings differ in; package atmostone
// has them. Instance.Formula returns the whole formula of an instance, ready to be solved. The
// variables of the board are 1 to N*N in every encoding; auxiliary variables follow. No
// constraint shares auxiliary variables with another one.
//
// A File is an instance in a Format. Formats other than CNF have no clauses:
// they are written from the same Lines as bounds on sums.
//
// Whatever is random comes from a seed through a generator that is written out
// here. A Shuffle, which hides the board from a solver, is undone by the seed in
// the comments.
package encode
