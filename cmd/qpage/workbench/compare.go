package workbench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// Limits of the formulas that compare reads. Beyond them, it returns an error.
const (
	maxCompared     = 100_000 // bytes of a text
	maxComparedVars = 10_000
)

// compare finds models in which the formulas Text and Right differ on the variables Vars. All other variables are
// auxiliary: a model gives values to Vars that some values of the auxiliary variables complete. The fields weak and
// strong are literals of Vars: weak is a model of Text but not of Right, strong a model of Right but not of Text. A
// field is missing if there is no such model. Right should have few models, because compare enumerates them. It is an
// error if a text cannot be read, or is too long. The current formula does not change.
func (b *Bench) compare(q Request, r Reply) error {
	answer, err := readClauses(q.Text, q.Vars)
	if err != nil {
		return err
	}
	right, err := readClauses(q.Right, q.Vars)
	if err != nil {
		return err
	}
	for name, pair := range map[string][2]*dimacs.Formula{"weak": {answer, right}, "strong": {right, answer}} {
		lits, err := difference(pair[0], pair[1], q.Vars)
		if err != nil {
			return err
		} else if lits != nil {
			r[name] = lits
		}
	}
	return nil
}

// readClauses reads clauses with or without a header. The formula has at least the variables vars. A syntax error
// names only the line and the column, because the text is the contents of a field.
func readClauses(text string, vars []int) (*dimacs.Formula, error) {
	const header = "p inccnf\n" // the number of variables follows from the clauses
	added := 0
	if !isFormula(text) {
		text, added = header+text, 1
	}
	f, err := dimacs.ReadFormula(background, strings.NewReader(text), dimacs.Options{})
	if wrong, is := errors.AsType[*dimacs.SyntaxError](err); is {
		return nil, fmt.Errorf("line %d, column %d: expected %s, found %s", wrong.Line-added, wrong.Column, wrong.Expected, wrong.Found)
	} else if err != nil {
		return nil, err
	}
	if f.Vars = max(f.Vars, slices.Max(append(vars, 0))); f.Vars > maxComparedVars || len(text) > maxCompared {
		return nil, fmt.Errorf("expected at most %d variables and %d characters, found %d and %d", maxComparedVars, maxCompared, f.Vars, len(text))
	}
	return f, nil
}

// difference returns a model of a as literals of the variables vars, such that no model of b contains these literals. It
// returns nil if there is no such model.
func difference(a, b *dimacs.Formula, vars []int) ([]dimacs.Lit, error) {
	other := sat.OpenSolver(b, sat.Options{})
	defer other.Close()
	for model, err := range sat.Models(background, sat.Problem{Formula: a, Project: vars}, sat.Options{}) {
		if err != nil {
			return nil, err
		}
		lits := make([]dimacs.Lit, len(vars))
		for i, v := range vars {
			lits[i] = model.Lit(v)
		}
		if answer, err := other.Solve(background, lits...); err != nil || answer.Model == nil {
			return lits, err
		}
	}
	return nil, nil
}
