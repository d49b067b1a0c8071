package command

import (
	"cmp"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/manifest"
	"queens/dimacs"
)

// settle compares the answers of all runs on each instance and returns the runs of pairs. A run becomes
// WRONG if its answer and its count contradict each other, or if it contradicts a proven answer or, if no
// answer is proven, the manifest. If neither is known, all runs that contradict each other become WRONG.
// Then settle completes the records of m by proven answers, even if they contradict the manifest. Each
// error names a wrong answer of runs that about selects, a proof of such a run about which checkers
// disagree, or a record that was wrong about an instance of such a run.
func settle(m *manifest.Manifest, results []result, about func(*result) bool) (map[pair][]result, []error) {
	runs := pairs(results)
	of := byInstance(runs)
	var errs []error
	for i := range m.Records {
		record := &m.Records[i]
		add := func(who, note string) {
			errs = append(errs, fmt.Errorf("%s: %s: %s", filepath.Join(m.Dir, record.Name), who, note))
		}
		wrong := settleOne(record, of[record.SHA256])
		if wrong != "" && slices.ContainsFunc(of[record.SHA256], about) {
			add(manifest.Name, wrong)
		}
		last := ""
		for _, r := range of[record.SHA256] {
			if this := r.solver + r.Note; r.Answer == answerWrong && about(r) && this != last { // once for equal runs
				add(r.solver, r.Note)
				last = this
			} else if r.Proof == "disputed" && about(r) {
				add(r.solver, disputed+": "+r.Note)
			}
		}
	}
	return runs, errs
}

// isAny selects all runs for settle.
func isAny(*result) bool { return true }

// byInstance returns pointers to the runs, indexed by the SHA-256 of their instances, each list sorted by
// solver and digest.
func byInstance(runs map[pair][]result) map[string][]*result {
	of := map[string][]*result{}
	for key, list := range runs {
		for i := range list {
			of[key.sha256] = append(of[key.sha256], &list[i])
		}
	}
	for _, list := range of {
		slices.SortStableFunc(list, func(a, b *result) int {
			return cmp.Or(strings.Compare(a.solver, b.solver), strings.Compare(a.digest, b.digest))
		})
	}
	return of
}

// settleOne does the work of settle for the runs on one instance: it marks runs as WRONG and completes the
// record. It compares status, weighted count, number of models and cost, in this order. If a proven answer or
// a model of lower cost contradicts the record, it returns the first contradiction in words, and otherwise "".
func settleOne(record *manifest.Record, runs []*result) (wrong string) {
	for _, r := range runs {
		if zero := r.Count == "" || r.Count == "0" || r.Count == weightedMark+"0"; r.Answer == answerUnsat && !zero || r.Answer == answerSat && r.Count == "0" {
			r.contradict(r.Answer, r.solver, r.Count)
		}
	}
	compare := func(statement func(*result) string, isProof func(*result) bool, recorded string) string {
		truth, by := proven(runs, statement, isProof)
		if truth != "" && recorded != "" && truth != recorded {
			wrong = cmp.Or(wrong, contradiction(recorded, by, truth))
		}
		agreed(runs, statement, cmp.Or(truth, recorded), cmp.Or(by, manifest.Name))
		return truth
	}
	record.Status = cmp.Or(compare((*result).status, (*result).proven, known(record.Status)), record.Status)
	if wrong != "" {
		record.Solutions = manifest.NotKnown
	}
	if record.Status == manifest.Unsatisfiable {
		record.Solutions = "0"
	}
	before := known(record.Solutions)
	for _, mark := range []string{weightedMark, ""} { // a sum of weights and a number of models may differ
		only := func(count string) string { return map[bool]string{true: count}[markOf(count) == mark] }
		counted := func(r *result) string { return only(r.counted()) }
		isProof := func(r *result) bool { return r.Proof == verified }
		record.Solutions = cmp.Or(compare(counted, isProof, only(before)), record.Solutions)
	}
	return cmp.Or(wrong, settleCost(record, runs))
}

// markOf returns weightedMark or costMark if a value of the column count begins with it, or "".
func markOf(count string) string {
	for _, mark := range []string{weightedMark, costMark} {
		if strings.HasPrefix(count, mark) {
			return mark
		}
	}
	return ""
}

