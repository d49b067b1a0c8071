package command

import (
	"slices"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/program"
)

// questions lists the flags that ask a question, except mus, which all and models may accompany, and
// estimate, which needs count.
const questions = "models all count sample split core backbone valid diff session simplify answer certificate"

// rules lists the flags that exclude or need each other. The method suits checks how the flags go with
// the formula.
var rules = []program.Rule{
	formula.OneSyntax,
	{Flags: questions, Excludes: questions},
	{Flags: "mus", Excludes: "count sample split core backbone valid diff session simplify answer certificate project"},
	{Flags: "mus", With: "all models", Excludes: "proof verify", Why: "they are about one subset"},
	{Flags: "groups", Needs: "mus session"},
	{Flags: "corrections", Needs: "mus"},
	{Flags: "corrections", Needs: "all models"},
	{Flags: "core", Needs: "assume", Why: "for a core of the clauses, use --mus"},
	{Flags: "estimate each digits checkpoint graph", Needs: "count"},
	{Flags: "estimate", Excludes: "digits part proof verify checkpoint graph"},
	{Flags: "no-model", Excludes: "count split backbone valid"},
	{Flags: "stats verbose", With: "split", Needs: "json", Why: "a solver reads the cubes"},
	{Flags: "up-to-symmetry", Needs: "count models all"},
	{Flags: "up-to-symmetry", Excludes: "mus each estimate part checkpoint graph from-graph proof"},
	{Flags: "each", Excludes: "part checkpoint estimate"},
	{Flags: "checkpoint", Excludes: "graph", Why: "it keeps what belongs to one cube"},
	{Flags: "checkpoint", With: "proof", Needs: "part", Why: "it keeps what belongs to one cube"},
	{Flags: "project", Needs: "models all count sample backbone valid split session simplify answer certificate",
		Why: "all variables of a single model are printed"},
	{Flags: "names", Excludes: "part split estimate"},
	{Flags: "names", With: "count no-model", Needs: "assume each backbone mus session"},
	{Flags: "solver", Excludes: "engine proof part from-graph mus models all count sample split backbone valid diff session"},
	{Flags: "split", Excludes: "proof verify engine"},
	{Flags: "simplify answer certificate", Needs: "map"},
	{Flags: "certificate", Needs: "proof"},
	{Flags: "certificate", Excludes: "assume binary-proof"},
	{Flags: "simplify answer certificate", Excludes: "engine solver part verify bound from-graph groups no-model stats verbose"},
	{Flags: "simplify", Excludes: "json names"},
	{Flags: "answer keep", Excludes: "proof"},
	{Flags: "map", Needs: "simplify answer certificate"},
	{Flags: "keep", Needs: "simplify"},
	{Flags: "part", Excludes: "mus models sample split core backbone valid diff session verify no-model graph"},
	{Flags: "bound", Excludes: "mus models all sample split session part"},
	{Flags: "from-graph", Needs: "count sample all models"},
	{Flags: "from-graph", Excludes: "engine part checkpoint estimate verify mus"},
	{Flags: "from-graph", With: "proof", Needs: "FILE"},
	{Flags: "proof", Excludes: "models all sample", Why: "prove the number of models with --count"},
	{Flags: "proof", With: "count", Excludes: "assume binary-proof verify",
		Why: "it writes a certificate in text for the whole formula"},
	{Flags: "proof", With: "diff", Needs: "bound", Why: "it writes the formula of the proof"},
	{Flags: "binary-proof", Needs: "proof"},
	{Flags: "backbone", Excludes: "verify", Why: "check the proof of --proof with qcheck"},
	{Flags: "valid diff", Excludes: "assume"},
	{Flags: "valid", Excludes: "proof verify", Why: "use --backbone or --mus with --assume"},
	{Flags: "session", Excludes: "engine from-graph proof verify stats verbose"},
}

// check returns the kind of question that the flags ask, and sets r.file, r.json and r.valid. It returns a
// usage error for wrong arguments, and for values of flags that do not go together.
func (r *run) check() (k *kind, err error) {
	k = kinds[slices.IndexFunc(kinds, func(k *kind) bool { return k.flag == "" || r.call.Given(k.flag) })]
	switch {
	case r.proof == "-" || r.graph == "-" || r.bound == "-":
		return k, program.Usagef("--proof, --graph and --bound: expected the name of a file, found -, because its contents would mix with the answer; use /dev/stdout to mix them")
	case r.fromGraph == "-" && slices.Contains(r.call.Args, "-"):
		return k, program.Usagef("standard input cannot be both the graph and the formula")
	case r.diff == "-" && (len(r.call.Args) == 0 || r.call.Args[0] == "-"):
		return k, program.Usagef("standard input cannot be both formulas of --diff")
	case r.mapped == "-" && (r.other == "-" || r.simplify != "" && slices.Contains([]string{"", "-"}, r.call.Output)):
		return k, program.Usagef("--map: expected the name of a file, found -, because standard input or output has another text")
	case r.session && slices.Contains(r.call.Args, "-"):
		return k, program.Usagef("--session: expected the name of a file or nothing, found -, because standard input has the questions")
	case r.external != nil && r.external.Proves() != r.verify:
		return k, program.Usagef("--verify needs {proof} in the command of --solver, and {proof} needs --verify")
	case len(r.call.Args) == 2: // as in the command line of minisat
		return k, program.Usagef("expected one FILE, found a second argument %q; to write the answer to a file, use -o %[1]s", r.call.Args[1])
	}
	r.json, r.valid = r.json || r.session, k.flag == "valid"
	r.file, err = r.call.AtMostOne("FILE")
	return k, err
}
