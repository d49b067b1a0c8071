// Package derive writes DRAT proofs of accepted arguments, one translation for each rule.
//
// A proof is written from the argument and from the results of the argument.Checker that has
// accepted it, so that it cannot differ from what was checked. The proof begins with the clauses
// of the formula and the units of level 0. New variables come after the last variable in use.
package derive
