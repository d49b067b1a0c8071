//go:build unix

package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens/cmd/internal/external"
	"queens/cmd/internal/program"
	"queens/dimacs"
	answer "queens/dimacs/result"
)

// Failures of all kinds are told apart, by fuzz and by reduce.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	formula := filepath.Join(dir, "f.cnf")
	save(t, formula, "c a comment\np cnf 3 4\n1 2 0\n-1 3 0\n2 -3 0\n1 0\n", 0o666)
	unsat := filepath.Join(dir, "unsat.cnf")
	save(t, unsat, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", 0o666)
	for _, tt := range []struct {
		script string // a solver; #unsat at its end means the formula unsat.cnf
		args   string // of reduce
		want   string // part of the message of reduce
		small  string // the reduced formula
	}{
		{"kill -11 $$", "", "crash (signal: segmentation fault)", "p cnf 0 0\n"},
		{"exit 139", "", "crash (exit status 139)", "p cnf 0 0\n"},
		{"sleep 9", "--limit 0.05", "hang: no end within 50ms", "p cnf 0 0\n"},
		{"echo Segfault >&2; exit 3", "", "no valid answer (exit status 3): output:1:1: expected the result of a solver, found end of file (exit status 3): Segfault", "p cnf 0 0\n"},
		{"echo s SATISFIABLE; echo v 1 2 3 0; exit 20", "", "exit code 20 after SATISFIABLE", "p cnf 0 0\n"},
		{"echo s UNSATISFIABLE; exit 10", "", "exit code 10 after UNSATISFIABLE", "p cnf 0 0\n"},
		{"echo s UNSATISFIABLE; exit 4", "", "exit code 4 after an answer: UNSATISFIABLE", "p cnf 0 0\n"},
		{"echo s UNSATISFIABLE; exit 20", "", "wrong UNSATISFIABLE: qsat has a model", "p cnf 0 0\n"},
		{"echo s SATISFIABLE; exit 10", "", "no model", "p cnf 0 0\n"},
		{"echo s SATISFIABLE; echo v -1 2 -3 0; exit 10", "", "wrong model: it does not satisfy 0", "p cnf 0 1\n0\n"},
		{"if grep -q '^0'; then echo s UNSATISFIABLE; else echo s SATISFIABLE; echo v -1 2 -3 0; fi", "", "wrong model: it does not satisfy 1 0", "p cnf 1 1\n1 0\n"},
		{"echo s SATISFIABLE; echo v -1 2 0; exit 10 #unsat", "", "wrong model: it does not satisfy 0", "p cnf 0 1\n0\n"},
		{"echo s SATISFIABLE; echo c s exact arb int 5", "", "wrong count: it printed 5, and qsat counts 1", "p cnf 0 0\n"},
		{"echo s UNKNOWN; exit 3", "--exit-code", "exit status 3", "p cnf 0 0\n"},
		{"grep -q '^2 -3' && exit 7", "--exit-code", "exit status 7", "p cnf 3 1\n2 -3 0\n"},
		{"echo s UNKNOWN", "", "CMD does not fail on this formula", ""},
	} {
		t.Run(tt.script, func(t *testing.T) {
			formula := formula
			if strings.HasSuffix(tt.script, "#unsat") {
				formula = unsat
			}
			args := append(append([]string{"reduce", formula}, strings.Fields(tt.args)...), "--", script(t, tt.script))
			code, stdout, stderr := qbench(args...)
			if stdout != tt.small || !strings.Contains(stderr, tt.want) || (code == 0) != (tt.small != "") {
				t.Errorf("exit code %d, %q, %q; want %q, %q", code, stdout, stderr, tt.small, tt.want)
			}
		})
	}
	for text, want := range map[string]string{
		"echo s UNSATISFIABLE; exit 20":                   "no proof",
		"echo s UNSATISFIABLE; echo 3 0 0 >$1; exit 20":   "wrong proof",
		"echo s UNSATISFIABLE; printf '1 0\\n0\\n' >$1":   "CMD does not fail",
		"echo s UNSATISFIABLE; echo no proof >$1; exit 0": "wrong proof",
		"echo s UNSATISFIABLE; mkfifo $1":                 "wrong proof: expected a regular file",
	} {
		code, _, stderr := qbench("reduce", unsat, "--", script(t, text), "{proof}")
		if !strings.Contains(stderr, want) || code != 0 && want != "CMD does not fail" || strings.Count(stderr, "wrong proof") > 1 {
			t.Errorf("%s: exit code %d, %q, want %q", text, code, stderr, want)
		}
		if _, _, stderr := qbench("reduce", "--checker", "false", unsat, "--", script(t, text), "{proof}"); want == "CMD does not fail" && !strings.Contains(stderr, "unchecked proof: false: it gave no verdict") {
			t.Errorf("%s: %q", text, stderr)
		}
		if _, _, stderr := qbench("reduce", formula, "--", script(t, text), "{proof}"); !strings.Contains(stderr, "wrong UNSATISFIABLE: qsat has a model") {
			t.Errorf("%s, although there is a model: %q", text, stderr)
		}
	}
}

