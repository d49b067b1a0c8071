package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"queens/cmd/internal/external"
	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// submission holds the values of the flags of `qbench submit`.
type submission struct{ outDir, own, results string }

func (s *submission) flags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "out-dir", Usage: "create the folder `DIR` for the competition; it must not exist", Destination: &s.outDir},
		resultsFlag(&s.results, "read the results in `FILE` instead of DIR/RESULTS.tsv"),
		&cli.StringFlag{Name: "own", Usage: "require that the solver with the name or the command line `CMD` solves the instances that minisat does not (default any solver)", Destination: &s.own},
	}
}

func (s *submission) run(ctx context.Context, call *program.Invocation) error {
	dir, err := directory(call)
	switch {
	case err != nil:
		return err
	case call.Output != "":
		return program.Usagef("a submission is a folder: expected --out-dir, found --output")
	}
	m, _, results, err := readMeasured(dir, s.results)
	if err != nil {
		return err
	}
	runs, wrong := settle(m, results, isAny)
	all := candidates(m, runs, s.own)
	if err := violations(ctx, m, all, wrong); err != nil {
		return err
	}
	if s.outDir != "" {
		err = s.write(ctx, m, all)
	}
	if err == nil {
		call.Notice("%s keeps the rules of the SAT Competition 2026", dir)
	}
	return err
}

// write writes the folder s.outDir, with the files of the candidates and a manifest, under a temporary name
// and renames it when it is complete. It is an error if the folder or the folder of the temporary name exists.
// write replaces the names and the SHA-256 in all by the names and hashes of the compressed files.
func (s *submission) write(ctx context.Context, m *manifest.Manifest, all []candidate) error {
	if _, err := os.Lstat(s.outDir); err == nil {
		return fmt.Errorf("%s: already exists: expected the name of a new folder", s.outDir)
	}
	parent, base := filepath.Split(filepath.Clean(s.outDir))
	temporary := filepath.Join(parent, "."+base+".tmp")
	if err := os.Mkdir(temporary, 0o777); err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	sent := manifest.Manifest{Dir: temporary}
	for i, c := range all {
		name := c.sentName()
		sum, err := packFile(ctx, filepath.Join(m.Dir, c.Name), filepath.Join(temporary, name))
		if err != nil {
			return err
		}
		all[i].Name, all[i].SHA256 = name, sum
		sent.Records = append(sent.Records, all[i].Record)
	}
	if err := sent.Write(ctx); err != nil {
		return err
	}
	return os.Rename(temporary, s.outDir)
}

// packFile decompresses the file from if it is compressed, writes its text to the file to, compressed with
// xz, and returns the SHA-256 of the file to. The error is about one of the files, or the cause of ctx.
func packFile(ctx context.Context, from, to string) (string, error) {
	f, err := input.Open(ctx, from, nil)
	if err != nil {
		return "", err
	}
	defer f.Close()
	err = output.Write(ctx, to, nil, "xz", func(out io.Writer) error {
		_, err := io.Copy(out, input.UntilDone(ctx, f.Reader))
		return err
	})
	if err != nil {
		return "", err
	}
	return manifest.Hash(ctx, to)
}

// The rules of the SAT Competition 2026 for benchmarks, from its web pages.
const (
	wantedInstances   = 20
	wantedInteresting = 10
	easyFor           = "minisat"
	easyLimit         = 60.0 // in seconds
	easyCPU           = 54.0 // less processor time means that other programs disturbed the run
	hardLimit         = 3600.0
)

// A candidate is an instance of the set, with the facts that the rules ask for.
type candidate struct {
	manifest.Record
	measured    bool // minisat solved it, or used about easyLimit of processor time
	interesting bool // minisat did not solve it within easyLimit, and another solver solves it within hardLimit
}

// candidates returns the instances of m in CNF, in their order, with the facts from the runs. If own is not
// empty, only minisat and the solvers for which isSolver accepts own count.
func candidates(m *manifest.Manifest, runs map[pair][]result, own string) []candidate {
	var all []candidate
	of := byInstance(runs)
	for _, record := range m.Records {
		if !manifest.IsCNF(record.Name) {
			continue
		}
		c, missed, solved := candidate{Record: record}, false, false
		for _, r := range of[record.SHA256] {
			switch {
			case !strings.HasPrefix(programOf(r.solver), easyFor):
				solved = solved || r.Solved() && r.Note == "" && r.Seconds <= hardLimit && (own == "" || isSolver(own, r.solver))
			case r.Solved(), r.Limit >= easyLimit && r.CPU >= easyCPU:
				c.measured, missed = true, r.stopped() || r.Solved() && r.Seconds > easyLimit
			}
		}
		c.interesting = missed && solved
		all = append(all, c)
	}
	return all
}

// sentName returns the name of the file in the folder of the submission, which ends in .cnf.xz.
func (c candidate) sentName() string { return manifest.Stem(c.Name) + ".cnf.xz" }

// programOf returns the base name of the program of a solver of the column solver, or the command line if it is
// malformed.
func programOf(solver string) string {
	_, command := cutName(solver)
	c, err := external.Parse(command)
	if err != nil {
		return command
	}
	return filepath.Base(c.Files()[0])
}

// violations returns an error that names each rule that the set m with the candidates all breaks, and joins it
// with the errors in wrong about wrong answers and with the errors of checkFile. It returns nil if there is no
// error, or the cause of ctx if ctx ends. It reads the files of all candidates.
func violations(ctx context.Context, m *manifest.Manifest, all []candidate, wrong []error) error {
	var errs []error
	add := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %w", m.Dir, fmt.Errorf(format, args...)))
	}
	if len(all) != wantedInstances {
		add("expected %d instances, found %d", wantedInstances, len(all))
	}
	interesting := 0
	var unmeasured []string
	alike := map[string]string{}
	for _, c := range all {
		if c.interesting {
			interesting++
		}
		if !c.measured {
			unmeasured = append(unmeasured, c.Name)
		}
		for _, hash := range []string{c.SHA256, c.GBD, c.sentName()} {
			if other := alike[hash]; hash != manifest.NotKnown && other != "" && other != c.Name {
				add("expected different instances, found the same formula or name in %s and %s", other, c.Name)
				break
			}
			alike[hash] = c.Name
		}
	}
	if len(unmeasured) > 0 {
		add("expected a run of %s on each instance that solves it, or that has a limit of at least %g s and uses at least %g s of processor time, found none on %s",
			easyFor, easyLimit, easyCPU, strings.Join(unmeasured, ", "))
	}
	if interesting < wantedInteresting {
		add("expected at least %d instances that %s does not solve in a minute and another solver does in an hour, found %d",
			wantedInteresting, easyFor, interesting)
	}
	errs = append(errs, wrong...)
	for _, c := range all {
		errs = append(errs, checkFile(ctx, m.Dir, c.Record))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return errors.Join(errs...)
}

// checkFile returns an error if the file of a record in dir has changed, cannot be read, or does not follow the
// strict syntax of the rules, or if ctx ends. The file may be compressed.
func checkFile(ctx context.Context, dir string, record manifest.Record) error {
	name := filepath.Join(dir, record.Name)
	if sum, err := manifest.Hash(ctx, name); err != nil {
		return err
	} else if sum != record.SHA256 {
		return fmt.Errorf("%s: changed since it was measured: use qbench run again", name)
	}
	_, err := readFile(ctx, name, dimacs.Options{Name: name, Mode: dimacs.Strict, Keys: []string{}})
	return err
}
