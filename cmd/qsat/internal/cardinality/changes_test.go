package cardinality

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/derive"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// models returns up to 100 models of a formula.
func models(t *testing.T, f *dimacs.Formula) (list []*dimacs.Assignment) {
	t.Helper()
	enough := errors.New("enough models")
	err := engine.Enumerate(t.Context(), cdcl.New(), &engine.Task{Formula: f, Threads: 1}, func(a *dimacs.Assignment) error {
		m := &dimacs.Assignment{}
		m.Copy(a)
		if list = append(list, m); len(list) == 100 {
			return enough
		}
		return nil
	})
	if err != nil && err != enough {
		t.Fatal(err)
	}
	return list
}

// A trusted is a checker with the formula of its database and some models of the formula.
type trusted struct {
	f      *dimacs.Formula
	d      *clause.Database
	refs   []clause.Ref
	models []*dimacs.Assignment
}

// check returns a checker that has accepted an argument, or its error. The test fails if an accepted claim
// does not hold in a model, or if the proof of the argument is wrong.
func (x *trusted) check(t *testing.T, a *argument.Argument) (*checker.Checker, error) {
	t.Helper()
	c := checker.New(x.d)
	if err := c.Check(t.Context(), a); err != nil {
		return c, err
	}
	for _, m := range x.models {
		x.hold(t, c, a, m)
	}
	proof := &enginetest.Proof{}
	if err := derive.Refutation(t.Context(), proof, c, a, nil, dimacs.Lit(x.f.Vars)); err != nil {
		t.Error(err)
	}
	if c.Refuted {
		enginetest.CheckProof(t, x.f, proof)
	} else {
		enginetest.CheckDerivation(t, x.f, proof)
	}
	if t.Failed() {
		t.Fatalf("%+v", a)
	}
	return c, nil
}

// hold fails the test if the claims of an accepted argument do not hold in a model.
func (x *trusted) hold(t *testing.T, c *checker.Checker, a *argument.Argument, m *dimacs.Assignment) {
	t.Helper()
	trues := func(lits ...clause.Lit) (n int) {
		for _, l := range lits {
			if m.Holds(x.d.Name(l)) {
				n++
			}
		}
		return n
	}
	if c.Refuted {
		t.Errorf("refuted, and has a model")
	}
	for n, tally := range a.Tallies {
		for i, b := range tally.Bounds {
			if got := trues(tally.Labels[b.From:b.To]...); got < int(b.AtLeast) && (b.Lit == argument.True || trues(b.Lit) == 1) {
				t.Errorf("bound %d of tally %d: %d are true", i, n, got)
			}
		}
	}
	for n, g := range a.Groups {
		if got := trues(g.Lits...); got > g.AtMost {
			t.Errorf("group %d: %d are true", n, got)
		}
	}
	for n := range a.Sums {
		for g := range a.Groups {
			if lits := c.ExactlyOne(n, g); lits != nil && trues(lits...) != 1 {
				t.Errorf("group %d of sum %d: not exactly one is true", g, n)
			}
		}
	}
	for n := range len(a.Equations) + len(a.Additions) {
		e, odd := c.Equation(n), false
		for _, v := range e.Vars {
			odd = odd != (trues(clause.Positive(v)) == 1)
		}
		if odd != e.Odd {
			t.Errorf("equation %d does not hold", n)
		}
	}
}

// A changer changes arguments at random.
type changer struct {
	*rand.Rand
	*trusted
	wild bool // use numbers of any size
}

// changed returns a copy of an argument with some changes. References to clauses remain valid.
func (x *changer) changed(a *argument.Argument) *argument.Argument {
	text, err := json.Marshal(a)
	b := &argument.Argument{}
	if err = errors.Join(err, json.Unmarshal(text, b)); err != nil {
		panic(err)
	}
	x.change(reflect.ValueOf(b).Elem())
	for x.wild && x.IntN(4) > 0 {
		x.change(reflect.ValueOf(b).Elem())
	}
	return b
}

// change makes one change of a random part of v: another number or literal, or an element more or less.
func (x *changer) change(v reflect.Value) {
	switch n := 0; v.Kind() {
	case reflect.Struct:
		x.change(v.Field(x.IntN(v.NumField())))
	case reflect.Array:
		x.change(v.Index(x.IntN(v.Len())))
	case reflect.Slice:
		if n = v.Len(); n == 0 {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			return
		}
		switch i := x.IntN(n); x.IntN(12) {
		case 0:
			v.Set(reflect.AppendSlice(v.Slice3(0, i, i), v.Slice(i+1, n)))
		case 1:
			v.Set(reflect.Append(v, v.Index(i)))
		default:
			x.change(v.Index(i))
		}
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Uint32:
		v.SetUint(uint64(x.literal(uint32(v.Uint()), v.Type() == reflect.TypeFor[clause.Ref]())))
	default:
		v.SetInt(int64(x.number(int(v.Int()))))
	}
}

// number returns n-1, n or n+1, or if x.wild in half of the calls a small or an extreme number.
func (x *changer) number(n int) int {
	if list := []int{math.MinInt, math.MinInt32, -100, -1, 0, 1, 2, 3, 100, math.MaxInt32, math.MaxInt}; x.wild && x.IntN(2) == 0 {
		return list[x.IntN(len(list))]
	}
	return n - 1 + x.IntN(3)
}

// literal returns the complement of a literal, the next one, a random one, or true. In the place of a
// clause, it returns a random clause, or 0 for a binary clause. If x.wild, it also returns other numbers.
func (x *changer) literal(l uint32, isClause bool) uint32 {
	switch n := x.IntN(8); {
	case isClause && (n == 0 || len(x.refs) == 0):
		return 0
	case isClause:
		return uint32(x.refs[x.IntN(len(x.refs))])
	case n == 0:
		return uint32(argument.True)
	case n == 1 && x.wild:
		return uint32(x.number(0))
	case n < 4:
		return l ^ 1
	}
	return uint32(2 + x.IntN(x.d.NumLits()-2))
}
