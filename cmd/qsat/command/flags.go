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
	engine      string
	external    *external.Command // of --solver; nil without it
	models      int64             // of --models; 0 means all
	all         bool
	count       bool
	samples     int64 // of --sample; 0 without it
	estimate    bool
	checkpoint  string
	cubes       int         // of --split; 0 without it
	part        parts.Share // of --part; K is 0 without it
	core        bool
	mus         bool
	backbone    bool
	session     bool
	groups      bool
	corrections bool
	proof       string
	binary      bool
	verify      bool
	graph       string
	fromGraph   string // of --from-graph
	literals    bool   // --each was given
	bound       string // of --bound
	threads     int
	seed        int64
	names       bool
	noModel     bool
	json        bool
	stats       bool
	verbose     bool
	exitZero    bool
	kind        questionKind
	second      questionKind // about the optima of a formula with soft clauses; without a flag if there is none
	several     bool         // --models, --all or --sample was given
	lists       bool         // the answer is a list of models, subsets or cubes
	assumes     bool         // --assume was given
}

// A questionKind is a kind of question. A run answers one question.
type questionKind struct {
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

// questionKinds lists the kinds of questions. The first whose flag is given counts; the last has no flag.
var questionKinds = []questionKind{
	{flag: "mus", find: (*request).findSubset, stopped: (*report).stoppedSubsets},
	{flag: "estimate", find: (*request).findEstimate},
	{flag: "models", find: (*request).findModels, stopped: (*report).stoppedModels},
	{flag: "all", find: (*request).findModels, stopped: (*report).stoppedModels},
	{flag: "count", find: (*request).findCount, stopped: (*report).stoppedCount},
	{flag: "sample", find: (*request).findModels, stopped: (*report).stoppedModels},
	{flag: "split", find: (*request).findCubes},
	{flag: "core", find: (*request).findModel},
	{flag: "backbone", find: (*request).findBackbone, stopped: (*report).stoppedBackbone},
	{flag: "session", find: (*request).findSession},
	{find: (*request).findModel},
}

// optimum is the kind of question about a formula with soft clauses. It has no flag.
var optimum = questionKind{find: (*request).findOptimum, stopped: (*report).stoppedOptimum}

// maxCubes is the largest K of --split, because the cubes are held in memory.
const maxCubes = 1 << 24

//go:embed manual.md
var manual string

// New returns the program qsat, which Main runs.
func New() program.Program {
	s := &settings{engine: sat.Engines()[0]}
	s.Squares = squareLiterals
	return program.Program{
		Name:    "qsat",
		Summary: "solve a formula in DIMACS CNF",
		Args:    "[FILE]",
		Manual:  manual,
		Flags:   s.flags(),
		Rules:   rules,
		Action:  s.run,
	}
}

func (s *settings) flags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		&cli.GenericFlag{Name: "engine", Aliases: []string{"e"}, Usage: "search with `ENGINE` only, to compare engines or for a second opinion; auto chooses the engines", Value: program.OneOf(&s.engine, program.Names(sat.Engines()...)...)},
		&cli.GenericFlag{Name: "solver", Aliases: []string{"x"}, Usage: "run the solver `CMD`, such as 'minisat -verb=0', and check its model", Value: program.Func(s.setSolver)},
		&cli.GenericFlag{Name: "models", Aliases: []string{"n"}, Usage: "print `K` different models; 0 prints all",
			Value: program.Integer(&s.models, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "print all models", Destination: &s.all},
		&cli.BoolFlag{Name: "count", Aliases: []string{"c"}, Usage: "count all models exactly, and print the number", Destination: &s.count},
		&cli.BoolFlag{Name: "each", Usage: "also count the models that contain each literal", Destination: &s.literals},
		&cli.GenericFlag{Name: "sample", Usage: "draw `K` models at random, all equally likely or by weight; repeats are possible", Value: program.Integer(&s.samples, 1, math.MaxInt64)},
		&cli.BoolFlag{Name: "estimate", Usage: "instead of counting, estimate the time and the number in about a second", Destination: &s.estimate},
		&cli.GenericFlag{Name: "split", Usage: "cut the search into at least `K` cubes, and write them with the formula (p inccnf)", Value: program.Integer(&s.cubes, 1, maxCubes)},
		&cli.BoolFlag{Name: "core", Usage: "print a minimal set of conflicting assumptions", Destination: &s.core},
		&cli.BoolFlag{Name: "backbone", Usage: "print the literals that are true in every model, such as the features of all products", Destination: &s.backbone},
		&cli.BoolFlag{Name: "mus", Usage: "to learn why there is no model: write a minimal unsatisfiable subset of the clauses; with --all or --models K, list several subsets", Destination: &s.mus},
		&cli.BoolFlag{Name: "groups", Usage: "keep or leave out whole groups of clauses, such as the constraints of qgen --annotate; 'c group NAME' comments or the format GCNF define them", Destination: &s.groups},
		&cli.BoolFlag{Name: "corrections", Usage: "also list the minimal sets of clauses to remove to get a model", Destination: &s.corrections},
		&cli.BoolFlag{Name: "session", Usage: "answer questions from standard input about FILE, or about an empty formula; each is a JSON object on a line", Destination: &s.session},
	}, s.About("count and print models, or a backbone, by the variables of `LIST` only, as in 1-64,80, or by names as in --assume", "make the literals of `LITS` true in this run, as in '1 -3'; also squares of a board, as in a1,-b2, or names in comments, as in 'Wheel -Brake'"), []cli.Flag{
		&cli.GenericFlag{Name: "part", Usage: "solve only part `I/K`, such as 2/5, to spread the search over processes; qmerge joins the results", Value: program.Func(s.setPart)},
		&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write a proof to `FILE`: DRAT, LRAT if its name ends in .lrat, or with --count a CPOG certificate of the number", Destination: &s.proof},
		&cli.PathFlag{Name: "checkpoint", TakesFile: true, Usage: "save finished cubes in `FILE`, and resume from it after an interruption", Destination: &s.checkpoint},
		&cli.BoolFlag{Name: "binary-proof", Usage: "write binary DRAT, not text", Destination: &s.binary},
		&cli.PathFlag{Name: "bound", TakesFile: true, Usage: "write to `FILE` the clauses for linear constraints, or with soft clauses the formula whose models are better than the optimum, for other checkers; --proof is about this formula", Destination: &s.bound},
		&cli.PathFlag{Name: "graph", TakesFile: true, Usage: "write the decision-DNNF that --count builds to `FILE`, in d4's format", Destination: &s.graph},
		&cli.PathFlag{Name: "from-graph", TakesFile: true, Usage: "answer from the graph in `FILE`, by --graph, d4, c2d or dsharp; a formula may follow, to check models or for a --proof", Destination: &s.fromGraph},
		&cli.BoolFlag{Name: "verify", Usage: "make a proof, and check it before answering UNSATISFIABLE", Destination: &s.verify},
	}, s.Limits(), []cli.Flag{
		&cli.GenericFlag{Name: "threads", Aliases: []string{"j"}, Usage: "use at most `N` processors (default all)", Value: program.Integer(&s.threads, 1, 1024)},
		&cli.GenericFlag{Name: "seed", Usage: "choose the order of the search, or the samples; `N` from 0 on (default 0)", Value: program.Integer(&s.seed, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "names", Usage: "print the names of variables beside failed assumptions and --backbone, and the clauses of --mus in words, if comments such as 'c 1 Wheel' give names", Destination: &s.names},
		&cli.BoolFlag{Name: "no-model", Usage: "print the status, but no model", Destination: &s.noModel},
		&cli.BoolFlag{Name: "json", Usage: "print the answer, or an error, as a JSON object, for other programs; with several models, subsets or cubes, an object for each comes first", Destination: &s.json},
		&cli.BoolFlag{Name: "stats", Usage: "print the time and steps of each engine as comments", Destination: &s.stats},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "as --stats, and print progress and the size of the input", Destination: &s.verbose},
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 instead of 10, 20 or 30, for scripts that stop at failures", Destination: &s.exitZero},
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
