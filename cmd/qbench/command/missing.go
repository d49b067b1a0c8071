package command

import (
	"slices"
	"time"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/program"
)

// checkLimit compares r.limit with the limit of the existing runs, because times up to different
// limits must not be compared. Without the flag --limit it sets r.limit to that limit. Another
// limit is an error, except a longer one with --retry if jobs includes all runs that were
// stopped.
func (r *running) checkLimit(call *program.Invocation, m *manifest.Manifest, results []result, jobs []job) error {
	of := byInstance(pairs(results))
	var limit time.Duration
	var stopped []result
	for _, record := range m.Records {
		for _, old := range of[record.SHA256] {
			if old.answer != answerFailed { // a failed run is repeated
				limit = max(limit, old.limit)
			}
			if old.stopped() {
				stopped = append(stopped, *old)
			}
		}
	}
	switch {
	case limit == 0 || r.limit == limit:
		return nil
	case !call.Given("limit"):
		r.limit = limit
		return nil
	case !r.retry || r.limit < limit:
		return program.Usagef("--limit: expected %g, as for the runs in %s, found %g: for a longer limit add --retry and all solvers, for a shorter one use a copy of the set",
			limit.Seconds(), resultsName, r.limit.Seconds())
	}
	again := map[pair]bool{}
	for _, j := range jobs {
		again[pair{j.SHA256, j.solver, ""}] = true
	}
	for _, old := range stopped {
		if !again[pair{old.sha256, old.solver, ""}] {
			return program.Usagef("--limit: expected %g, as for the runs in %s, found %g: a longer limit must repeat all runs that were stopped, but this command does not repeat %s on %s",
				limit.Seconds(), resultsName, r.limit.Seconds(), old.solver, old.instance)
		}
	}
	return nil
}

// missing returns the jobs that still have to run. A failed run is repeated. A run that was
// stopped is repeated if the limit is now longer, or with --retry. With checkProofs, a run is
// also repeated if an answer UNSAT, a count or an optimum was not proved, and the command writes proofs. An
// answer within a lower limit counts. A run of another version of the solver does not count, but a
// run of an unknown version does.
func (r *running) missing(jobs []job, done map[pair][]result) []job {
	counted, retries := map[pair]int{}, map[pair]int{}
	for key, runs := range done {
		for _, old := range runs {
			switch {
			case old.answer == answerFailed, old.stopped() && old.limit < r.limit:
			case old.stopped() && r.retry:
				retries[key]++
			default:
				counted[key]++
			}
		}
	}
	var left []job
	for _, j := range jobs {
		key := pair{j.SHA256, j.solver, j.digest}
		if _, known := done[key]; !known {
			key.digest = "" // results of an older qbench
		}
		unproved := func(old result) bool { return old.unproved() }
		again := r.checkProofs && j.command.Proves() && slices.ContainsFunc(done[key], unproved)
		if counted[key] > 0 && !again {
			counted[key]--
			continue
		}
		if retries[key] > 0 {
			retries[key]--
			j.retry = retried
		}
		left = append(left, j)
		j.pending.Add(1)
	}
	return left
}
