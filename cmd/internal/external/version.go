package external

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Version returns the first line that the command prints when it is asked for its version,
// by --version in place of the names of files. It is empty if the command fails, or has not
// ended at the limit, when it is killed.
func (c Command) Version(ctx context.Context, limit time.Duration) string {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := slices.DeleteFunc(slices.Clone(c.words[1:]), func(word string) bool {
		return strings.Contains(word, inPlaceholder) || strings.Contains(word, outPlaceholder) || strings.Contains(word, proofPlaceholder)
	})
	cmd := exec.CommandContext(limited, c.words[0], append(args, "--version")...)
	var said head
	cmd.Stdout, cmd.WaitDelay = &said, patience
	ownGroup(cmd)
	err := cmd.Run()
	if cmd.Process != nil {
		killGroup(cmd)
	}
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return ""
	}
	return said.String()
}