// Soft clauses, projections and weights are tested, and stay as far as they are needed.
func TestTracks(t *testing.T) {
	for text, want := range map[string]string{
		"maxsat: echo s UNSATISFIABLE #":                                           "wrong UNSATISFIABLE: qsat has a model",
		"pmc: echo s SATISFIABLE; echo c s type pmc; echo c s exact arb int 123":   "wrong count: it printed 123, and qsat counts",
		"wmc: echo s SATISFIABLE; echo c s type wmc; echo c s exact arb frac 12/5": "wrong count: it printed 12/5, and qsat counts",
		"pwmc: echo s UNKNOWN": "",
	} {
		track, text, _ := strings.Cut(text, ": ")
		dir := t.TempDir()
		code, stdout, stderr := qbench("fuzz", "--track", track, "--formulas", "20", "--out-dir", dir, "--solver", script(t, text)+" {in}")
		if (code == 1) != (want != "") || !strings.Contains(stdout, want) {
			t.Errorf("%s: exit code %d, %q, %q, want %q", text, code, stdout, stderr, want)
		}
		names, _ := filepath.Glob(filepath.Join(dir, "fuzz-*"))
		if want != "" && (len(names) != 1 || strings.HasSuffix(names[0], ".wcnf") != (track == "maxsat")) {
			t.Errorf("%s: files %q", text, names)
		}
	}
	formula := filepath.Join(t.TempDir(), "f")
	for text, want := range map[string]string{
		"h 1 2 0\n5 -1 0\n3 -2 4 0\n":                            "grep -q '^[0-9]* -2' : 1 -2 0\n", // as 1 -1 0 after new numbers, it would not fail
		"p cnf 3 1\nc p show 1 3 0\nc p weight 2 1/4 0\n1 2 0\n": "grep -q 'show.* 3' : p cnf 3 0\nc p show 3 0\n",
	} {
		test, want, _ := strings.Cut(want, " : ")
		name := formula + map[bool]string{true: ".wcnf", false: ".cnf"}[text[0] == 'h']
		save(t, name, text, 0o666)
		code, stdout, stderr := qbench("reduce", "--exit-code", name, "--", script(t, test+" && exit 3"))
		if code != 0 || stdout != want {
			t.Errorf("%q: exit code %d, %q, %s, want %q", text, code, stdout, stderr, want)
		}
	}
}

