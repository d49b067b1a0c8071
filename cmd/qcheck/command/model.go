package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// checkModels checks the models in the output of a solver. It returns the reason why the first
// wrong model is wrong, or "", and the number of models. Under a projection, unless project is
// nil, a model needs only the projected variables. It calls right, unless it is nil, with each model
// that is right. It is an error if the output has no model or wrong syntax, if a model may be cut
// off, or if unit propagation does not decide whether a model is right.
func checkModels(ctx context.Context, f *dimacs.Formula, project []int, in *dimacs.ResultReader, right func(*dimacs.Assignment)) (wrong string, n int, err error) {
	c, name := &models{f: f, project: project}, in.Name()
	in.Vars = f.Vars
	if project != nil {
		if c.extender, err = drat.NewExtender(ctx, f); err != nil {
			return "", 0, err
		}
	}
	for {
		lits, err := in.Read()
		switch {
		case ctx.Err() != nil:
			return "", n, context.Cause(ctx)
		case err == io.EOF && n == 0:
			if lits, complete := in.Backbone(); lits != nil || complete {
				return "", n, fmt.Errorf("%s: expected a model, found a backbone: give its proof as a third argument", name)
			}
			return "", n, fmt.Errorf("%s: expected a model, found none (the answer is %v)", name, in.Status())
		case err == io.EOF:
			return wrong, n, nil
		case err != nil:
			return "", n, err
		}
		if n++; wrong != "" {
			continue
		}
		if wrong, err = c.check(lits, in.Terminated()); ctx.Err() != nil {
			return "", n, context.Cause(ctx)
		} else if err != nil {
			return "", n, fmt.Errorf("%s: model %d: %w", name, n, err)
		}
		if wrong == "" && right != nil {
			right(&c.values)
		}
		if wrong != "" {
			wrong = fmt.Sprintf("%s: model %d: %s", name, n, wrong)
		}
	}
}

// checkAnswer checks the models in the output of a solver like checkModels. With --strict-answer, an
// answer that deviates from the output format of the competitions is wrong, also if it has no model.
func (s *settings) checkAnswer(ctx context.Context, f *dimacs.Formula, project []int, in *dimacs.ResultReader, right func(*dimacs.Assignment)) (wrong string, n int, err error) {
	wrong, n, err = checkModels(ctx, f, project, in, right)
	if !s.strict {
		return wrong, n, err
	}
	var end error
	for end == nil && ctx.Err() == nil { // checkModels may have stopped before the end
		_, end = in.Read()
	}
	if end != io.EOF {
		return wrong, n, err
	}
	vars := f.Vars
	if f.Soft != nil {
		vars = dimacs.MaxVar // a WCNF may have no header
	}
	for _, d := range in.Deviations(vars) {
		wrong, err = strings.TrimPrefix(fmt.Sprintf("%s; %s:%d: %s", wrong, in.Name(), d.Line, d.Name), "; "), nil
	}
	return wrong, n, err
}

// isModel reports whether a certificate that was taken for a proof consists of models of f. The
// argument head is its beginning; if that is not the whole certificate, isModel reports false.
func (s *settings) isModel(ctx context.Context, f *dimacs.Formula, name string, head []byte) bool {
	if ctx.Err() != nil || len(head) == 0 || len(head) == drat.HeadSize || drat.IsBinary(head) {
		return false
	}
	project, err := s.Projection(f, name)
	if err != nil {
		return false
	}
	wrong, _, err := checkModels(ctx, f, project, dimacs.NewResultReader(bytes.NewReader(head), name), nil)
	return wrong == "" && err == nil
}

// A models value checks models of a formula.
type models struct {
	f        *dimacs.Formula
	project  []int             // the projected variables; nil without a projection
	extender *drat.Extender    // set only under a projection
	given    dimacs.Assignment // true for each variable that has a literal in the model
	values   dimacs.Assignment // the model; under a projection, with what unit propagation adds
}

// check returns the reason why lits are not a model, or "". It returns an error if this cannot be
// decided: the model may be cut off, or unit propagation does not find its extension to all
// variables.
func (c *models) check(lits []dimacs.Lit, terminated bool) (wrong string, err error) {
	c.given, c.values = dimacs.Assignment{}, dimacs.Assignment{}
	for _, l := range lits {
		c.given.Set(l.Var(), true)
		c.values.SetLit(l)
	}
	if v := c.missing(len(lits)); v > 0 && !terminated {
		return "", fmt.Errorf("it has no value for variable %d and no final 0: it may be cut off", v)
	}
	if sum := c.f.Violated(&c.values); sum != nil {
		if c.project != nil {
			return "", fmt.Errorf("a projection does not decide the linear constraint of %s: expected values for all variables", text(sum.Lits))
		}
		return "it does not satisfy the linear constraint of " + text(sum.Lits), nil
	}
	if c.project == nil {
		for clause := range c.f.Clauses() {
			if !c.satisfies(clause) {
				return "it does not satisfy " + text(clause), nil
			}
		}
	} else if clause := c.extender.Extend(lits, &c.values); clause != nil {
		return "no extension of it satisfies " + text(clause), nil
	} else if clause := c.f.Falsified(&c.values); clause != nil {
		return "", fmt.Errorf("unit propagation does not decide whether it can be extended to satisfy %s: expected values for all variables", text(clause))
	}
	if len(c.f.Cubes) > 0 && !c.inCube() {
		if c.project != nil {
			return "", fmt.Errorf("unit propagation does not decide whether it can be extended to one of the cubes: expected values for all variables")
		}
		return "it is in none of the cubes", nil
	}
	return "", nil
}

// missing returns a variable that should have a value but has none in the model, or 0. The projected
// variables should have values, or without a projection all variables of the formula. The model has
// n literals. So at least one of n+1 variables has no value, and missing looks at no more than that.
func (c *models) missing(n int) int {
	for _, v := range c.project {
		if !c.given.Value(v) {
			return v
		}
	}
	for v := 1; c.project == nil && v <= min(c.f.Vars, n+1); v++ {
		if !c.given.Value(v) {
			return v
		}
	}
	return 0
}

// satisfies reports whether the model contains a literal of the clause.
func (c *models) satisfies(clause []dimacs.Lit) bool {
	for _, l := range clause {
		if c.given.Value(l.Var()) && c.values.Holds(l) {
			return true
		}
	}
	return false
}

// inCube reports whether all literals of some cube of the formula are true. Without a projection,
// a literal whose variable the model does not name is not true. Under a projection the model need
// not name the other variables; they have the values in c.values, which extend the model.
func (c *models) inCube() bool {
	for _, cube := range c.f.Cubes {
		holds := true
		for _, l := range cube {
			holds = holds && c.values.Holds(l) && (c.project != nil || c.given.Value(l.Var()))
		}
		if holds {
			return true
		}
	}
	return false
}

// text returns a clause in DIMACS form.
func text(clause []dimacs.Lit) string { return strings.Trim(fmt.Sprint(clause), "[]") + " 0" }
