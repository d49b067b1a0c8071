package command

import (
	"fmt"
	"math"
	"slices"
	"time"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/program"
)

// checkLimit compares r.limit with the longest limit of the existing runs on instances of m, without failed
// runs, because times up to different limits must not be compared. Without such runs, it does nothing.
// Without the flag --limit it sets r.limit to that limit. With the flag, another limit is a usage error,
// except a longer limit with --retry if jobs repeats, with any version of the solver, all runs that were
// stopped at a limit of time.
func (r *running) checkLimit(call *program.Invocation, m *manifest.Manifest, results []result, jobs []job) error {
	limit, again := 0.0, map[pair]bool{}
	for _, j := range jobs {
		again[pair{j.sha256, j.solver, ""}] = true
	}
	var other *result // a run that was stopped and is not among the jobs
	of := byInstance(pairs(results))
	for _, record := range m.Records {
		for _, old := range of[record.SHA256] {
			if old.Answer != answerFailed { // a failed run is repeated
				limit = max(limit, old.Limit)
			}
			if other == nil && old.stopped() && !again[pair{old.sha256, old.solver, ""}] {
				other = old
			}
		}
	}
	advice := ""
	switch {
	case limit == 0 || r.limit.Seconds() == limit:
		return nil
	case !call.Given("limit"):
		r.limit = time.Duration(math.Round(limit * float64(time.Second)))
		return nil
	case !r.retry || r.limit.Seconds() < limit:
		advice = "for a longer limit add --retry and all solvers, for a shorter one use a copy of the set"
	case other != nil:
		advice = fmt.Sprintf("a longer limit must repeat all runs that were stopped, but this command does not repeat %s on %s", other.solver, other.instance)
	default:
		return nil
	}
	return program.Usagef("--limit: expected %g, as for the runs in %s, found %g: %s", limit, resultsName, r.limit.Seconds(), advice)
}

// missing returns the jobs that still have to run, where done holds the existing runs of pairs. It increments
// pending of their instances and sets their column retry. A failed run is repeated. A run that was
// stopped is repeated if the limit is now longer, or with --retry. With --check-proofs, a run is
// also repeated if an answer UNSAT, a count or an optimum was not proved, and the command writes proofs. An
// answer within a lower limit counts. A run of another version of the solver does not count, but a
// run of an unknown version does.
func (r *running) missing(jobs []job, done map[pair][]result) (left []job) {
	counted, retries := map[pair]int{}, map[pair]int{}
	for key, runs := range done {
		for _, old := range runs {
			switch {
			case old.Answer == answerFailed, old.stopped() && old.Limit < r.limit.Seconds():
			case old.stopped() && r.retry:
				retries[key]++
			default:
				counted[key]++
			}
		}
	}
	for _, j := range jobs {
		key := j.pair
		if _, known := done[key]; !known {
			key.digest = "" // results of an older qbench
		}
		again := r.checkProofs && j.command.Proves() && slices.ContainsFunc(done[key], result.unproved)
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
