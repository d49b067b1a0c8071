package encode

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode/board"
	"queens/encode/internal/word"
)

// A Transform replaces every variable by a function of K new variables. It makes
// refutations longer by a known amount, or hides the structure of a formula. Variable v is
// replaced by a function of the variables K*(v-1)+1 to K*v. A clause becomes the clauses of
// the disjunction of its functions: their number is the product, over the literals, of the
// number of clauses of each function. So wide clauses grow quickly, except under flip, and positive
// clauses under or.
//
// For example, under xor:2 the variable 1 becomes 1 xor 2, with the clauses (1 or 2) and
// (not 1 or not 2). The clause (1 or 2) becomes 2*2 clauses over the variables 1 to 4.
//
// References: Eli Ben-Sasson and Jakob Nordström, "Understanding Space in Proof Complexity:
// Separations and Trade-offs via Substitutions", ICS 2011; Massimo Lauria, Jan Elffers,
// Jakob Nordström and Marc Vinyals, "CNFgen: A Generator of Crafted Benchmarks", SAT 2017.
type Transform struct {
	Function string // xor, or, majority, flip
	K        int    // number of new variables: 1 for flip, odd for majority
}

// maxTransformK is the largest K. An xor of 8 variables takes 128 clauses.
const maxTransformK = 8

// MaxTransformed is the largest number of clauses of a transformed formula. Callers of To must
// refuse a formula that would get more; see Count.
const MaxTransformed = 1 << 31

// ParseTransform parses a function and its number of variables, such as xor:2, or flip. K is from 2 to
// maxTransformK, odd for majority, and 1 for flip. The error is a *word.Error.
func ParseTransform(text string) (t Transform, err error) {
	name, number, given := strings.Cut(text, ":")
	t = Transform{Function: name, K: 1}
	if given {
		t.K, err = strconv.Atoi(number)
	}
	flip := name == "flip" && !given
	several := (name == "xor" || name == "or") && t.K > 1
	if err != nil || !flip && !several && (name != "majority" || t.K < 3 || t.K%2 == 0) || t.K > maxTransformK {
		return t, word.Wrong(fmt.Sprintf("xor:K, or:K, majority:K with an odd number, or flip, K from 2 to %d", maxTransformK), text)
	}
	return t, nil
}

// String returns the form that ParseTransform accepts.
func (t Transform) String() string {
	if t.K == 1 {
		return t.Function
	}
	return t.Function + ":" + strconv.Itoa(t.K)
}

// holds returns the value of the function; bit i of values is the value of variable i+1.
func (t Transform) holds(values uint) bool {
	ones := bits.OnesCount(values)
	switch t.Function {
	case "xor":
		return ones%2 == 1
	case "or":
		return ones > 0
	case "majority":
		return 2*ones > t.K
	}
	return ones == 0 // flip
}

// preimages returns the numbers of the 2^K assignments for which the function is true and
// false.
func (t Transform) preimages() (yes, no int64) {
	for values := range uint(1) << t.K {
		if t.holds(values) {
			yes++
		}
	}
	return yes, 1<<t.K - yes
}

// Original returns the literals of the original variables 1 to vars, in order, that are true in a
// model of the transformed formula. The model may be in any order. A variable without a value counts as false.
func (t Transform) Original(model []dimacs.Lit, vars int) []dimacs.Lit {
	values := make([]uint8, vars)
	for _, l := range model {
		if v := l.Var() - 1; l > 0 && v/t.K < vars {
			values[v/t.K] |= 1 << (v % t.K)
		}
	}
	lits := make([]dimacs.Lit, vars)
	for i, v := range values {
		if lits[i] = dimacs.Lit(i + 1); !t.holds(uint(v)) {
			lits[i] = -lits[i]
		}
	}
	return lits
}

// clauses returns the prime clauses over variables 1 to K that the function implies, or
// that its complement implies if value is false. A clause is prime if no literal can be
// removed from it.
func (t Transform) clauses(value bool) (all []transformed) {
	whole := uint(1)<<t.K - 1
	for in := range whole + 1 {
		for negative := range in + 1 {
			size, signs := bits.OnesCount(in), bits.OnesCount(negative)
			alike := negative == 0 && value || negative == in && !value // all literals have the sign of value
			prime := in == whole && (signs%2 == 0) == value
			switch t.Function {
			case "or":
				prime = alike && (in == whole && value || size == 1 && !value)
			case "majority":
				prime = alike && 2*size == t.K+1
			case "flip":
				prime = in == 1 && (negative == 1) == value
			}
			if prime && negative&^in == 0 {
				all = append(all, transformed{in, negative})
			}
		}
	}
	return all
}