// The simplification of qsat is tested without a solver, also on each track.
func TestFuzzSimplify(t *testing.T) {
	for _, track := range []string{"", "maxsat", "pmc", "wmc"} {
		args := []string{"fuzz", "--simplify", "--formulas", "12", "--seed", "7", "--out-dir", t.TempDir()}
		if track != "" {
			args = append(args, "--track", track)
		}
		code, stdout, stderr := qbench(args...)
		if code != 0 || stdout != "" || !strings.Contains(stderr, " formulas tested (") || strings.Contains(stderr, "qbench: 0 formulas") {
			t.Errorf("%s: exit code %d, %q, %q", track, code, stdout, stderr)
		}
	}
	if code, _, stderr := qbench("fuzz", "--simplify", "--solver", "true"); code != program.ExitUsage {
		t.Errorf("with a solver: exit code %d, %q", code, stderr)
	}
}

// A proof whose check takes too long is a failure of its own name, and qsat judges the answer. The
// proof is a gigabyte of blanks.
func TestUncheckedProof(t *testing.T) {
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	w.Write(bytes.Repeat([]byte(" "), 1<<20))
	w.Close()
	proof := filepath.Join(t.TempDir(), "proof")
	save(t, proof, strings.Repeat(member.String(), 1<<10), 0o666)
	command, err := external.Parse("cat {proof}")
	if err != nil {
		t.Fatal(err)
	}
	tr := &tester{command: command, limit: 200 * time.Millisecond}
	for want, clauses := range map[string][][]dimacs.Lit{"unchecked proof": {{1}, {-1}}, "wrong UNSATISFIABLE": {{1, 2}}} {
		f, answer := (&dimacs.Formula{}).With(clauses...), answer.NewReader(strings.NewReader("s UNSATISFIABLE\n"), "output")
		bad, err := tr.judge(t.Context(), f, external.Measurement{Answer: external.Answer{Status: dimacs.Unsatisfiable, Result: answer}}, proof)
		if bad.kind != want || err != nil {
			t.Errorf("%v: %v, %v, want %s", clauses, bad, err, want)
		}
	}
}

// Deviations from the output format of the competitions are failures with names, each once for a
// solver. The file {out} may have any form.
func TestFuzzForm(t *testing.T) {
	for text, want := range map[string]string{
		"printf 's UNKNOWN\\r\\n'":                                  "output format: line end CR LF: line 1 (",
		"echo s UNKNOWN; echo s UNKNOWN; echo hello >&2":            "output format: second line s: line 2 (",
		"echo Starting; echo s UNKNOWN; echo; echo Ending":          "output format: line other than c, s and v, empty line: line 1, 3 (",
		"echo s UNKNOWN; echo c hello":                              "",
		`echo UNKNOWN >"$1"; echo s UNKNOWN; echo s UNKNOWN #{out}`: "",
	} {
		text, places, _ := strings.Cut(text, "#")
		solver := script(t, text) + " " + places
		code, stdout, stderr := qbench("fuzz", "--solver", solver, "-k", "--formulas", "3", "--out-dir", t.TempDir())
		if (code == 1) != (want != "") || want != "" && strings.Count(stdout, want) != 1 || strings.Count(stdout, "\n") > 2*len(want) {
			t.Errorf("%s: exit code %d, %q, %q, want %q", text, code, stdout, stderr, want)
		}
	}
}

// With --keep-going each kind of failure has a file and a line, also with several solvers and jobs.
func TestFuzzKeepsGoing(t *testing.T) {
	dir := t.TempDir()
	good, bad := script(t, "echo s UNKNOWN"), script(t, "echo s SATISFIABLE; exit 10")
	code, stdout, stderr := qbench("fuzz", "--solver", good, "--solver", bad, "-k", "--formulas", "3", "--seed", "5", "-j", "2", "--out-dir", dir)
	files, _ := filepath.Glob(filepath.Join(dir, "fuzz-[567]-solver-2.cnf"))
	if code != 1 || strings.Count(stdout, ": no model (formula ") != 1 ||
		!strings.Contains(stderr, "3 formulas tested") || !strings.Contains(stderr, "3 failures of 1 kind") || len(files) != 1 {
		t.Errorf("exit code %d, %q, %q, %q", code, stdout, stderr, files)
	}
	code, stdout, stderr = qbench("fuzz", "--solver", good, "--formulas", "3", "--timeout", "60", "-q", "--count")
	if code != 0 || stdout != "" || stderr != "" {
		t.Errorf("exit code %d, %q, %q", code, stdout, stderr)
	}
}

