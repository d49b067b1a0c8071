package main

import (
	"fmt"
	"time"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// statistics are what --stats prints, besides what the engines have counted.
type statistics struct {
	start time.Time
	parse time.Duration
}

// reportRead prints what was read, at once.
func (s *statistics) reportRead(w *dimacs.ResultWriter, t *engine.Task, name string) error {
	if name == "" {
		name = "standard input"
	}
	w.CommentText(fmt.Sprintf("read %q: %d variables, %d clauses in %s", name, t.Formula.Vars, t.Formula.NumClauses(), seconds(s.parse)))
	if t.Project != nil {
		w.CommentText(fmt.Sprintf("models differ on %d variables", len(t.Project)))
	}
	return w.Flush()
}

// report prints the statistics as comments.
func (s *statistics) report(w *dimacs.ResultWriter, t *engine.Task) {
	line := func(format string, args ...any) { w.CommentText(fmt.Sprintf(format, args...)) }
	line("stats: %d variables, %d clauses, parse %s", t.Formula.Vars, t.Formula.NumClauses(), seconds(s.parse))
	for _, k := range t.Stats.Work() {
		text := fmt.Sprintf("stats: %s build %s, search %s, %d nodes", k.Engine, seconds(k.Build), seconds(k.Search), k.Nodes)
		if k.Propagations > 0 {
			text += fmt.Sprintf(", %d propagations", k.Propagations)
		}
		line("%s", text)
	}
	line("stats: total %s", seconds(time.Since(s.start)))
	if peak := peakMemory(); peak > 0 {
		line("stats: peak memory %.1f MB", float64(peak)/1e6)
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
