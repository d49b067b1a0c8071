package formulas

import (
	"slices"
	"testing"
)

// TestHanoi holds the formulas against a search through all places of the disks.
func TestHanoi(t *testing.T) {
	for _, test := range []struct{ pegs, disks, most int }{{3, 1, 4}, {3, 2, 6}, {3, 3, 9}, {3, 4, 15}, {4, 3, 6}, {4, 4, 10}, {5, 4, 8}} {
		possible := hanoiPlans(test.pegs, test.disks, test.most)
		if least := slices.Index(possible, true); test.pegs == 3 && least != 1<<test.disks-1 {
			t.Errorf("%d disks take %d steps", test.disks, least)
		}
		for steps := max(1, test.most-5); steps <= test.most; steps++ {
			f, err := hanoi(test.pegs, test.disks, steps)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := solve(f) != nil, possible[steps]; got != want {
				t.Errorf("%d pegs, %d disks, %d steps: a plan is %t, want %t", test.pegs, test.disks, steps, got, want)
			}
		}
	}
}

// hanoiPlans tells for each number of steps whether there is a plan of as many.
func hanoiPlans(pegs, disks, most int) []bool {
	var goal [4]int // the peg of each disk, the smallest first
	for d := range disks {
		goal[d] = pegs - 1
	}
	front, possible := map[[4]int]bool{{}: true}, make([]bool, most+1)
	for steps := range possible {
		possible[steps] = front[goal]
		next := make(map[[4]int]bool)
		for state := range front {
			for d := range disks {
				for p := range pegs {
					if p != state[d] && !slices.Contains(state[:d], p) && !slices.Contains(state[:d], state[d]) {
						after := state
						after[d] = p
						next[after] = true
					}
				}
			}
		}
		front = next
	}
	return possible
}
