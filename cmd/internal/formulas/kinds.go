// Package formulas makes formulas for tests and benchmarks: kinds that have nothing to do
// with queens, each explained in a file of its own, and small random formulas. A formula
// depends only on the arguments. Only tests, benchmarks and qbench import the package.
package formulas

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"queens/dimacs"
)

// A formulaKind makes formulas from its numeric arguments.
type formulaKind struct {
	name string
	args []string                                  // names of the arguments, which are positive numbers
	make func(args []int) (*dimacs.Formula, error) // fails if the arguments are out of range
}

var kinds = []formulaKind{
	{"3sat", []string{"VARIABLES", "CLAUSES", "SEED"}, func(a []int) (*dimacs.Formula, error) { return randomKSAT(3, a[0], a[1], random(a[2])) }},
	{"large3sat", []string{"VARIABLES", "CLAUSES", "SEED"}, func(a []int) (*dimacs.Formula, error) { return randomKSAT(3, a[0], a[1], random(a[2])) }},
	{"5sat", []string{"VARIABLES", "CLAUSES", "SEED"}, func(a []int) (*dimacs.Formula, error) { return randomKSAT(5, a[0], a[1], random(a[2])) }},
	{"colouring", []string{"COLOURS", "VERTICES", "EDGES", "SEED"}, func(a []int) (*dimacs.Formula, error) { return randomColouring(a[0], a[1], a[2], random(a[3])) }},
	{"flat", []string{"VERTICES", "EDGES", "SEED"}, func(a []int) (*dimacs.Formula, error) { return flatColouring(a[0], a[1], random(a[2])) }},
	{"circulant", []string{"COLOURS", "VERTICES", "STEPS", "SEED"}, func(a []int) (*dimacs.Formula, error) { return circulantColouring(a[0], a[1], a[2], random(a[3])) }},
	{"difference", []string{"NUMBERS"}, func(a []int) (*dimacs.Formula, error) { return differenceSet(a[0]) }},
	{"ordering", []string{"ELEMENTS"}, func(a []int) (*dimacs.Formula, error) { return ordering(a[0]) }},
	{"tseitin", []string{"VERTICES", "DEGREE", "SEED"}, func(a []int) (*dimacs.Formula, error) { return tseitin(a[0], a[1], random(a[2])) }},
	{"equations", []string{"VARIABLES", "EQUATIONS", "SEED"}, func(a []int) (*dimacs.Formula, error) { return equations(a[0], a[1], random(a[2])) }},
	{"waerden", []string{"K", "L", "NUMBERS"}, func(a []int) (*dimacs.Formula, error) { return waerden(a[0], a[1], a[2]) }},
	{"factoring", []string{"BITS", "SEED"}, func(a []int) (*dimacs.Formula, error) { return factoring(a[0], random(a[1])) }},
	{"prime", []string{"NUMBER"}, func(a []int) (*dimacs.Formula, error) { return primality(a[0]) }},
	{"commute", []string{"BITS"}, func(a []int) (*dimacs.Formula, error) { return commute(a[0]) }},
	{"mutex", []string{"PROCESSES", "LEVELS", "STEPS"}, func(a []int) (*dimacs.Formula, error) { return mutex(a[0], a[1], a[2]) }},
	{"speck", []string{"ROUNDS", "PAIRS", "SEED"}, func(a []int) (*dimacs.Formula, error) { return speck(a[0], a[1], random(a[2])) }},
	{"langford", []string{"NUMBERS"}, func(a []int) (*dimacs.Formula, error) { return langford(a[0]), nil }},
	{"pigeonhole", []string{"PIGEONS", "HOLES"}, func(a []int) (*dimacs.Formula, error) { return Pigeonhole(a[0], a[1]), nil }},
	{"pigeonhole2", []string{"PIGEONS", "HOLES"}, func(a []int) (*dimacs.Formula, error) { return pigeonholesOfTwo(a[0], a[1]), nil }},
	{"quasigroup", []string{"ORDER", "HOLES", "SEED"}, func(a []int) (*dimacs.Formula, error) { return quasigroupWithHoles(a[0], a[1], random(a[2])) }},
	{"sudoku", []string{"BOX", "GIVEN", "SEED"}, func(a []int) (*dimacs.Formula, error) { return sudoku(a[0], a[1], random(a[2])) }},
}

// Make returns a formula. The first argument is the name of its kind, and the other
// arguments are the numbers that the kind takes. It returns an error that lists the kinds
// if the name or the number of arguments is wrong, or an error of the kind.
func Make(args ...string) (*dimacs.Formula, error) {
	for _, f := range kinds {
		if len(args) != 1+len(f.args) || args[0] != f.name {
			continue
		}
		numbers, err := f.parse(args[1:])
		if err != nil {
			return nil, err
		}
		return f.make(numbers)
	}
	return nil, fmt.Errorf("expected one of%s", Kinds())
}

func (f *formulaKind) parse(args []string) ([]int, error) {
	numbers := make([]int, len(f.args))
	for i, text := range args {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s: expected a number above 0, found %q", f.args[i], text)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// Kinds returns the kinds with the names of their arguments, each after a newline.
func Kinds() string {
	var b strings.Builder
	for _, f := range kinds {
		b.WriteString("\n  " + f.name + " " + strings.Join(f.args, " "))
	}
	return b.String()
}

// random returns the source of the random numbers of a formula.
func random(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }

// exactlyOne adds clauses: exactly one literal is true.
func exactlyOne(f *dimacs.Formula, lits []dimacs.Lit) {
	f.Add(lits...)
	atMostOne(f, lits)
}

func atMostOne(f *dimacs.Formula, lits []dimacs.Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			f.Add(a.Neg(), b.Neg())
		}
	}
}
