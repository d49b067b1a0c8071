package command

import (
	"slices"

	"queens/cmd/internal/program"
)

// check chooses the kind of question. It returns a usage error for wrong combinations of
// flags and arguments.
func (r *request) check() (err error) {
	r.kind = questionKinds[0]
	for _, k := range questionKinds[1:] {
		switch {
		case !r.call.Given(k.flag) || slices.Contains(r.kind.with, k.flag):
		case r.kind.flag != "":
			return program.Usagef("--%s and --%s exclude each other", r.kind.flag, k.flag)
		default:
			r.kind = k
		}
	}
	r.several, r.assumes = r.kind.flag == "all" || r.kind.flag == "models" || r.kind.flag == "sample", r.call.Given("assume")
	if err := r.checkFlags(r.kind.flag); err != nil {
		return err
	}
	if len(r.call.Args) == 2 { // as in the command line of minisat
		return program.Usagef("expected one FILE, found a second argument %q; to write the answer to a file, use -o %[1]s", r.call.Args[1])
	}
	if r.file, err = r.call.AtMostOne("FILE"); err != nil {
		return err
	}
	if r.estimate {
		r.kind = questionKind{flag: "estimate", find: (*request).findEstimate}
	}
	r.json = r.json || r.session
	r.lists = r.several || r.listsSubsets() || r.cubes > 0
	if r.cubes > 0 && !r.json { // no statistics, because a solver reads the cubes
		r.stats, r.verbose = false, false
	}
	return nil
}

// checkFlags returns a usage error for flags that exclude each other or need another flag.
// Question is the name of the flag that asks the question, or "".
func (r *request) checkFlags(question string) error {
	engine := r.call.Given("engine")
	for _, wrong := range []struct {
		is   bool
		what string
	}{
		{r.external != nil && engine, "--solver excludes --engine"},
		{r.external != nil && question != "" && !r.core, "--solver excludes --" + question},
		{r.external != nil && r.proof != "", "--solver excludes --proof"},
		{r.external != nil && r.part.K > 0, "--solver excludes --part"},
		{r.cubes > 0 && (r.proof != "" || r.verify || engine), "--split excludes --proof, --verify and --engine"},
		{r.part.K > 0 && question != "" && question != "all" && question != "count", "--part excludes --" + question},
		{r.Project != nil && slices.Contains([]string{"", "core", "mus"}, question), "--project needs --models, --all, --count, --sample, --backbone or --split, because all variables of a single model are printed"},
		{r.part.K > 0 && (r.verify || r.noModel), "--part excludes --verify and --no-model"},
		{r.part.K > 0 && r.graph != "", "--part excludes --graph"},
		{r.bound != "" && (!slices.Contains([]string{"", "core", "count", "backbone"}, question) || r.part.K > 0), "--bound excludes the other questions, except --core, --count and --backbone, and --part"},
		{r.proof == "-" || r.graph == "-" || r.bound == "-", "--proof, --graph and --bound: expected the name of a file, found -, because its contents would mix with the answer; use /dev/stdout to mix them"},
		{r.estimate && (!r.count || r.part.K > 0 || r.proof != "" || r.verify || r.checkpoint != ""), "--estimate needs --count, and excludes --part, --proof, --verify and --checkpoint"},
		{r.literals && (!r.count || r.part.K > 0 || r.checkpoint != "" || r.estimate), "--each needs --count, and excludes --part, --checkpoint and --estimate"},
		{r.fromGraph != "" && !r.count && !r.several, "--from-graph needs --count, --sample, --all or --models"},
		{r.fromGraph != "" && (engine || r.external != nil || r.part.K > 0 || r.checkpoint != "" || r.estimate || r.verify), "--from-graph excludes --engine, --solver, --part, --checkpoint, --estimate and --verify"},
		{r.fromGraph != "" && r.proof != "" && len(r.call.Args) == 0, "--from-graph with --proof needs the FILE of the formula"},
		{r.fromGraph == "-" && len(r.call.Args) > 0 && r.call.Args[0] == "-", "standard input cannot be both the graph and the formula"},
		{r.checkpoint != "" && !r.count, "--checkpoint needs --count"},
		{r.checkpoint != "" && (r.proof != "" && r.part.K == 0 || r.graph != ""), "--checkpoint excludes --graph, and --proof without --part, because it keeps what belongs to one cube"},
		{r.graph != "" && !r.count, "--graph needs --count"},
		{r.proof != "" && r.several, "--proof excludes --" + question + ": prove the number of models with --count"},
		{r.certifies() && (r.assumes || r.binary || r.verify), "--proof with --count excludes --assume, --binary-proof and --verify: it writes a certificate in text for the whole formula"},
		{r.external != nil && r.external.Proves() != r.verify, "--verify needs {proof} in the command of --solver, and {proof} needs --verify"},
		{r.backbone && r.verify, "--backbone excludes --verify: check the proof of --proof with qcheck"},
		{r.binary && r.proof == "", "--binary-proof needs --proof FILE"},
		{r.core && !r.assumes, "--core needs --assume LITS; for a core of the clauses, use --mus"},
		{r.names && !r.assumes && !r.mus && !r.session && !r.backbone, "--names needs --assume, --backbone, --mus or --session"},
		{r.session && (engine || r.fromGraph != "" || r.proof != "" || r.verify || r.stats || r.verbose), "--session excludes --engine, --from-graph, --proof, --verify, --stats and --verbose"},
		{r.session && slices.Contains(r.call.Args, "-"), "--session: expected the name of a file or nothing, found -, because standard input has the questions"},
		{r.mus && r.assumes, "--mus excludes --assume; for a core of assumptions, use --core"},
		{(r.groups || r.corrections) && !r.mus, "--groups and --corrections need --mus"},
		{r.corrections && !r.listsSubsets(), "--corrections needs --all or --models K"},
		{r.mus && r.listsSubsets() && (r.proof != "" || r.verify), "--mus with --all or --models excludes --proof and --verify, which are about one subset"},
	} {
		if wrong.is {
			return program.Usagef("%s", wrong.what)
		}
	}
	return nil
}
