package formulas

import (
	"math/rand/v2"

	"queens/dimacs"
)

// jobShop returns a formula for a schedule of jobs within a time, the makespan. A job has
// one operation on each machine, with a length of 1 to 9 units, in a random order. Every
// job needs the first half of the machines before the second half, which makes the problem
// hard. A machine does one operation at a time. Variable t of an operation means that it
// begins at t or later. There is a variable for each pair of operations on a machine: the
// first comes before the second.
//
// References: James Crawford and Andrew Baker, "Experimental Results on the Application of
// Satisfiability Algorithms to Scheduling Problems", AAAI 1994; Robert Storer, David Wu and
// Renzo Vaccari, "New Search Spaces for Sequencing Problems with Application to Job Shop
// Scheduling", Management Science 38, 1992; Naoyuki Tamura, Akiko Taga, Satoshi Kitagawa
// and Mutsunori Banbara, "Compiling Finite Linear CSP into SAT", CP 2006.
func jobShop(jobs, machines, time int, rng *rand.Rand) (*dimacs.Formula, error) {
	c := new(circuit)
	on := make([][]timed, machines) // indexed by machine: its operations
	for _, job := range randomJobs(jobs, machines, rng) {
		var last timed
		for i, o := range job {
			this := timed{o, c.inputs(time + 1)}
			c.Add(this.from[0])
			for t := range time {
				c.Add(this.from[t+1].Neg(), this.from[t])
			}
			c.Add(this.from[max(0, time+1-o.length)].Neg())
			if i > 0 {
				c.follows(last, this)
			}
			on[o.machine] = append(on[o.machine], this)
			last = this
		}
	}
	for _, operations := range on {
		for i, a := range operations {
			for _, b := range operations[:i] {
				first := c.input()
				c.follows(a, b, first)
				c.follows(b, a, first.Neg())
			}
		}
	}
	return &c.Formula, nil
}

// An operation is a part of a job.
type operation struct{ machine, length int }

func randomJobs(jobs, machines int, rng *rand.Rand) [][]operation {
	list := make([][]operation, jobs)
	for i := range list {
		half := machines / 2
		for _, machine := range rng.Perm(half) {
			list[i] = append(list[i], operation{machine, 1 + rng.IntN(9)})
		}
		for _, machine := range rng.Perm(machines - half) {
			list[i] = append(list[i], operation{half + machine, 1 + rng.IntN(9)})
		}
	}
	return list
}

// A timed is an operation with the variables for its begin: it begins at t or later if
// from[t] is true.
type timed struct {
	operation
	from word
}

// follows adds clauses: if all conditions are true, b begins when a has ended or later.
func (c *circuit) follows(a, b timed, conditions ...dimacs.Lit) {
	for t, from := range a.from {
		clause := append(negation(conditions), from.Neg())
		if end := t + a.length; end < len(b.from) {
			clause = append(clause, b.from[end])
		}
		c.Add(clause...)
	}
}
