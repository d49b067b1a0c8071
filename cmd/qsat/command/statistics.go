package command

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"queens/cmd/internal/memory"
	"queens/cmd/qsat/sat"
)

// describe prints the comments before the answer: about the part, about the board unless a subset
// is printed, which has these comments, and with --verbose about the formula. The error is an error of
// the output, which it notices only with --verbose.
func (r *run) describe() error {
	if r.header != nil {
		r.reporter.comments(r.header.Comments())
	}
	q, w := r.question, r.reporter.w
	if !r.printsSubset() && r.simplify == "" { // the subset has all comments; a small formula has other variables
		r.reporter.comments(boardComments(q.Formula))
	}
	if !r.verbose {
		return nil
	}
	w.CommentText(fmt.Sprintf("read %q: %d variables, %d clauses in %.3f s",
		cmp.Or(r.file, "standard input"), q.Formula.Vars, q.Formula.NumClauses(), r.parsed.Seconds()))
	if q.Project != nil {
		w.CommentText(fmt.Sprintf("models differ on %d variables", len(q.Project)))
	}
	return w.Flush()
}

// reportStatistics prints the statistics of --stats. The formula must have been read, and the options of
// r.question must have Stats.
func (r *run) reportStatistics() {
	q := r.question
	line := func(words ...string) { r.reporter.w.Statistics(strings.Join(words, " "), words...) }
	line(fmt.Sprintf("variables=%d", q.Formula.Vars), fmt.Sprintf("clauses=%d", q.Formula.NumClauses()), fmt.Sprintf("read_seconds=%.3f", r.parsed.Seconds()))
	if steps := q.options.Stats.Steps(); len(steps) > 0 {
		line("steps=" + strings.Join(steps, ","))
	}
	for _, k := range q.options.Stats.Work() {
		line(append([]string{"engine=" + k.Engine}, work(k)...)...)
	}
	total := []string{fmt.Sprintf("total_seconds=%.3f", time.Since(r.start).Seconds())}
	if peak := memory.Peak(); peak > 0 {
		total = append(total, fmt.Sprintf("peak_memory_mb=%.1f", float64(peak)/1e6))
	}
	line(total...)
}

// work returns the work of an engine as words KEY=VALUE. An engine may have any of the keys. Words
// with the value 0 or 0.000 are left out, and so is runs=1.
func work(k sat.Work) (words []string) {
	number := func(key string, n int64) {
		if n != 0 {
			words = append(words, fmt.Sprintf("%s=%d", key, n))
		}
	}
	decimal := func(key string, x float64) {
		if text := fmt.Sprintf("%.3f", x); text != "0.000" {
			words = append(words, key+"="+text)
		}
	}
	if k.Runs > 1 {
		number("runs", int64(k.Runs))
	}
	decimal("build_seconds", k.Build.Seconds())
	decimal("search_seconds", k.Search.Seconds())
	number("conflicts", k.Conflicts)
	number("decisions", k.Decisions)
	number("propagations", k.Propagations)
	number("restarts", k.Restarts)
	number("learned", k.Learned)
	number("kept", k.Kept)
	number("rejected", k.Rejected)
	number("fixed", k.Fixed)
	number("eliminated", k.Eliminated)
	number("substituted", k.Substituted)
	number("components", k.Components)
	number("cache_hits", k.CacheHits)
	number("cache_entries", k.CacheEntries)
	decimal("cache_mb", float64(k.CacheBytes)/1e6)
	for _, t := range k.Techniques {
		decimal("phase_"+t.Name+"_seconds", t.Time.Seconds())
	}
	return words
}
