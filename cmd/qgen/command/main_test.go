package command

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/program"
)

// TestMain lets garbage wait: at the usual growth of the small heap that tests need, collecting
// it would take a quarter of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// result is what one run leaves.
type result struct {
	code           int
	stdout, stderr string
}

// qgen runs the program in this process.
func qgen(args ...string) result {
	var stdout, stderr bytes.Buffer
	code := program.Run(New(), append([]string{"qgen"}, args...), strings.NewReader(""), &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// Learners read this one: it is in the documentation, too.
const board2 = `c generator: qgen 3
c arguments: 2
c board: 2
c variant: regular
c form: full
c encoding: pairwise
p cnf 4 10
1 2 0
-1 -2 0
3 4 0
-3 -4 0
1 3 0
-1 -3 0
2 4 0
-2 -4 0
-1 -4 0
-2 -3 0
`

const board2Minimal = `c generator: qgen 3
c arguments: minimal 2
c board: 2
c variant: regular
c form: minimal
c encoding: pairwise
p cnf 4 6
-1 -2 0
-3 -4 0
1 3 0
2 4 0
-1 -4 0
-2 -3 0
`

func TestFormula(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"2"}, board2},
		{[]string{"02"}, board2},
		{[]string{"--", "2"}, board2},
		{[]string{"-q", "2"}, board2},
		{[]string{"-o", "-", "2"}, board2},
		{[]string{"-e", "pairwise", "2"}, board2},
		{[]string{"2", "--encoding=pairwise"}, board2},
		{[]string{"-qepairwise", "2"}, board2},
		{[]string{"--minimal", "2"}, board2Minimal},
		{[]string{"2", "--minimal"}, board2Minimal},
		{[]string{"--stats", "8"}, "c variables: 64\nc clauses: 744\n"},
		{[]string{"--stats", "--minimal", "8"}, "c variables: 64\nc clauses: 512\n"},
		{[]string{"--stats", "200"}, "c variables: 40000\nc clauses: 13253800\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(result{0, tt.want, ""}, qgen(tt.args...), cmp.AllowUnexported(result{})); diff != "" {
			t.Errorf("qgen %q (-want +got):\n%s", tt.args, diff)
		}
	}
}

func TestHeaderOfKnownSizes(t *testing.T) {
	for _, tt := range []struct{ args, header string }{
		{"1", "p cnf 1 1"},
		{"1 --minimal", "p cnf 1 1"},
		{"3", "p cnf 9 34"},
		{"4", "p cnf 16 84"},
		{"8", "p cnf 64 744"},
		{"8 --minimal", "p cnf 64 512"},
	} {
		got := qgen(strings.Fields(tt.args)...)
		if got.code != 0 || !strings.Contains(got.stdout, "\n"+tt.header+"\n") {
			t.Errorf("qgen %s: exit code %d, no line %q", tt.args, got.code, tt.header)
		}
	}
}

func TestUsageErrors(t *testing.T) {
	tests := []struct {
		args    []string
		message string // the first line
	}{
		{[]string{}, `expected a board size N`},
		{[]string{""}, `expected N | --out-dir DIR N|LO..HI .. | --verify DIR, found an empty argument`},
		{[]string{"0"}, `board size: expected a whole number from 1 to 16383, found "0"`},
		{[]string{"--", "-4"}, `board size: expected a whole number from 1 to 16383, found "-4"`},
		{[]string{"eight"}, `board size: expected a whole number from 1 to 16383, found "eight"`},
		{[]string{"8.0"}, `board size: expected a whole number from 1 to 16383, found "8.0"`},
		{[]string{"0x8"}, `board size: expected a whole number from 1 to 16383, found "0x8"`},
		{[]string{"16384"}, `board size 16384 is too large: expected at most 16383, or there are more variables than the 2^28-1 that solvers accept`},
		{[]string{"99999999999999999999"}, `board size 99999999999999999999 is too large: expected at most 16383, or there are more variables than the 2^28-1 that solvers accept`},
		{[]string{"4", "5"}, `expected one board size N, found a second argument "5"`},
		{[]string{"--variant", "nonsense", "4"}, `--variant: expected regular or torus, found "nonsense"`},
	}
	for _, tt := range tests {
		want := result{2, "", "qgen: " + tt.message + "\ntry 'qgen --help'\n"}
		if diff := cmp.Diff(want, qgen(tt.args...), cmp.AllowUnexported(result{})); diff != "" {
			t.Errorf("qgen %q (-want +got):\n%s", tt.args, diff)
		}
	}
	if got := qgen("-4"); got.code != 2 || got.stdout != "" {
		t.Errorf("qgen -4: exit code %d, output %q", got.code, got.stdout)
	}
}

func TestOutputFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "q2.cnf")
	if got := qgen("-o", name, "2"); got != (result{}) {
		t.Fatalf("qgen -o: %+v", got)
	}
	checkFile(t, name, board2)
	if got := qgen("2", "-o", name, "--minimal"); got != (result{}) {
		t.Fatalf("qgen over an old file: %+v", got)
	}
	checkFile(t, name, board2Minimal)
	if got := qgen("-o", name, "0"); got.code != 2 {
		t.Errorf("exit code %d, want 2", got.code)
	}
	checkFile(t, name, board2Minimal)
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
		t.Errorf("the directory holds %v, %v; want the file alone", entries, err)
	}
}

func checkFile(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

func TestOutputCannotBeWritten(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing", "q.cnf")
	got := qgen("-o", missing, "4")
	want := "qgen: " + missing + ": "
	if got.code != 1 || got.stdout != "" || !strings.HasPrefix(got.stderr, want) {
		t.Errorf("got %+v, want exit code 1 and a message that begins with %q", got, want)
	}
}

func TestHelp(t *testing.T) {
	got := qgen("--help")
	if got.code != 0 || got.stderr != "" {
		t.Fatalf("exit code %d, standard error %q", got.code, got.stderr)
	}
	for _, f := range New().Flags {
		if name := f.Names()[0]; !strings.Contains(got.stdout, "--"+name) {
			t.Errorf("the help does not mention --%s", name)
		}
	}
}
