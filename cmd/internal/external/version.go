package external

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
)

// Version returns the first line, as firstLine defines it, that the command prints with the additional
// argument --version or, if that fails, that its program prints with only this argument. It returns "" if
// both fail, or if they take longer than limit together. The placeholders name empty temporary files. They
// must be files, because a solver may replace its result file, and that would destroy a device such as
// /dev/null.
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
	if version := firstLine(limited, args); version != "" || len(args) == 2 {
		return version
	}
	return firstLine(limited, []string{args[0], "--version"})
}

// firstLine runs a command and returns the first line of its standard output that is not blank, if it lies
// in the first 4,096 bytes, with unprintable characters escaped. It returns "" if the command fails, if ctx
// ends, or if the output has a status of a solver, because a wrapper that ignores --version solves the
// empty formula.
func firstLine(ctx context.Context, args []string) string {
	var printed excerpt
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var seen statuses
	cmd.Stdout = io.MultiWriter(&printed, &lines{each: seen.note})
	if _, _, err := execute(ctx, cmd, nil); err != nil || !cmd.ProcessState.Success() || seen != (statuses{}) {
		return ""
	}
	return printed.first()
}

// Digest returns 16 hexadecimal digits: the beginning of the SHA-256 sum of the sizes and contents of all
// files that the words of the command name, in this order, such as the program and a script that it runs.
// It skips words that name no readable regular file. The error is a read error, or the cause of ctx.
func (c Command) Digest(ctx context.Context) (string, error) {
	sum := sha256.New()
	for _, name := range c.Files() {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(name)
		if err != nil { // a program may be executable, but not readable
			continue
		}
		fmt.Fprintf(sum, "%d ", info.Size())
		_, err = io.Copy(sum, input.UntilDone(ctx, f))
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}
