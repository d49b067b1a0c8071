package command

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

var (
	elsewhere      = flag.Uint64("formulas", 0, "`number` of formulas that other solvers get, too; 0: a few")
	firstElsewhere = flag.Uint64("first", 1, "`number` of the first of these formulas")
)

const (
	// One formula in largeElsewhere takes 0.05 to 2 seconds.
	largeElsewhere = 30
	// limitElsewhere limits each run of a solver. A run without an answer is not wrong.
	limitElsewhere = 20 * time.Second
)

// A comparison puts one question to several solvers.
type comparison struct {
	number uint64 // of the formula; the flags of qsat depend on it
	dir    string // for the formula and the proof
	qsat   func(stdin string, args ...string) (out string, code int)
}

// TestElsewhere compares the answers of qsat with other solvers, on formulas that are larger and
// more structured than the formulas of the other tests. To try more of them:
//
//	go test ./cmd/qsat/command -run Elsewhere -timeout 0 -formulas 10000
//
// It reduces and prints a formula with a wrong answer.
func TestElsewhere(t *testing.T) {
	n := *elsewhere
	switch {
	case n > 0:
	case enginetest.Long():
		n = 250
	default:
		n = 20
	}
	const workers = 2
	for w := range uint64(workers) {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			t.Parallel()
			for number := *firstElsewhere + w; number < *firstElsewhere+n; number += workers {
				sample := formulas.Tiny
				if number%largeElsewhere == 0 {
					sample = formulas.Large
				}
				f, made, err := sample(number)
				if err != nil {
					t.Fatalf("formula %d: %v", number, err)
				}
				c := comparison{number, t.TempDir(), qsat}
				if err := c.compare(t.Context(), f); err != nil {
					less := formulas.Reduced(t.Context(), f, func(g *dimacs.Formula) bool { return c.compare(t.Context(), g) != nil })
					t.Errorf("formula %d, %s: %v\n%s", number, made, err, small{Formula: less})
				}
			}
		})
	}
}

// compare returns an error if two solvers contradict each other, or if a model or a proof of qsat is
// wrong. Other solvers run once. Qsat runs with one thread, with two, and once with a time limit
// that may stop it. One of the first two runs writes a proof.
func (c comparison) compare(ctx context.Context, f *dimacs.Formula) error {
	text := small{Formula: f}.String()
	file, proof := filepath.Join(c.dir, "formula.cnf"), filepath.Join(c.dir, "proof")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return err
	}
	status := 0 // the first answer, as an exit code
	agrees := func(code int) bool {
		if status == 0 {
			status = code
		}
		return code == 0 || code == status
	}
	for _, solver := range []string{"minisat", "cadical", "clasp"} {
		if code := otherAnswer(ctx, solver, file); !agrees(code) {
			return fmt.Errorf("%s exits with %d, a solver before it with %d", solver, code, status)
		}
	}
	r := rand.New(rand.NewPCG(c.number, 1))
	args := []string{"--engine", []string{"auto", "auto", "cdcl"}[r.IntN(3)], "--seed", fmt.Sprint(r.IntN(3))}
	proves, limit := r.IntN(2), limitElsewhere
	for run, threads := range []int{1, 2, 1 + r.IntN(2)} {
		args := append(slices.Clip(args), "-j", fmt.Sprint(threads), "--timeout", fmt.Sprintf("%.4f", max(0.0001, limit.Seconds())))
		if run == proves || run == 2 {
			args = append(args, "--proof", proof)
		}
		start := time.Now()
		out, code := c.qsat(text, args...)
		limit = limitElsewhere
		if run == 1 {
			limit = time.Duration(1.2 * r.Float64() * float64(time.Since(start)))
		}
		err := checkAnswer(ctx, f, out, code, slices.Contains(args, "--proof"), file, proof)
		if err == nil && !agrees(code) {
			err = fmt.Errorf("a solver before it exits with %d", status)
		}
		if err != nil {
			return fmt.Errorf("qsat %q exits with %d: %w\n%s", args, code, err, out)
		}
	}
	return nil
}

// otherAnswer returns the exit code of a solver: 10, 20, or 0 if it is not installed or has no answer.
// Clasp exits with 30 if it has found that there is no second model.
func otherAnswer(ctx context.Context, solver, file string) int {
	ctx, cancel := context.WithTimeout(ctx, limitElsewhere)
	defer cancel()
	cmd := exec.CommandContext(ctx, solver, file)
	cmd.Run() // every answer has an exit code
	switch code := cmd.ProcessState.ExitCode(); code {
	case program.ExitSatisfiable, program.ExitUnsatisfiable:
		return code
	case 30:
		return program.ExitSatisfiable
	}
	return 0
}

// checkAnswer checks an answer of qsat: its model, or its proof if it has one.
func checkAnswer(ctx context.Context, f *dimacs.Formula, out string, code int, proves bool, file, proof string) error {
	switch {
	case code == program.ExitSatisfiable:
		var model dimacs.Assignment
		lits, err := dimacs.NewResultReader(strings.NewReader(out), "answer").Read()
		for _, l := range lits {
			model.SetLit(l)
		}
		if clause := f.Falsified(&model); clause != nil {
			err = fmt.Errorf("the model does not satisfy the clause %v", clause)
		}
		return err
	case code == program.ExitUnsatisfiable && proves:
		text, err := os.Open(proof)
		if err != nil {
			return err
		}
		defer text.Close()
		if _, err := drat.Check(ctx, f, text, drat.Options{Strict: true}); err != nil {
			return err
		}
		if trim, err := exec.LookPath("drat-trim"); err == nil {
			if out, _ := exec.CommandContext(ctx, trim, file, proof, "-t", "1000").Output(); !strings.Contains(string(out), "s VERIFIED") {
				return fmt.Errorf("drat-trim: %s", out)
			}
		}
	case code != 0 && code != program.ExitUnsatisfiable:
		return fmt.Errorf("no answer")
	}
	return nil
}

// The comparison finds wrong answers.
func TestElsewhereFinds(t *testing.T) {
	for answer, code := range map[string]int{"s UNSATISFIABLE\n": program.ExitUnsatisfiable, "s SATISFIABLE\nv 0\n": program.ExitSatisfiable, "": 1} {
		lying := func(string, ...string) (string, int) { return answer, code }
		f := enginetest.Clauses("1 2;-1 -2")
		if err := (comparison{1, t.TempDir(), lying}).compare(t.Context(), f); err == nil {
			t.Errorf("%q: no error", answer)
		}
	}
}
