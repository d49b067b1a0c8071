package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// running holds the values of the flags of `qbench run`.
type running struct {
	solvers     []string
	limit       time.Duration
	runs, jobs  int
	checkProofs bool
	checkers    []external.Command
	retry       bool
	relaxed     bool
	results     string
	memory      int64
	line        int
	match       *regexp.Regexp
}

var runRules = []program.Rule{
	{Flags: "line", Excludes: "retry"},
	{Flags: "line", Excludes: "results", Why: "it prints the result"},
	{Flags: "output", Needs: "line", Why: "results go to " + resultsName + " in the directory"},
	{Flags: "checker", Needs: "check-proofs"},
}

func (r *running) flags() []cli.Flag {
	r.jobs, r.runs, r.limit = 1, 1, time.Minute
	return []cli.Flag{
		&cli.GenericFlag{Name: "solver", Usage: "measure the solver with the command line `CMD`, or NAME=CMD to give it a name for reports; repeat the flag for several solvers", Value: program.List(&r.solvers)},
		&cli.GenericFlag{Name: "limit", Usage: "stop a run after `TIME`, in seconds or as in 1h30m (default the limit of earlier results, or 60)", Value: program.Duration(&r.limit)},
		&cli.GenericFlag{Name: "runs", Usage: "run each solver `K` times on each instance; reports show the median", Value: program.Integer(&r.runs, 1, 1<<20)},
		matchFlag(&r.match),
		&cli.GenericFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "make `K` runs at the same time, faster, but with less exact times", Value: program.Integer(&r.jobs, 1, 1024)},
		&cli.BoolFlag{Name: "check-proofs", Usage: "check the proofs of solvers with {proof} in their command line", Destination: &r.checkProofs},
		checkerFlag(&r.checkers),
		&cli.BoolFlag{Name: "retry", Usage: "repeat the runs that were stopped at the limit; --limit may be longer than before", Destination: &r.retry},
		&cli.GenericFlag{Name: "memory", Usage: "stop a run when its processes use `SIZE` of memory, as in 500M or 2G; Linux only", Value: formula.Size(&r.memory)},
		&cli.BoolFlag{Name: "relaxed", Usage: "accept wrong numbers in the header, +1, and a last clause without 0", Destination: &r.relaxed},
		resultsFlag(&r.results, "keep the results in `FILE` instead of DIR/RESULTS.tsv, and leave the set unchanged"),
		&cli.GenericFlag{Name: "line", Usage: "make only the `K`-th run, to spread runs over machines, and print its line instead of adding it to the results",
			Value: program.Integer(&r.line, 1, 1<<30)},
	}
}

// resultsFlag returns the flag --results, which stores the name of the file of results in *to.
func resultsFlag(to *string, usage string) cli.Flag {
	return &cli.PathFlag{Name: "results", TakesFile: true, Usage: usage, Destination: to}
}

// mode returns the syntax of instances.
func (r *running) mode() dimacs.Mode {
	return map[bool]dimacs.Mode{false: dimacs.Default, true: dimacs.Relaxed}[r.relaxed]
}

// matchFlag returns the flag --match, which stores a regular expression for names of instances in *to. It sets
// *to to the default, which matches all names.
func matchFlag(to **regexp.Regexp) cli.Flag {
	*to = regexp.MustCompile("")
	return &cli.GenericFlag{Name: "match", Usage: "use only instances with names that match `REGEX`", Value: program.Parsed(to, regexp.Compile)}
}

// A job is a run to make.
type job struct {
	*instance
	pair
	command external.Command
	retry   string // the column retry of the result
}

