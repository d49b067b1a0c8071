package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/generate"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// fuzzing holds the values of the flags of `qbench fuzz`.
type fuzzing struct {
	solvers        []string
	checkers       []external.Command
	limit, timeout time.Duration
	formulas, seed int64
	jobs           int
	keepGoing      bool
	counts         bool
	simplify       bool
	track          string
	outDir         string
}

func (z *fuzzing) flags() []cli.Flag {
	z.limit, z.timeout, z.seed, z.jobs, z.outDir = 10*time.Second, formula.NoTimeout, 1, 1, "."
	return []cli.Flag{
		&cli.GenericFlag{Name: "solver", Usage: "test the solver with the command line `CMD`; repeat the flag for several solvers", Value: program.List(&z.solvers)},
		checkerFlag(&z.checkers),
		&cli.GenericFlag{Name: "seed", Usage: "begin with the formula of number `K`; the same number makes the same formula", Value: program.Integer(&z.seed, 0, 1<<62)},
		&cli.GenericFlag{Name: "formulas", Usage: "stop after `K` formulas (default no limit)", Value: program.Integer(&z.formulas, 1, 1<<62)},
		&cli.GenericFlag{Name: "timeout", Aliases: []string{"t"}, Usage: "stop after `TIME`, in seconds or as in 1h30m (default no limit)", Value: program.Duration(&z.timeout)},
		&cli.GenericFlag{Name: "limit", Usage: "report a run that does not end within `TIME` (default 10)", Value: program.Duration(&z.limit)},
		&cli.BoolFlag{Name: "keep-going", Aliases: []string{"k"}, Usage: "go on after a failure", Destination: &z.keepGoing},
		&cli.BoolFlag{Name: "count", Usage: "for solvers that count models: skip formulas whose models qsat does not count in a second", Destination: &z.counts},
		&cli.BoolFlag{Name: "simplify", Usage: "instead of a solver, test `qsat --simplify`: compare the answers about each formula and its simplification", Destination: &z.simplify},
		&cli.GenericFlag{Name: "track", Usage: "add to each formula what the `TRACK` asks for", Value: program.OneOf(&z.track, tracks...)},
		&cli.GenericFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "test `K` formulas at the same time", Value: program.Integer(&z.jobs, 1, 1024)},
		&cli.PathFlag{Name: "out-dir", Usage: "write the failing formulas into `DIR` (default the current directory)", Destination: &z.outDir},
	}
}

var fuzzRules = []program.Rule{{Flags: "simplify", Excludes: "solver checker", Why: "it tests only qsat"}}

// tracks lists the values of --track.
var tracks = []program.Keyword{
	{Name: "maxsat", About: "soft clauses with weights"},
	{Name: "pmc", About: "a projection, for solvers that count models"},
	{Name: "wmc", About: "weights of literals, for solvers that count models"},
	{Name: "pwmc", About: "a projection and weights of literals"},
}

// onTrack returns a copy of g with random soft clauses, a projection or weights of literals, as track, a
// name in tracks, requires. Except for soft clauses, it sets CountType to track. The copy shares the clauses
// of g.
func onTrack(g *dimacs.Formula, track string, r *rand.Rand) *dimacs.Formula {
	h := *g
	if track == "maxsat" {
		h.Soft = []dimacs.SoftClause{}
		for range 1 + r.IntN(12) {
			var lits []dimacs.Lit
			for range 1 + r.IntN(3) {
				lits = append(lits, dimacs.Lit((1+r.IntN(max(1, g.Vars)))*(1-2*r.IntN(2))))
			}
			h.AddSoft(1+r.Int64N(9), lits...)
		}
		return &h
	}
	h.CountType = track
	if strings.HasPrefix(track, "p") {
		h.Projection = []int{}
	}
	for v := 1; v <= g.Vars; v++ {
		if h.Projection != nil && r.IntN(2) == 0 {
			h.Projection = append(h.Projection, v)
		}
		if n := r.Int64N(11); strings.HasSuffix(track, "wmc") && r.IntN(2) == 0 {
			h.Weights = append(h.Weights, dimacs.Weight{Lit: dimacs.Lit(v), Value: big.NewRat(n, 10)}, dimacs.Weight{Lit: dimacs.Lit(-v), Value: big.NewRat(10-n, 10)})
		}
	}
	return &h
}

// errFailed ends the tests after the first failure, unless --keep-going is set.
var errFailed = errors.New("found a failure")

// A fuzz is the state of a run of `qbench fuzz`.
type fuzz struct {
	*fuzzing
	call     *program.Invocation
	stdout   io.Writer
	commands []external.Command
	status   *program.Status

	mu    sync.Mutex            // guards the fields below and standard output
	known map[dimacs.Status]int // the numbers of easy formulas, indexed by status; Unknown: of formulas that are not easy
	kinds map[sameKind]int      // the numbers of failures
}

