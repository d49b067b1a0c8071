// Package encode turns queens problems into clauses.
//
// A Board has Lines: rows, columns and diagonals. An Instance says which
// constraints hold on them (at least one queen, at most one) and what else a
// file tells about the problem in its comments. Encode sends the clauses of
// all constraints to a Sink, line by line, so that memory does not grow with
// their number; the sizes that the header of a file needs are closed forms,
// computed line by line as well.
//
// At least one is a clause. At most one is what encodings differ in. An
// AtMostOne meets the rest of the package in two narrow roles, a Sink for
// clauses and a VarSource for auxiliary variables, and declares its exact
// size. The variables of the board are 1 to N*N in every encoding; auxiliary
// ones follow.
package encode
