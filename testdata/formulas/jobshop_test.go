package formulas

import (
	"strconv"
	"testing"
)

// TestJobShop holds the formulas against the least makespan of all schedules.
func TestJobShop(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {2, 2}, {3, 2}, {3, 3}, {4, 2}} {
		for seed := 1; seed < 4; seed++ {
			list := randomJobs(size[0], size[1], random(seed))
			least := leastMakespan(list, make([]int, size[0]), make([]int, size[0]), make([]int, size[1]))
			for _, time := range []int{least - 1, least} {
				args := []string{"jobshop", strconv.Itoa(size[0]), strconv.Itoa(size[1]), strconv.Itoa(time), strconv.Itoa(seed)}
				if got := solve(mustMake(t, args)) != nil; got != (time == least) {
					t.Errorf("%v: a schedule is %t, the least makespan is %d", args, got, least)
				}
			}
		}
	}
}

// leastMakespan takes the next operation of any job, to begin as early as it can behind those
// taken: done tells how many of a job are, and the others when a job or machine is free.
func leastMakespan(list [][]operation, done, jobFree, machineFree []int) int {
	least, complete := 1<<30, 0
	for i, job := range list {
		complete = max(complete, jobFree[i])
		if done[i] == len(job) {
			continue
		}
		o := job[done[i]]
		job, machine := jobFree[i], machineFree[o.machine]
		end := max(job, machine) + o.length
		done[i], jobFree[i], machineFree[o.machine] = done[i]+1, end, end
		least = min(least, leastMakespan(list, done, jobFree, machineFree))
		done[i], jobFree[i], machineFree[o.machine] = done[i]-1, job, machine
	}
	if least == 1<<30 {
		return complete
	}
	return least
}
