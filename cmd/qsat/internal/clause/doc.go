// Package clause is the clause core that conflict-driven search, simplification
// and what cover keeps of a formula beside its sets have in common. It owns the
// clauses of a formula, the watch lists and the trail of assigned literals, in
// flat arrays that the garbage collector need not look into.
//
// A Database is made from a formula by Load: variables that occur are numbered
// from 1 in the order of their names, repeated literals and tautologies are
// dropped, and units are propagated. A clause of two literals lives in the watch
// lists of both and nowhere else; a longer one lies in one array, a header before
// its literals, of which the first two are watched.
//
// Invariants between calls of Propagate, at every decision level:
//   - Values, States and Trail say the same.
//   - A watched literal is false only if the other one is true, or if the
//     literal that made it false has not been propagated.
//   - A literal that a clause has implied is one of the two that are watched.
//
// dpll has arrays of its own, as it must build the implications of ten million
// binary clauses faster than they can be normalised here.
//
// Sources: M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang and S. Malik,
// "Chaff: Engineering an Efficient SAT Solver", DAC 2001, for watches; N. Sörensson
// and N. Eén, "MiniSat 2.1 and MiniSat++ 1.0", SAT Race 2008, for blocking literals;
// A. Biere, "PicoSAT Essentials", JSAT 4, 2008, for binary clauses in watch lists.
package clause