// A sameKind is a solver, as an index into fuzzing.solvers, and a kind of failure.
type sameKind struct {
	solver int
	kind   string
}

// run tests solvers on random formulas until --formulas, --timeout or, without --keep-going, the
// first failure. At the end, it prints a notice with the numbers of formulas and failures. After a failure,
// the error is an exit code. A wrong command line is a usage error. Other errors come from one and from
// creating files and directories, or are the cause of ctx; they end the tests.
func (z *fuzzing) run(ctx context.Context, call *program.Invocation) error {
	commands, err := []external.Command{{}}, error(nil)
	if z.simplify {
		z.solvers, z.counts = []string{"qsat --simplify"}, true
	} else {
		commands, err = commandsOf(z.solvers)
	}
	switch {
	case err != nil:
		return err
	case len(call.Args) > 0:
		return program.Usagef("expected no argument, found %q", call.Args[0])
	case call.Output != "":
		return program.Usagef("--output: expected --out-dir, because each failing formula has a file of its own")
	}
	if err := os.MkdirAll(cmp.Or(z.outDir, "."), 0o777); err != nil {
		return err
	}
	temporary, remove, err := opened.From(ctx).MakeTemporaryDir("qbench-")
	if err != nil {
		return err
	}
	defer remove()
	stdout, err := output.Create(ctx, "", call.Stdout, "")
	if err != nil {
		return err
	}
	defer stdout.Abort()
	f := &fuzz{fuzzing: z, call: call, stdout: stdout, commands: commands, status: call.Status(), known: map[dimacs.Status]int{}, kinds: map[sameKind]int{}}
	limited, cancel := context.WithTimeoutCause(ctx, z.timeout, formula.ErrTimeout)
	defer cancel()
	err = inParallel(limited, z.jobs, z.numbers, func(limited context.Context, n int64) error {
		dir := filepath.Join(temporary, fmt.Sprint(n))
		defer os.RemoveAll(dir)
		return f.one(limited, ctx, n, dir)
	})
	f.status.Clear()
	if errors.Is(err, formula.ErrTimeout) && ctx.Err() == nil || errors.Is(err, errFailed) {
		err = nil
	}
	failures := 0
	for _, n := range f.kinds {
		failures += n
	}
	text := quantity(failures, "failure")
	if len(f.kinds) < failures {
		text += " of " + quantity(len(f.kinds), "kind")
	}
	call.Notice("%s tested (%d satisfiable, %d unsatisfiable), %d skipped as too hard, %s", f.tested(),
		f.known[dimacs.Satisfiable], f.known[dimacs.Unsatisfiable], f.known[dimacs.Unknown], text)
	if err == nil && failures > 0 {
		err = program.ExitCode(program.ExitFailure)
	}
	return err
}

// tested returns the number of formulas that were tested, in words. f.mu must be locked, or no test may run.
func (f *fuzz) tested() string {
	return quantity(f.known[dimacs.Satisfiable]+f.known[dimacs.Unsatisfiable], "formula")
}

// numbers yields the numbers of the formulas: --formulas numbers from --seed on, or numbers without end.
func (z *fuzzing) numbers(yield func(int64) bool) {
	for n := z.seed; (z.formulas == 0 || n-z.seed < z.formulas) && yield(n); n++ {
	}
}

// one makes the formula with the number, and tests all solvers on it if it is easy. It counts each failure,
// and reports a failure that is new; see isNew. Without --keep-going, it returns errFailed after the first
// report. When ctx ends, a reduction that has begun continues until outer ends, so that --timeout does not cut
// it off. The directory dir is for the files of the tests. one returns other errors if a test or a report
// could not be made, or the cause of ctx.
func (f *fuzz) one(ctx, outer context.Context, number int64, dir string) error {
	g, made, err := generate.Tiny(uint64(number))
	if err != nil {
		return fmt.Errorf("formula %d: %w", number, err)
	}
	if f.track != "" {
		g = onTrack(g, f.track, rand.New(rand.NewPCG(uint64(number), 3)))
	}
	known, err := f.solvedSoon(ctx, g)
	if err != nil {
		return err
	}
	f.mu.Lock()
	if f.known[known]++; known != dimacs.Unknown {
		f.status.Show(func() string {
			return fmt.Sprintf("qbench: %s tested, %s of failure", f.tested(), quantity(len(f.kinds), "kind"))
		})
	}
	f.mu.Unlock()
	if known == dimacs.Unknown { // on a hard formula, a timeout is no failure
		return nil
	}
	for i, c := range f.commands {
		t := &tester{command: c, checkers: f.checkers, limit: f.limit, dir: dir, simplify: f.simplify, seed: uint64(number)}
		bad, err := t.run(ctx, g)
		if err != nil {
			return err
		}
		if bad.kind != "" && f.isNew(i, bad.kind) {
			if err := f.report(outer, t, g, &finding{bad, number, i, made}); err != nil {
				return err
			}
			if !f.keepGoing {
				return errFailed
			}
		}
	}
	return nil
}