// settleCost compares the costs of the runs on a WCNF and the optimum in the record. All models have been
// checked, so an optimum is wrong if a model has a lower cost. A run that claims an optimum becomes WRONG if a
// model or the record has a lower cost. If the record is wrong, settleCost sets its number of solutions to
// NotKnown and returns the contradiction in words, and otherwise "". It records the least cost if a run has
// proved that this cost is an optimum.
func settleCost(record *manifest.Record, runs []*result) (wrong string) {
	old := costOf(record.Solutions)
	best, by, least := old, manifest.Name, record.Solutions
	for _, r := range runs {
		if c := costOf(r.counted()); c != nil && (best == nil || c.Cmp(best) < 0) {
			best, by, least = c, r.solver, costMark+dimacs.DecimalText(c)
		}
	}
	if old != nil && best.Cmp(old) < 0 {
		wrong = contradiction(record.Solutions, by, least)
		record.Solutions = manifest.NotKnown
	}
	for _, r := range runs {
		switch c := costOf(r.counted()); {
		case r.Answer != answerSat || c == nil:
		case c.Cmp(best) > 0:
			r.contradict(r.Count, by, least)
		case r.Proof == verified:
			record.Solutions = least
		}
	}
	return wrong
}

// costOf returns the cost in a value of the column count, or nil if the value is no cost.
func costOf(count string) *big.Rat {
	text, is := strings.CutPrefix(count, costMark)
	if !is || strings.Trim(text, "+-.0123456789") != "" { // an exponent could make a huge number
		return nil
	}
	c, _ := new(big.Rat).SetString(text)
	return c
}

// known returns the value of a column of a manifest, or "" if the value is manifest.Unknown or
// manifest.NotKnown.
func known(column string) string {
	return map[bool]string{true: column}[column != manifest.Unknown && column != manifest.NotKnown]
}

// proven returns the statement that runs have proved, and the solver of the first such run. statement returns
// the statement of a run, or "", and isProof reports whether it is proved. Both results are empty if no
// statement is proved, or if two proved statements differ, such as by a checked model and a checked proof.
func proven(runs []*result, statement func(*result) string, isProof func(*result) bool) (truth, by string) {
	for _, r := range runs {
		switch text := statement(r); {
		case text == "" || !isProof(r):
		case truth == "":
			truth, by = text, r.solver
		case truth != text:
			return "", ""
		}
	}
	return truth, by
}

// agreed compares the statements of the runs; see proven for statement. If truth is not empty, agreed marks
// every run with another statement as WRONG, and names by in the note as the source of truth. If truth is empty
// and statements of the runs differ, it marks all runs with a statement as WRONG.
func agreed(runs []*result, statement func(*result) string, truth, by string) {
	type claim struct{ text, by string }
	claims := []claim{{truth, by}}
	for _, r := range runs {
		if truth == "" {
			claims = append(claims, claim{statement(r), r.solver})
		}
	}
	for _, r := range runs {
		text := statement(r)
		if i := slices.IndexFunc(claims, func(c claim) bool { return text != "" && c.text != "" && c.text != text }); i >= 0 {
			r.contradict(text, claims[i].by, claims[i].text)
		}
	}
}

// contradict makes the answer of r WRONG, with a note that r stated claim and by stated truth.
func (r *result) contradict(claim, by, truth string) {
	r.Answer, r.Note = answerWrong, contradiction(claim, by, truth)
}

// contradiction returns a note: something claims claim, but by states truth.
func contradiction(claim, by, truth string) string {
	return fmt.Sprintf("contradicted: %s, but %s by %s", claim, truth, by)
}

// status returns SAT or UNSAT if the answer of the run or its count says so, and "" if not. A weighted
// count of 0 without an answer says nothing.
func (r *result) status() string {
	switch count := r.counted(); {
	case r.Solved():
		return r.Answer
	case count == "", count == weightedMark+"0":
		return ""
	case count == "0":
		return answerUnsat
	}
	return answerSat
}

// counted returns the column count of a run with the answer SAT, UNSAT or UNKNOWN, and "" for other runs.
func (r *result) counted() string {
	return map[bool]string{true: r.Count}[r.Solved() || r.Answer == answerUnknown]
}
