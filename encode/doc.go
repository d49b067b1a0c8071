// Package encode turns queens problems into clauses, and into the constraints
// of other solvers.
//
// A Board has Lines: rows, columns and diagonals. An Instance says which
// constraints hold on them (at least one queen, at most one) and what else the
// problem is: the number of queens, squares that are placed or blocked, whether
// one board of each symmetry class is kept. Its comments are what a file tells
// about it.
//
// Clauses come in groups, each with its size, and Encode sends them to a Sink
// one group after another, so that memory does not grow with their number. The
// sizes are closed forms, so that the header of a file precedes its body.
//
// At least one is a clause. At most one is what encodings differ in. An
// AtMostOne meets the rest of the package in two narrow roles, a Sink for
// clauses and a VarSource for auxiliary variables, and declares its exact
// size. The variables of the board are 1 to N*N in every encoding; auxiliary
// ones follow. No constraint shares auxiliary variables with another one.
//
// A Document is an instance in a Format. Formats other than CNF have no
// clauses: they are written from the same Lines as bounds on sums.
//
// Whatever is random comes from a seed through a generator that is written out
// here. A Shuffle, which hides the board from a solver, is undone by the seed in
// the comments.
package encode
