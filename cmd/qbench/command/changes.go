package command

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Two runs differ if their answers differ. If both solve the instance, they also differ if one takes at
// least --factor times as long, by default changedFactor, and at least changedTime seconds longer.
const (
	changedFactor = 1.5
	changedTime   = 0.1
)

// writeChanges compares two versions of a solver, or two solvers: the old one, t.against, and the new
// one, t.own. It lists each instance on which the runs of both differ, and each instance that the old one
// solves and on which the new one did not run. It counts the instances that only the new or only the old
// one solves, and gives the mean ratio of their times. It sets t.lost to the number of instances that
// the old one solves and the new one does not, and t.slower to the number that the new one solves later.
func writeChanges(w io.Writer, t *table) error {
	fmt.Fprintf(w, "| instance | %s | %s | change |\n| --- | ---: | ---: | --- |\n", code(t.Solvers[t.against]), code(t.Solvers[t.own]))
	both, changed, logs, solved, counts := 0, 0, 0.0, 0, map[string]int{}
	for _, in := range t.Instances {
		before, after := in.Cells[t.against], in.Cells[t.own]
		how := ""
		if before != nil && after != nil {
			both++
		}
		switch {
		case before == nil, after == nil && !before.Solved():
			continue
		case after == nil:
			how = "no run"
		case !before.Solved() && after.Solved():
			how = "gained"
		case before.Solved() && !after.Solved():
			how = "lost"
		case before.Answer != after.Answer:
			how = "another answer"
		case before.Solved():
			solved++
			ratio := after.time() / before.time()
			logs += math.Log(ratio)
			if math.Abs(after.Seconds-before.Seconds) >= changedTime {
				switch {
				case ratio >= t.factor:
					t.slower++
					how = fmt.Sprintf("%.1f times as slow", ratio)
				case ratio <= 1/t.factor:
					how = fmt.Sprintf("%.1f times as fast", 1/ratio)
				}
			}
		}
		if counts[how]++; how != "" {
			if after != nil {
				changed++
			}
			fmt.Fprintf(w, "| %s | %s | %s | %s |\n", code(strings.TrimSuffix(in.Name, ".cnf")), before.Text(), after.Text(), how)
		}
	}
	fmt.Fprintf(w, "\n%s with both, %d changed: %d gained, %d lost.", count(both, "instance"), changed, counts["gained"], counts["lost"])
	t.lost = counts["lost"] + counts["no run"]
	if missing := len(t.Instances) - both; missing > 0 {
		fmt.Fprintf(w, " %s without a run of one of them.", count(missing, "instance"))
	}
	if solved > 0 {
		fmt.Fprintf(w, " The geometric mean of the new times divided by the old times is %.2f, on the %d that both solve.", math.Exp(logs/float64(solved)), solved)
	}
	fmt.Fprintln(w)
	return nil
}
