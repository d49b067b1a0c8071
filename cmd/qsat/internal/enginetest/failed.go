package enginetest

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// checkFailed checks failed assumptions: they are some of those given, the formula
// has no model under them, and there are none only if it has no model at all.
func (p *problem) checkFailed(failed []dimacs.Lit) error {
	if failed == nil {
		return nil
	}
	if err := areGiven(failed, p.task.Assume); err != nil {
		return err
	}
	if p.satisfiableUnder(failed) {
		return fmt.Errorf("solve: the formula has a model under the failed assumptions %v", failed)
	}
	if alone := p.satisfiableUnder(nil); alone == (len(failed) == 0) {
		return fmt.Errorf("solve: failed assumptions %v, and the formula alone has a model: %v", failed, alone)
	}
	return nil
}

// satisfiableUnder reports whether there is a model under other assumptions.
func (p *problem) satisfiableUnder(assume []dimacs.Lit) bool {
	return newProblem(p.name, p.task.Under(assume)).satisfiable()
}

// areGiven returns an error if a literal is none of the assumptions.
func areGiven(failed, assume []dimacs.Lit) error {
	for _, l := range failed {
		if !slices.Contains(assume, l) {
			return fmt.Errorf("solve: %d has failed, which is none of the assumptions %v", l, assume)
		}
	}
	return nil
}

// checkFailed is the same, as far as the reference search gets, but for what the
// formula has alone.
func (s *structured) checkFailed(failed []dimacs.Lit) error {
	if failed == nil {
		return nil
	}
	satisfiable := false
	(&structured{task: s.task.Under(failed)}).visit(func(*dimacs.Assignment) bool {
		satisfiable = true
		return false
	})
	if satisfiable {
		return fmt.Errorf("solve: the formula has a model under the failed assumptions %v", failed)
	}
	return areGiven(failed, s.task.Assume)
}
