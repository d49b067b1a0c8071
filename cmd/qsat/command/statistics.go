package command

import (
	"fmt"
	"strings"
	"time"

	"queens/cmd/internal/memory"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// statistics are what --stats prints, besides what the engines have counted.
type statistics struct {
	start time.Time
	parse time.Duration
}

// reportRead prints what was read, at once.
func (s *statistics) reportRead(w *dimacs.ResultWriter, q *question, name string) error {
	if name == "" {
		name = "standard input"
	}
	w.CommentText(fmt.Sprintf("read %q: %d variables, %d clauses in %s", name, q.Formula.Vars, q.Formula.NumClauses(), seconds(s.parse)))
	if q.Project != nil {
		w.CommentText(fmt.Sprintf("models differ on %d variables", len(q.Project)))
	}
	return w.Flush()
}

// report prints the statistics as comments.
func (s *statistics) report(w *dimacs.ResultWriter, q *question) {
	line := func(format string, args ...any) { w.CommentText("stats: " + fmt.Sprintf(format, args...)) }
	line("%d variables, %d clauses, parse %s", q.Formula.Vars, q.Formula.NumClauses(), seconds(s.parse))
	for _, k := range q.options.Stats.Work() {
		reportWork(line, k)
	}
	line("total %s", seconds(time.Since(s.start)))
	if peak := memory.Peak(); peak > 0 {
		line("peak memory %.1f MB", float64(peak)/1e6)
	}
}

// reportWork prints what an engine has done, the same lines for each of them; those
// that are only about what it does not have are left out.
func reportWork(line func(format string, args ...any), k sat.Work) {
	runs := ""
	if k.Runs > 1 {
		runs = fmt.Sprintf(", in %d runs", k.Runs)
	}
	line("%s build %s, search %s%s", k.Engine, seconds(k.Build), seconds(k.Search), runs)
	line("%d conflicts, %d decisions, %d propagations, %d restarts", k.Conflicts, k.Decisions, k.Propagations, k.Restarts)
	if k.Learned > 0 {
		line("%d learned clauses, %d kept", k.Learned, k.Kept)
	}
	if k.Fixed+k.Eliminated+k.Substituted > 0 {
		line("%d variables fixed, %d eliminated, %d substituted", k.Fixed, k.Eliminated, k.Substituted)
	}
	if k.Components > 0 {
		line("%d components, %d cache hits; %d entries in %.1f MB", k.Components, k.CacheHits, k.CacheEntries, float64(k.CacheBytes)/1e6)
	}
	if len(k.Techniques) > 0 {
		var times []string
		for _, t := range k.Techniques {
			times = append(times, fmt.Sprintf("%s %s", t.Name, seconds(t.Time)))
		}
		line("time in %s", strings.Join(times, ", "))
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
