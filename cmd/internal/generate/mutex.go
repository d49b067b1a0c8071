package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// mutex takes the numbers of processes (at least 2), levels (fewer than processes) and steps. The formula is
// bounded model checking of Peterson's filter lock: can two processes be in the critical section at the same
// time, after 1 to that number of steps? Each process passes the levels 1, 2, ... At each level it makes
// itself the victim, and waits until another process is the victim or no other process is at this level or
// beyond. If there is one level fewer than processes, the lock is safe and the formula is unsatisfiable. With
// fewer levels it is satisfiable if there are enough steps.
//
// In a step, any one process takes an action: it enters level 1; it becomes the victim of
// its level; if it need not wait, it goes to the next level or, after the last, into the
// critical section; or it leaves the critical section. A process that must wait does nothing. The
// test for waiting and the move to the next level are one step. That makes the lock easier to
// verify, but it stays safe.
//
// References: Gary Peterson, "Myths About the Mutual Exclusion Problem", Information
// Processing Letters 12, 1981; Armin Biere, Alessandro Cimatti, Edmund Clarke and Yunshan
// Zhu, "Symbolic Model Checking without BDDs", TACAS 1999.
func mutex(a []int, _ *rand.Rand) *dimacs.Formula {
	processes, levels, steps := a[0], a[1], a[2]
	l := &lock{processes: processes, levels: levels}
	l.start()
	var unsafe []dimacs.Lit
	for range steps {
		l.step()
		for i := range processes {
			for j := range i {
				unsafe = append(unsafe, l.and(l.at[i][levels], l.at[j][levels]))
			}
		}
	}
	l.Add(unsafe...)
	return &l.Formula
}

// A lock is a circuit with the signals of the present state.
type lock struct {
	circuit
	processes, levels int

	at      []word // at[process][level-1]: the process is at the level or beyond; the last is the critical section
	waiting word   // indexed by process: it has become the victim of its level, and has not left the level since
	victim  []word // victim[level-1][process]: the process is the victim of the level
}

// start sets the initial state: all processes are outside of all levels, and no process waits. Each level has
// exactly one victim, which is arbitrary.
func (l *lock) start() {
	for range l.processes {
		l.at = append(l.at, l.inputs(l.levels+1))
		l.fix(l.at[len(l.at)-1], 0)
	}
	l.waiting = l.inputs(l.processes)
	l.fix(l.waiting, 0)
	for range l.levels {
		l.victim = append(l.victim, l.inputs(l.processes))
		exactlyOne(&l.Formula, l.victim[len(l.victim)-1])
	}
}

// step adds the signals and clauses of a step of one arbitrary process, and makes its result the
// present state.
func (l *lock) step() {
	runs := l.inputs(l.processes)
	exactlyOne(&l.Formula, runs)
	at, waiting := make([]word, l.processes), make(word, l.processes)
	becomes := make([]word, l.levels) // indexed by level and process: becomes the victim
	for i, run := range runs {
		stays := l.and(run, l.at[i][l.levels]).Neg() // does not leave the critical section
		enters := l.and(run, l.at[i][0].Neg())
		at[i] = word{l.and(stays, l.or(l.at[i][0], enters))}
		var passes, sets word
		for level := range l.levels {
			here := l.and(run, l.and(l.at[i][level], l.at[i][level+1].Neg()))
			set := l.and(here, l.waiting[i].Neg())
			pass := l.and(here, l.and(l.waiting[i], l.mustWait(i, level).Neg()))
			becomes[level] = append(becomes[level], set)
			sets, passes = append(sets, set), append(passes, pass)
			at[i] = append(at[i], l.and(stays, l.or(l.at[i][level+1], pass)))
		}
		waiting[i] = l.and(l.any(passes...).Neg(), l.any(append(sets, l.waiting[i])...))
	}
	for level, becoming := range becomes {
		kept := l.any(becoming...).Neg()
		victim := make(word, l.processes)
		for i := range victim {
			victim[i] = l.or(becoming[i], l.and(kept, l.victim[level][i]))
		}
		l.victim[level] = victim
	}
	l.at, l.waiting = at, waiting
}

// mustWait returns a signal that is true if and only if the process is the victim of the level and
// another process is at this level or beyond. Here, levels count from 0.
func (l *lock) mustWait(process, level int) dimacs.Lit {
	var others []dimacs.Lit
	for j := range l.processes {
		if j != process {
			others = append(others, l.at[j][level])
		}
	}
	return l.and(l.victim[level][process], l.any(others...))
}
