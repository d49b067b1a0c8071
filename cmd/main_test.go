// Package cmd contains tests of several programs together, most of them as processes: the scripts
// in testdata/scripts, pipelines with other solvers, and the examples of README.md and of the
// help.
package cmd

import (
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"queens/cmd/internal/program"
	qbench "queens/cmd/qbench/command"
	qcheck "queens/cmd/qcheck/command"
	qgen "queens/cmd/qgen/command"
	qmerge "queens/cmd/qmerge/command"
	qpage "queens/cmd/qpage/command"
	qsat "queens/cmd/qsat/command"
	qshow "queens/cmd/qshow/command"
)

var programs = []string{"qbench", "qcheck", "qgen", "qmerge", "qpage", "qsat", "qshow"}

var newProgram = map[string]func() program.Program{
	"qbench": qbench.New, "qcheck": qcheck.New, "qgen": qgen.New, "qmerge": qmerge.New, "qpage": qpage.New, "qsat": qsat.New, "qshow": qshow.New,
}

// TestMain puts the test binary at the front of PATH under the names of the programs; called by
// such a name, it runs that program. The tests spend half of their time waiting for processes and
// time limits, so twice as many tests as processors run in parallel, unless -parallel says
// otherwise.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	mains := map[string]func(){}
	for name, create := range newProgram {
		mains[name] = func() { program.Main(create()) }
	}
	testscript.Main(m, mains)
}

// long reports whether to run the long tests, as with
//
//	QUEENS_LONG=1 go test -timeout 0 ./...
func long() bool { return os.Getenv("QUEENS_LONG") != "" }

// heedSignals makes child processes heed signals that the tests ignore, as in the background of a
// shell script: a signal that is caught here has its default effect there.
func heedSignals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// TestRequiredPrograms fails if a program in QUEENS_REQUIRE is missing. Tests that need other
// programs are skipped without them; this test reveals such a skip where everything should run.
func TestRequiredPrograms(t *testing.T) {
	split := func(r rune) bool { return r == ',' || r == ' ' }
	for _, p := range slices.Concat(programs, strings.FieldsFunc(os.Getenv("QUEENS_REQUIRE"), split)) {
		if _, err := exec.LookPath(p); err != nil {
			t.Error(err)
		}
	}
}

// need skips the test unless a program is installed.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(err)
	}
}
