package external

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"
)

// Version returns the first line that the command prints when it is asked for its version, by
// --version after its words, with files that are empty. It is empty if the command fails, or
// has not ended at the limit, when it is killed.
func (c Command) Version(ctx context.Context, limit time.Duration) string {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c.Proof = os.DevNull
	args := append(c.args(os.DevNull, os.DevNull), "--version")
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
