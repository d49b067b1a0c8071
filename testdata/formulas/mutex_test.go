package formulas

import "testing"

// TestMutex holds the formulas against a search through the states of the lock.
func TestMutex(t *testing.T) {
	for _, test := range []struct{ processes, levels, least, most int }{
		{2, 1, 1, 8}, {3, 1, 6, 10}, {3, 2, 6, 8}, {4, 1, 7, 9}, {4, 2, 16, 17},
	} {
		first := stepsToViolation(test.processes, test.levels, test.most)
		for steps := test.least; steps <= test.most; steps++ {
			f, err := mutex(test.processes, test.levels, steps)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := solve(f) != nil, first <= steps; got != want {
				t.Errorf("%d processes, %d levels, %d steps: violated is %t, want %t",
					test.processes, test.levels, steps, got, want)
			}
		}
	}
}

// A lockState has what each process does and who is the victim of each level.
type lockState struct {
	level   [4]int
	waiting [4]bool
	victim  [3]int
}

// stepsToViolation returns after how many steps two processes can be in the
// critical section at the earliest, or limit+1.
func stepsToViolation(processes, levels, limit int) int {
	seen := make(map[lockState]bool)
	front := []lockState{{}} // by symmetry, with any victims: nobody waits for them
	for steps := 0; steps <= limit; steps++ {
		var next []lockState
		for _, s := range front {
			inside := 0
			for i := range processes {
				if s.level[i] > levels {
					inside++
				}
				if n := s.after(i, processes, levels); !seen[n] {
					seen[n] = true
					next = append(next, n)
				}
			}
			if inside > 1 {
				return steps
			}
		}
		front = next
	}
	return limit + 1
}

// after returns the state after a step of process i.
func (s lockState) after(i, processes, levels int) lockState {
	level := s.level[i]
	switch {
	case level == 0:
		s.level[i] = 1
	case level > levels:
		s.level[i] = 0
	case !s.waiting[i]:
		s.victim[level-1], s.waiting[i] = i, true
	case !s.blocked(i, processes):
		s.level[i], s.waiting[i] = level+1, false
	}
	return s
}

func (s lockState) blocked(i, processes int) bool {
	for j := range processes {
		if j != i && s.level[j] >= s.level[i] && s.victim[s.level[i]-1] == i {
			return true
		}
	}
	return false
}
