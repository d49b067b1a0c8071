package command

import (
	"context"
	_ "embed"
	"math"
	"slices"

	"queens/cmd/internal/external"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"

	"github.com/urfave/cli/v2"
)

// settings holds the values of the flags.
type settings struct {
	formula.Flags
	engine     string
	external   *external.Command // of --solver; nil without it
	models     int64             // of --models; 0 means all
	all        bool
	count      bool
	samples    int64 // of --sample; 0 without it
	estimate   bool
	checkpoint string
	cubes      int         // of --split; 0 without it
	part       parts.Share // of --part; K is 0 without it
	core       bool
	proof      string
	binary     bool
	verify     bool
	excluded   string // of --models-excluded
	graph      string
	threads    int
	seed       int64
	noModel    bool
	stats      bool
	verbose    bool
	exitZero   bool
	kind       kind
	several    bool // --models, --all or --sample was given
	assumes    bool // --assume was given
}

// A kind is a kind of question. A run answers one question.
type kind struct {
	flag string // its flag, without "--"
	// find searches for an answer. If it is stopped, it returns an answer or an error.
	find func(r *request, ctx context.Context) (tell answer, err error)
	// stopped reports partial results if find was stopped without an answer. It is nil if
	// there can be no such results.
	stopped func(r *report, q *question) (code int)
}

// An answer reports the result of a search and returns the exit code. It runs after all
// other reports of the search. A failure means that the report is not an answer, for
// example because a model was cut off.
type answer func() (code int, failure error)

// kinds lists the kinds of questions. The first has no flag.
var kinds = []kind{
	{"", (*request).findModel, nil},
	{"models", (*request).findModels, (*report).stoppedModels},
	{"all", (*request).findModels, (*report).stoppedModels},
	{"count", (*request).findCount, (*report).stoppedCount},
	{"sample", (*request).findModels, (*report).stoppedModels},
	{"split", (*request).findCubes, nil},
	{"core", (*request).findModel, nil},
}

// maxCubes is the largest K of --split, because the cubes are held in memory.
const maxCubes = 1 << 24

const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

//go:embed manual.md
var manual string

// New returns the program qsat, which Main runs.
func New() program.Program {
	s := &settings{engine: sat.Engines()[0]}
	return program.Program{
		Name:    "qsat",
		Summary: "solve a formula in DIMACS CNF",
		Args:    "[FILE]",
		Manual:  manual,
		Flags:   s.flags(),
		Action:  s.run,
	}
}

func (s *settings) flags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		&cli.GenericFlag{Name: "engine", Aliases: []string{"e"}, Usage: "let this `ENGINE` search", Value: program.OneOf(&s.engine, program.Names(sat.Engines()...)...)},
		&cli.GenericFlag{Name: "solver", Aliases: []string{"x"}, Usage: "let another solver search, by this `CMD`", Value: program.Func(s.setSolver)},
		&cli.GenericFlag{Name: "models", Aliases: []string{"n"}, Usage: "print `K` different models; 0 stands for all",
			Value: program.Integer(&s.models, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "print all models", Destination: &s.all},
		&cli.BoolFlag{Name: "count", Aliases: []string{"c"}, Usage: "count the models, exactly", Destination: &s.count},
		&cli.GenericFlag{Name: "sample", Usage: "print `K` models, each drawn from all of them", Value: program.Integer(&s.samples, 1, math.MaxInt64)},
		&cli.BoolFlag{Name: "estimate", Usage: "estimate what --count takes and finds", Destination: &s.estimate},
		&cli.GenericFlag{Name: "split", Usage: "write `K` cubes or more that split the search", Value: program.Integer(&s.cubes, 1, maxCubes)},
		&cli.BoolFlag{Name: "core", Usage: "name a minimal set of assumptions that fail", Destination: &s.core},
	}, s.About("models differ on the variables of `LIST`: 1-64,80", "the literals of `LITS` are true, as in '1 -3'"), []cli.Flag{
		&cli.GenericFlag{Name: "part", Usage: "answer for part `I/K` of the search alone", Value: program.Func(s.setPart)},
		&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write a proof to `FILE`: DRAT, of a count CPOG", Destination: &s.proof},
		&cli.PathFlag{Name: "checkpoint", TakesFile: true, Usage: "keep what is counted in `FILE` until the end, to go on", Destination: &s.checkpoint},
		&cli.BoolFlag{Name: "binary-proof", Usage: "write the proof in its binary form", Destination: &s.binary},
		&cli.PathFlag{Name: "models-excluded", TakesFile: true, Usage: "write the formula without its models to `FILE`", Destination: &s.excluded},
		&cli.PathFlag{Name: "graph", TakesFile: true, Usage: "write what --count goes through to `FILE`, for d4", Destination: &s.graph},
		&cli.BoolFlag{Name: "verify", Usage: "check the proof before the answer UNSATISFIABLE", Destination: &s.verify},
	}, s.Limits(), []cli.Flag{
		&cli.GenericFlag{Name: "threads", Aliases: []string{"j"}, Usage: "use `N` processors, at most all, which is the default", Value: program.Integer(&s.threads, 1, 1024)},
		&cli.GenericFlag{Name: "seed", Usage: "search in another order, which `N` chooses", Value: program.Integer(&s.seed, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "no-model", Usage: "print the status without a model", Destination: &s.noModel},
		&cli.BoolFlag{Name: "stats", Usage: "say as comments what it took", Destination: &s.stats},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "say that, and what was read", Destination: &s.verbose},
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 in place of 10 and 20", Destination: &s.exitZero},
	}, s.Syntax())
}

// setSolver takes the value of --solver.
func (s *settings) setSolver(value string) error {
	c, err := external.Parse(value)
	s.external = &c
	return err
}

// setPart takes the value of --part, such as "7/50".
func (s *settings) setPart(value string) (err error) {
	s.part, err = parts.ParseShare(value)
	return err
}
