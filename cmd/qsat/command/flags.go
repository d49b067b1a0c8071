package command

import (
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

// flags holds the values of the flags. A field has the name of its flag unless its comment names another.
type flags struct {
	formula.Flags
	engine      string
	external    *external.Command // of --solver; nil without it
	models      int64             // of --models; 0 means all
	all         bool
	count       bool
	orbits      bool  // of --up-to-symmetry
	samples     int64 // of --sample; 0 without it
	estimate    bool
	checkpoint  string
	cubes       int         // of --split; 0 without it
	part        parts.Share // K is 0 without --part
	core        bool
	mus         bool
	backbone    bool
	valid       bool // --valid is given; set by check
	session     bool
	groups      bool
	corrections bool
	diff        string // the name of a file, or ""
	proof       string // the name of a file, as checkpoint, graph, fromGraph and bound; "" without it
	binary      bool   // of --binary-proof
	verify      bool
	graph       string
	fromGraph   string
	literals    bool // of --each
	digits      int  // of --digits; 0 without it
	bound       string
	simplify    string // of --simplify; "" without it
	mapped      string // of --map
	other       string // of --answer or --certificate
	keep        string // of --keep
	threads     int    // 0 without --threads
	seed        int64
	names       bool
	noModel     bool
	json        bool
	stats       bool
	verbose     bool
	exitZero    bool
}

// maxDigits is the largest N of --digits. More digits would take seconds.
const maxDigits = 100_000

// maxCubes is the largest K of --split, because the cubes are held in memory.
const maxCubes = 1 << 24

//go:embed manual.md
var manual string

// New returns the program qsat, which program.Main runs.
func New() program.Program {
	f := &flags{engine: sat.Engines()[0]}
	f.Squares = squareLiterals
	return program.Program{
		Name:    "qsat",
		Summary: "solve a formula in DIMACS CNF",
		Args:    "[FILE]",
		Manual:  manual,
		Flags:   f.flags(),
		Rules:   rules,
		Action:  f.run,
	}
}

func (f *flags) flags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		&cli.GenericFlag{Name: "engine", Aliases: []string{"e"}, Usage: "search with `ENGINE` only, to compare engines or for a second opinion; auto chooses the engines", Value: program.OneOf(&f.engine, program.Names(sat.Engines()...)...)},
		&cli.GenericFlag{Name: "solver", Aliases: []string{"x"}, Usage: "run the solver `CMD`, such as 'minisat -verb=0', and check its model", Value: program.Func(f.setSolver)},
		&cli.GenericFlag{Name: "models", Aliases: []string{"n"}, Usage: "print `K` different models; 0 prints all",
			Value: program.Integer(&f.models, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "print all models", Destination: &f.all},
		&cli.BoolFlag{Name: "count", Aliases: []string{"c"}, Usage: "count all models exactly, and print the number", Destination: &f.count},
		&cli.BoolFlag{Name: "up-to-symmetry", Aliases: []string{"u"}, Usage: "count or print only one of the models that symmetries of the clauses map to each other, such as the rotations of a board", Destination: &f.orbits},
		&cli.BoolFlag{Name: "each", Usage: "also count the models that contain each literal", Destination: &f.literals},
		&cli.GenericFlag{Name: "digits", Usage: "also print the count as a decimal number of `N` significant digits, correctly rounded", Value: program.Integer(&f.digits, 1, maxDigits)},
		&cli.GenericFlag{Name: "sample", Usage: "draw `K` models at random, all equally likely or by weight; repeats are possible", Value: program.Integer(&f.samples, 1, math.MaxInt64)},
		&cli.BoolFlag{Name: "estimate", Usage: "instead of counting, estimate the time and the number in about a second", Destination: &f.estimate},
		&cli.GenericFlag{Name: "split", Usage: "cut the search into at least `K` cubes, and write them with the formula (p inccnf)", Value: program.Integer(&f.cubes, 1, maxCubes)},
		&cli.BoolFlag{Name: "core", Usage: "print a minimal set of conflicting assumptions", Destination: &f.core},
		&cli.BoolFlag{Name: "backbone", Usage: "print the literals that are true in every model, such as the features of all products", Destination: &f.backbone},
		&cli.GenericFlag{Name: "valid", Usage: "say whether the choices in `LITS`, such as 'Wheel -Brake', can be completed to a model, and list what follows, or the groups or clauses that forbid them", Value: f.Assumed("--valid")},
		&cli.BoolFlag{Name: "mus", Usage: "to learn why there is no model: write a minimal unsatisfiable subset of the clauses; with --all or --models K, list several subsets", Destination: &f.mus},
		&cli.BoolFlag{Name: "groups", Usage: "keep or leave out whole groups of clauses, such as the constraints of qgen --annotate; 'c group NAME' comments or the format GCNF define them", Destination: &f.groups},
		&cli.BoolFlag{Name: "corrections", Usage: "also list the minimal sets of clauses to remove to get a model", Destination: &f.corrections},
		&cli.PathFlag{Name: "diff", TakesFile: true, Usage: "compare with the formula in `FILE`: count the models of each that the other does not have, and print one, or say that there are none", Destination: &f.diff},
		&cli.GenericFlag{Name: "simplify", Usage: "write a smaller formula for another program, which keeps `WHAT` it asks for", Value: program.OneOf(&f.simplify, keptKinds...)},
		&cli.PathFlag{Name: "map", TakesFile: true, Usage: "write the way back from the smaller formula to `FILE`, or read it for --answer and --certificate", Destination: &f.mapped},
		&cli.PathFlag{Name: "answer", TakesFile: true, Usage: "turn the answer in `FILE` about a formula of --simplify into an answer about the formula itself", Destination: &f.other},
		&cli.PathFlag{Name: "certificate", TakesFile: true, Usage: "turn the LRAT or CPOG certificate in `FILE` about a formula of --simplify with --proof into the certificate of --proof about the formula itself", Destination: &f.other},
		&cli.GenericFlag{Name: "keep", Usage: "keep the variables of `LIST`, numbers or names, for later assumptions", Value: program.Parsed(&f.keep, func(list string) (string, error) {
			_, err := (*formula.Vocabulary)(nil).Literals(list)
			return list, err
		})},
		&cli.BoolFlag{Name: "session", Usage: "answer questions from standard input about FILE, or about an empty formula; each is a JSON object on a line", Destination: &f.session},
	}, f.About("count and print models, or a backbone, by the variables of `LIST` only, as in 1-64,80, or by names as in --assume", "make the literals of `LITS` true in this run, as in '1 -3'; also squares of a board, as in a1,-b2, or names in comments, as in 'Wheel -Brake'"), []cli.Flag{
		&cli.GenericFlag{Name: "part", Usage: "solve only part `I/K`, such as 2/5, to spread the search over processes; qmerge joins the results", Value: program.Func(f.setPart)},
		&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write a proof to `FILE`: DRAT, LRAT if its name ends in .lrat, or with --count a CPOG certificate of the number; with --simplify, make --certificate possible", Destination: &f.proof},
		&cli.PathFlag{Name: "checkpoint", TakesFile: true, Usage: "save finished cubes in `FILE`, and resume from it after an interruption", Destination: &f.checkpoint},
		&cli.BoolFlag{Name: "binary-proof", Usage: "write binary DRAT, not text", Destination: &f.binary},
		&cli.PathFlag{Name: "bound", TakesFile: true, Usage: "write to `FILE` the clauses for linear constraints or --diff, or with soft clauses the formula whose models are better than the optimum, for other checkers; --proof is about this formula", Destination: &f.bound},
		&cli.PathFlag{Name: "graph", TakesFile: true, Usage: "write the decision-DNNF that --count builds to `FILE`, in d4's format, in c2d's for a name in .c2d.nnf, or as a picture for Graphviz for one in .dot", Destination: &f.graph},
		&cli.PathFlag{Name: "from-graph", TakesFile: true, Usage: "answer from the graph in `FILE`, by --graph, d4, c2d or dsharp; a formula may follow, to check models or for a --proof", Destination: &f.fromGraph},
		&cli.BoolFlag{Name: "verify", Usage: "make a proof, and check it before answering UNSATISFIABLE", Destination: &f.verify},
	}, f.Limits(), []cli.Flag{
		&cli.GenericFlag{Name: "threads", Aliases: []string{"j"}, Usage: "use at most `N` processors (default all)", Value: program.Integer(&f.threads, 1, 1024)},
		&cli.GenericFlag{Name: "seed", Usage: "choose the order of the search, or the samples; `N` from 0 on (default 0)", Value: program.Integer(&f.seed, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "names", Usage: "print names of variables, from comments such as 'c 1 Wheel': of the true ones after each model, beside the literals of other answers, and in the clauses of --mus", Destination: &f.names},
		&cli.BoolFlag{Name: "no-model", Usage: "print the status, but no model", Destination: &f.noModel},
		&cli.BoolFlag{Name: "json", Usage: "print the answer, or an error, as a JSON object, for other programs; with several models, subsets or cubes, an object for each comes first", Destination: &f.json},
		&cli.BoolFlag{Name: "stats", Usage: "print the time and steps of each engine as comments", Destination: &f.stats},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "as --stats, and print progress and the size of the input", Destination: &f.verbose},
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 instead of 10, 20 or 30, for scripts that stop at failures", Destination: &f.exitZero},
	}, f.Syntax())
}

// setSolver parses the command of --solver, and sets f.external.
func (f *flags) setSolver(value string) error {
	c, err := external.Parse(value)
	f.external = &c
	return err
}

// setPart parses the value of --part, such as "7/50", and sets f.part.
func (f *flags) setPart(value string) (err error) {
	f.part, err = parts.ParseShare(value)
	return err
}
