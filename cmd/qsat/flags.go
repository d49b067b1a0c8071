package main

import (
	"math"
	"time"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/external"
	"queens/dimacs"
)

// settings are what the flags say.
type settings struct {
	engine    string
	external  *external.Command // of --solver; nil if there is none
	models    int64             // of --models; 0 stands for all
	all       bool
	count     bool
	cubes     int    // of --split; 0 if it was not given
	project   []span // of --project; nil if there is none
	assume    []dimacs.Lit
	core      bool
	proof     string
	binary    bool
	timeout   time.Duration // 0: none
	memory    int64         // of --memory, in bytes; 0: no limit
	threads   int
	seed      int64
	noModel   bool
	stats     bool
	verbose   bool
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

func newProgram() program.Program {
	s := &settings{engine: engineNames[0]}
	return program.Program{
		Name:    "qsat",
		Summary: "solve a formula in DIMACS CNF",
		Args:    "[FILE]",
		Description: `Reads a formula from FILE or standard input, plain or compressed, and prints ` +
			`a model in the output format of the SAT competitions. Each model is checked ` +
			`against the clauses as they were read before it is printed.`,
		Flags:    s.flags(),
		Examples: examples,
		Sections: []program.Section{{Title: "Exit codes", Text: exitCodes}},
		Action:   s.run,
	}
}

var examples = []program.Example{
	{Command: "qgen 8 | qsat | qshow", Text: "solve the classic problem and draw the board"},
	{Command: "qgen 8 | qsat --count", Text: "count all boards"},
	{Command: "qgen 8 | qsat --all | qshow -f list", Text: "print all boards, one on a line"},
	{Command: "qgen 8 | qsat --assume 1 | qshow", Text: "a board with a queen in the first square, variable 1"},
	{Command: "qgen 8 | qsat --solver 'minisat -verb=0' | qshow", Text: "let another solver search, and check its answer"},
	{Command: "qgen 3 | qsat -q -p proof.drat", Text: "prove that there is no board of that size"},
	{Command: "qgen 12 | qsat --split 100 -o 12.icnf", Text: "split the search for several machines"},
	{Command: "qsat --timeout 10 --seed 7 big.cnf.xz", Text: "search for ten seconds in another order"},
}

const exitCodes = `10  satisfiable
20  unsatisfiable
 0  not known, because of --timeout, --memory or a signal
 1  failure: a file that cannot be read, a formula that is no CNF
 2  wrong flags`

func (s *settings) flags() []program.Flag {
	return []program.Flag{
		{Name: "engine", Short: "e", Usage: "the engine that searches; auto chooses one by the structure of the formula",
			Value: program.OneOf(&s.engine, engineNames...)},
		{Name: "solver", Short: "x", Arg: "CMD", Usage: "let this solver search: its words, split as a shell would, with {in} and {out} " +
			"in place of file names; without them the formula goes to its standard input (minisat and glucose are known to want files)",
			Value: program.Func(s.setSolver)},
		{Name: "models", Short: "n", Arg: "K", Usage: "print K different models; 0 stands for all",
			Value: program.Integer(&s.models, 0, math.MaxInt64)},
		{Name: "all", Short: "a", Usage: "print all models", Value: program.Bool(&s.all)},
		{Name: "count", Short: "c", Usage: "count the models, exactly, in the format of the model counting competitions",
			Value: program.Bool(&s.count)},
		{Name: "split", Arg: "K", Usage: "do not search, but write the formula with at least K cubes that split the search for its models, " +
			"as `p inccnf` and lines such as `a 1 -2 0`", Value: program.Integer(&s.cubes, 1, maxCubes)},
		{Name: "project", Arg: "LIST", Usage: "project models on these variables, as in 1-64,80: those that agree on them count as one; the default are " +
			"those of `c p show` or `c ind` in the formula, or else all", Value: program.Func(s.setProject)},
		{Name: "assume", Arg: "LITS", Usage: "literals that are to be true in this run, as in --assume '1 -3'; if there is no such model, a line such as " +
			"`c failed 1 -3 0` names some that cannot all be true, none if the formula alone has no model", Value: program.Func(s.setAssume)},
		{Name: "core", Usage: "name so few assumptions that none of them can be left out", Value: program.Bool(&s.core)},
		{Name: "proof", Short: "p", Arg: "FILE", Usage: "write a DRAT proof, compressed if the name ends in .gz, .xz or .zst, of the formula with the assumptions, or the core, as unit " +
			"clauses; with `s UNSATISFIABLE` it is complete",
			Value: program.FileName(&s.proof)},
		{Name: "binary-proof", Usage: "write the proof in its binary form", Value: program.Bool(&s.binary)},
		{Name: "timeout", Short: "t", Arg: "TIME", Usage: "give up after that many seconds, or a duration such as 1m30s",
			Value: program.Seconds(&s.timeout)},
		{Name: "memory", Arg: "SIZE", Usage: "give up when that much memory is in use, such as 500M or 2G; it is that of qsat, not of --solver",
			Value: program.Bytes(&s.memory, leastMemory)},
		{Name: "threads", Short: "j", Arg: "N", Usage: "processors to use; the default are all", Value: program.Integer(&s.threads, 1, 1024)},
		{Name: "seed", Arg: "N", Usage: "search in another order", Value: program.Integer(&s.seed, 0, math.MaxInt64)},
		{Name: "no-model", Usage: "print the status without a model", Value: program.Bool(&s.noModel)},
		{Name: "stats", Usage: "print what it took, as comments after the answer", Value: program.Bool(&s.stats)},
		{Name: "verbose", Short: "v", Usage: "say as a comment what was read before the search, and what it took after it",
			Value: program.Bool(&s.verbose)},
		{Name: "strict", Usage: "accept only the form of CNF that every solver reads", Value: program.Bool(&s.strict)},
		{Name: "relaxed", Usage: "accept wrong header counts, +1, and a last clause without its 0", Value: program.Bool(&s.relaxed)},
	}
}
