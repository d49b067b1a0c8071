//go:build unix

package cmd

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens/cmd/internal/generate"
	"queens/dimacs"
)

// interrupted lists runs that take longer than the test waits. If a run leaves the file answer or
// its other files, they must match the expressions, which describe complete files. A run that is
// still reading on a busy machine knows nothing.
var interrupted = []struct {
	name, line string
	files      map[string]string // regular expressions, indexed by file name
	code       int               // the exit code with an answer; without an answer it depends on the signal
}{
	{"solving", "qsat -o answer hard.cnf", map[string]string{"answer": `^s UNKNOWN\n$`}, 0},
	{"counting", "qsat --count -o answer q18.cnf", map[string]string{"answer": `(?s)^s UNKNOWN\n$|\ns UNKNOWN\nc models \d+\+\n$`}, 0},
	{"enumerating", "qsat --all -o answer q14.cnf", map[string]string{"answer": `(?s)^s UNKNOWN\n$|(\ns SATISFIABLE\n.* 0\nc models \d+\+|\ns UNKNOWN)\n$`}, 10},
	{"counting on one processor", "env GOMAXPROCS=1 qsat -e count -c -o answer q18.cnf", map[string]string{"answer": `(?s)^s UNKNOWN\n$|\ns UNKNOWN\nc models \d+\+\n$`}, 0},
	{"enumerating on one processor", "env GOMAXPROCS=1 qsat -e gophersat --all -o answer q14.cnf", map[string]string{"answer": `(?s)^s UNKNOWN\n$|(\ns SATISFIABLE\n.* 0\nc models \d+\+|\ns UNKNOWN)\n$`}, 10},
	{"printing on one processor", "env GOMAXPROCS=1 qsat --all -o answer q14.cnf", map[string]string{"answer": `(?s)^s UNKNOWN\n$|(\ns SATISFIABLE\n.* 0\nc models \d+\+|\ns UNKNOWN)\n$`}, 10},
	{"proving", "qsat -p p.drat.gz -o answer hard.cnf", map[string]string{"answer": `^s UNKNOWN\n$`, "p.drat.gz": ``}, 0},
	{"verifying", "qsat --verify -p p.drat -o answer hard.cnf", map[string]string{"answer": `^s UNKNOWN\n$`, "p.drat": `^$|(^|\n|\s)0\n$`}, 0},
	{"checking", "qcheck --used-clauses u.cnf --lrat l.lrat -o answer pigeons.cnf proof", map[string]string{"answer": `^s VERIFIED\n$`, "u.cnf": ` 0\n$`, "l.lrat": `\n\d+ 0 .* 0\n$`}, 0},
	{"simplifying", "qsat --simplify count --map m.map -o answer q100.cnf", map[string]string{"answer": ` 0\n$`, "m.map": `\nend \w{64}\n$`}, 0},
	{"splitting", "qsat --split 4000000 -o answer q30.cnf", nil, -1},
	{"sizes of superqueens", "qgen --family superqueens -o q.cnf 4000", nil, -1},
	{"drawing squares", "qgen --random-block 100000000 -o q.cnf 16000", nil, -1},
	{"blocking in comments", "qgen --random-block 20000000 --annotate -o q.opb 8000", nil, -1},
	{"placing queens", "qgen --random-place 15900 --family superqueens -o q.cnf 16000", nil, -1},
	{"shuffling", "qgen --shuffle -o q.cnf 400", nil, -1},
	{"renaming", "qgen --shuffle -e product -o q.cnf 2500", nil, -1},
	{"many combinations", "qgen --dry-run --random-block 1 --seed 1..100000000 -o list 4", nil, -1},
	{"drawing", "qshow --no-verify -f box -o answer board", nil, -1},
}

// signals lists signals after which a program at least cleans up.
var signals = []syscall.Signal{
	syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGXCPU, syscall.SIGALRM, syscall.SIGQUIT, syscall.SIGUSR1,
}

