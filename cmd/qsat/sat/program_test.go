package sat_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
)

// A program in a module of its own builds against the packages of this one, with nothing
// from the network.
func TestProgramOfAnotherModule(t *testing.T) {
	t.Parallel()
	if !enginetest.Long() {
		t.Skip("the Go command takes seconds: QUEENS_LONG is not set")
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", "-ldflags=-s", ".")
	cmd.Dir = "testdata/program"
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	boards, rest, _ := strings.Cut(string(out), "92 boards")
	if n := strings.Count(boards, "Q"); n != 4*6 || !strings.HasPrefix(boards, ". Q . . . .\n. . . Q . .\n") {
		t.Errorf("%d queens:\n%s", n, boards)
	}
	if want := " of eight queens\nthere is no variable 235 to assume, only 234\n"; rest != want {
		t.Errorf("then %q, want %q", rest, want)
	}
}
