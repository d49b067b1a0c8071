// Package generate makes formulas for tests and benchmarks: kinds that have nothing to do
// with queens, each explained at the function that makes it, and small random formulas. It also makes
// formulas smaller. A formula depends only on the arguments, such as the state of the random numbers.
// Only tests, benchmarks and qbench import the package.
package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
)

// A kind makes formulas from positive numbers.
type kind struct {
	name string
	// tiny has a range for each number, such as 20-100, from which Tiny draws it. A range before % is a
	// percentage of the number before. The last range may be seed. Most of these formulas can be solved
	// in a few milliseconds.
	tiny string
	// make returns the formula for the numbers a, one for each range of tiny. The last number is the seed of r.
	make func(a []int, r *rand.Rand) *dimacs.Formula
	// exists reports whether there is a formula for these numbers. nil means that there always is.
	exists func(a []int) bool
}

var kinds = []kind{
	{"3sat", "20-100 400-450% seed", ksat(3), func(a []int) bool { return a[0] >= 3 }},
	{"large3sat", "20-100 300-400% seed", ksat(3), func(a []int) bool { return a[0] >= 3 }},
	{"5sat", "12-30 1900-2300% seed", ksat(5), func(a []int) bool { return a[0] >= 5 }},
	{"colouring", "3-4 20-50 200-260% seed", randomColouring, func(a []int) bool { return a[2] <= a[1]*(a[1]-1)/4 }},
	{"flat", "20-100 220-245% seed", flatColouring, func(a []int) bool { return a[1] <= a[0]*(a[0]-1)/4 }},
	{"difference", "5-14", differenceSet, func(a []int) bool { return a[0] >= 3 && a[0]%2 == 1 }},
	{"ordering", "4-14", ordering, func(a []int) bool { return a[0] >= 2 }},
	{"tseitin", "8-14 3-4 seed", tseitin, func(a []int) bool { return a[1] < a[0] && a[1] <= 6 && a[0]*a[1]%2 == 0 }},
	{"equations", "8-40 80-110% seed", equations, func(a []int) bool { return a[0] >= 3 }},
	{"waerden", "3-3 4-5 14-24", waerden, func(a []int) bool { return a[0] >= 2 && a[1] >= 2 }},
	{"factoring", "8-18 seed", factoring, func(a []int) bool { return a[0] >= 4 && a[0] <= 62 && a[0]%2 == 0 }},
	{"prime", "9-9999", primality, func(a []int) bool { return a[0] > 3 && isPrime(uint64(a[0])) }},
	{"commute", "2-4", commute, func(a []int) bool { return a[0] >= 2 }},
	{"mutex", "2-3 1-2 4-12", mutex, func(a []int) bool { return a[0] >= 2 && a[1] < a[0] }},
	{"speck", "1-2 1-3 seed", speck, func(a []int) bool { return a[0] <= 22 }},
	{"langford", "3-8", langford, nil},
	{"pigeonhole", "3-8 3-7", pigeons(1), nil},
	{"pigeonhole2", "3-8 2-4", pigeons(2), nil},
	{"quasigroup", "5-12 30-60% seed", quasigroupWithHoles, func(a []int) bool { return a[0] >= 2 && a[1] <= a[0] }},
	{"sudoku", "2-3 4-40 seed", sudoku, func(a []int) bool { return a[1] <= a[0]*a[0]*a[0]*a[0] }},
}

// Make returns a formula. The first argument is the name of its kind, and the other
// arguments are the numbers that the kind takes. It returns an error that lists kinds if the name or
// the number of arguments is wrong. It also returns an error if an argument is no number above 0, or if
// the kind has no formula for the numbers.
func Make(args ...string) (*dimacs.Formula, error) {
	var list strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&list, "\n  %s %s", k.name, k.tiny)
		if len(args) == 0 || args[0] != k.name || len(args) != 1+len(strings.Fields(k.tiny)) {
			continue
		}
		numbers := make([]int, len(args)-1)
		for i, text := range args[1:] {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("expected a number above 0, found %q", text)
			}
			numbers[i] = n
		}
		if k.exists != nil && !k.exists(numbers) {
			return nil, fmt.Errorf("there is no such formula: see package generate for the numbers that %s takes", k.name)
		}
		return k.make(numbers, rand.New(rand.NewPCG(uint64(numbers[len(numbers)-1]), 0))), nil
	}
	return nil, fmt.Errorf("expected one of the kinds below, with numbers such as these:%s", &list)
}

// draw returns random arguments for Make: the name of a kind, and a number from each range, which
// are written as in kind.tiny. seed is a range from 1 to 1000.
func draw(r *rand.Rand, name, ranges string) []string {
	args, last := []string{name}, 0
	for field := range strings.FieldsSeq(strings.ReplaceAll(ranges, "seed", "1-1000")) {
		var low, high int
		fmt.Sscanf(field, "%d-%d", &low, &high)
		if n := between(r, low, high); strings.HasSuffix(field, "%") {
			last = max(1, last*n/100)
		} else {
			last = n
		}
		args = append(args, strconv.Itoa(last))
	}
	return args
}

// exactlyOne adds clauses to f: exactly one literal is true.
func exactlyOne(f *dimacs.Formula, lits []dimacs.Lit) {
	f.Add(lits...)
	atMost(f, 1, lits)
}

// atMost adds clauses to f: at most k >= 0 of lits are true. It adds one for each subset of k+1
// literals. Each clause begins with the literals before.
func atMost(f *dimacs.Formula, k int, lits []dimacs.Lit, before ...dimacs.Lit) {
	for i, l := range lits {
		if clause := append(slices.Clip(before), -l); k == 0 {
			f.Add(clause...)
		} else {
			atMost(f, k-1, lits[i+1:], clause...)
		}
	}
}
