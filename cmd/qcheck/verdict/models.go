package verdict

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// A Models value checks models of a formula.
type Models struct {
	f           *dimacs.Formula
	project     []int             // the projected variables, ascending; nil without a projection
	othersFalse bool              // variables that a model leaves out are false
	extender    *drat.Extender    // nil before the first model under a projection
	given       dimacs.Assignment // true for each variable that has a literal in the last model
	values      dimacs.Assignment // the last model; under a projection, with the literals that unit propagation adds
}

// NewModels returns a Models value for f. Under a projection on the variables in project, which ascend, a
// model needs only these. If project is nil, there is no projection. If othersFalse is set, variables that
// a model leaves out are false, and the projection holds only for a model without other variables.
func NewModels(f *dimacs.Formula, project []int, othersFalse bool) *Models {
	return &Models{f: f, project: project, othersFalse: othersFalse}
}

// Check returns the reason why lits are not a model, or "". The literals must not contradict each other,
// and may be in any order. The argument whole says that the model is not cut off. A model must satisfy a
// cube if f has cubes.
//
// An error means that the question is not decided. A value is missing and the model may be cut off. Or,
// under a projection, unit propagation does not decide whether the model has an extension to all variables,
// or to a cube, or a linear constraint does not hold yet. Or it is an error of drat.NewExtender, such as
// the cause of ctx.
func (m *Models) Check(ctx context.Context, lits []dimacs.Lit, whole bool) (wrong string, err error) {
	m.given, m.values = dimacs.Assignment{}, dimacs.Assignment{}
	projected := m.project != nil
	for _, l := range lits {
		m.given.Set(l.Var(), true)
		m.values.SetLit(l)
		if projected && m.othersFalse {
			_, projected = slices.BinarySearch(m.project, l.Var())
		}
	}
	if v := m.missing(len(lits)); v > 0 && !whole && !m.othersFalse {
		return "", fmt.Errorf("it has no value for variable %d and no final 0: it may be cut off", v)
	}
	if sum := m.f.Violated(&m.values); sum != nil {
		if projected {
			return "", fmt.Errorf("a projection does not decide the linear constraint of %s: expected values for all variables", text(sum.Lits))
		}
		return "it does not satisfy the linear constraint of " + text(sum.Lits), nil
	}
	if projected {
		wrong, err = m.extend(ctx, lits)
	} else if clause := m.falsified(); clause != nil {
		wrong = "it does not satisfy " + text(clause)
	}
	if err != nil || wrong != "" || len(m.f.Cubes) == 0 || m.inCube(projected) {
		return wrong, err
	}
	if projected {
		return "", errors.New("unit propagation does not decide whether it can be extended to one of the cubes: expected values for all variables")
	}
	return "it is in none of the cubes", nil
}

// extend adds to m.values, a model of projected variables, the literals that unit propagation implies. The
// literals of the model are lits. It returns the reason why the model cannot be extended to all variables,
// or "" and nil if the other variables may be false. It is an error if that is not decided. Other errors
// come from drat.NewExtender.
func (m *Models) extend(ctx context.Context, lits []dimacs.Lit) (wrong string, err error) {
	if m.extender == nil {
		if m.extender, err = drat.NewExtender(ctx, m.f); err != nil {
			return "", err
		}
	}
	if clause := m.extender.Extend(lits, &m.values); clause != nil {
		return "no extension of it satisfies " + text(clause), nil
	}
	if clause := m.f.Falsified(&m.values); clause != nil {
		return "", fmt.Errorf("unit propagation does not decide whether it can be extended to satisfy %s: expected values for all variables", text(clause))
	}
	return "", nil
}

// cost returns the cost of the last model: the sum of the weights of the soft clauses that it
// violates, and the offset of the formula. For an OPB, it is the value of the objective.
func (m *Models) cost() *big.Int {
	cost := big.NewInt(m.f.Offset)
	for _, c := range m.f.Soft {
		switch w := big.NewInt(c.Weight); {
		case m.values.Satisfies(c.Lits):
		case m.f.Maximize:
			cost.Sub(cost, w)
		default:
			cost.Add(cost, w)
		}
	}
	return cost
}

// missing returns a variable that should have a value but has no value in the model, or 0. The
// projected variables should have values, or without a projection all variables of the formula. The
// model has n literals. So at least one of n+1 variables has no value, and missing looks at no more
// variables.
func (m *Models) missing(n int) int {
	for _, v := range m.project {
		if !m.given.Value(v) {
			return v
		}
	}
	for v := 1; m.project == nil && v <= min(m.f.Vars, n+1); v++ {
		if !m.given.Value(v) {
			return v
		}
	}
	return 0
}

// falsified returns a clause that contains no literal of the model, or nil. With othersFalse,
// literals of other variables count as false variables.
func (m *Models) falsified() []dimacs.Lit {
	if m.othersFalse {
		return m.f.Falsified(&m.values)
	}
	for clause := range m.f.Clauses() {
		if !slices.ContainsFunc(clause, func(l dimacs.Lit) bool { return m.given.Value(l.Var()) && m.values.Holds(l) }) {
			return clause
		}
	}
	return nil
}

// inCube reports whether all literals of some cube of the formula are true. Without a projection, a literal
// whose variable the model does not name is not true, except with othersFalse. The argument projected means
// that the model need not name the variables outside the projection; they have the values in m.values,
// which extend the model.
func (m *Models) inCube(projected bool) bool {
	return slices.ContainsFunc(m.f.Cubes, func(cube []dimacs.Lit) bool {
		return !slices.ContainsFunc(cube, func(l dimacs.Lit) bool {
			return !m.values.Holds(l) || !projected && !m.othersFalse && !m.given.Value(l.Var())
		})
	})
}

// text returns a clause in DIMACS form, with the final 0.
func text(clause []dimacs.Lit) string {
	return strings.Trim(fmt.Sprint(append(slices.Clone(clause), 0)), "[]")
}
