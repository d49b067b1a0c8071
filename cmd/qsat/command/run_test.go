package command

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	satisfiable   = "p cnf 2 1\n1 2 0\n"
	unsatisfiable = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
)

// A usage error leaves no files. Others stand in TestPairsOfFlags.
func TestFlagsThatDoNotGoTogether(t *testing.T) {
	for _, flags := range []string{
		"--count --models 2",
		"--proof p --all",
		"--proof -",
		"--session -",
		"--solver true --verify",
		"--from-graph - --all -",
		"--part 3/2",
		"--engine minisat",
		"--timeout 0",
		"--seed -1",
		"--solver ''",
		"one two",
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		words := strings.Fields(strings.ReplaceAll(flags, "''", "\x00"))
		for i := range words {
			words[i] = strings.Trim(words[i], "\x00")
		}
		got, code := qsat(satisfiable, words...)
		if code != 2 || !strings.Contains(got, "try 'qsat --help'") {
			t.Errorf("%s: exit code %d, %q", flags, code, got)
		}
		if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
			t.Errorf("%s: left %v, %v", flags, files, err)
		}
	}
}

func TestAnswers(t *testing.T) {
	const unique = "p cnf 3 3\n1 0\n-1 -2 0\n2 3 0\n" // 1 -2 3
	tests := []struct {
		name    string
		formula string
		args    string
		want    string
		code    int
	}{
		{"model", unique, "", "s SATISFIABLE\nv 1 -2 3 0\n", 10},
		{"unsatisfiable", unsatisfiable, "", "s UNSATISFIABLE\n", 20},
		{"refuted by the empty clause", "p cnf 0 1\n0\n", "", "s UNSATISFIABLE\n", 20},
		{"nothing to satisfy", "p cnf 0 0\n", "", "s SATISFIABLE\nv 0\n", 10},
		{"no clauses", "p cnf 2 0\n", "", "s SATISFIABLE\nv -1 -2 0\n", 10},
		{"assumption", satisfiable, "--assume=-1", "s SATISFIABLE\nv -1 2 0\n", 10},
		{"assumptions refuted", satisfiable, "--assume=-1,-2", "c failed -1 -2 0\ns UNSATISFIABLE\n", 20},
		{"assumptions that contradict", satisfiable, "--assume=1,-1", "c failed 1 -1 0\ns UNSATISFIABLE\n", 20},
		{"no assumptions", unsatisfiable, "--assume=", "c failed 0\ns UNSATISFIABLE\n", 20},
		{"no core", satisfiable, "--core --assume=-1", "s SATISFIABLE\nv -1 2 0\n", 10},
		{"core", unique, "--core --assume=3,2,-1,1", "c failed -1 0\ns UNSATISFIABLE\n", 20},
		{"core of none", unsatisfiable, "--core --assume=1,-1", "c failed 0\ns UNSATISFIABLE\n", 20},
		{"all assumed, none", satisfiable, "-a --assume=-2,-1", "c failed -2 -1 0\ns UNSATISFIABLE\n", 20},
		{"count assumed, none", satisfiable, "-c --assume=-2,-1",
			"c failed -2 -1 0\ns UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n", 20},
		{"cubes assumed, none", "p inccnf\n1 2 0\na 1 3 0\na -1 0\n", "--assume=-2,-3", "c failed -2 -3 0\ns UNSATISFIABLE\n", 20},
		{"core of cubes", "p inccnf\n1 2 0\na 1 3 0\na -1 3 4 0\n", "--core --assume=2,-3,1,-4", "c failed -3 0\ns UNSATISFIABLE\n", 20},
		{"all, one", unique, "-a", "s SATISFIABLE\nv 1 -2 3 0\nc models 1\n", 10},
		{"all, none", unsatisfiable, "-a", "s UNSATISFIABLE\n", 20},
		{"no variables, all", "p cnf 0 0\n", "-a", "s SATISFIABLE\nv 0\nc models 1\n", 10},
		{"projected to nothing", satisfiable + "c p show 0\n", "-a", "s SATISFIABLE\nv 0\nc models 1\n", 10},
		{"projected", unique, "-a --project 2-3", "s SATISFIABLE\nv -2 3 0\nc models 1\n", 10},
		{"unconstrained variables", "p cnf 70 1\n1 0\n", "-n3 --no-model", "s SATISFIABLE\nc models 3+\n", 10},
		{"count", satisfiable, "-c", "s SATISFIABLE\nc s type mc\nc s log10-estimate 0.477121254719662\nc s exact arb int 3\n", 10},
		{"count none", unsatisfiable, "-c", "s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n", 20},
		{"count projected", satisfiable, "-c --project 1", "s SATISFIABLE\nc s type pmc\nc s log10-estimate 0.301029995663981\nc s exact arb int 2\n", 10},
		{"count shown", satisfiable + "c p show 0\n", "-c", "s SATISFIABLE\nc s type pmc\nc s log10-estimate 0\nc s exact arb int 1\n", 10},
		{"count assumed", satisfiable, "-c --assume 1", "s SATISFIABLE\nc s type mc\nc s log10-estimate 0.301029995663981\nc s exact arb int 2\n", 10},
		{"count with unconstrained variables", "p cnf 2147483647 1\n2147483647 0\n", "-c",
			"s SATISFIABLE\nc s type mc\nc s log10-estimate 646456992.643851\nc s exact 2^2147483646 * 1\n", 10},
	}
	for _, e := range []string{"auto", "gophersat"} {
		for _, test := range tests {
			got, code := qsat(test.formula, append(strings.Fields(test.args), "-e", e)...)
			if diff := cmp.Diff(test.want, got); diff != "" || code != test.code {
				t.Errorf("%s, %s: exit code %d, want %d; (-want +got)\n%s", e, test.name, code, test.code, diff)
			}
		}
	}
}

