package dimacs

import "fmt"

// A Linear is a linear constraint: the sum of the coefficients of its true literals is at least Low
// and at most High. A literal that occurs twice counts twice. If Odd is set, the constraint is an XOR: the number
// of true literals is odd. Then Coefs is nil, and Low and High have no meaning.
type Linear struct {
	Lits      []Lit
	Coefs     []int64 // Coefs[i] is the coefficient of Lits[i], of any sign; nil means that all are 1
	Low, High int64   // math.MinInt64 or math.MaxInt64 if there is no bound
	Odd       bool
}

// Coef returns the coefficient of c.Lits[i].
func (c *Linear) Coef(i int) int64 {
	if c.Coefs == nil {
		return 1
	}
	return c.Coefs[i]
}

// Holds reports whether a satisfies c. The sum of the absolute values of the coefficients must be at
// most MaxWeight; see Formula.Check.
func (c *Linear) Holds(a *Assignment) bool {
	sum := int64(0)
	for i, l := range c.Lits {
		if a.Holds(l) {
			sum += c.Coef(i)
		}
	}
	return c.Odd && sum&1 == 1 || !c.Odd && c.Low <= sum && sum <= c.High
}

// Noun returns the name of the constraint in messages: "XOR" or "linear constraint".
func (c *Linear) Noun() string {
	if c.Odd {
		return "XOR"
	}
	return "linear constraint"
}

// A Definition defines a variable: it is true if and only if the linear constraint holds. The constraint has a lower
// bound only, and contains no variable of a later definition.
type Definition struct {
	Var int
	Linear
}

// Define sets the variables of f.Definitions in a to the values that follow from the other variables.
func (f *Formula) Define(a *Assignment) {
	for i := range f.Definitions {
		a.Set(f.Definitions[i].Var, f.Definitions[i].Holds(a))
	}
}

// Violated returns the first definition of f that is wrong in a, or the first linear constraint that a does not
// satisfy, or nil.
func (f *Formula) Violated(a *Assignment) *Linear {
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Holds(a) != a.Value(d.Var) {
			return &d.Linear
		}
	}
	for i := range f.Linear {
		if !f.Linear[i].Holds(a) {
			return &f.Linear[i]
		}
	}
	return nil
}

// Inputs returns the number of variables without the Auxiliary ones, which are the largest.
func (f *Formula) Inputs() int { return f.Vars - f.Auxiliary }

// checkSum does the part of checkLinear that is about a single constraint.
func (f *Formula) checkSum(c *Linear) error {
	if err := f.checkLits("a "+c.Noun(), c.Lits); err != nil {
		return err
	}
	if c.Coefs != nil && (c.Odd || len(c.Coefs) != len(c.Lits)) {
		return fmt.Errorf("a %s has %d literals and %d coefficients", c.Noun(), len(c.Lits), len(c.Coefs))
	}
	sum := int64(0)
	for i := range c.Lits {
		w := max(c.Coef(i), -c.Coef(i))
		if w < 0 || w > MaxWeight-sum {
			return fmt.Errorf("the coefficients of a linear constraint have a sum above %d", int64(MaxWeight))
		}
		sum += w
	}
	return nil
}

// checkLinear returns an error if a linear constraint has a variable outside 1 to Vars, the wrong number
// of coefficients, or coefficients whose absolute values have a sum above MaxWeight, or if there are
// linear constraints and Encoded is false.
func (f *Formula) checkLinear() error {
	for i := range f.Definitions {
		if err := f.checkSum(&f.Definitions[i].Linear); err != nil {
			return err
		}
	}
	for i := range f.Linear {
		if err := f.checkSum(&f.Linear[i]); err != nil {
			return err
		}
	}
	if len(f.Linear)+len(f.Definitions) > 0 && !f.Encoded {
		return fmt.Errorf("a formula with linear constraints needs clauses for them")
	}
	return nil
}
