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
// Clauses come in groups, each with its size, and Encode sends them to a Sink
// one group after another, so that memory does not grow with their number. The
// sizes are closed forms, so that the header of a file precedes its body.
//
// At least one is a clause. At most one is what encodings differ in. An
// AtMostOne meets the rest of the package in two narrow roles, a Sink for
// clauses and a VarSource for auxiliary variables, and declares its exact
// size. A Collector is both, for formulas in memory; a dimacs.Writer with
// Variables writes them as text. Instance.Formula returns the whole formula of an instance,
// ready to be solved. The variables of the board are 1 to N*N in
// every encoding; auxiliary ones follow. No constraint shares auxiliary variables
// with another one.
//
// A new encoding is one file of 40 to 80 lines, named after it, that declares an
// AtMostOne: its name, its clauses, its size, and in its comment how strongly
// unit propagation follows it, how many models it has, and where it comes from.
// With its entry in AtMostOnes, the tests hold it to that.
//
// A File is an instance in a Format. Formats other than CNF have no clauses:
// they are written from the same Lines as bounds on sums.
//
// Whatever is random comes from a seed through a generator that is written out
// here. A Shuffle, which hides the board from a solver, is undone by the seed in
// the comments.
package encode
