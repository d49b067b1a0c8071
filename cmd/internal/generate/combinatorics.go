package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// differenceSet takes an odd number v above 2. Its models are the perfect
// difference sets modulo v: sets of numbers such that every number except 0 is the difference of
// exactly one ordered pair of the elements. They exist with q + 1 elements if
// v = q*q + q + 1 for a prime power q. There is a variable for each number, from 1 to v, and for
// each pair of numbers. Translations and multiplications by units of the ring map the formula to
// itself.
//
// References: James Singer, "A Theorem in Finite Projective Geometry and Some Applications
// to Number Theory", Transactions of the American Mathematical Society 43, 1938.
func differenceSet(args []int, _ *rand.Rand) *dimacs.Formula {
	v := args[0]
	f := &dimacs.Formula{Vars: v}
	pairs := make([][]dimacs.Lit, v/2+1) // indexed by difference
	for a := 1; a <= v; a++ {
		for b := a + 1; b <= v; b++ {
			f.Vars++
			pair, d := dimacs.Lit(f.Vars), min(b-a, v-b+a)
			f.Add(-pair, dimacs.Lit(a))
			f.Add(-pair, dimacs.Lit(b))
			f.Add(-dimacs.Lit(a), -dimacs.Lit(b), pair)
			pairs[d] = append(pairs[d], pair)
		}
	}
	for _, lits := range pairs[1:] {
		exactlyOne(f, lits)
	}
	return f
}

// langford takes a number n. It returns a formula for the task to arrange the numbers 1, 1, 2, 2,
// .., n, n in a row such that k other numbers are between the two copies of k. It is possible if
// and only if n or n+1 is a multiple of 4. There is a variable for each number and each place of
// its first copy.
//
// References: C. Dudley Langford, "Problem", Mathematical Gazette 42, 1958; Roy Davies, "On
// Langford's Problem (II)", Mathematical Gazette 43, 1959.
func langford(a []int, _ *rand.Rand) *dimacs.Formula {
	n, f := a[0], &dimacs.Formula{}
	at := make([][]dimacs.Lit, 2*n)
	for k := 1; k <= n; k++ {
		var anywhere []dimacs.Lit
		for place := 0; place+k+1 < 2*n; place++ {
			f.Vars++
			l := dimacs.Lit(f.Vars)
			anywhere = append(anywhere, l)
			at[place] = append(at[place], l)
			at[place+k+1] = append(at[place+k+1], l)
		}
		exactlyOne(f, anywhere)
	}
	for _, lits := range at {
		exactlyOne(f, lits)
	}
	return f
}

// ordering takes a number of elements, at least 2. The formula states
// that a total order of these elements has no least element. It is unsatisfiable; its resolution
// proofs are short, but hard to find. There is a variable for each i < j: element i is before
// element j.
//
// References: Balakrishnan Krishnamurthy, "Short Proofs for Tricky Formulas", Acta
// Informatica 22, 1985; Gunnar Stålmarck, "Short Resolution Proofs for a Sequence of Tricky
// Formulas", Acta Informatica 33, 1996.
func ordering(a []int, _ *rand.Rand) *dimacs.Formula {
	elements := a[0]
	f := &dimacs.Formula{Vars: elements * (elements - 1) / 2}
	before := func(i, j int) dimacs.Lit {
		if i > j {
			return dimacs.Lit(i*(i-1)/2 + j + 1).Neg()
		}
		return dimacs.Lit(j*(j-1)/2 + i + 1)
	}
	for j := range elements {
		var predecessors []dimacs.Lit
		for i := range elements {
			if i != j {
				predecessors = append(predecessors, before(i, j))
			}
		}
		f.Add(predecessors...)
	}
	for k := range elements {
		for j := range k {
			for i := range j { // no cycle i, j, k and no cycle k, j, i
				f.Add(before(i, j).Neg(), before(j, k).Neg(), before(k, i).Neg())
				f.Add(before(j, i).Neg(), before(k, j).Neg(), before(i, k).Neg())
			}
		}
	}
	return f
}

// Pigeonhole returns a formula: every pigeon is in a hole and no hole has two pigeons. It is
// unsatisfiable if there are more pigeons than holes. If there is one pigeon more, every
// resolution proof has exponential length. Variable holes*pigeon + 1 + hole means that the
// pigeon is in the hole; both count from 0.
//
// References: Armin Haken, "The Intractability of Resolution", Theoretical Computer Science
// 39, 1985.
func Pigeonhole(pigeons, holes int) *dimacs.Formula { return pigeonholes(pigeons, holes, 1) }

// pigeons returns a function that takes the numbers of pigeons and holes, and returns the formula
// for holes that take up to capacity pigeons.
func pigeons(capacity int) func(a []int, _ *rand.Rand) *dimacs.Formula {
	return func(a []int, _ *rand.Rand) *dimacs.Formula { return pigeonholes(a[0], a[1], capacity) }
}

// pigeonholes is like Pigeonhole, but each hole takes up to capacity pigeons.
//
// References: Armin Biere, "Two Pigeons per Hole Problem", Proceedings of SAT Competition
// 2013.
func pigeonholes(pigeons, holes, capacity int) *dimacs.Formula {
	c := new(circuit)
	guests := make([]word, holes)
	for range pigeons {
		anywhere := c.inputs(holes)
		c.Add(anywhere...)
		for hole, l := range anywhere {
			guests[hole] = append(guests[hole], l)
		}
	}
	for _, lits := range guests {
		atMost(&c.Formula, capacity, lits)
	}
	return &c.Formula
}

// waerden takes the numbers k and l, at least 2, and n. It returns a formula for the
// task to divide the numbers from 1 to n into two sets: the first without an arithmetic progression
// of length k, the second without a progression of length l. It is impossible for n from the van
// der Waerden number W(k,l) on:
//
//	W(3,9) 77, W(3,10) 97, W(3,11) 114, W(3,12) 135, W(4,5) 55, W(4,6) 73
//
// Variable i means that i is in the first set.
//
// References: Václav Chvátal, "Some Unknown van der Waerden Numbers", Combinatorial
// Structures and Their Applications, 1970; Michael Beeler and Patrick O'Neil, "Some New van
// der Waerden Numbers", Discrete Mathematics 28, 1979; Bruce Landman, Aaron Robertson and
// Clay Culver, "Some New Exact van der Waerden Numbers", Integers 5(2), 2005.
func waerden(a []int, _ *rand.Rand) *dimacs.Formula {
	k, l, n := a[0], a[1], a[2]
	f := &dimacs.Formula{Vars: n}
	noProgression(f, k, func(i int) dimacs.Lit { return dimacs.Lit(i).Neg() })
	noProgression(f, l, func(i int) dimacs.Lit { return dimacs.Lit(i) })
	return f
}

// noProgression adds a clause for each arithmetic progression of the length, at least 2, in the
// numbers from 1 to f.Vars: at least one number of it is outside of a set. The literal outside(i)
// means that number i is not in the set.
func noProgression(f *dimacs.Formula, length int, outside func(i int) dimacs.Lit) {
	for step := 1; (length-1)*step < f.Vars; step++ {
		for first := 1; first+(length-1)*step <= f.Vars; first++ {
			clause := make([]dimacs.Lit, length)
			for i := range clause {
				clause[i] = outside(first + i*step)
			}
			f.Add(clause...)
		}
	}
}
