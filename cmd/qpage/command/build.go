package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"queens/cmd/internal/opened"
)

// modulePackage is the package of the WebAssembly module.
const modulePackage = "queens/cmd/qpage/module"

// buildModule builds the WebAssembly module with the go command in a temporary directory, and returns its
// bytes. The working directory must be in a checkout of the Go module queens.
func buildModule(ctx context.Context) ([]byte, error) {
	dir, remove, err := opened.From(ctx).MakeTemporaryDir("qpage-")
	if err != nil {
		return nil, err
	}
	defer remove()
	name := filepath.Join(dir, "queens.wasm")
	if _, err := goTool(ctx, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=queens/cmd/qsat/internal/...=", "-gcflags=queens/dimacs=", "-o", name, modulePackage); err != nil {
		return nil, fmt.Errorf("%w (qpage builds the module from its source: run it in a checkout, or give --module FILE)", err)
	}
	return os.ReadFile(name)
}

// goTool runs the go command for WebAssembly with the arguments args, and returns its standard output
// without spaces around it. If the command fails, the error contains its messages.
func goTool(ctx context.Context, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	out, err := c.Output()
	if failed, is := errors.AsType[*exec.ExitError](err); is {
		return "", fmt.Errorf("go %s: %s", args[0], bytes.TrimSpace(failed.Stderr))
	}
	return strings.TrimSpace(string(out)), err
}

// supportScript returns the script wasm_exec.js of the Go installation, which runs a WebAssembly module.
// The error is an error of goTool or of reading the file.
func supportScript(ctx context.Context) (string, error) {
	root, err := goTool(ctx, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	return string(text), err
}