// A transformed is a clause over variables 1 to K. Bit i of in means that variable i+1
// occurs, bit i of negative that it occurs as a negative literal.
type transformed struct{ in, negative uint }

// A transformer is a dimacs.Sink that passes the transformed clauses on to another sink.
type transformer struct {
	dimacs.Sink
	k       int
	yes, no []transformed // clauses of the function and of its complement
	out     []dimacs.Lit  // buffer of product: the literals of the clause so far
	all     []dimacs.Lit  // buffer of Clause: a copy of its literals
}

// To returns a Sink that transforms each clause that it takes, and passes the results on to sink by its method Clause.
// Its Err is the Err of sink.
func (t Transform) To(sink dimacs.Sink) dimacs.Sink {
	return &transformer{Sink: sink, k: t.K, yes: t.clauses(true), no: t.clauses(false)}
}

func (t *transformer) Binary(a, b dimacs.Lit) { t.Clause(a, b) }

func (t *transformer) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(t, lits) }

func (t *transformer) Clause(lits ...dimacs.Lit) {
	t.all = append(t.all[:0], lits...)
	t.out = t.out[:0]
	t.product(t.all)
}

// product passes on every clause that consists of t.out and, for each literal, one clause of its function, or
// of the complement for a negative literal. It stops after an error of the sink.
func (t *transformer) product(lits []dimacs.Lit) {
	if len(lits) == 0 {
		t.Sink.Clause(t.out...)
		return
	}
	end := len(t.out)
	clauses := t.no
	if lits[0] > 0 {
		clauses = t.yes
	}
	for _, c := range clauses {
		if t.Sink.Err() != nil {
			return
		}
		first := dimacs.Lit(t.k * (lits[0].Var() - 1))
		for i := range t.k {
			switch l := first + dimacs.Lit(i+1); {
			case c.in>>i&1 == 0:
			case c.negative>>i&1 == 1:
				t.out = append(t.out, -l)
			default:
				t.out = append(t.out, l)
			}
		}
		t.product(lits[1:])
		t.out = t.out[:end]
	}
}

// transformedSize is Size with a transform, for a formula that has vars variables without the transform. The
// errors are as in Size.
func (in Instance) transformedSize(vars int) (Size, error) {
	groups, err := in.groups()
	if err != nil {
		return Size{}, err
	}
	c := in.Transform.Count()
	last := in.squareVariables()
	fresh := freshAfter(&last)
	for g := range groups {
		if g.add(c, fresh); c.Err() != nil {
			return Size{}, c.Err()
		}
	}
	if vars > board.MaxVariables/in.Transform.K {
		return Size{}, fmt.Errorf("board size %s needs more than 2^28-1 variables, because the transform makes %d of each: expected a smaller board or transform", in.Board().Size(), in.Transform.K)
	}
	return Size{vars * in.Transform.K, int64(c.Clauses)}, nil
}

// A TransformedCount is a dimacs.Sink that counts the clauses into which a transform turns the clauses
// that it gets.
type TransformedCount struct {
	Clauses float64
	yes, no float64 // the numbers of clauses of the function and of its complement
}

// Count returns a sink that has counted no clause.
func (t Transform) Count() *TransformedCount {
	return &TransformedCount{yes: float64(len(t.clauses(true))), no: float64(len(t.clauses(false)))}
}

// of returns the number of clauses of a literal.
func (c *TransformedCount) of(l dimacs.Lit) float64 {
	if l > 0 {
		return c.yes
	}
	return c.no
}

// Clause counts a clause.
func (c *TransformedCount) Clause(lits ...dimacs.Lit) {
	product := 1.0
	for _, l := range lits {
		product *= c.of(l)
	}
	c.Clauses += product
}

// Binary counts the clause {a, b}.
func (c *TransformedCount) Binary(a, b dimacs.Lit) { c.Clauses += c.of(a) * c.of(b) }

// Pairs counts a clause for each pair of literals.
func (c *TransformedCount) Pairs(lits []dimacs.Lit) {
	before := 0.0
	for _, l := range lits {
		c.Clauses += before * c.of(l)
		before += c.of(l)
	}
}

// Err returns an error if there are more than MaxTransformed clauses.
func (c *TransformedCount) Err() error {
	if c.Clauses > MaxTransformed {
		return errors.New("the transform makes more than 2^31 clauses: expected a smaller board, a smaller transform or an encoding with shorter clauses")
	}
	return nil
}
