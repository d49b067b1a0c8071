// Command general writes formulas that are about anything but queens, for the
// benchmark of what qsat does where it finds no structure of a board.
//
//	general 3sat VARIABLES CLAUSES SEED
//	general large3sat VARIABLES CLAUSES SEED
//	general 5sat VARIABLES CLAUSES SEED
//	general colouring COLOURS VERTICES EDGES SEED
//	general flat VERTICES EDGES SEED
//	general ordering ELEMENTS
//	general tseitin VERTICES DEGREE SEED
//	general waerden K L NUMBERS
//	general factoring BITS SEED
//	general prime NUMBER
//	general commute BITS
//	general mutex PROCESSES LEVELS STEPS
//	general speck ROUNDS PAIRS SEED
//	general langford NUMBERS
//	general pigeonhole PIGEONS HOLES
//	general quasigroup ORDER HOLES SEED
//	general sudoku BOX GIVEN SEED
//
// The formula goes to standard output and is a function of the arguments
// alone. Each family is explained in a file of its own.
package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"queens/dimacs"
)

// A family makes formulas of one kind from its numeric arguments.
type family struct {
	name string
	args []string // names of the arguments, all of them numbers above 0
	make func(args []int) (*formula, error)
}

var families = []family{
	{"3sat", []string{"VARIABLES", "CLAUSES", "SEED"}, func(a []int) (*formula, error) { return randomKSAT(3, a[0], a[1], random(a[2])) }},
	{"large3sat", []string{"VARIABLES", "CLAUSES", "SEED"}, func(a []int) (*formula, error) { return randomKSAT(3, a[0], a[1], random(a[2])) }},
	{"5sat", []string{"VARIABLES", "CLAUSES", "SEED"}, func(a []int) (*formula, error) { return randomKSAT(5, a[0], a[1], random(a[2])) }},
	{"colouring", []string{"COLOURS", "VERTICES", "EDGES", "SEED"}, func(a []int) (*formula, error) { return randomColouring(a[0], a[1], a[2], random(a[3])) }},
	{"flat", []string{"VERTICES", "EDGES", "SEED"}, func(a []int) (*formula, error) { return flatColouring(a[0], a[1], random(a[2])) }},
	{"ordering", []string{"ELEMENTS"}, func(a []int) (*formula, error) { return ordering(a[0]) }},
	{"tseitin", []string{"VERTICES", "DEGREE", "SEED"}, func(a []int) (*formula, error) { return tseitin(a[0], a[1], random(a[2])) }},
	{"waerden", []string{"K", "L", "NUMBERS"}, func(a []int) (*formula, error) { return waerden(a[0], a[1], a[2]) }},
	{"factoring", []string{"BITS", "SEED"}, func(a []int) (*formula, error) { return factoring(a[0], random(a[1])) }},
	{"prime", []string{"NUMBER"}, func(a []int) (*formula, error) { return primality(a[0]) }},
	{"commute", []string{"BITS"}, func(a []int) (*formula, error) { return commute(a[0]) }},
	{"mutex", []string{"PROCESSES", "LEVELS", "STEPS"}, func(a []int) (*formula, error) { return mutex(a[0], a[1], a[2]) }},
	{"speck", []string{"ROUNDS", "PAIRS", "SEED"}, func(a []int) (*formula, error) { return speck(a[0], a[1], random(a[2])) }},
	{"langford", []string{"NUMBERS"}, func(a []int) (*formula, error) { return langford(a[0]), nil }},
	{"pigeonhole", []string{"PIGEONS", "HOLES"}, func(a []int) (*formula, error) { return pigeonhole(a[0], a[1]), nil }},
	{"quasigroup", []string{"ORDER", "HOLES", "SEED"}, func(a []int) (*formula, error) { return quasigroupWithHoles(a[0], a[1], random(a[2])) }},
	{"sudoku", []string{"BOX", "GIVEN", "SEED"}, func(a []int) (*formula, error) { return sudoku(a[0], a[1], random(a[2])) }},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "general:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	f, err := makeFormula(args)
	if err != nil {
		return err
	}
	w := dimacs.NewWriter(os.Stdout)
	w.Comment("family", strings.Join(args, " "))
	w.Header(f.vars, int64(len(f.clauses)))
	for _, clause := range f.clauses {
		w.Clause(clause...)
	}
	return w.Flush()
}

// makeFormula makes the formula that the arguments of the program ask for.
func makeFormula(args []string) (*formula, error) {
	for _, f := range families {
		if len(args) != 1+len(f.args) || args[0] != f.name {
			continue
		}
		numbers, err := f.parse(args[1:])
		if err != nil {
			return nil, err
		}
		return f.make(numbers)
	}
	return nil, errors.New(usage())
}

func (f *family) parse(args []string) ([]int, error) {
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

func usage() string {
	var b strings.Builder
	b.WriteString("expected one of")
	for _, f := range families {
		b.WriteString("\n  general " + f.name + " " + strings.Join(f.args, " "))
	}
	return b.String()
}

// random returns the source of all that is random in a formula.
func random(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }

// A formula grows clause by clause; it has no variables but 1 to vars.
type formula struct {
	vars    int
	clauses [][]dimacs.Lit
}

func (f *formula) add(clause ...dimacs.Lit) { f.clauses = append(f.clauses, clause) }

// exactlyOne adds: one of the literals holds, no two of them do.
func (f *formula) exactlyOne(lits []dimacs.Lit) {
	f.add(lits...)
	f.atMostOne(lits)
}

func (f *formula) atMostOne(lits []dimacs.Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			f.add(a.Neg(), b.Neg())
		}
	}
}
