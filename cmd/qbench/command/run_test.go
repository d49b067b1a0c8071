//go:build unix

package command

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// qbench runs the program in this process.
func qbench(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = program.Run(New(), append([]string{"qbench"}, args...), strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// succeed runs the program, which must end with exit code 0.
func succeed(t *testing.T, args ...string) {
	t.Helper()
	if code, _, stderr := qbench(args...); code != 0 {
		t.Fatalf("%q: exit code %d, %s", args, code, stderr)
	}
}

// set makes a directory without a manifest and with two instances: a.cnf, whose only model is -1
// 2, and b.cnf, which is unsatisfiable.
func set(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	save(t, filepath.Join(dir, "a.cnf"), "p cnf 2 2\n1 2 0\n-1 0\n", 0o666)
	save(t, filepath.Join(dir, "b.cnf"), "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", 0o666)
	return dir
}

func save(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// script writes a solver as a shell script and returns its command. In the script, the function
// answers prints a correct answer. Its version is 1.0.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "solver")
	save(t, name, `#!/bin/sh
case "$*" in *--version) echo "solver 1.0"; exit;; esac
answers() { if grep -q 'cnf 2 2'; then echo s SATISFIABLE; echo v -1 2 0; else echo s UNSATISFIABLE; fi; }
`+text+"\n", 0o777)
	return name
}

// lines returns the results of the set without machine-dependent columns: for each run the
// instance, answer, count, conflicts, proof and note.
func lines(t *testing.T, dir string) []string {
	t.Helper()
	results, err := readResults(resultsFile(dir, ""))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range results {
		note := r.Note
		if strings.HasPrefix(note, "wrong proof") { // the rest depends on the checker
			note = "wrong proof"
		}
		list = append(list, strings.TrimRight(strings.Join([]string{r.instance, r.Answer, r.Count, r.Conflicts, r.Proof, note}, "|"), "|"))
	}
	return list
}

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		name, solver string // a script; placeholders such as {in} come after #
		args         string
		want         string // expected lines, separated by ;
		code         int
		message      string // part of it
	}{
		{"right", "answers", "", "a.cnf|SAT;b.cnf|UNSAT", 0, ""},
		{"several blanks", "answers # \t-q\n-v", "", "a.cnf|SAT;b.cnf|UNSAT", 0, ""},
		{"file", `answers <"$1" #{in}`, "", "a.cnf|SAT;b.cnf|UNSAT", 0, ""},
		{"conflicts", "answers; echo c conflicts: 17 3 per second", "", "a.cnf|SAT||17;b.cnf|UNSAT||17", 0, ""},
		{"count", "grep -q 'cnf 2 2' && echo s SATISFIABLE && echo c s exact arb int 1 || echo s UNSATISFIABLE", "", "a.cnf|SAT|1;b.cnf|UNSAT", 0, ""},
		{"no model", "answers | sed /^v/d", "", "a.cnf|FAILED||||no model to check;b.cnf|UNSAT", 1, "1 of 2 runs failed; the first: DIR/a.cnf: SOLVER: no model to check"},
		{"no exact count", "echo s SATISFIABLE; echo c s exact double prec-sci 1.25e0", "--match a", "a.cnf|FAILED||||it printed no exact count (`c s exact arb int` or `c s exact arb frac`), the only kind of count that can be compared",
			1, "1 of 1 runs failed; the first: DIR/a.cnf: SOLVER: it printed no exact count"},
		{"weighted count", "echo s SATISFIABLE; echo c s exact arb frac -10/8", "--match a", "a.cnf|SAT|wmc -5/4", 0, ""},
		{"weighted count of 0", "echo s SATISFIABLE; echo c s type wmc; echo c s exact arb int 0", "--match a", "a.cnf|SAT|wmc 0", 0, ""},
		{"both statuses", "answers; echo s UNSATISFIABLE", "", "a.cnf|FAILED||||it answered both SATISFIABLE and UNSATISFIABLE (exit status 0);b.cnf|UNSAT", 1,
			"1 of 2 runs failed; the first: DIR/a.cnf: SOLVER: it answered both SATISFIABLE and UNSATISFIABLE"},
		{"both statuses, without a model and a last line end", "printf 's UNSATISFIABLE\ns SATISFIABLE'", "",
			"a.cnf|FAILED||||it answered both SATISFIABLE and UNSATISFIABLE (exit status 0);b.cnf|FAILED||||it answered both SATISFIABLE and UNSATISFIABLE (exit status 0)", 1, "2 of 2 runs failed"},
		{"enumeration", "echo s SATISFIABLE; echo v -1 2 0; echo s SATISFIABLE; echo v -1 2 0; echo s UNSATISFIABLE", "--match a", "a.cnf|SAT", 0, ""},
		{"dies after its answer", "answers; kill -11 $$", "", "a.cnf|FAILED||||it answered SATISFIABLE and died (signal: segmentation fault);" +
			"b.cnf|FAILED||||it answered UNSATISFIABLE and died (signal: segmentation fault)", 1, "2 of 2 runs failed; the first: DIR/a.cnf: SOLVER: it answered SATISFIABLE and died"},
		{"exit code 10 after UNSATISFIABLE", "echo s UNSATISFIABLE; exit 10", "--match b", "b.cnf|FAILED||||it answered UNSATISFIABLE and ended with exit code 10, which means SATISFIABLE", 1, "1 of 1 runs failed"},
		{"count and model", "answers; echo c s exact arb int 1", "--match a", "a.cnf|SAT|1||model", 0, ""},
		{"gives up", "echo s UNKNOWN", "", "a.cnf|UNKNOWN;b.cnf|UNKNOWN", 0, ""},
		{"crash", "kill -9 $$", "", "a.cnf|FAILED||||output:1:1: expected the result of a solver, found end of file (signal: killed);" +
			"b.cnf|FAILED||||output:1:1: expected the result of a solver, found end of file (signal: killed)", 1,
			"qbench: 2 of 2 runs failed; the first: DIR/a.cnf: SOLVER: output:1:1: expected the result of a solver, found end of file (signal: killed)\n"},
		{"unknown flag", `echo 'unknown flag "--bogus"' >&2; echo usage >&2; exit 1 #--bogus {in} {out}`, "",
			`a.cnf|FAILED||||it wrote no result file (exit status 1): unknown flag "--bogus" .. usage;` +
				`b.cnf|FAILED||||it wrote no result file (exit status 1): unknown flag "--bogus" .. usage`, 1,
			`qbench: 2 of 2 runs failed; the first: DIR/a.cnf: SOLVER --bogus {in} {out}: it wrote no result file (exit status 1): unknown flag "--bogus" .. usage`},
		{"fails on one", "answers | grep -v UNSAT; exit 0", "", "a.cnf|SAT;b.cnf|FAILED||||output:1:1: expected the result of a solver, found end of file (exit status 0)", 1,
			"qbench: 1 of 2 runs failed; the first: DIR/b.cnf: SOLVER: "},
		{"too long", "sleep 100 & sleep 100", "--limit 0.1", "a.cnf|TIMEOUT;b.cnf|TIMEOUT", 0, ""},
		{"at once", "answers", "-j 2", "a.cnf|SAT;b.cnf|UNSAT", 0, ""},
		{"wrong model", "echo s SATISFIABLE; echo v 1 2 0", "", "a.cnf|WRONG||||wrong model: it does not satisfy -1 0;" +
			"b.cnf|WRONG||||wrong model: it does not satisfy -1 -2 0", 1, "a.cnf: SOLVER: wrong model: it does not satisfy -1 0"},
		{"proof", `answers; printf '1 0\n0\n' >"$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|UNSAT|||verified", 0, ""},
		{"proof in LRAT", `answers; printf '5 1 0 1 3 0\n6 0 5 2 4 0\n' >"$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|UNSAT|||verified", 0, ""},
		{"proof in binary LRAT", `answers; printf 'a\012\002\000\002\006\000a\014\000\012\004\010\000' >"$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|UNSAT|||verified", 0, ""},
		{"wrong proof in LRAT", `answers; printf '5 1 0 1 3 0\n6 0 5 2 0\n' >"$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|WRONG||||wrong proof", 1,
			"b.cnf: SOLVER {proof}: wrong proof: line 2, step 2: 0: its hints do not lead to a conflict"},
		{"proof cut off", `answers; printf '1 0\n1' >"$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|WRONG||||wrong proof", 1, "wrong proof: the proof is cut off"},
		{"FIFO for a proof", `answers; mkfifo "$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|WRONG||||wrong proof", 1, "wrong proof: expected a regular file"},
		{"wrong proof", `answers; echo 0 >"$1" #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|WRONG||||wrong proof", 1, "b.cnf: SOLVER {proof}: wrong proof: "},
		{"no proof", `answers #{proof}`, "--check-proofs", "a.cnf|SAT;b.cnf|WRONG||||no proof", 1, "b.cnf: SOLVER {proof}: no proof"},
		{"proof not asked for", `answers #{proof}`, "", "a.cnf|SAT;b.cnf|UNSAT", 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := set(t)
			text, places, _ := strings.Cut(tt.solver, "#")
			solver := script(t, text)
			line := " " + solver + " " + places
			args := append([]string{"run", dir, "--solver", line}, strings.Fields(tt.args)...)
			code, stdout, stderr := qbench(args...)
			if code != tt.code || stdout != "" || !strings.Contains(strings.NewReplacer(solver, "SOLVER", dir, "DIR").Replace(stderr), tt.message) || (code == 0) != (stderr == "") {
				t.Errorf("exit code %d, %q, %q; want %d, %q", code, stdout, stderr, tt.code, tt.message)
			}
			got := lines(t, dir)
			if strings.Contains(tt.args, "-j") && len(got) == 2 && got[0] > got[1] {
				got[0], got[1] = got[1], got[0]
			}
			if d := cmp.Diff(strings.Split(tt.want, ";"), got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			want := len(got) + strings.Count(strings.Join(got, ""), answerFailed) // these runs are repeated automatically
			if again, _, _ := qbench(args...); again != tt.code || len(lines(t, dir)) != want {
				t.Errorf("again: exit code %d, lines %q", again, lines(t, dir))
			}
		})
	}
}

// The checker of qcheck decides about each proof, and drat-trim in PATH is not asked. A checker of
// --checker gets the formula without comments, and can only reject. The formula a.cnf is satisfiable.
func TestChecker(t *testing.T) {
	bin := t.TempDir()
	asked, checker := filepath.Join(bin, "asked"), filepath.Join(bin, "drat-trim")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	const checked = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
	const lrat, binary = `5 1 0 1 3 0\n6 0 5 2 4 0\n`, `a\012\002\000\002\006\000a\014\000\012\004\010\000`
	for _, tt := range []struct{ checker, verdict, instance, proof, want, asked string }{
		{"", "s VERIFIED", "a", `a\000`, "WRONG||||wrong proof", ""},
		{"", "s NOT VERIFIED", "b", `1 0\n0\n`, "UNSAT|||verified", ""},
		{"drat-trim", "s VERIFIED", "a", `a\000`, "WRONG||||wrong proof", ""},
		{"drat-trim", `s VERIFIED\nexit 1`, "b", `1 0\n0\n`, "UNSAT|||verified", checked},
		{"drat-trim", "s NOT VERIFIED", "b", lrat, "UNSAT|||verified", ""},
		{"lrat=drat-trim {proof} {in}", "s VERIFIED UNSAT", "b", lrat, "UNSAT|||verified", lrat},
		{"lrat=drat-trim", "s NOT VERIFIED", "b", `1 0\n0\n`, "UNSAT|||verified", ""},
		{"lrat=drat-trim", "s NOT VERIFIED", "b", binary, "UNSAT|||disputed|drat-trim: s NOT VERIFIED, but qcheck verified the proof", checked},
		{"drat-trim", "s NOT VERIFIED", "b", `1 0\n0\n`, "UNSAT|||disputed|drat-trim: s NOT VERIFIED, but qcheck verified the proof", checked},
		{"drat-trim", "c verified", "b", `1 0\n0\n`, "UNSAT|||unchecked|drat-trim: it gave no verdict: c verified", checked},
	} {
		save(t, checker, "#!/bin/sh\ncp \"$1\" "+asked+"\necho "+strings.Replace(tt.verdict, `\n`, "\n", 1)+"\n", 0o777)
		os.Remove(asked)
		dir := set(t)
		save(t, filepath.Join(dir, "b.cnf"), "c a comment\np cnf 2 4\nc p show 1 0\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", 0o666)
		args := []string{"run", dir, "--match", tt.instance, "--check-proofs", "--solver", script(t, "echo s UNSATISFIABLE; printf '"+tt.proof+`' >"$1"`) + " {proof}"}
		if tt.checker != "" {
			args = append(args, "--checker", tt.checker)
		}
		code, _, stderr := qbench(args...)
		if wrong := strings.Contains(tt.want, "WRONG") || strings.Contains(stderr, "b.cnf: ") && strings.Contains(stderr, "checkers disagree: "); wrong != (code == 1) {
			t.Errorf("%v: exit code %d, %s", tt, code, stderr)
		}
		was, _ := os.ReadFile(asked)
		if got := strings.Join(lines(t, dir), ";"); got != tt.instance+".cnf|"+tt.want || string(was) != strings.ReplaceAll(tt.asked, `\n`, "\n") {
			t.Errorf("%v: %s, %s; asked about %q", tt, got, stderr, was)
		}
	}
}

// A run of a solver that changes the instance has failed, and later runs skip this instance.
func TestChangedInstance(t *testing.T) {
	for _, change := range []string{`printf 'p cnf 2 1\n1 0\n' >"$1"`, `rm "$1"`} {
		for _, name := range []string{"c.cnf", "c.cnf.gz"} {
			dir := t.TempDir()
			save(t, filepath.Join(dir, name), "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", 0o666)
			if name == "c.cnf.gz" {
				var packed bytes.Buffer
				w := gzip.NewWriter(&packed)
				w.Write([]byte("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"))
				w.Close()
				save(t, filepath.Join(dir, name), packed.String(), 0o666)
			}
			solver := script(t, change+"; echo s SATISFIABLE; echo v 1 2 0") + " {in}"
			code, _, stderr := qbench("run", dir, "--solver", solver, "--solver", script(t, "echo s UNSATISFIABLE"))
			if got := strings.Join(lines(t, dir), ";"); code != 1 || got != name+"|FAILED||||the instance changed during the run" || !strings.Contains(stderr, "the instance is skipped") {
				t.Errorf("%s, %s: exit code %d, %s, %s", change, name, code, got, stderr)
			}
		}
	}
}

// A proven answer takes precedence, then the manifest. Without either, all runs that contradict
// each other are wrong. Only proven answers are recorded. The first word is the status in the manifest, and
// the other words are runs: an answer, a count, and * if the answer was checked.
func TestSettle(t *testing.T) {
	for before, want := range map[string]string{
		"UNKNOWN SAT UNSAT":           "SAT SAT WRONG",
		"UNKNOWN UNSAT UNSAT SAT":     "SAT WRONG WRONG SAT",
		"UNKNOWN SAT/5 UNSAT":         "UNKNOWN WRONG WRONG",
		"UNKNOWN SAT/5* UNSAT":        "SAT/5 SAT/5 WRONG",
		"UNKNOWN SAT/5 UNSAT*":        "UNSAT/0 WRONG UNSAT",
		"UNKNOWN SAT UNSAT*":          "UNKNOWN WRONG WRONG",
		"UNKNOWN SAT/5 SAT/6":         "UNKNOWN WRONG WRONG",
		"UNKNOWN UNKNOWN/5 UNSAT":     "UNKNOWN WRONG WRONG",
		"UNKNOWN UNKNOWN/0 UNSAT":     "UNKNOWN UNKNOWN/0 UNSAT",
		"UNKNOWN TIMEOUT FAILED":      "UNKNOWN TIMEOUT FAILED",
		"UNKNOWN WRONG UNSAT":         "UNKNOWN WRONG UNSAT",
		"UNKNOWN UNSAT/1":             "UNKNOWN WRONG",
		"UNKNOWN SAT/0":               "UNKNOWN WRONG",
		"SAT/4 SAT/5 SAT/4 SAT UNSAT": "SAT/4 WRONG SAT/4 SAT WRONG",
		"UNSAT/0 SAT/5":               "UNSAT/0 WRONG",
		"UNSAT/0 UNSAT SAT":           "SAT! WRONG SAT",
		"SAT/4 UNSAT*":                "UNSAT/0! UNSAT",

		"UNKNOWN SAT/wmc_4/3 SAT/wmc_5/3": "UNKNOWN WRONG WRONG",
		"UNKNOWN SAT/wmc_0 SAT/7 SAT/7":   "UNKNOWN SAT/wmc_0 SAT/7 SAT/7",
		"UNKNOWN UNKNOWN/wmc_0 UNSAT":     "UNKNOWN UNKNOWN/wmc_0 UNSAT",
		"UNKNOWN UNSAT/wmc_1/2":           "UNKNOWN WRONG",
		"SAT/wmc_4/3 SAT/wmc_4/3 SAT/7":   "SAT/wmc_4/3 SAT/wmc_4/3 SAT/7",
		"SAT/wmc_4/3 SAT/wmc_1":           "SAT/wmc_4/3 WRONG",
		"UNKNOWN SAT/o_3* SAT/o_4*":       "SAT/o_3 SAT/o_3 WRONG",
		"UNKNOWN SAT/o_4* UNKNOWN/o_3*":   "SAT WRONG UNKNOWN/o_3",
		"UNKNOWN UNKNOWN/o_3* UNSAT":      "SAT UNKNOWN/o_3 WRONG",
		"UNKNOWN SAT/5 SAT/5":             "UNKNOWN SAT/5 SAT/5",
		"SAT/4 SAT/5*":                    "SAT/5! SAT/5",
		"SAT/4 SAT/5* SAT/4":              "SAT/5! SAT/5 WRONG",
		"SAT/o_4 SAT/o_3*":                "SAT/o_3! SAT/o_3",
		"SAT/o_4 UNKNOWN/o_3*":            "SAT! UNKNOWN/o_3",
		"SAT/o_3 SAT/o_4* UNKNOWN/o_5*":   "SAT/o_3 WRONG UNKNOWN/o_5",
	} {
		words := strings.Fields(before)
		column := func(word string) (answer, count string) {
			answer, count, _ = strings.Cut(strings.TrimSuffix(word, "*"), "/")
			return answer, strings.ReplaceAll(count, "_", " ")
		}
		record := manifest.Record{}
		if record.Status, record.Solutions = column(words[0]); record.Solutions == "" {
			record.Solutions = manifest.NotKnown
		}
		var runs []*result
		for i, word := range words[1:] {
			r := &result{pair: pair{solver: fmt.Sprint(i)}}
			r.Answer, r.Count = column(word)
			if strings.HasSuffix(word, "*") {
				r.Proof = verified
			}
			runs = append(runs, r)
		}
		wrong := settleOne(&record, runs)
		got := record.Status
		if record.Solutions != manifest.NotKnown {
			got += "/" + record.Solutions
		}
		if wrong != "" {
			got += "!"
		}
		for _, r := range runs {
			got += " " + r.Answer
			if r.Count != "" && r.Answer != answerWrong {
				got += "/" + r.Count
			}
			if (r.Answer == answerWrong) != strings.HasPrefix(r.Note, "contradicted: ") && !strings.Contains(before, answerWrong) {
				t.Errorf("%s: note %q", before, r.Note)
			}
		}
		if got = strings.NewReplacer("o ", "o_", "wmc ", "wmc_").Replace(got); got != want {
			t.Errorf("%s: %s, want %s", before, got, want)
		}
	}
}

// With soft clauses, the model must satisfy the hard clauses and have the cost in the last line o. Only
// OPTIMUM FOUND solves the instance.
func TestRunWCNF(t *testing.T) {
	for text, want := range map[string]string{
		"echo o 3; echo o 2; echo s OPTIMUM FOUND; echo v -1 2 0":                                    "SAT|o 2||model",
		"echo s OPTIMUM FOUND; echo v -1 2 0":                                                        "SAT|o 2||model",
		"echo o 3; echo s SATISFIABLE; echo v 1 -2 0":                                                "UNKNOWN|o 3||model",
		"echo o 3; echo s SATISFIABLE; echo v 1 -2 0; echo o 2; echo s OPTIMUM FOUND; echo v -1 2 0": "SAT|o 2||model",
		"echo o 1; echo s OPTIMUM FOUND; echo v -1 2 0":                                              "WRONG||||wrong cost: the last model costs 2, but the last line o says 1",
		"echo o 0; echo s OPTIMUM FOUND; echo v -1 -2 0":                                             "WRONG||||wrong model: it does not satisfy 1 2 0",
		"echo o 2; echo s OPTIMUM FOUND":                                                             "FAILED||||no model to check",
	} {
		dir := t.TempDir()
		save(t, filepath.Join(dir, "a.wcnf"), "h 1 2 0\n3 -1 0\n2 -2 0\n", 0o666)
		_, _, stderr := qbench("run", dir, "--solver", script(t, text))
		if got := strings.Join(lines(t, dir), ";"); got != "a.wcnf|"+want {
			t.Errorf("%s: %s, want %s (%s)", text, got, want, stderr)
		}
	}
}

// With --check-proofs, every claim needs its certificate: an optimum, a count and a backbone, too. Only what was
// proved goes into the manifest. The formulas are a.cnf with 1 model, and o.wcnf with an optimum of 1.
func TestCertificates(t *testing.T) {
	const optimum = "echo o 1; echo s OPTIMUM FOUND; echo v -1 2 0"
	for _, tt := range []struct{ name, script, want, recorded string }{
		{"o", optimum, "SAT|o 1||verified", "SAT o 1"},
		{"o", "echo o 2; echo s OPTIMUM FOUND; echo v 1 2 0", "WRONG||||wrong proof", "UNKNOWN -"},
		{"o", optimum + "; rm $1", "WRONG||||no proof", "UNKNOWN -"},
		{"o", "echo o 2; echo s OPTIMUM FOUND; echo v 1 2 0; : >$1", "WRONG||||wrong proof", "UNKNOWN -"},
		{"o", "echo o 2; echo s SATISFIABLE; echo v 1 2 0; rm $1", "UNKNOWN|o 2||model", "SAT -"},
		{"a", "echo s SATISFIABLE; echo c s exact arb int 1", "SAT|1||verified", "SAT 1"},
		{"a", "echo s SATISFIABLE; echo v -1 2 0; echo c s exact arb int 1", "SAT|1||verified", "SAT 1"},
		{"a", "echo s SATISFIABLE; echo c s exact arb int 2", "WRONG|2|||wrong count: it proves the count 1, but the answer says 2", "UNKNOWN -"},
		{"a", "echo s SATISFIABLE; echo c s exact arb int 1; rm $1", "WRONG|1|||no proof", "UNKNOWN -"},
		{"a", "echo s SATISFIABLE; echo c s exact arb int 1; echo 0 >$1", "WRONG|1|||wrong proof", "UNKNOWN -"},
		{"a", "echo b -1; echo b 2; echo b 0; echo s SATISFIABLE; echo 2 0 >$1", "SAT|||backbone", "UNKNOWN -"},
		{"a", "echo b 1; echo b 0; echo s SATISFIABLE; echo 2 0 >$1", "WRONG||||wrong proof", "UNKNOWN -"},
		{"a", "echo s SATISFIABLE; echo v -1 2 0; echo c models 1", "SAT|1||model|a number of models without a line `c s exact` has no certificate", "SAT -"},
		{"a", "echo s SATISFIABLE; echo v -1 2 0; echo c models 2", "WRONG|2|||wrong number of models: it has 1 models, but says that there are 2", "UNKNOWN -"},
		{"a", "echo s UNSATISFIABLE", "WRONG||||wrong count: it proves the count 1, but the answer says 0", "UNKNOWN -"},
	} {
		dir := t.TempDir()
		save(t, filepath.Join(dir, "a.cnf"), "p cnf 2 2\n1 2 0\n-1 0\n", 0o666)
		save(t, filepath.Join(dir, "o.wcnf"), "h 1 2 0\n1 -1 0\n1 -2 0\n", 0o666)
		proof := "0\n"
		if tt.name == "a" {
			proof = "3 p 3 -1 2 0\n7 a 2 0 2 1 0\n8 a 3 0 2 7 3 0\nr 3\n"
		}
		save(t, filepath.Join(dir, "proof"), proof, 0o666)
		solver := script(t, "cp "+filepath.Join(dir, "proof")+" $1; "+tt.script) + " {proof}"
		_, _, stderr := qbench("run", dir, "--match", "^"+tt.name, "--check-proofs", "--solver", solver)
		got := strings.SplitAfterN(strings.Join(lines(t, dir), ";"), "|", 2)[1]
		m, err := manifest.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		record := m.Records[strings.Index("ao", tt.name)]
		if recorded := record.Status + " " + record.Solutions; got != tt.want || recorded != tt.recorded {
			t.Errorf("%s: %s, recorded %s; want %s and %s (%s)", tt.script, got, recorded, tt.want, tt.recorded, stderr)
		}
	}
}

// A run does not undo changes of the manifest that were made meanwhile.
func TestManifestChangesMeanwhile(t *testing.T) {
	dir := set(t)
	name := filepath.Join(dir, manifest.Name)
	code, _, stderr := qbench("run", dir, "--match", "a", "--solver", script(t, "answers; sed -i.old '/^b/d; s/^a.*/a.cnf\t-\t3\t3\tUNKNOWN\t-\tff\t-/' "+name))
	if m, err := manifest.Read(dir); code != 0 || err != nil || len(m.Records) != 1 || m.Records[0].SHA256 != "ff" {
		t.Errorf("exit code %d, %s, %v, %v", code, stderr, m, err)
	}
}

// The GBD hash of a file does not depend on its layout, and a comment gives the status.
func TestDescribe(t *testing.T) {
	for text, want := range map[string]string{
		"p cnf 2 2\n1 -2 0\n2 0\n":                            "UNKNOWN %x",
		"c status: UNSAT\r\np cnf 2 2\r\n1\n -2 0 2 0\nc x\n": "UNSAT %x",
		"p cnf 2 3\n1 -2 0\n":                                 "a.cnf:1:1: expected 3 clauses as the header says, found 1",
	} {
		dir := t.TempDir()
		save(t, filepath.Join(dir, "a.cnf"), text, 0o666)
		record, err := describe(t.Context(), dir, "a.cnf", dimacs.Default)
		if strings.Contains(want, "%x") {
			want = fmt.Sprintf(want, md5.Sum([]byte("1 -2 0 2 0")))
		}
		if got := record.Status + " " + record.GBD; err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}

// Solvers that disagree are an error that names them and the file. A checked model changes the
// manifest.
func TestContradiction(t *testing.T) {
	dir := set(t)
	right, wrong := script(t, "answers"), script(t, "echo s UNSATISFIABLE")
	code, _, stderr := qbench("run", dir, "--solver", right, "--solver", wrong)
	want := fmt.Sprintf("qbench: %s: %s: contradicted: UNSAT, but SAT by %s\n", filepath.Join(dir, "a.cnf"), wrong, right)
	if code != 1 || stderr != want {
		t.Errorf("exit code %d, %q; want %q", code, stderr, want)
	}
	if m, err := manifest.Read(dir); err != nil || m.Records[0].Status != manifest.Satisfiable {
		t.Errorf("a checked model is not in the manifest: %v, %v", m, err)
	}
	os.Remove(filepath.Join(dir, resultsName))
	absurd := script(t, "echo s UNSATISFIABLE; echo c s exact arb int 1")
	if code, _, stderr = qbench("run", dir, "--solver", absurd); code != 1 || !strings.Contains(stderr, "a.cnf: "+absurd+": contradicted: UNSAT, but 1 by "+absurd) {
		t.Errorf("exit code %d, %q", code, stderr)
	}
	text, _ := os.ReadFile(filepath.Join(dir, manifest.Name))
	save(t, filepath.Join(dir, manifest.Name), strings.Replace(string(text), "\t2\t2\tSAT", "\t2\t2\tUNSAT", 1), 0o666)
	os.Remove(filepath.Join(dir, resultsName))
	code, _, stderr = qbench("run", dir, "--solver", right)
	want = fmt.Sprintf("qbench: %s: %s: contradicted: UNSAT, but SAT by %s\n", filepath.Join(dir, "a.cnf"), manifest.Name, right)
	if code != 1 || stderr != want {
		t.Errorf("exit code %d, %q; want %q", code, stderr, want)
	}
}

// The exit code and the errors of a call are about its own solvers and instances, not about older runs.
func TestOlderRuns(t *testing.T) {
	dir := set(t)
	right, wrong := script(t, "answers"), script(t, "echo s UNSATISFIABLE")
	for _, step := range []struct {
		solver, match string
		code          int
	}{{right, "a", 0}, {wrong, "", 1}, {right, "", 0}, {wrong, "b", 0}, {wrong, "a", 1}} {
		code, _, stderr := qbench("run", dir, "--solver", step.solver, "--match", step.match)
		if code != step.code || (code == 0) != (stderr == "") {
			t.Errorf("%v: exit code %d, %s", step, code, stderr)
		}
	}
}

// A file that is no formula is not in the set. A file that was deleted leaves the set, unless qgen made
// it. With --results, the set stays as it is.
func TestSetFollowsFiles(t *testing.T) {
	dir, solver := set(t), script(t, "echo s UNKNOWN")
	save(t, filepath.Join(dir, "few.cnf"), "p cnf 2 3\n1 2 0\n", 0o666)
	for i, step := range []struct {
		remove, args, want, manifest string
		code                         int
	}{
		{"", "", "few.cnf:1:1: expected 3 clauses as the header says, found 1; the file is skipped\n", "a.cnf b.cnf", 1},
		{"few.cnf", "", "", "a.cnf b.cnf", 0},
		{"b.cnf", "--results r", "b.cnf: missing, so that it is no longer a part of the set\n", "a.cnf b.cnf", 0},
		{"", "", "b.cnf: missing, so that it is no longer a part of the set\n", "a.cnf", 0},
		{"", "--match a", "", "a.cnf", 0},
	} {
		os.Remove(filepath.Join(dir, step.remove))
		args := strings.Fields(step.args)
		if len(args) > 1 && args[1] == "r" {
			args[1] = filepath.Join(t.TempDir(), "r")
		}
		code, _, stderr := qbench(append([]string{"run", dir, "--solver", solver}, args...)...)
		m, err := manifest.Read(dir)
		var names []string
		for _, r := range m.Records {
			names = append(names, r.Name)
		}
		if code != step.code || !strings.HasSuffix(stderr, step.want) || step.want == "" && stderr != "" || strings.Join(names, " ") != step.manifest || err != nil {
			t.Errorf("step %d: exit code %d, %q, %v, %v", i, code, stderr, names, err)
		}
	}
	if got := strings.Join(lines(t, dir), ";"); got != "a.cnf|UNKNOWN;b.cnf|UNKNOWN" {
		t.Error(got)
	}
}

// Existing results are not measured again, even after an interruption within a line. Failed runs
// are repeated, and with --retry also stopped runs.
func TestResume(t *testing.T) {
	dir := set(t)
	seen := filepath.Join(t.TempDir(), "seen")
	solver := script(t, "echo run >>"+seen+"; answers")
	runs := func(args ...string) int {
		t.Helper()
		os.Remove(seen)
		succeed(t, append([]string{"run", dir, "--solver", solver}, args...)...)
		text, _ := os.ReadFile(seen)
		return strings.Count(string(text), "\n")
	}
	name := filepath.Join(dir, resultsName)
	for i, step := range []struct {
		answer string // replaces the first answer in the results
		args   string
		want   int
	}{
		{"", "--limit 700", 2}, {"", "", 0}, {"", "--retry", 0},
		{answerFailed, "", 1}, {"", "--limit 700", 0},
		{answerTimeout, "", 0}, {"", "--retry", 1}, {"", "--retry", 0},
		{answerTimeout, "--retry --limit 900", 1}, {"", "--limit 900", 0},
	} {
		if step.answer != "" {
			text, _ := os.ReadFile(name)
			save(t, name, strings.Replace(string(text), "\t"+answerSat, "\t"+step.answer, 1), 0o666)
		}
		if got := runs(strings.Fields(step.args)...); got != step.want {
			t.Errorf("step %d: %d runs, want %d", i, got, step.want)
		}
	}
	text, _ := os.ReadFile(name)
	cut := bytes.LastIndexByte(text[:len(text)-1], '\n')
	save(t, name, string(text[:cut+20]), 0o666)
	if got := runs("--retry"); got != 1 {
		t.Errorf("after an interruption: %d runs", got)
	}
	again, _ := os.ReadFile(name)
	if !bytes.HasPrefix(again, text[:cut+1]) || bytes.Count(again, []byte("\n")) != bytes.Count(text, []byte("\n")) {
		t.Errorf("before and after:\n%s\n%s", text, again)
	}
	save(t, filepath.Join(dir, "b.cnf"), "p cnf 1 0\n", 0o666)
	if code, _, stderr := qbench("run", dir, "--solver", script(t, "answers")); code != 1 || !strings.Contains(stderr, "b.cnf: changed since MANIFEST.tsv was written") {
		t.Errorf("another file: exit code %d, %s", code, stderr)
	}
}

// Runs with different limits are not mixed.
func TestOtherLimits(t *testing.T) {
	dir, slow, fast := set(t), script(t, "answers"), script(t, "answers")
	succeed(t, "run", dir, "--solver", slow, "--solver", fast, "--limit", "0.5", "--match", "a")
	text, _ := os.ReadFile(filepath.Join(dir, resultsName))
	save(t, filepath.Join(dir, resultsName), strings.Replace(string(text), "\tSAT", "\t"+answerTimeout, 1), 0o666)
	for _, tt := range []struct {
		args, message string
	}{
		{"--limit 0.4", "--limit: expected 0.5, as for the runs in RESULTS.tsv, found 0.4: "},
		{"--limit 600", "found 600: for a longer limit add --retry"},
		{"--limit 600 --line 1", "found 600: for a longer limit add --retry"},
		{"--limit 0.4 --retry", "found 0.4: for a longer limit add --retry"},
		{"--limit 600 --retry", "--limit: expected 0.5, as for the runs in RESULTS.tsv, found 600: a longer limit must repeat all runs that were stopped, but this command does not repeat " + slow + " on a.cnf"},
	} {
		code, _, stderr := qbench(append([]string{"run", dir, "--solver", fast}, strings.Fields(tt.args)...)...)
		if code != 2 || !strings.Contains(stderr, tt.message) {
			t.Errorf("%s: exit code %d, %s; want %s", tt.args, code, stderr, tt.message)
		}
	}
	succeed(t, "run", dir, "--solver", slow, "--retry", "--limit", "600", "--match", "a")
	other := set(t)
	if code, _, _ := qbench("run", other, "--solver", "false", "--limit", "3"); code != 1 {
		t.Errorf("exit code %d", code)
	}
	succeed(t, "run", other, "--solver", fast, "--limit", "600")
	if got := strings.Join(lines(t, dir), " "); got != "a.cnf|TIMEOUT a.cnf|SAT a.cnf|SAT" {
		t.Error(got)
	}
}

// A retry replaces one stopped run, and another run replaces failed runs.
func TestPairs(t *testing.T) {
	for before, want := range map[string]string{
		"SAT TIMEOUT SAT": "SAT TIMEOUT SAT", "TIMEOUT TIMEOUT SAT+": "TIMEOUT SAT", "TIMEOUT SAT SAT TIMEOUT+": "SAT SAT TIMEOUT",
		"SAT FAILED": "SAT FAILED", "FAILED FAILED SAT SAT": "SAT SAT", "TIMEOUT FAILED+ SAT": "SAT",
	} {
		var results []result
		for word := range strings.FieldsSeq(before) {
			answer, again := strings.CutSuffix(word, "+")
			results = append(results, result{Answer: answer, retry: map[bool]string{true: retried}[again]})
		}
		var got []string
		for _, r := range pairs(results)[pair{}] {
			got = append(got, r.Answer)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", before, got, want)
		}
	}
}

// A line contains the date, the machine and the version of the solver.
func TestProvenance(t *testing.T) {
	dir := set(t)
	solver := script(t, "answers")
	succeed(t, "run", dir, "--solver", solver, "--solver", "sh -c 'cat >/dev/null; echo s UNKNOWN; exit 1'")
	results, err := readResults(resultsFile(dir, ""))
	if err != nil || len(results) != 4 {
		t.Fatal(results, err)
	}
	for i, r := range results {
		date, err := time.Parse(time.RFC3339, r.Date)
		if err != nil || !strings.HasSuffix(r.Date, "Z") || time.Since(date).Abs() > time.Hour {
			t.Errorf("date %s, %v", r.Date, err)
		}
		if want := []string{"solver 1.0", ""}[i%2]; r.Version != want || r.Machine != machine() {
			t.Errorf("version %q, want %q; machine %q", r.Version, want, r.Machine)
		}
	}
	for _, tt := range []struct {
		cpus, memory string
		n            int
		want         string
	}{
		{"processor\t: 0\nmodel name\t: AMD EPYC: 7\nmodel name\t: other\n", "MemTotal:       24683620 kB\nMemFree: 1 kB\n", 2, "AMD EPYC: 7, 2 processors, 25.3 GB"},
		{"", "", 1, runtime.GOOS + "/" + runtime.GOARCH + ", 1 processor"},
		{"Features: fp\n", "MemTotal: much\n", 3, runtime.GOOS + "/" + runtime.GOARCH + ", 3 processors"},
	} {
		if got := describeMachine(tt.cpus, tt.memory, tt.n); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// Older results have fewer columns; new lines follow a new header.
func TestOlderResults(t *testing.T) {
	dir, solver := set(t), script(t, "answers")
	succeed(t, "run", dir, "--solver", solver, "--match", "a")
	name := filepath.Join(dir, resultsName)
	text, _ := os.ReadFile(name)
	var older string
	for line := range strings.Lines(string(text)) {
		older += strings.Join(strings.Split(strings.TrimSpace(line), "\t")[:12], "\t") + "\n"
	}
	save(t, name, older, 0o666)
	succeed(t, "run", dir, "--solver", solver)
	text, _ = os.ReadFile(name)
	after, is := strings.CutPrefix(string(text), older+resultsHeader+"\n")
	if got := strings.Join(lines(t, dir), " "); !is || strings.Count(after, "\n") != 1 || got != "a.cnf|SAT b.cnf|UNSAT" {
		t.Errorf("%s\n%s", text, got)
	}
}

// With --runs the solvers run in turn, and only missing runs on matching instances are made.
func TestRuns(t *testing.T) {
	dir := set(t)
	args := []string{"run", dir, "--match", "^b", "--solver", script(t, "answers"), "--solver", script(t, "echo s UNKNOWN")}
	for i, step := range []struct {
		runs string
		want int
	}{{"2", 4}, {"2", 4}, {"3", 6}, {"1", 6}} {
		code, _, stderr := qbench(append(args, "--runs", step.runs)...)
		if got := lines(t, dir); code != 0 || len(got) != step.want {
			t.Errorf("step %d: exit code %d, %s, %q", i, code, stderr, got)
		}
	}
	want := strings.Fields(strings.Repeat("b.cnf|UNSAT b.cnf|UNKNOWN ", 3))
	if d := cmp.Diff(want, lines(t, dir)); d != "" {
		t.Errorf("not in turn (-want +got):\n%s", d)
	}
}

// TestRefuses checks that each wrong call has an error and prints no result. An underscore means a blank in an argument.
func TestRefuses(t *testing.T) {
	dir, lp, table, submitted := set(t), t.TempDir(), measured(t), submittable(t)
	save(t, filepath.Join(lp, manifest.Name), manifest.Header+"\na.lp\t-\t1\t1\tSAT\t-\t01\t-\n", 0o666)
	save(t, filepath.Join(lp, "a.lp"), "", 0o666)
	notes := filepath.Join(t.TempDir(), "notes")
	save(t, notes, "notes\n", 0o666)
	empty := filepath.Join(t.TempDir(), "empty")
	save(t, empty, "", 0o666)
	for args, want := range map[string]string{
		"run":        "2 expected the directory of a set",
		"run " + dir: "2 expected --solver CMD, found none",
		"run " + dir + " --solver no-such-solver":        `2 --solver: no-such-solver: executable file not found in $PATH`,
		"run " + dir + " --solver sh|sh":                 "2 no shell runs it",
		"run " + dir + " --solver sh --limit 0":          "2 --limit: expected seconds above 0",
		"run " + dir + " --solver sh --line 3":           "2 --line: expected a run from 1 to 2, found 3",
		"run " + dir + " --solver sh -o x":               "2 results go to RESULTS.tsv in the directory",
		"run " + dir + " " + dir + " --solver sh":        "2 expected one directory, found a second argument",
		"run " + lp + " --solver sh":                     "1 MANIFEST.tsv: expected formulas in CNF or WCNF, found only other files",
		"run " + dir + " --solver sh --match zz":         `2 --match: expected a regular expression that matches the name of a formula in `,
		"run " + dir + " --solver sh --match (":          "2 --match: ",
		"run " + t.TempDir() + " --solver sh":            "1 expected a set, found no MANIFEST.tsv and no instances",
		"run " + dir + " --solver sh --results " + notes: "1 notes:1:1: expected a line written by qbench",
		"measure " + dir:                                 `2 command: expected run, report, submit, shuffle, fuzz or reduce, found "measure"`,

		"report":                    "2 expected the directory of a set",
		"report -f xml x":           "2 --format: expected html, csv, markdown, comparison or changes",
		"report -o x.pdf x":         "2 refusing to write html to x.pdf: expected a name that ends in",
		"report -f html -o x.md x":  "2 --format html contradicts the name x.md, which asks for markdown",
		"report -f csv -o x.html x": "2 --format csv contradicts the name x.html, which asks for html",
		"report " + t.TempDir():     "1 RESULTS.tsv: expected results of qbench run: file does not exist",
		"report --match q --results " + empty + " " + table: "1 empty: expected results of qbench run for the files of the manifest, found none",
		"report " + table + " x":                            `2 expected one directory, found a second argument "x"`,
		"report -f changes --factor 0.5 " + dir:             "2 --factor: expected a number of at least 1, found",
		"report --solver x " + table:                        "2 --solver: expected a solver with results in ",
		"report --results none " + table:                    "1 none: expected results of qbench run: file does not exist",
		"submit --results none " + table:                    "1 none: expected results of qbench run: file does not exist",
		"report -f changes --against x " + table:            "2 --against: expected one of the solvers ",
		"report -f changes --own x " + table:                "2 --own: expected one of the solvers ",

		"submit":                  "2 expected the directory of a set",
		"submit " + dir + " -o x": "2 a submission is a folder: expected --out-dir, found --output",
		"submit " + submitted + " --out-dir " + dir: "1 " + dir + ": already exists: expected the name of a new folder",

		"fuzz":                          "2 expected --solver CMD, found none",
		"fuzz --solver no-such-program": "2 --solver: no-such-program: executable file not found",
		"fuzz x --solver cat":           `2 expected no argument, found "x"`,
		"fuzz --solver cat -o x":        "2 --output: expected --out-dir",
		"fuzz --solver cat --checker no-such-program": "2 no-such-program",
		"reduce --checker cat_{in} x.cnf -- cat":      "2 --checker",
		"reduce":                                      "2 expected FORMULA -- CMD, found 0 arguments",
		"reduce x.cnf":                                "2 expected FORMULA -- CMD, found 1 arguments",
		"reduce x.cnf -- no-such-program":             "2 CMD: ",
		"reduce none.cnf -- cat":                      "1 none.cnf",
	} {
		list := strings.Fields(args)
		for i, arg := range list {
			list[i] = strings.ReplaceAll(arg, "_", " ")
		}
		code, stdout, stderr := qbench(list...)
		if number, message, _ := strings.Cut(want, " "); fmt.Sprint(code) != number || stdout != "" || !strings.Contains(stderr, message) || code == 2 != strings.Contains(stderr, "--help") {
			t.Errorf("qbench %s: exit code %d, %q, %q; want %s", args, code, stdout, stderr, want)
		}
	}
}

// parseResult reads back every line, for any solver and message.
func TestResultLines(t *testing.T) {
	r := result{instance: "a.cnf", pair: pair{sha256: "0f", solver: "a\tb\n\x1b[2J'c d'"}, Answer: answerSat, Limit: 90, Seconds: 1.234, MB: 5, Conflicts: "7",
		Date: "2026-11-23T01:02:03Z", Machine: "AMD", Version: "1\r2", retry: retried}
	line := r.String()
	got, ok := parseResult(line)
	if r.solver, r.Version = "a b  [2J'c d'", "1 2"; !ok || got != r || strings.ContainsAny(line, "\n\x1b") {
		t.Errorf("%q is read as %+v, %v", line, got, ok)
	}
	for _, bad := range []string{"", "x", line + "\tmore", strings.Replace(line, "90", "-90", 1), strings.Replace(line, "90", "NaN", 1), strings.Replace(line, "1.234", "long", 1)} {
		if got, ok := parseResult(bad); ok {
			t.Errorf("%q is read as %+v", bad, got)
		}
	}
}

// FuzzResult reads any line. Its result, once written and read, must not change when it is
// written and read again.
func FuzzResult(f *testing.F) {
	f.Add("a.cnf\t01\tqsat -q\t60\tSAT\t-\t1.500\t1.400\t12.0\t17\t-\t-")
	f.Add("b.cnf\t02\tkissat\t0.25\tUNSAT\t0\t0.001\t0.000\t-\t-\tverified\tnote")
	f.Add("b.cnf\t02\tkissat\t0.25\tUNSAT\t0\t0.001\t0.000\t-\t-\tverified\tnote\t2026-11-23T01:02:03Z\tAMD\t4.0.4\tyes")
	f.Fuzz(func(t *testing.T, line string) {
		if first, ok := parseResult(line); ok {
			second, ok := parseResult(first.String())
			if third, _ := parseResult(second.String()); !ok || third != second {
				t.Errorf("%q: %v, then %v", line, second, third)
			}
		}
	})
}