// A solver that fails now and then still gives a small formula.
func TestReduceTries(t *testing.T) {
	dir := t.TempDir()
	formula, state := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "state")
	save(t, formula, "p cnf 3 4\n1 2 0\n-1 3 0\n2 -3 0\n1 0\n", 0o666)
	fails := script(t, `n=$(cat `+state+` 2>/dev/null); echo $((n+1)) >`+state+`; [ $((n%3)) = 2 ] && exit 9; echo s UNKNOWN`)
	code, stdout, stderr := qbench("reduce", "--tries", "3", formula, "--", fails)
	if code != 0 || stdout != "p cnf 0 0\n" {
		t.Errorf("exit code %d, %q, %q", code, stdout, stderr)
	}
}

// A failure that a slow machine causes now and then does not reduce the formula, because a solver must fail
// twice. If it does not fail again on the first formula, there is no result.
func TestReduceConfirms(t *testing.T) {
	dir := t.TempDir()
	formula, state := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "state")
	save(t, formula, "p cnf 9 4\n1 2 0\n-1 3 0\n2 -3 0\n1 0\n", 0o666)
	for text, want := range map[string]string{
		"grep -q '^2 -3 0' && exit 7; mkdir " + state + " && exit 7; exit 0": "p cnf 3 1\n2 -3 0\n",
		"mkdir " + state + " && exit 7; exit 0":                              "",
	} {
		os.Remove(state)
		code, stdout, stderr := qbench("reduce", "--exit-code", formula, "--", script(t, "exec 2>&-; "+text))
		if stdout != want || (code == 0) != (want != "") || strings.Contains(stderr, "not deterministic") != (want == "") || !strings.Contains(stderr, "exit status 7") {
			t.Errorf("%s: exit code %d, %q, %q", text, code, stdout, stderr)
		}
	}
}

// After --timeout, reduce writes the smallest formula that it has found.
func TestReduceTimeout(t *testing.T) {
	formula := filepath.Join(t.TempDir(), "f.cnf")
	save(t, formula, "p cnf 1 20000\n"+strings.Repeat("1 0\n", 20000), 0o666)
	began := time.Now()
	code, stdout, stderr := qbench("reduce", "--exit-code", "--limit", "100", "--timeout", "0.4", formula, "--", script(t, `[ $(wc -l) -gt 15000 ] && exit 3; sleep 100`))
	if n := strings.Count(stdout, "\n"); code != 0 || n <= 15000 || n > 20001 || !strings.Contains(stderr, "instead of 20000 and 1") || time.Since(began) > 10*time.Second {
		t.Errorf("exit code %d, %d lines, %q, after %v", code, n, stderr, time.Since(began))
	}
	code, stdout, stderr = qbench("reduce", "--timeout", "0.001", formula, "--", script(t, "sleep 100"))
	if code != 1 || stdout != "" || !strings.Contains(stderr, "CMD did not fail on this formula within 1ms") {
		t.Errorf("exit code %d, %q, %q", code, stdout, stderr)
	}
}

// A fuzz that a signal ends stops its solver, and keeps the temporary directory empty.
func TestFuzzInterrupt(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	call := &program.Invocation{Stdout: io.Discard, Stderr: io.Discard}
	z := &fuzzing{limit: time.Hour, timeout: time.Hour, jobs: 1, seed: 1, outDir: t.TempDir(), solvers: []string{script(t, "sleep 100")}}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := z.run(ctx, call)
	if left, _ := os.ReadDir(temporary); !errors.Is(err, context.DeadlineExceeded) || len(left) > 0 {
		t.Errorf("%v, left %v", err, left)
	}
}
