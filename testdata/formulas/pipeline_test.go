package formulas

import "testing"

// TestPipeline holds the formulas against a search through the states of both processors.
func TestPipeline(t *testing.T) {
	for _, test := range []struct{ stages, width int }{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 1}, {1, 3}} {
		first := stepsToHazard(test.stages, test.width)
		if first != test.stages+test.width {
			t.Errorf("%d stages, %d bits: a hazard after %d steps", test.stages, test.width, first)
		}
		for steps := first - 1; steps <= first+1; steps++ {
			for _, hazard := range []bool{false, true} {
				f, err := pipeline(test.stages, 2, test.width, steps, hazard)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := solve(f) != nil, hazard && steps >= first; got != want {
					t.Errorf("%d stages, %d bits, %d steps, hazard %t: an error is %t, want %t",
						test.stages, test.width, steps, hazard, got, want)
				}
			}
		}
	}
}

// A processorState has two registers of both processors, and the stages, the youngest first.
type processorState struct {
	serial, file [2]int
	used         [3]bool
	register     [3]int
	result       [3]int
}

// stepsToHazard returns after how many steps the results differ at the earliest.
func stepsToHazard(stages, width int) int {
	front := map[processorState]bool{{}: true}
	for steps := 1; ; steps++ {
		next := make(map[processorState]bool)
		for s := range front {
			for instruction := range 16 {
				after, wrong := s.after(instruction, stages, 1<<width-1)
				if wrong {
					return steps
				}
				next[after] = true
			}
		}
		front = next
	}
}

// after returns the state after an instruction, and whether its results differ; most is the
// largest number.
func (s processorState) after(instruction, stages, most int) (processorState, bool) {
	target, x, y, carry := instruction&1, instruction>>1&1, instruction>>2&1, instruction>>3
	serial := (s.serial[x] + s.serial[y] + carry) & most
	result := (s.forwarded(x, stages, most) + s.forwarded(y, stages, most) + carry) & most
	s.serial[target] = serial
	if last := stages - 1; s.used[last] {
		s.file[s.register[last]] = s.result[last]
	}
	for i := stages - 1; i > 0; i-- {
		s.used[i], s.register[i], s.result[i] = s.used[i-1], s.register[i-1], s.result[i-1]
	}
	s.used[0], s.register[0], s.result[0] = true, target, result
	return s, serial != result
}

func (s processorState) forwarded(register, stages, most int) int {
	for i := range stages {
		if s.used[i] && s.register[i] == register && (i+1 < stages || s.result[i] != most) {
			return s.result[i]
		}
	}
	return s.file[register]
}
