package command

import (
	"iter"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// An answer is the result of a search: the answer to a question, or if it was stopped, the results so far.
// Each kind of question uses some of the fields.
type answer struct {
	sat.Answer                                        // a model, or failed assumptions
	verified      bool                                // the proof was verified
	stopped       bool                                // the search was stopped
	models        int64                               // the number of models or subsets printed
	more          bool                                // there may be more models or subsets
	count         dimacs.Count                        // the number of models, or the sum of their weights
	literalCounts iter.Seq2[dimacs.Lit, dimacs.Count] // the counts of --each; nil without it
	estimate      sat.Estimate
	optimum       sat.Optimum // the best model so far; its Model is nil before the first
	subset        subset
	cubes         [][]dimacs.Lit // of --split
	code          int            // the exit code of a session
}
