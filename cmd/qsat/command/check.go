package command

import "queens/cmd/internal/program"

// check chooses the kind of question. It returns a usage error for wrong combinations of
// flags and arguments.
func (r *request) check() (err error) {
	r.kind = kinds[0]
	for _, k := range kinds[1:] {
		switch {
		case !r.call.Given(k.flag):
		case r.kind.flag != "":
			return program.Usagef("--%s and --%s exclude each other", r.kind.flag, k.flag)
		default:
			r.kind = k
		}
	}
	r.several, r.assumes = r.all || r.kind.flag == "models" || r.kind.flag == "sample", r.call.Given("assume")
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
		r.kind = kind{"estimate", (*request).findEstimate, nil}
	}
	if r.cubes > 0 { // no statistics, because a solver reads the cubes
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
		{r.external != nil && engine, "--solver and --engine"},
		{r.external != nil && question != "" && !r.core, "--solver and --" + question},
		{r.external != nil && r.proof != "", "--solver and --proof"},
		{r.external != nil && r.part.K > 0, "--solver and --part"},
		{r.cubes > 0 && (r.proof != "" || r.verify || engine), "--split and --proof, --verify or --engine"},
		{r.part.K > 0 && question != "" && !r.all && !r.count, "--part and --" + question},
		{r.part.K > 0 && (r.verify || r.noModel), "--part and --verify or --no-model"},
		{r.part.K > 0 && (r.excluded != "" || r.graph != ""), "--part and --models-excluded or --graph"},
	} {
		if wrong.is {
			return program.Usagef("%s do not go together", wrong.what)
		}
	}
	switch {
	case r.bound != "" && (question != "" || r.part.K > 0):
		return program.Usagef("--bound excludes the other questions and --part")
	case r.proof == "-" || r.graph == "-" || r.bound == "-":
		return program.Usagef("a proof or graph on standard output would mix with the answer; use /dev/stdout to mix them")
	case r.estimate && (!r.count || r.part.K > 0 || r.proof != "" || r.verify || r.excluded != "" || r.checkpoint != ""):
		return program.Usagef("--estimate needs --count, and excludes --part, --proof, --verify, --models-excluded and --checkpoint")
	case r.checkpoint != "" && (!r.count || r.excluded != ""):
		return program.Usagef("--checkpoint needs --count, and excludes --models-excluded")
	case r.checkpoint != "" && (r.proof != "" || r.graph != ""):
		return program.Usagef("--checkpoint excludes --proof and --graph, because it keeps only numbers of models")
	case r.excluded != "" && (r.proof == "" || !r.all && !r.count):
		return program.Usagef("--models-excluded needs --proof FILE and --all or --count")
	case r.graph != "" && (!r.count || r.excluded != ""):
		return program.Usagef("--graph needs --count, and excludes --models-excluded")
	case r.proof != "" && r.several && r.excluded == "":
		return program.Usagef("--proof with --%s needs --models-excluded FILE", question)
	case r.certifies() && (r.part.K > 0 || r.assumes || r.binary || r.verify):
		return program.Usagef("--proof with --count excludes --part, --assume, --binary-proof and --verify: it writes a certificate in text for the whole formula")
	case r.external != nil && r.external.Proves() != r.verify:
		return program.Usagef("--verify needs {proof} in the command of --solver, and {proof} needs --verify")
	case r.binary && r.proof == "":
		return program.Usagef("--binary-proof needs --proof FILE")
	case r.core && !r.assumes:
		return program.Usagef("--core needs --assume LITS; for a core of the clauses, use qcheck --used-clauses")
	}
	return nil
}