// ignoredAtStart contains the signals that are lost before a program has told Go to catch them.
var ignoredAtStart = map[syscall.Signal]bool{syscall.SIGXCPU: true, syscall.SIGALRM: true, syscall.SIGUSR1: true}

// TestSignals sends signals at random moments. No incomplete file may have a final name, no
// temporary file may be left, and the exit code must fit.
func TestSignals(t *testing.T) {
	if !long() {
		t.Skip("hundreds of runs take their time: QUEENS_LONG is not set")
	}
	heedSignals()
	dir := t.TempDir()
	prepareInterrupted(t, dir)
	random := rand.New(rand.NewPCG(6, 14))
	for i := range 200 {
		signal, wait := signals[random.IntN(len(signals))], time.Duration(random.IntN(400))*time.Millisecond
		interrupt(t, dir, i%len(interrupted), signal, wait)
		if t.Failed() {
			t.Fatalf("%s, %v after %v", interrupted[i%len(interrupted)].name, signal, wait)
		}
	}
}

// prepareInterrupted writes the inputs.
func prepareInterrupted(t *testing.T, dir string) {
	t.Helper()
	hard, err := generate.Make("3sat", "700", "3220", "1")
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]*dimacs.Formula{"hard.cnf": hard, "pigeons.cnf": generate.Pigeonhole(9, 8)} {
		var text bytes.Buffer
		if err := errors.Join(f.Write(t.Context(), &text), os.WriteFile(filepath.Join(dir, name), text.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	script := `mkdir temporary; for n in 14 18 30 100; do qgen -o q$n.cnf $n; done
		qsat -e cdcl -p once pigeons.cnf >/dev/null; head -n -500 once >most; for i in $(seq 40); do cat most; done | cat - once >proof; rm once most
		printf 'c board: 16383\nv 1 0\n' >board`
	cmd := exec.Command("bash", "-c", script)
	if cmd.Dir = dir; cmd.Run() != nil {
		t.Fatal(script)
	}
}

// interrupt runs a line, sends a signal, and checks the files and the exit code.
func interrupt(t *testing.T, dir string, kind int, signal syscall.Signal, wait time.Duration) {
	t.Helper()
	test, before := interrupted[kind], names(t, dir)
	words := strings.Fields(test.line)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+filepath.Join(dir, "temporary"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var timer *time.Timer
	timer = time.AfterFunc(wait, func() {
		cmd.Process.Signal(signal)
		if ignoredAtStart[signal] {
			timer.Reset(50 * time.Millisecond)
		}
	})
	cmd.Wait()
	early := time.Since(began) < wait
	timer.Stop()
	if left := names(t, filepath.Join(dir, "temporary")); len(left) > 0 {
		t.Errorf("temporary files %v", left)
	}
	code, answered := cmd.ProcessState.ExitCode(), false
	for _, name := range names(t, dir) {
		if slices.Contains(before, name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		want, expected := test.files[name]
		if n := len(text); n > 8192 { // matching the middle of a large file takes long
			text = append(text[:4096], text[n-4096:]...)
		}
		if answered = answered || name == "answer"; err != nil || !early && (!expected || !regexp.MustCompile(want).Match(text)) {
			t.Errorf("%s ends in %q, error %v", name, text[max(0, len(text)-200):], err)
		}
		os.Remove(filepath.Join(dir, name))
	}
	died := cmd.ProcessState.Sys().(syscall.WaitStatus)
	without := 128 + int(signal) // exit code without an answer
	if signal == syscall.SIGXCPU || signal == syscall.SIGALRM {
		without = 1
	}
	switch {
	case early:
	case signal == syscall.SIGQUIT && code == 2 && !answered: // also possible
	case died.Signaled() && died.Signal() == signal && (signal == syscall.SIGINT || !answered): // also if the program could not catch it yet
	case answered && code != test.code && !(test.code == 10 && code == 0), !answered && code != without:
		t.Errorf("%v, with an answer: %v\n%s", cmd.ProcessState, answered, &stderr)
	}
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