// --models K prints K models, all different.
func TestModels(t *testing.T) {
	const formula = "p cnf 3 1\n1 2 3 0\n" // 7 models
	for _, e := range []string{"auto", "cdcl", "gophersat"} {
		for n, closing := range map[int]string{0: "c models 7\n", 1: "c models 1+\n", 3: "c models 3+\n", 8: "c models 7\n"} {
			got, code := qsat(formula, "-n", strconv.Itoa(n), "-e", e)
			models, ok := strings.CutPrefix(got, "s SATISFIABLE\n")
			models, closed := strings.CutSuffix(models, closing)
			seen := map[string]bool{}
			for line := range strings.Lines(models) {
				seen[line] = true
			}
			want, _ := strconv.Atoi(strings.Trim(closing, "c models+\n"))
			if code != 10 || !ok || !closed || len(seen) != want {
				t.Errorf("%s, -n %d: exit code %d, %q", e, n, code, got)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f.cnf")
	if err := os.WriteFile(file, []byte(satisfiable), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		args []string
		says string
	}{
		{"no file", []string{filepath.Join(dir, "none.cnf")}, "none.cnf"},
		{"no formula", []string{"-"}, "<stdin>:1:1: expected"},
		{"a directory", []string{dir}, dir},
		{"nowhere to write", []string{"-o", filepath.Join(dir, "no", "answer")}, "no"},
		{"no such solver", []string{"-x", filepath.Join(dir, "solver"), file}, "solver"},
	} {
		got, code := qsat("hello\n", test.args...)
		if code != 1 || !strings.HasPrefix(got, "qsat: ") || !strings.Contains(got, test.says) {
			t.Errorf("%s: exit code %d, %q", test.name, code, got)
		}
	}
}

// The last --project counts; several --assume are joined.
func TestRepeatedFlags(t *testing.T) {
	const formula = "p cnf 3 0\n"
	if got, _ := qsat(formula, "-a", "--project", "1,2", "--project", "3"); !strings.Contains(got, "c models 2\n") {
		t.Errorf("--project twice:\n%s", got)
	}
	if got, _ := qsat(formula, "--assume", "1 2", "--assume=-3"); got != "s SATISFIABLE\nv 1 2 -3 0\n" {
		t.Errorf("--assume twice:\n%s", got)
	}
}

// --threads uses at most the processors of the machine.
func TestThreads(t *testing.T) {
	before, most := runtime.GOMAXPROCS(0), runtime.NumCPU()
	for asked, want := range map[int]int{1: 1, most: most, 1024: min(most, 1024)} {
		f := flags{threads: asked}
		_, release := f.limited(t.Context())
		if got := runtime.GOMAXPROCS(0); f.threads != want || got != want {
			t.Errorf("%d threads: the search has %d, Go %d, want %d", asked, f.threads, got, want)
		}
		release()
		if got := runtime.GOMAXPROCS(0); got != before {
			t.Errorf("%d threads: afterwards %d, want %d", asked, got, before)
		}
	}
}

// TestFlagsWithSoftClauses gives every flag to a WCNF: it is used, or refused with its name.
func TestFlagsWithSoftClauses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "q.wcnf")
	if err := os.WriteFile(file, []byte("h -1 -2 0\n1 1 0\n1 2 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "g"), []byte("t 1 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const optimum = "o 1\nc satisfied: 1 of 2\ns OPTIMUM FOUND\n"
	tests := map[string][][2]string{ // flag: arguments, and a part of the output
		"assume":         {{"--assume=-1,-2", "o 2\nc satisfied: 0 of 2\ns OPTIMUM FOUND\n"}, {"--assume=1,2", "c failed 1 2 0\ns UNSATISFIABLE\n"}, {"--assume=3", "there is no variable 3 to assume"}},
		"engine":         {{"--engine=cdcl", optimum}, {"--engine=count", "the count engine cannot take this formula: it does not look for a model"}},
		"groups":         {{"--groups", "--groups needs"}, {"--groups --mus", "--mus does not answer"}},
		"corrections":    {{"--corrections", "--corrections needs"}, {"--corrections --mus --all", "--mus does not answer"}},
		"core":           {{"--core", "--core needs"}, {"--core --assume=1", "--core does not answer"}},
		"checkpoint":     {{"--checkpoint=k", "--checkpoint needs"}, {"--checkpoint=k --count", "--count with --proof, --graph or --checkpoint does not answer"}},
		"graph":          {{"--graph=g", "--graph needs"}, {"--graph=g --count", "--count with --proof, --graph or --checkpoint does not answer"}},
		"from-graph":     {{"--from-graph=" + file + " --count", "expected"}, {"--from-graph=" + dir + "/g --count", "the formula has soft clauses"}},
		"each":           {{"--each", "--each needs"}, {"--each --count", "c s exact arb int 2\nc each 1 1\nc each -1 1\nc each 2 1\nc each -2 1\n"}},
		"digits":         {{"--digits=2 --count", "c s exact arb int 2\nc decimal 2.0\n"}, {"--digits=2", "--digits needs"}},
		"simplify":       {{"--simplify=sat --map=" + dir + "/m", "--simplify does not answer"}, {"--simplify=sat --ignore-objective --map=" + dir + "/m", "c simplified for sat, from 2 variables and 1 clauses\n"}},
		"map":            {{"--map=m", "--map needs"}},
		"answer":         {{"--answer=a", "--answer needs"}, {"--answer=a --map=m", "--answer does not answer"}},
		"certificate":    {{"--certificate=a", "--certificate needs"}, {"--certificate=a --map=m --proof=" + dir + "/r", "--certificate with --proof, --graph or --checkpoint does not answer"}},
		"keep":           {{"--keep=1", "--keep needs"}, {"--keep=1 --simplify=sat --ignore-objective --map=" + dir + "/m", "p cnf 1 "}},
		"session":        {{"--session", ""}}, // see the tests of sessions
		"estimate":       {{"--estimate", "--estimate needs"}, {"--estimate --count", "--estimate does not answer"}},
		"proof":          {{"--proof=" + dir + "/p", optimum}, {"--proof=p --count", file + ": --count with --proof, --graph or --checkpoint does not answer for soft clauses: add --ignore-objective for the hard clauses only; without --count"}},
		"binary-proof":   {{"--binary-proof --proof=" + dir + "/q", optimum}},
		"all":            {{"--all", optimum + "v 1 -2 0\nv -1 2 0\nc models 2\n"}},
		"count":          {{"--count", optimum + "c s type mc\nc s log10-estimate 0.301029995663981\nc s exact arb int 2\n"}, {"--count --assume=1,2", "c failed 1 2 0\ns UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n"}, {"--count --json", `{"status":"OPTIMUM FOUND","count_type":"mc","count":"2","cost":"1",`}},
		"up-to-symmetry": {{"--up-to-symmetry", "--up-to-symmetry needs"}, {"--up-to-symmetry --all", optimum + "c symmetries 1\nv 1 -2 0\nv -1 2 0\nc models 2\n"}},
		"models":         {{"--models=1", optimum + "v 1 -2 0\nc models 1+\n"}},
		"sample":         {{"--sample=2", optimum + "v -1 2 0\nv 1 -2 0\nc samples 2\n"}},
		"split":          {{"--split=2", file + ": --split does not answer for soft clauses: add --ignore-objective for the hard clauses only; without --split, qsat finds the optimum\n"}},
		"mus":            {{"--mus", "--mus does not answer"}},
		"backbone":       {{"--backbone", "--backbone does not answer"}},
		"valid":          {{"--valid=1", "--valid does not answer"}, {"--valid=1 --ignore-objective", "b -2\nb 0\n"}},
		"part":           {{"--part=1/2", "--part does not answer"}},
		"solver":         {{"--solver=true", "--solver does not answer"}},
		"project":        {{"--project=1", "--project needs"}, {"--project=1 --all", optimum + "v 1 0\nv -1 0\nc models 2\n"}, {"--project=1 --count", optimum + "c s type pmc\n"}},
		"diff":           {{"--diff=" + file, "--diff compares formulas without cubes and soft clauses"}, {"--ignore-objective --diff=" + file, "c equivalent\ns UNSATISFIABLE\n"}},
		"ignore-objective": {{"--ignore-objective --count", "s SATISFIABLE\nc s type mc\nc s log10-estimate 0.477121254719662\nc s exact arb int 3\n"}, {"--ignore-objective", "s SATISFIABLE\nv "},
			{"--ignore-objective --backbone --assume=1", "b 1\nb -2\nb 0\n"}, {"--ignore-objective --mus --assume=1,2", "c mus 1\n"}, {"--ignore-objective --solver=true", "expected the result of a solver"}},
		"bound":     {{"--bound=" + dir + "/b", optimum}},
		"verify":    {{"--verify", "o 1\nc satisfied: 1 of 2\nc proof verified\ns OPTIMUM"}, {"--verify --all", "c proof verified\ns OPTIMUM FOUND\nv 1 -2 0\n"}},
		"threads":   {{"--threads=1", optimum}},
		"seed":      {{"--seed=1", optimum}},
		"timeout":   {{"--timeout=60", optimum}},
		"memory":    {{"--memory=1G", optimum}},
		"no-model":  {{"--no-model", optimum}, {"--no-model --all", optimum + "c models 2\n"}},
		"names":     {{"--names", optimum}, {"--names --count", "--names with --count needs"}, {"--names --assume=1,2", "c failed 1 2 0\ns UNSATISFIABLE\n"}},
		"json":      {{"--json", `{"status":"OPTIMUM FOUND",`}, {"--json --all", "{\"model\":[1,-2]}\n{\"model\":[-1,2]}\n{\"status\":\"OPTIMUM FOUND\",\"models\":\"2\",\"complete\":true,\"cost\":\"1\","}},
		"stats":     {{"--stats", "\nc stats: "}},
		"verbose":   {{"--verbose", "c read "}},
		"exit-zero": {{"--exit-zero", optimum}},
		"strict":    {{"--strict", file + ":1:1: expected the header `p cnf"}},
		"relaxed":   {{"--relaxed", optimum}},
	}
	for _, f := range New().Flags {
		name := f.Names()[0]
		if tests[name] == nil {
			t.Errorf("--%s is not tested", name)
		}
		for _, tt := range tests[name] {
			if got, _ := qsat("", append(strings.Fields(tt[0]), file)...); !strings.Contains(got, tt[1]) {
				t.Errorf("%s: %q, want %q", tt[0], got, tt[1])
			}
		}
	}
}