// isNew counts a failure of this kind in f.kinds, and reports whether it is the first of the solver. solver is
// an index into f.solvers.
func (f *fuzz) isNew(solver int, kind string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := sameKind{solver, kind}
	f.kinds[k]++
	return f.kinds[k] == 1
}

// A formula is easy if the engine cdcl of qsat needs at most easyConflicts conflicts and easyTime.
// A good solver should solve such a formula soon, so a timeout is a failure. Other engines of qsat
// would not do: they solve some formulas easily that are hard for most solvers.
const (
	easyConflicts = 1000
	easyTime      = time.Second
)

// solvedSoon returns the status of g if g is easy, or Unknown. With --count or --track, qsat must also count the
// models, or find an optimum, within easyTime. The status ignores soft clauses. The error is the cause of ctx.
func (f *fuzz) solvedSoon(ctx context.Context, g *dimacs.Formula) (dimacs.Status, error) {
	limited, cancel := context.WithTimeout(ctx, easyTime)
	defer cancel()
	var work sat.Stats
	p := sat.Problem{Formula: g.Hard()}
	a, err := sat.Solve(limited, p, sat.Options{Threads: 1, Engine: "cdcl", Stats: &work})
	p.Formula = g
	if err == nil && g.Soft != nil {
		_, err = sat.Minimize(limited, p, sat.Options{Threads: 1}, nil)
	} else if err == nil && (f.counts || f.track != "") {
		_, err = sat.Count(limited, p, sat.Options{Threads: 1})
	}
	conflicts := int64(0)
	for _, w := range work.Work() {
		conflicts += w.Conflicts
	}
	if err != nil || conflicts > easyConflicts {
		a.Status = dimacs.Unknown
	}
	return a.Status, context.Cause(ctx)
}

// A finding is a failure of a solver on a random formula.
type finding struct {
	failure
	number int64  // of the formula
	solver int    // index into fuzzing.solvers
	made   string // a description of the formula
}

// reduceTime is the time limit for the reduction of one formula. Then the smallest formula so far is kept.
const reduceTime = time.Minute

// report reduces the formula g, on which t found the failure bug, for at most reduceTime, writes
// the result to a file in --out-dir, and prints a line about it. It does not reduce g if the solver
// does not fail in this way again. When ctx ends, the reduction ends, but the formula is written.
// t.last becomes the failure on the result. The error is an error of createFormula or of writing.
func (f *fuzz) report(ctx context.Context, t *tester, g *dimacs.Formula, bug *finding) error {
	note := "; not reduced, because the solver does not fail each time"
	t.last = bug.failure
	if failed, _ := t.fails(ctx, g, bug.kind, 1); failed {
		limited, cancel := context.WithTimeout(ctx, reduceTime)
		defer cancel()
		t.progress = func(func() string) {
			f.status.Show(func() string { return fmt.Sprintf("qbench: reducing formula %d", bug.number) })
		}
		g, _ = t.reduce(limited, g, bug.kind, 1)
		note = ""
	}
	ctx = context.WithoutCancel(ctx)
	name := fmt.Sprintf("fuzz-%d", bug.number)
	if len(f.commands) > 1 {
		name += fmt.Sprintf("-solver-%d", bug.solver+1)
	}
	name = filepath.Join(f.outDir, name+"."+format(g.Soft != nil))
	out, err := createFormula(ctx, f.call, name, g.Soft != nil)
	if err != nil {
		return err
	}
	defer out.Abort()
	_, err = out.Write(slices.Concat(comment("formula", fmt.Sprintf("%d of qbench fuzz, %s", bug.number, bug.made)),
		comment("failure", bug.kind)))
	if err := out.CommitAfter(errors.Join(err, g.Write(ctx, out))); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status.Clear()
	_, err = fmt.Fprintf(f.stdout, "%s: %s: %v (formula %d, %s; reduced to %s and %s%s)\n",
		name, strings.Map(inColumn, f.solvers[bug.solver]), t.last, bug.number, bug.made, quantity(g.NumClauses(), "clause"), quantity(g.Vars, "variable"), note)
	return err
}

// comment returns the comment line "c KEY: VALUE". It removes dashes at the beginning of words of the
// value, because cadical would take such words for options. Single blanks replace other blanks and control
// characters.
func comment(key, value string) []byte {
	words := strings.Fields(strings.Map(inColumn, value))
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "-")
	}
	return fmt.Appendf(nil, "c %s: %s\n", key, strings.Join(words, " "))
}
