package external

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"queens/cmd/internal/opened"
)

// patience is how long Version waits for the output of a solver that was killed.
const patience = 50 * time.Millisecond

// Version returns the first line that the command prints when it is asked for its version, by
// --version after its words. It is empty if the command fails, or has not ended at the limit,
// when it is killed. The files of the command are empty temporary files: a solver may replace
// its result file, which would destroy a device such as /dev/null.
func (c Command) Version(ctx context.Context, limit time.Duration) string {
	dir, remove, err := opened.From(ctx).MakeTemporaryDir("qbench-")
	if err != nil {
		return ""
	}
	defer remove()
	in, out := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	c.Proof = filepath.Join(dir, "proof")
	for _, name := range []string{in, out, c.Proof} {
		if os.WriteFile(name, nil, 0o600) != nil {
			return ""
		}
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := append(c.args(in, out), "--version")
	cmd := exec.CommandContext(limited, args[0], args[1:]...)
	var said head
	cmd.Stdout, cmd.WaitDelay = &said, patience
	ownGroup(cmd)
	wait, err := start(ctx, cmd)
	if err == nil {
		err = wait()
		killGroup(cmd)
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return ""
	}
	return said.String()
}