// run makes the runs that have no result yet, adds their results to the file, and completes the
// manifest, unless --results is given. With --line, it calls runLine instead, and does not change the file of
// results. The error names failed runs, wrong answers and instances that cannot be read. Wrong arguments are
// usage errors. Other errors end the runs; the results before them are kept.
func (r *running) run(ctx context.Context, call *program.Invocation) error {
	dir, err1 := directory(call)
	commands, err2 := commandsOf(r.solvers)
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	m, unread, err := readSet(ctx, call, dir, r.mode(), r.results == "")
	if err != nil {
		return err
	}
	name := resultsFile(dir, r.results)
	var out *os.File
	if r.line == 0 {
		if out, err = lockResults(name); err != nil {
			return err
		}
		defer out.Close()
	}
	results, err := readResults(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	jobs, err := r.jobsOf(ctx, m, commands)
	if err != nil {
		return err
	}
	if err := r.checkLimit(call, m, results, jobs); err != nil {
		return err
	}
	if r.line > 0 {
		if r.line > len(jobs) {
			return program.Usagef("--line: expected a run from 1 to %d, found %d", len(jobs), r.line)
		}
		return r.runLine(ctx, call, m, jobs[r.line-1])
	}
	all := len(jobs)
	if jobs = r.missing(jobs, pairs(results)); len(jobs) == 0 {
		return errors.Join(unread, r.updateManifest(ctx, m, results))
	}
	if err := prepareResults(out); err != nil {
		return err
	}
	b := &bench{running: r, out: out, made: all - len(jobs), all: all}
	err = errors.Join(b.run(ctx, call, jobs), out.Close())
	results = append(results, b.results...)
	if err != nil {
		return errors.Join(err, r.updateManifest(context.WithoutCancel(ctx), m, results))
	}
	return errors.Join(unread, errors.Join(b.skipped...), r.updateManifest(ctx, m, results), failures(dir, b.results))
}

// commandsOf parses the command lines of solvers, each perhaps after NAME=. It returns a usage error if the
// list is empty, if a line is malformed, or if a program is not installed.
func commandsOf(lines []string) (commands []external.Command, err error) {
	if len(lines) == 0 {
		return nil, program.Usagef("expected --solver CMD, found none")
	}
	for _, line := range lines {
		_, command := cutName(strings.TrimSpace(line))
		c, err := runnable(external.Parse(command))
		if err != nil {
			return nil, program.Usagef("--solver: %w", err)
		}
		commands = append(commands, c)
	}
	return commands, nil
}

// directory returns the directory of the set, which is the only positional argument of a command.
// No argument and several arguments are usage errors.
func directory(call *program.Invocation) (string, error) {
	dir, err := call.AtMostOne("directory")
	if err == nil && dir == "" {
		err = program.Usagef("expected the directory of a set, found no argument")
	}
	return dir, err
}

// jobsOf returns all runs, ordered by instance. On each instance all solvers run once, in the order of
// commands, which are the commands of r.solvers, then all run a second time, until each has run r.runs
// times. It takes only the instances of m in CNF and WCNF whose names match r.match. The jobs of an
// instance share its *instance.
//
// An error says that there is no such instance (see noMatch), or that the files of a command cannot be read,
// or is the cause of ctx.
func (r *running) jobsOf(ctx context.Context, m *manifest.Manifest, commands []external.Command) (jobs []job, err error) {
	digests := make([]string, len(commands))
	for i, c := range commands {
		if digests[i], err = c.Digest(ctx); err != nil {
			return nil, err
		}
	}
	for _, record := range m.Records {
		if !manifest.IsFormula(record.Name) || !r.match.MatchString(record.Name) {
			continue
		}
		in := &instance{Record: record, dir: m.Dir, mode: r.mode()}
		for range r.runs {
			for i, c := range commands {
				jobs = append(jobs, job{instance: in, command: c, pair: pair{record.SHA256, inColumns(r.solvers[i]), digests[i]}})
			}
		}
	}
	if len(jobs) == 0 {
		return nil, noMatch(m, r.match)
	}
	return jobs, nil
}

// noMatch returns the error for a set m without a formula whose name matches. It is a usage error if the set has
// other formulas.
func noMatch(m *manifest.Manifest, match *regexp.Regexp) error {
	if !slices.ContainsFunc(m.Records, func(r manifest.Record) bool { return manifest.IsFormula(r.Name) }) {
		return fmt.Errorf("%s: expected formulas in CNF or WCNF, found only other files", filepath.Join(m.Dir, manifest.Name))
	}
	return program.Usagef("--match: expected a regular expression that matches the name of a formula in %s, found %q", filepath.Join(m.Dir, manifest.Name), match)
}

// runLine makes one run and writes its line to the output. If the run failed or its answer is wrong, it writes
// the line, too, and returns an error. If the instance cannot be read, it writes no line and returns an error.
func (r *running) runLine(ctx context.Context, call *program.Invocation, m *manifest.Manifest, j job) error {
	j.pending.Add(1)
	b := &bench{running: r, all: 1}
	err := output.Write(ctx, call.Output, call.Stdout, "", func(out io.Writer) error {
		b.out = out
		return b.run(ctx, call, []job{j})
	})
	if err != nil {
		return err
	}
	_, wrong := settle(m, b.results, isAny)
	return errors.Join(append(append(wrong, b.skipped...), failures(m.Dir, b.results))...)
}

// A bench makes runs and writes their lines.
type bench struct {
	*running
	out       io.Writer
	temporary string            // directory for temporary files
	machine   string            // see machine
	versions  map[string]string // indexed by solver: the version that it prints, or ""
	status    *program.Status

	mu               sync.Mutex // guards the fields below, out and job.reported
	results          []result   // in the order in which the runs ended
	skipped          []error    // about instances that cannot be read, each once
	now              string     // the run that began last
	made, ended, all int        // numbers of runs: ended, also in earlier calls; ended in this call; all
	began            time.Time
}

// versionLimit is the time limit of a solver to print its version.
const versionLimit = 2 * time.Second

// run sets the fields of b from temporary to status, and began, and then makes the runs, up to b.jobs at once,
// with runOne. There must be at least one job. The first error stops it and is returned, or the cause of ctx.
// A terminal shows the progress when runs begin and end.
func (b *bench) run(ctx context.Context, call *program.Invocation, jobs []job) error {
	temporary, remove, err := opened.From(ctx).MakeTemporaryDir("qbench-")
	if err != nil {
		return err
	}
	defer remove()
	b.temporary, b.machine, b.versions, b.began = temporary, machine(), map[string]string{}, time.Now()
	for _, j := range jobs {
		if _, known := b.versions[j.solver]; !known {
			b.versions[j.solver] = j.command.Version(ctx, versionLimit)
		}
	}
	b.status = call.Status()
	defer b.status.Clear()
	return inParallel(ctx, min(b.jobs, len(jobs)), slices.Values(jobs), b.runOne)
}

// progress returns the status line: qbench: [==== ] 12 of 60 runs, 3m20s left: minisat on q.cnf
//
// The time left is estimated from the runs that have ended in this call, and is ? before the first run
// ends. b.mu must be locked.
func (b *bench) progress() string {
	const width = 20
	left := "?"
	if b.ended > 0 {
		left = (time.Since(b.began) / time.Duration(b.ended) * time.Duration(b.all-b.made)).Round(time.Second).String()
	}
	return fmt.Sprintf("qbench: [%-*s] %d of %d runs, %s left: %s", width, strings.Repeat("=", width*b.made/b.all), b.made, b.all, left, b.now)
}

// inParallel calls do for each value, with up to most calls at the same time, in goroutines. The first error
// of do ends the context of the calls, and no further calls begin. After the last call has returned,
// inParallel returns this error, or the cause of ctx if ctx ended first, or nil.
func inParallel[T any](ctx context.Context, most int, values iter.Seq[T], do func(ctx context.Context, value T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	calls := make(chan struct{}, most)
	var busy sync.WaitGroup
	for v := range values {
		if calls <- struct{}{}; ctx.Err() != nil {
			break
		}
		busy.Go(func() {
			if err := do(ctx, v); err != nil {
				cancel(err)
			}
			<-calls
		})
	}
	busy.Wait()
	return context.Cause(ctx)
}

// runOne makes a run, adds it to b.results and writes its line. If the instance cannot be read, it adds an
// error to b.skipped instead, but only once for each instance. In any case it calls j.done. If ctx has ended
// before, it does nothing else and returns nil. The error is a write error or another error of measure.
func (b *bench) runOne(ctx context.Context, j job) error {
	defer j.done()
	if ctx.Err() != nil {
		return nil
	}
	b.mu.Lock()
	b.now = j.solver + " on " + j.Name
	b.status.Show(b.progress)
	b.mu.Unlock()
	r, err := b.measure(ctx, j)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made++
	b.ended++
	b.status.Show(b.progress)
	switch unread, is := errors.AsType[*unreadError](err); {
	case is && ctx.Err() == nil:
		if !j.reported {
			j.reported = true
			b.skipped = append(b.skipped, fmt.Errorf("%w; the instance is skipped", unread.error))
		}
		return nil
	case err != nil:
		return err
	}
	b.results = append(b.results, r)
	_, err = io.WriteString(b.out, r.String()+"\n")
	return err
}

// An unreadError says why an instance cannot be measured.
type unreadError struct{ error }

// measure makes a run, checks the answer, and returns the result. The error is an *unreadError, an error of a
// temporary directory or of running the solver, or the cause of ctx.
func (b *bench) measure(ctx context.Context, j job) (result, error) {
	r := result{instance: j.Name, pair: j.pair, Limit: b.limit.Seconds(), retry: j.retry,
		Date: time.Now().UTC().Format(time.RFC3339), Machine: b.machine, Version: b.versions[j.solver]}
	file, err := j.file(ctx, b.temporary)
	if err != nil {
		return r, &unreadError{err}
	}
	dir, err := os.MkdirTemp(b.temporary, "run-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	proof := dir + string(os.PathSeparator) + "proof"
	m, err := j.command.Measure(ctx, file, j.Variables, external.Limits{Time: b.limit, Memory: b.memory}, dir, proof)
	if err != nil {
		return r, err
	}
	r.Seconds, r.CPU, r.MB, r.Conflicts = m.Wall.Seconds(), m.CPU.Seconds(), float64(m.Memory)/1e6, m.Conflicts
	if err := j.unchanged(ctx); ctx.Err() != nil {
		return r, context.Cause(ctx)
	} else if err != nil {
		r.Answer, r.Note = answerFailed, "the instance changed during the run"
		return r, nil
	}
	switch {
	case m.Sum != nil:
		r.Count = weightedMark + m.Sum.RatString()
	case m.Count != nil:
		r.Count = m.Count.String()
	}
	return r, b.judge(ctx, &r, j, m, dir, proof)
}

// failures returns an error that gives the numbers of failed and of all results, and the file, the solver
// and the note of the first failed one, or nil if no result has the answer answerFailed. dir is the
// directory of the set, to which the instances are relative.
func failures(dir string, results []result) error {
	failed := slices.DeleteFunc(slices.Clone(results), func(r result) bool { return r.Answer != answerFailed })
	if len(failed) == 0 {
		return nil
	}
	name := filepath.Join(dir, failed[0].instance)
	return fmt.Errorf("%d of %d runs failed; the first: %s: %s: %s", len(failed), len(results), name, failed[0].solver, failed[0].Note)
}

// updateManifest settles the results, and writes proven answers to the manifest, unless --results is given.
// The error joins the errors of settle about the solvers and instances of this call, and the error of writing.
func (r *running) updateManifest(ctx context.Context, m *manifest.Manifest, results []result) error {
	_, wrong := settle(m, results, func(old *result) bool {
		return r.match.MatchString(old.instance) && slices.ContainsFunc(r.solvers, func(s string) bool { return inColumns(s) == old.solver })
	})
	if r.results != "" {
		return errors.Join(wrong...)
	}
	return errors.Join(append(wrong, m.Complete(ctx))...)
}
