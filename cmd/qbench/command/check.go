package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/external"
	"queens/cmd/internal/manifest"
	"queens/dimacs"
)

// notChecked is the note of a solver that prints no model.
const notChecked = "no model to check"

// judge decides on the answer of a run: a model is checked against the clauses.
func judge(ctx context.Context, r *result, in *instance, m external.Measurement) error {
	switch {
	case m.Stopped:
		r.answer = answerTimeout
	case m.Failure != nil:
		r.answer, r.note = answerFailed, m.Failure.Error()
	case m.Status == dimacs.Unsatisfiable:
		r.answer = answerUnsat
	case m.Status == dimacs.Satisfiable:
		r.answer = answerSat
		if m.Model == nil && m.Count == nil {
			r.note = notChecked
		}
	default:
		r.answer = answerUnknown
	}
	if r.answer == answerSat && m.Model != nil {
		clause, err := in.falsified(ctx, m.Model)
		if err != nil {
			return err
		}
		if clause != nil {
			r.answer, r.note = answerWrong, fmt.Sprintf("wrong model: it does not satisfy the clause %v", clause)
		}
	}
	return nil
}

// proofPatience is how many times as long as a run the check of its proof may take.
const proofPatience = 10

// checkProof checks a proof with drat-trim or, where that is not installed, with qcheck.
func (b *bench) checkProof(ctx context.Context, r *result, in *instance, proof string) error {
	if _, err := os.Stat(proof); errors.Is(err, fs.ErrNotExist) {
		r.answer, r.note = answerWrong, "it wrote no proof"
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, proofPatience*b.limit)
	defer cancel()
	r.proof = "verified"
	wrong := checkBy(limited, "drat-trim", in.plain, proof, "-t", "1000000")
	if errors.Is(wrong, exec.ErrNotFound) {
		wrong = checkBy(limited, "qcheck", in.plain, proof)
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		r.proof = "unchecked"
	case wrong != nil:
		r.answer, r.proof, r.note = answerWrong, "", "wrong proof: "+wrong.Error()
	}
	return nil
}

// checkBy checks a proof with a program that prints what drat-trim does.
func checkBy(ctx context.Context, checker string, args ...string) error {
	out, err := exec.CommandContext(ctx, checker, args...).Output()
	if bytes.Contains(out, []byte("s VERIFIED")) { // whatever the exit code
		return nil
	}
	if err == nil || !errors.Is(err, exec.ErrNotFound) {
		err = fmt.Errorf("%s does not verify it", checker)
	}
	return err
}

// contradictions returns wrong answers, and instances about which solvers disagree with
// each other or with what is known, each with the file and the solvers.
func contradictions(m *manifest.Manifest, results []result) []error {
	var errs []error
	of := byInstance(results)
	for _, record := range m.Records {
		name := filepath.Join(m.Dir, record.Name)
		for _, r := range of[record.SHA256] {
			if r.answer == answerWrong {
				errs = append(errs, fmt.Errorf("%s: %s: %s", name, r.solver, r.note))
			}
		}
		if said := disagreement(record, of[record.SHA256]); said != "" {
			errs = append(errs, fmt.Errorf("%s: contradictory answers: %s", name, said))
		}
	}
	return errs
}

// byInstance returns the runs that count by their SHA-256.
func byInstance(results []result) map[string][]result {
	of := map[string][]result{}
	for key, runs := range pairs(results) {
		of[key.sha256] = append(of[key.sha256], runs...)
	}
	return of
}

// disagreement returns who says what about an instance if not all say the same, else
// nothing. A count says whether there are models, too.
func disagreement(record manifest.Record, results []result) string {
	answers, counts := map[string]bool{}, map[string]bool{}
	var said []string
	say := func(answer, count, who string) {
		if answer == answerSat || answer == answerUnsat {
			answers[answer] = true
			said = append(said, answer+" by "+who)
		}
		if count != "" && count != manifest.NotKnown {
			counts[count] = true
			answers[map[bool]string{true: answerUnsat, false: answerSat}[count == "0"]] = true
			said = append(said, count+" by "+who)
		}
	}
	say(record.Status, record.Solutions, manifest.Name)
	for _, r := range results {
		if r.answer != answerWrong {
			say(r.answer, r.count, r.solver)
		}
	}
	if len(answers) < 2 && len(counts) < 2 {
		return ""
	}
	slices.Sort(said)
	return strings.Join(slices.Compact(said), "; ")
}

// learn puts statuses and counts that solvers found out, and agree on, into the
// manifest. A model that was not checked proves nothing.
func learn(m *manifest.Manifest, results []result) {
	of := byInstance(results)
	for i := range m.Records {
		record := &m.Records[i]
		if disagreement(*record, of[record.SHA256]) != "" {
			continue
		}
		for _, r := range of[record.SHA256] {
			if record.Status == manifest.Unknown && r.solved() && r.note != notChecked {
				record.Status = r.answer
			}
			if record.Solutions == manifest.NotKnown && r.count != "" {
				record.Solutions = r.count
			}
		}
		if record.Status == manifest.Unsatisfiable && record.Solutions == manifest.NotKnown {
			record.Solutions = "0"
		}
	}
}
