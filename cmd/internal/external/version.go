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

// killTimeout limits the wait of Version for the output of a solver that was killed.
const killTimeout = 50 * time.Millisecond

// Version returns the first line that the command prints with the additional argument --version.
// It returns "" if the command fails or is killed at the limit. The placeholders name empty
// temporary files. They must be files, because a solver may replace its result file, and that
// would destroy a device such as /dev/null.
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
	var printed head
	cmd.Stdout, cmd.WaitDelay = &printed, killTimeout
	ownGroup(cmd)
	wait, err := start(ctx, cmd)
	if err == nil {
		err = wait()
		killGroup(cmd)
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return ""
	}
	return printed.String()
}
