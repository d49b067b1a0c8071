package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"queens/cmd/internal/memory"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"

	"github.com/urfave/cli/v2"
)

// Run runs the program on the arguments, of which the first is its name, and
// returns the exit code. It prints to the streams given and nowhere else; a
// standard stream that is an *os.File has to be passed as such.
func Run(p Program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, files := opened.WithFiles(context.Background())
	files.Messages(stderr)
	defer files.Remove() // what an action that was left behind is about to write
	ctx, stop := withSignals(ctx, files.Remove)
	defer stop()
	ctx, release := memory.WithinAddressSpace(ctx)
	defer release()
	in := &Invocation{Stdin: stdin, Stdout: openOutput(stdout), Stderr: stderr, program: p.Name, given: map[string]bool{}}
	err := p.parse(ctx, in, args)
	return exitCode(ctx, stderr, p.Name, err)
}

// exitCode reports err. A program that was told to stop, by a signal or by the
// end of its reader, has nothing to say about it.
func exitCode(ctx context.Context, stderr io.Writer, name string, err error) int {
	var s *SignalError
	switch {
	case errors.As(err, &s):
		return s.exitCode()
	case errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &s):
		return s.exitCode()
	case errors.Is(err, output.ErrReaderGone):
		return exitBrokenPipe
	}
	return report(stderr, name, err)
}

// parse reads the arguments and calls what they ask for.
func (p *Program) parse(ctx context.Context, in *Invocation, args []string) error {
	var common commonFlags
	flags := append(append([]Flag{}, p.Flags...), common.flags()...)
	canon, err := canonical(flags, args[min(1, len(args)):])
	if err != nil {
		return err
	}
	var valueErr error
	app := &cli.App{
		Name:            p.Name,
		Flags:           urfaveFlags(flags, in.given, &valueErr),
		HideHelp:        true,
		HideHelpCommand: true,
		HideVersion:     true,
		Writer:          in.Stderr,
		ErrWriter:       in.Stderr,
		ExitErrHandler:  func(*cli.Context, error) {}, // Run decides
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			if valueErr != nil {
				return valueErr
			}
			return Usagef("%w", err)
		},
		Action: func(c *cli.Context) error {
			in.Args, in.Output, in.Quiet = c.Args().Slice(), common.output, common.quiet
			return p.dispatch(c.Context, in, &common, flags)
		},
	}
	return app.RunContext(ctx, append([]string{p.Name}, canon...))
}

// dispatch prints what the common flags ask for, or calls the action.
func (p *Program) dispatch(ctx context.Context, in *Invocation, common *commonFlags, flags []Flag) error {
	switch {
	case common.help:
		return printTo(in.Stdout, p.help(flags))
	case common.version:
		return printTo(in.Stdout, p.Name+" (queens) "+version()+"\n")
	case common.completion != "":
		return printTo(in.Stdout, p.completion(common.completion, flags))
	}
	return p.act(ctx, in)
}

func printTo(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// act calls the action and makes an error of a panic, so that deferred cleaning
// is done and the exit code is that of a failure. If the action does not heed
// the end of its context, such as in a write that blocks, it is left behind.
func (p *Program) act(ctx context.Context, in *Invocation) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- fmt.Errorf("internal error: %v\n%s", v, debug.Stack())
			}
		}()
		done <- p.Action(ctx, in)
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return context.Cause(ctx)
	}
}
