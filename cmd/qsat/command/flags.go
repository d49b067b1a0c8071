package command

import (
	_ "embed"
	"math"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// settings are what the flags say.
type settings struct {
	engine    string
	external  *external.Command // of --solver; nil if there is none
	models    int64             // of --models; 0 stands for all
	all       bool
	count     bool
	cubes     int         // of --split; 0 if it was not given
	part      parts.Share // of --part; K is 0 if it was not given
	merge     bool
	project   []span // of --project; nil if there is none
	assume    []dimacs.Lit
	core      bool
	proof     string
	binary    bool
	verify    bool
	excluded  string // of --models-excluded
	checked   string // of --check: a proof
	used      string // of --used-clauses
	lrat      string
	timeout   time.Duration // 0: none
	memory    int64         // of --memory, in bytes; 0: no limit
	threads   int
	seed      int64
	noModel   bool
	stats     bool
	verbose   bool
	exitZero  bool
	strict    bool
	relaxed   bool
	enumerate bool // --models or --all was given
}

// leastMemory is the least that --memory takes; qsat has 25 MB before it reads.
const leastMemory = 64 << 20

// maxCubes bounds --split: cubes are held in memory.
const maxCubes = 1 << 24

const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

//go:embed manual.md
var manual string

func newProgram() program.Program {
	s := &settings{engine: engines[0].Name}
	return program.Program{
		Name:    "qsat",
		Summary: "solve a formula in DIMACS CNF",
		Args:    "[FILE ..]",
		Manual:  manual,
		Flags:   s.flags(),
		Action:  s.run,
	}
}

func (s *settings) flags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "engine", Aliases: []string{"e"}, Usage: "let this `ENGINE` search", Value: program.OneOf(&s.engine, engines...)},
		&cli.GenericFlag{Name: "solver", Aliases: []string{"x"}, Usage: "let the solver `CMD` search: its words, split as a shell would, with {in} and {out} " +
			"in place of file names; without them the formula goes to its standard input (minisat and glucose are known to want files)",
			Value: program.Func(s.setSolver)},
		&cli.GenericFlag{Name: "models", Aliases: []string{"n"}, Usage: "print `K` different models; 0 stands for all",
			Value: program.Integer(&s.models, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "print all models", Destination: &s.all},
		&cli.BoolFlag{Name: "count", Aliases: []string{"c"}, Usage: "count the models, exactly, in the format of the model counting competitions",
			Destination: &s.count},
		&cli.GenericFlag{Name: "split", Usage: "do not search, but write the formula with at least `K` cubes that split the search for its models, " +
			"as `p inccnf` and lines such as `a 1 -2 0`", Value: program.Integer(&s.cubes, 1, maxCubes)},
		&cli.GenericFlag{Name: "part", Usage: "answer for part `I/K` of the search alone, as in --part 1/20: each K-th cube from the I-th on, of those of the formula " +
			"or else of those that qsat makes; exit code 0 says that the answer is complete, 1 that there is none", Value: program.Func(s.setPart)},
		&cli.BoolFlag{Name: "merge", Usage: "do not search, but make one answer of the results of all parts, which the files hold", Destination: &s.merge},
		&cli.GenericFlag{Name: "project", Usage: "the variables of `LIST`, as in 1-64,80, are the projection: models that agree on them are one; the default is " +
			"those of `c p show` or `c ind` in the formula, or else all", Value: program.Func(s.setProject)},
		&cli.GenericFlag{Name: "assume", Usage: "the literals of `LITS` are to be true in this run, as in --assume '1 -3'; if there is no such model, a line such as " +
			"`c failed 1 -3 0` names some that cannot all be true, none if the formula alone has no model", Value: program.Func(s.setAssume)},
		&cli.BoolFlag{Name: "core", Usage: "name a minimal set of failed assumptions: none of them can be left out", Destination: &s.core},
		&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write a DRAT proof to `FILE`, compressed if the name ends in .gz, .xz or .zst, " +
			"of the formula with the assumptions, or the core, as unit clauses; with `s UNSATISFIABLE` it is complete",
			Destination: &s.proof},
		&cli.BoolFlag{Name: "binary-proof", Usage: "write the proof in its binary form", Destination: &s.binary},
		&cli.PathFlag{Name: "models-excluded", TakesFile: true, Usage: "with --proof and --all or --count, write the formula with a clause against each model to `FILE`, " +
			"which must be new: the proof is that it has no model", Destination: &s.excluded},
		&cli.BoolFlag{Name: "verify", Usage: "answer `s UNSATISFIABLE` only after the proof of it was checked; with --solver, {proof} in CMD stands for its name",
			Destination: &s.verify},
		&cli.PathFlag{Name: "check", TakesFile: true, Usage: "do not search, but check the DRAT proof in `FILE`, of any solver, in text or binary form: " +
			"the answer is `s VERIFIED` (exit code 0) or `s NOT VERIFIED` (1)", Destination: &s.checked},
		&cli.PathFlag{Name: "used-clauses", TakesFile: true, Usage: "with --check, write the clauses that the proof needs to `FILE`", Destination: &s.used},
		&cli.PathFlag{Name: "lrat", TakesFile: true, Usage: "with --check, write an LRAT proof to `FILE`, which names for each clause those that it follows from",
			Destination: &s.lrat},
		&cli.GenericFlag{Name: "timeout", Aliases: []string{"t"}, Usage: "give up after `TIME`, a number of seconds or a duration such as 1m30s",
			Value: program.Duration(&s.timeout)},
		&cli.GenericFlag{Name: "memory", Usage: "give up when `SIZE` of memory is in use, such as 500M or 2G; it is that of qsat, not of --solver",
			Value: program.Func(s.setMemory)},
		&cli.GenericFlag{Name: "threads", Aliases: []string{"j"}, Usage: "use `N` processors; the default is all of them", Value: program.Integer(&s.threads, 1, 1024)},
		&cli.GenericFlag{Name: "seed", Usage: "search in another order, which the number `N` chooses", Value: program.Integer(&s.seed, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "no-model", Usage: "print the status without a model", Destination: &s.noModel},
		&cli.BoolFlag{Name: "stats", Usage: "print what it took, as comments after the answer", Destination: &s.stats},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "say as a comment what was read before the search, and what it took after it",
			Destination: &s.verbose},
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 in place of 10 and 20", Destination: &s.exitZero},
		&cli.BoolFlag{Name: "strict", Usage: "accept only the form of CNF that every solver reads", Destination: &s.strict},
		&cli.BoolFlag{Name: "relaxed", Usage: "accept wrong header counts, +1, and a last clause without its 0", Destination: &s.relaxed},
	}
}
