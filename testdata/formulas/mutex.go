package formulas

import (
	"fmt"

	"queens/dimacs"
)

// mutex is bounded model checking of Peterson's filter lock: can two processes
// be in the critical section after at most so many steps? Each process has to
// pass the levels 1, 2, ..; at each it makes itself the victim and waits until
// another is the victim or no other is at this level or beyond. With one level
// fewer than there are processes it is safe, and the formula unsatisfiable;
// with still fewer it is satisfiable if there are steps enough.
//
// In a step one process, any of them, does one of: enter level 1; become the
// victim of its level; if it need not wait, go on to the next level or, behind
// the last, into the critical section; leave it. The test whether to wait is
// one step, which takes from the lock some of its difficulty, not its safety.
//
// References: Gary Peterson, "Myths About the Mutual Exclusion Problem",
// Information Processing Letters 12, 1981; Armin Biere, Alessandro Cimatti,
// Edmund Clarke and Yunshan Zhu, "Symbolic Model Checking without BDDs", TACAS
// 1999.
func mutex(processes, levels, steps int) (*dimacs.Formula, error) {
	if processes < 2 || levels >= processes {
		return nil, fmt.Errorf("%d processes do not have %d levels", processes, levels)
	}
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
	return &l.Formula, nil
}

// A lock is the circuit with the signals of its present state.
type lock struct {
	circuit
	processes, levels int

	at      []word // at[process][level-1]: it is at the level or beyond; the last is the critical section
	waiting word   // the process has become the victim of its level
	victim  []word // victim[level-1][process]
}

// start begins outside of all levels, and with any victims.
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

// step moves to the next state.
func (l *lock) step() {
	runs := l.inputs(l.processes)
	exactlyOne(&l.Formula, runs)
	at, waiting := make([]word, l.processes), make(word, l.processes)
	becomes := make([]word, l.levels) // victim, by level and process
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

// mustWait: the process is the victim of the level and not alone there or beyond.
func (l *lock) mustWait(process, level int) dimacs.Lit {
	var others []dimacs.Lit
	for j := range l.processes {
		if j != process {
			others = append(others, l.at[j][level])
		}
	}
	return l.and(l.victim[level][process], l.any(others...))
}
