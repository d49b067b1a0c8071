package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// columns of the table: seconds are the median of wall time, with min and max
// over the runs; cpu is the median of processor seconds; anon_mb is the peak of
// anonymous memory in 10^6 bytes over all runs; times is seconds divided by
// those of the row's first program.
var columns = []string{"group", "row", "program", "answer", "runs", "seconds", "min", "max", "cpu", "anon_mb", "times", "command"}

func (t *task) report(w io.Writer, programs []*program) error {
	wrong := false
	for _, p := range programs {
		answer := p.answer(t)
		if right := t.right(programs); right != "" && isAnswer(answer) && answer != right {
			answer, wrong = "WRONG:"+answer, true
		}
		line := []string{t.group, t.row, p.name, answer, fmt.Sprint(len(p.runs))}
		line = append(line, p.figures(t, programs[0])...)
		fmt.Fprintln(w, strings.Join(append(line, p.command), "\t"))
		if p.failed() && !p.timedOut() {
			fmt.Fprintf(w, "# %s: %s\n", p.name, p.runs[len(p.runs)-1].failure)
		}
	}
	if wrong {
		return fmt.Errorf("%s %s: %w", t.group, t.row, errWrong)
	}
	return nil
}

// right returns the answer that is to be had: the one expected, or else the
// first that a program gave.
func (t *task) right(programs []*program) string {
	if t.expect != "" && t.expect != "count" {
		return t.expect
	}
	for _, p := range programs {
		if answer := p.answer(t); isAnswer(answer) {
			return answer
		}
	}
	return ""
}

func (p *program) timedOut() bool { return p.failed() && p.runs[len(p.runs)-1].timedOut }

// figures returns the columns from seconds to times.
func (p *program) figures(t *task, first *program) []string {
	switch {
	case p.timedOut():
		return []string{fmt.Sprintf(">%g", t.limit.Seconds()), "-", "-", "-", p.memory(), "-"}
	case p.failed():
		return []string{"-", "-", "-", "-", "-", "-"}
	}
	walls := sorted(p.runs, func(m measurement) time.Duration { return m.wall })
	times := "-"
	if !first.failed() {
		times = fmt.Sprintf("%.2f", p.seconds()/first.seconds())
	}
	return []string{
		seconds(median(walls)), seconds(walls[0]), seconds(walls[len(walls)-1]),
		seconds(median(sorted(p.runs, func(m measurement) time.Duration { return m.cpu }))),
		p.memory(), times,
	}
}

func (p *program) seconds() float64 {
	return median(sorted(p.runs, func(m measurement) time.Duration { return m.wall })).Seconds()
}

func (p *program) memory() string {
	peak := slices.MaxFunc(p.runs, func(a, b measurement) int { return cmp.Compare(a.anonymous, b.anonymous) })
	if peak.anonymous == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(peak.anonymous)/1e6)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func sorted(runs []measurement, figure func(measurement) time.Duration) []time.Duration {
	figures := make([]time.Duration, len(runs))
	for i, m := range runs {
		figures[i] = figure(m)
	}
	slices.Sort(figures)
	return figures
}

func median(sorted []time.Duration) time.Duration {
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// answer returns what all the runs said, or why there is no such thing.
func (p *program) answer(t *task) string {
	switch {
	case p.timedOut():
		return "timeout"
	case p.failed():
		return "failed"
	case t.discard:
		return "-"
	}
	said := answerIn(p.runs[0].output, t.expect)
	for _, m := range p.runs[1:] {
		if answerIn(m.output, t.expect) != said {
			return "varies"
		}
	}
	return said
}

// isAnswer reports whether the column is something that can be wrong.
func isAnswer(answer string) bool {
	return answer != "timeout" && answer != "failed" && answer != "-"
}

// Counts as written in model counting competitions, by qsat --all, by clasp,
// and alone on a line; the status as in SAT competitions, and minisat's.
var (
	countLine  = regexp.MustCompile(`(?m)^(?:c s exact \w+ \w+ |c models |c Models *: )?(\d+\+?)$`)
	statusLine = regexp.MustCompile(`(?m)^(?:s )?((?:UN)?SATISFIABLE)$`)
)

// answerIn finds the answer in a program's output: a count if one is expected,
// otherwise sat or unsat, and - if there is none.
func answerIn(output []byte, expect string) string {
	count := expect == "count" || strings.Trim(expect, "0123456789") == "" && expect != ""
	if count {
		if found := countLine.FindSubmatch(output); found != nil {
			return string(found[1])
		}
		return "-"
	}
	switch found := statusLine.FindSubmatch(output); {
	case found == nil:
		return "-"
	case string(found[1]) == "SATISFIABLE":
		return "sat"
	}
	return "unsat"
}
