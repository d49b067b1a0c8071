package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"queens/dimacs"
)

// A comparison runs all solvers on a formula, and is used for many formulas in turn.
type comparison struct {
	*campaign
	dir     string // for the files of the solvers
	number  uint64
	formula *dimacs.Formula
	status  dimacs.Status // of the formula, or Unknown until a solver has answered
	by      string        // the solver that answered first
}

// The names of the files in dir, which is the working directory of the solvers.
const formulaName, proofName = "formula.cnf", "proof"

// A wrong is an error that describes a wrong answer, and not a system error.
type wrong struct{ error }

func wrongf(format string, args ...any) error { return wrong{fmt.Errorf(format, args...)} }

// ask runs all solvers on a formula: other solvers once, and qsat with one thread, with two
// threads, and once more with a random limit that may stop it. One of the first two runs of
// qsat writes a proof. ask returns a wrong if an answer is wrong, or a system error.
func (c *comparison) ask(ctx context.Context, f *dimacs.Formula) error {
	var text bytes.Buffer
	if err := errors.Join(f.Write(ctx, &text), os.WriteFile(filepath.Join(c.dir, formulaName), text.Bytes(), 0o666)); err != nil {
		return err
	}
	c.formula, c.status = f, dimacs.Unknown
	for _, name := range c.others {
		if _, err := c.solver(ctx, c.limit, name, formulaName); err != nil {
			return err
		}
	}
	r := rand.New(rand.NewPCG(c.number, 1))
	engine, seed, proves, took := []string{"auto", "auto", "cdcl"}[r.IntN(3)], fmt.Sprint(r.IntN(3)), 1+r.IntN(2), time.Duration(0)
	for threads := 1; threads <= 2; threads++ {
		a, err := c.qsatAnswer(ctx, c.limit, threads == proves, engine, seed, threads)
		if err != nil {
			return err
		}
		if took = a.took; a.user > 50*time.Millisecond && a.user < 2*time.Second {
			c.record("0.05 to 2 seconds")
		}
	}
	c.record(c.status.String())
	a, err := c.qsatAnswer(ctx, time.Duration(1.2*r.Float64()*float64(took)), r.IntN(2) == 0, engine, seed, 1+r.IntN(2))
	if a.status == dimacs.Unknown {
		c.record("stopped")
	}
	return err
}

// qsatAnswer runs qsat and checks its model or, if proof is set and the formula is
// unsatisfiable, its proof.
func (c *comparison) qsatAnswer(ctx context.Context, limit time.Duration, proof bool, engine, seed string, threads int) (answer, error) {
	args := []string{c.qsat, "-e", engine, "--seed", seed, "-j", fmt.Sprint(threads), formulaName}
	if proof {
		args = append(args, "-p", proofName)
	}
	a, err := c.solver(ctx, limit, args...)
	if err == nil && proof && a.status == dimacs.Unsatisfiable {
		c.record("proofs")
		err = c.checkProof(ctx)
	}
	return a, err
}

// checkProof runs the checkers on the proof and returns a wrong unless they verify it. A
// checker that is not installed is skipped.
func (c *comparison) checkProof(ctx context.Context) error {
	for _, args := range [][]string{{c.qcheck, formulaName, proofName}, {"drat-trim", formulaName, proofName, "-t", "1000"}} {
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Dir = c.dir
		if text, err := cmd.CombinedOutput(); !strings.Contains(string(text), "s VERIFIED") && !errors.Is(err, exec.ErrNotFound) && ctx.Err() == nil {
			return wrongf("%v: %v\n%s", args, err, text)
		}
	}
	return nil
}

// An answer is the result of a run of a solver, with its elapsed time and its user time.
type answer struct {
	status     dimacs.Status
	took, user time.Duration
}

// patience is the time that a solver may run after its limit; then it is killed.
const patience = 30 * time.Second

// codes maps exit codes to answers. Other solvers use the same codes as qsat; clasp also
// uses 30 if it has found that there is no second model.
var codes = map[int]dimacs.Status{10: dimacs.Satisfiable, 30: dimacs.Satisfiable, 20: dimacs.Unsatisfiable}

// solver runs a solver and sends SIGTERM at its limit. It returns a wrong if the answer
// differs from an earlier answer to the formula, or if the exit code, the status or the
// model of qsat is invalid. A run without an answer is not wrong. Other errors come from
// the system.
func (c *comparison) solver(ctx context.Context, limit time.Duration, args ...string) (a answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit+patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return a, err
	}
	timer := time.AfterFunc(limit, func() { cmd.Process.Signal(syscall.SIGTERM) })
	cmd.Wait()
	timer.Stop()
	code := cmd.ProcessState.ExitCode()
	a = answer{codes[code], time.Since(start), cmd.ProcessState.UserTime()}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return a, ctx.Err()
	case args[0] != c.qsat || code < 0 && ctx.Err() == nil && stdout.Len() == 0: // qsat was interrupted before it could write
	case a.status == dimacs.Unknown && code != 0:
		err = fmt.Errorf("exit code %d", code)
	default:
		err = c.checkOutput(&stdout, a.status)
	}
	switch {
	case err != nil:
		return a, wrongf("%v: %w\n%s", args, err, &stderr)
	case a.status == dimacs.Unknown:
	case c.status == dimacs.Unknown:
		c.status, c.by = a.status, args[0]
	case c.status != a.status:
		return a, wrongf("%s says %v, %v says %v", c.by, c.status, args, a.status)
	}
	return a, nil
}

// checkOutput checks that the output of qsat has the status and, if it is satisfiable, a
// model of the formula.
func (c *comparison) checkOutput(text io.Reader, status dimacs.Status) error {
	r := dimacs.NewResultReader(text, "output")
	var model dimacs.Assignment
	lits, err := r.Read()
	for _, l := range lits {
		model.SetLit(l)
	}
	switch {
	case err != nil && err != io.EOF:
		return err
	case status == dimacs.Satisfiable && (err == io.EOF || c.formula.Falsified(&model) != nil):
		return fmt.Errorf("the model does not satisfy the clause %v", c.formula.Falsified(&model))
	case r.Status() != status:
		return fmt.Errorf("status %v, but the exit code means %v", r.Status(), status)
	}
	return nil
}
