package verdict

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
	"queens/dimacs/result"
)

// checkAnswer checks the certificate in, which is an answer, as readAnswer does. Without soft clauses, it
// sets c.Statistics, and c.ProjectError is an error, except for the ProjectionError of the formula: with
// that error, models name all variables. Other errors come from readAnswer.
func (c *check) checkAnswer(ctx context.Context, in io.Reader) error {
	if c.Formula.Soft == nil && c.ProjectError != nil && c.ProjectError != c.Formula.ProjectionError {
		return c.ProjectError // with the other error, models name all variables
	}
	r := result.NewReader(in, c.name)
	err := c.readAnswer(ctx, r)
	if c.Formula.Soft == nil {
		c.Statistics = []Statistic{statistics("%v models checked", "models", r.Models())}
		if r.Objective() != "" {
			c.Statistics = append(c.Statistics, statistics("objective %v according to the solver", "objective", r.Objective()))
		}
	}
	return err
}

// readAnswer reads an answer to its end, and checks its models. If all is right, it sets c.Claim to the
// claim of the answer, or leaves it if there is no claim. If a certificate must refute another formula than
// c.Formula, it sets c.formula to this one: with soft clauses, for UNSATISFIABLE, and for an optimum that a
// certificate must prove. A fault of the answer is in c.Fault, and with c.Strict in c.Deviations. The
// errors come from readModels. It is an error, too, if a list of backbone literals has no end, unless the
// status is UNKNOWN.
func (c *check) readAnswer(ctx context.Context, r *result.Reader) error {
	c.answer, r.Tolerant, r.Vars, r.Names = r.Name(), r.Tolerant || c.Strict, c.Formula.Vars, c.Formula.Identifiers
	err := c.readModels(ctx, r)
	if c.Strict {
		err = c.checkForm(ctx, r, err)
	}
	if err != nil || c.Wrong() != "" {
		return err
	}
	lits, complete := r.Backbone()
	switch f := c.Formula; {
	case r.Status() == dimacs.Unsatisfiable && r.Models() == 0:
		c.Claim = Unsatisfiable
		if f.Soft != nil {
			c.formula = f.Hard()
		}
	case f.Soft != nil && c.needsProof():
		c.Claim, c.formula = Optimum, cheaper(f, c.units)
	case f.Soft != nil && r.Optimal():
		c.Claim = Optimum
	case f.Soft != nil:
	case r.CountPower().M != nil || r.WeightedCount() != nil:
		c.Claim = Count
	case lits != nil && !complete && r.Status() != dimacs.Unknown:
		return fmt.Errorf("%s: the backbone has no line b 0: it may be cut off", c.answer)
	case lits != nil || complete:
		c.Claim = Backbone
	}
	return nil
}

// needsProof reports whether there are an answer and a certificate, which must prove the claim of
// the answer.
func (c *check) needsProof() bool { return c.Answer != nil && c.Certificate != nil }

// readModels reads an answer and checks its models, of which c.Model is the first unless it is nil. It sets
// c.Fault for the first wrong model, or as checkModels does, and with soft clauses c.Cost. After a wrong
// model, it only reads the rest. It returns the errors of Models.Check, with the number of the model, of r
// and of checkModels, or the cause of ctx.
func (c *check) readModels(ctx context.Context, r *result.Reader) error {
	project := c.Project
	if c.Formula.Soft != nil {
		project = nil
	}
	m, seen, number, repeated := NewModels(c.Formula, project, c.OthersFalse), Repetitions{}, int64(0), ""
	examine := func(lits []dimacs.Lit, whole bool) error {
		if number++; c.Fault.Reason != "" {
			return nil
		}
		place := fmt.Sprintf("%s: model %d", c.answer, number)
		wrong, err := m.Check(ctx, lits, whole)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", place, err)
		case wrong != "":
			c.Fault = Fault{WrongModel, place, wrong}
		default:
			if first := seen.Add(lits, number); first > 0 && repeated == "" {
				repeated = fmt.Sprintf("model %d repeats model %d", number, first)
			}
			if c.Formula.Soft != nil {
				c.units = m.cost()
				c.Cost = c.Formula.Units(new(big.Int).Add(c.units, big.NewInt(c.Formula.Offset)))
			}
		}
		return nil
	}
	var err error
	if c.Model != nil {
		err = examine(c.Model, true)
	}
	for err == nil {
		lits, end := r.Read()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case end == io.EOF:
			return c.checkModels(r, repeated)
		case end != nil:
			return end
		}
		err = examine(lits, r.Terminated())
	}
	return err
}

