// Package enginetest checks that an engine keeps what engine.Engine promises.
// Run puts it to small random formulas of many shapes and compares every answer
// with the truth, found by going through all assignments; CheckProof checks a
// proof of unsatisfiability line by line. It owns the truth that answers are
// compared with, and shares no code with the engines. Only tests import it.
//
// All randomness comes from fixed seeds, so that a formula that an engine fails
// on is the same in every run; a failure prints it in full.
package enginetest
