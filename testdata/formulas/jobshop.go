package formulas

import (
	"math/rand/v2"

	"queens/dimacs"
)

// jobShop asks for a schedule of jobs that are done in the time, the makespan. A job is an
// operation of 1 to 9 units of time on each machine, in an order that is random, as the
// lengths are, but for that each job needs the first half of the machines before the others,
// which makes it hard; a machine does one operation at a time. Variable t of an operation
// says that it begins at t or later; one for each two of a machine says which comes first.
//
// References: James Crawford and Andrew Baker, "Experimental Results on the Application of
// Satisfiability Algorithms to Scheduling Problems", AAAI 1994; Robert Storer, David Wu and
// Renzo Vaccari, "New Search Spaces for Sequencing Problems with Application to Job Shop
// Scheduling", Management Science 38, 1992; Naoyuki Tamura, Akiko Taga, Satoshi Kitagawa and
// Mutsunori Banbara, "Compiling Finite Linear CSP into SAT", CP 2006.
func jobShop(jobs, machines, time int, rng *rand.Rand) (*dimacs.Formula, error) {
	c := new(circuit)
	on := make([][]timed, machines) // the operations of each machine
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

// A timed operation begins at t or later if from[t] is true.
type timed struct {
	operation
	from word
}

// follows adds: if the conditions hold, b begins when a has ended, or later.
func (c *circuit) follows(a, b timed, conditions ...dimacs.Lit) {
	for t, from := range a.from {
		clause := append(negation(conditions), from.Neg())
		if end := t + a.length; end < len(b.from) {
			clause = append(clause, b.from[end])
		}
		c.Add(clause...)
	}
}
