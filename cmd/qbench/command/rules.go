package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/dimacs"
)

// The rules of the SAT Competition 2026 for benchmarks, from its web pages.
const (
	wantedInstances   = 20
	wantedInteresting = 10
	easyFor           = "minisat"
	easyLimit         = time.Minute
	hardLimit         = time.Hour
)

// A candidate is an instance of the set, with the runs that the rules ask for.
type candidate struct {
	manifest.Record
	minisat     *result // a run of minisat that solved the instance or used about easyLimit of processor time; or nil
	disturbed   *result // a run of minisat with at least easyLimit that got less processor time; or nil
	best        *result // the fastest run of another solver that solves it within hardLimit; or nil
	Interesting bool
}

// candidates returns the instances in CNF. If own is not empty, it is the only solver besides
// minisat that counts.
func candidates(m *manifest.Manifest, runs map[pair][]result, own string) []candidate {
	var all []candidate
	of := byInstance(runs)
	for _, record := range m.Records {
		if !manifest.IsCNF(record.Name) {
			continue
		}
		c := candidate{Record: record}
		for _, r := range of[record.SHA256] {
			switch {
			case strings.HasPrefix(programOf(r.solver), easyFor):
				switch {
				case r.limit >= easyLimit && r.cpu >= easyLimit*9/10 || r.solved():
					c.minisat = r
				case r.limit >= easyLimit && r.stopped():
					c.disturbed = r
				}
			case r.solved() && r.note == "" && r.wall <= hardLimit && (own == "" || isSolver(own, r.solver)):
				if c.best == nil || r.wall < c.best.wall {
					c.best = r
				}
			}
		}
		missed := c.minisat != nil && (c.minisat.answer == answerTimeout || c.minisat.solved() && c.minisat.wall > easyLimit)
		c.Interesting = missed && c.best != nil
		all = append(all, c)
	}
	return all
}

// sentName returns the name of the file in the folder of the submission, which ends in .cnf.xz.
func (c candidate) sentName() string { return manifest.Stem(c.Name) + ".cnf.xz" }

// programOf returns the name of the program that runs as a solver.
func programOf(solver string) string {
	_, command := cutName(solver)
	c, err := external.Parse(command)
	if err != nil {
		return command
	}
	return filepath.Base(c.Files()[0])
}

// violations returns an error for each rule that the set breaks, followed by the wrong answers.
// The second result is the cause of ctx if ctx ends.
func violations(ctx context.Context, m *manifest.Manifest, all []candidate, wrong []error) ([]error, error) {
	var errs []error
	add := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %w", m.Dir, fmt.Errorf(format, args...)))
	}
	if len(all) != wantedInstances {
		add("expected %d instances, found %d", wantedInstances, len(all))
	}
	interesting, unmeasured, solver := 0, 0, ""
	var disturbed []string // patterns for names
	alike := map[string]string{}
	for _, c := range all {
		if c.Interesting {
			interesting++
		}
		switch d := c.disturbed; {
		case c.minisat != nil:
		case d != nil:
			add("%s: other programs disturbed the run of %s: it got %.1f s of processor time in %.1f s", c.Name, easyFor, d.cpu.Seconds(), d.wall.Seconds())
			disturbed = append(disturbed, regexp.QuoteMeta(c.Name))
			solver = d.solver
		default:
			unmeasured++
		}
		for _, hash := range []string{c.SHA256, c.GBD, c.sentName()} {
			if other := alike[hash]; hash != manifest.NotKnown && other != "" && other != c.Name {
				add("expected different instances, found the same formula or name in %s and %s", other, c.Name)
				break
			}
			alike[hash] = c.Name
		}
	}
	if len(disturbed) > 0 {
		add("to repeat the disturbed runs on a computer that does nothing else, use qbench forget --match %s %s %s, and then qbench run without --jobs",
			shellQuoted("^("+strings.Join(disturbed, "|")+")$"), shellQuoted(m.Dir), shellQuoted(solver))
	}
	if unmeasured > 0 {
		add("expected a run of %s with a limit of at least %d s for each instance, found %d instances without one", easyFor, int(easyLimit.Seconds()), unmeasured)
	}
	if interesting < wantedInteresting {
		add("expected at least %d instances that %s does not solve in a minute and another solver does in an hour, found %d",
			wantedInteresting, easyFor, interesting)
	}
	errs = append(errs, wrong...)
	for _, c := range all {
		if err := checkFile(ctx, m.Dir, c.Record); ctx.Err() != nil {
			return nil, context.Cause(ctx)
		} else if err != nil {
			errs = append(errs, err)
		}
	}
	return errs, nil
}

// shellQuoted returns a text in single quotes, as a word for a shell.
func shellQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// checkFile returns an error if a file has changed, or if it does not follow the strict syntax of
// the rules.
func checkFile(ctx context.Context, dir string, record manifest.Record) error {
	name := filepath.Join(dir, record.Name)
	if sum, err := manifest.Hash(ctx, name); err != nil {
		return err
	} else if sum != record.SHA256 {
		return fmt.Errorf("%s: changed since it was measured: use qbench run again", name)
	}
	f, err := input.Open(ctx, name, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	r := dimacs.NewReader(input.UntilDone(ctx, f), dimacs.Options{Name: name, Mode: dimacs.Strict, Keys: []string{}})
	for {
		if _, err := r.Read(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
