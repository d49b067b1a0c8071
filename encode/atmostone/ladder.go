package atmostone

// ladder defines an auxiliary variable for each i from 1 to k-1, rung i: it is true if and
// only if one or more of the first i literals are true. Unlike sequential, it has the
// implications in both directions.
//
// Size: k-1 auxiliary variables, 4k-5 clauses for k > 1, binary and ternary. PySAT uses k+1
// variables and 4k clauses, because it adds a literal for "all are false" and makes an
// exactly-one constraint; here the last literal needs no rung.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: one for each permitted assignment.
//
// References: Ian P. Gent and Peter Nightingale, "A New Encoding of AllDifferent into SAT",
// ModRef 2004; Carlos Ansótegui and Felip Manyà, "Mapping Problems with Finite-Domain
// Variables into Problems with Boolean Variables", SAT 2004, where it is called regular.
var ladder = byPrefixes("ladder", true)