// checkModels checks an answer that has ended, unless c.Fault is set, and sets c.Fault. It checks the cost of
// the last model and the number of models, if the answer gives them, and that no model is repeated: repeated
// describes the first repetition, or is "". Repetitions are allowed in a sample, and with soft clauses if the
// answer announces no number of models. If there is no model, checkModels returns an error if the answer is
// the certificate, or if a formula with soft clauses needs a model to prove its optimum.
func (c *check) checkModels(r *result.Reader, repeated string) error {
	n, more := r.Announced()
	models := big.NewInt(r.Models())
	cost, _ := new(big.Rat).SetString(r.Objective())
	switch lits, complete := r.Backbone(); {
	case c.Fault.Reason != "":
	case r.Models() == 0:
		if c.Answer != nil && (c.Formula.Soft == nil || !c.needsProof() || r.Status() == dimacs.Unsatisfiable) {
			return nil
		}
		if lits != nil || complete {
			return fmt.Errorf("%s: expected a model, found a backbone: give its proof as a third argument", c.answer)
		}
		return fmt.Errorf("%s: expected a model, found none (the answer is %v)", c.answer, r.Status())
	case cost != nil && c.Cost != nil && cost.Cmp(c.Cost) != 0:
		c.Fault = Fault{WrongCost, c.answer, fmt.Sprintf("the last model costs %v, but the last line o says %v", dimacs.DecimalText(c.Cost), dimacs.DecimalText(cost))}
	case repeated != "" && !r.Sampled() && (c.Formula.Soft == nil || n != nil):
		c.Fault = Fault{RepeatedOne, c.answer, repeated}
	case n != nil && (n.Cmp(models) > 0 || n.Cmp(models) < 0 && !more):
		c.Fault = Fault{WrongNumber, c.answer, fmt.Sprintf("it has %v models, but says that there are %v", models, n)}
	}
	return nil
}

// checkForm reads the rest of an answer after readModels has returned err, and sets c.Deviations, and
// c.Fault for wrong syntax. It returns nil if the answer is wrong then, and otherwise err. If ctx ends, it
// stops early.
func (c *check) checkForm(ctx context.Context, r *result.Reader, err error) error {
	var end error
	for end == nil && ctx.Err() == nil {
		_, end = r.Read()
	}
	c.Deviations = r.Deviations(c.Formula)
	if syntax, is := errors.AsType[*dimacs.SyntaxError](end); is {
		c.Fault = Fault{OutputFormat, "", syntax.Error()}
	}
	if c.Wrong() != "" {
		return nil
	}
	return err
}

// Repetitions finds models that an answer repeats, by hashes of 128 bits. The zero value has no models.
type Repetitions struct {
	numbers map[[16]byte]int64 // indexed by hash: the number of the first model with the hash
	text    []byte             // the literals of the last model
}

// Add adds a model with its number, which counts from 1. The literals may be in any order. Add returns the
// number of an earlier model with the same literals, or 0.
func (s *Repetitions) Add(lits []dimacs.Lit, number int64) (first int64) {
	byVariable := func(a, b dimacs.Lit) int { return a.Var() - b.Var() }
	if !slices.IsSortedFunc(lits, byVariable) {
		lits = slices.SortedFunc(slices.Values(lits), byVariable)
	}
	s.text = s.text[:0]
	for _, l := range lits {
		s.text = binary.LittleEndian.AppendUint32(s.text, uint32(l))
	}
	sum := sha256.Sum256(s.text)
	key := [16]byte(sum[:16])
	if first = s.numbers[key]; first == 0 {
		if s.numbers == nil {
			s.numbers = map[[16]byte]int64{}
		}
		s.numbers[key] = number
	}
	return first
}

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
	m.f.Define(&m.values)
	if sum := m.f.Violated(&m.values); sum != nil {
		if projected {
			return "", fmt.Errorf("a projection does not decide the %s of %s: expected values for all variables", sum.Noun(), text(sum.Lits))
		}
		return "it does not satisfy the " + sum.Noun() + " of " + text(sum.Lits), nil
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

// cost returns the cost of the last model: the sum of the weights of the soft clauses that it violates, in units of
// the formula and without its offset. With an objective to maximize, the cost is negative.
func (m *Models) cost() *big.Int {
	cost := new(big.Int)
	for _, c := range m.f.Soft {
		if !m.values.Satisfies(c.Lits) {
			cost.Add(cost, big.NewInt(c.Weight))
		}
	}
	if m.f.Maximize {
		cost.Neg(cost)
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
