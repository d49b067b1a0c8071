package command

import (
	"bytes"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/program"
)

// TestMain lets the heap grow before the first garbage collection, which would otherwise
// take a quarter of the time of the tests.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// A result is the outcome of a run: its exit code and its output.
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

// expected returns the text of a file in testdata.
func expected(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFormula(t *testing.T) {
	board2, board2Minimal := expected(t, "board2.cnf"), expected(t, "board2-minimal.cnf")
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
		{[]string{"--stats", "-f", "opb", "8"}, "c variables: 64\nc constraints: 42\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(result{0, tt.want, ""}, qgen(tt.args...), cmp.AllowUnexported(result{})); diff != "" {
			t.Errorf("qgen %q (-want +got):\n%s", tt.args, diff)
		}
	}
}
