package command

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A small is a formula so small that a test can try all assignments.
type small struct{ *dimacs.Formula }

func assignment(bits uint, vars int) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	for v := range vars {
		a.Set(v+1, bits>>v&1 != 0)
	}
	return a
}

// String returns the formula in DIMACS CNF.
func (f small) String() string {
	var b strings.Builder
	w := dimacs.NewWriter(&b)
	w.Header(f.Vars, int64(f.NumClauses()))
	w.Clauses(context.Background(), f.Formula)
	w.Flush()
	return b.String()
}

// qsat runs the program in this process. It returns standard output followed by standard
// error.
func qsat(stdin string, args ...string) (stdout string, code int) {
	var out, messages bytes.Buffer
	code = program.Run(New(), append([]string{"qsat"}, args...), strings.NewReader(stdin), &out, &messages)
	return out.String() + messages.String(), code
}

// FuzzEngines checks that every engine finds a model if and only if brute force does, with
// a proof otherwise, and that it counts the same number of models. The program checks
// models and proofs.
func FuzzEngines(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 14))
	for i := range 40 {
		_, formula := generate.Small(i, random)
		f.Add(small{Formula: formula}.String(), byte(i))
	}
	f.Fuzz(func(t *testing.T, text string, choice byte) {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err != nil || formula.Vars > 12 || formula.Incremental {
			return
		}
		want, models := program.ExitUnsatisfiable, 0
		for bits := range uint(1) << formula.Vars {
			if formula.Falsified(assignment(bits, formula.Vars)) == nil {
				want = program.ExitSatisfiable
				models++
			}
		}
		text = small{Formula: formula}.String() // without a projection
		names := sat.Engines()
		args := []string{"--engine", names[int(choice)%len(names)], "--threads", fmt.Sprint(1 + int(choice)/len(names)%2)}
		for _, ask := range []string{"--verify", "--count"} {
			out, code := qsat(text, append(args, ask)...)
			count := fmt.Sprintf("c s exact arb int %d\n", models)
			if declined := strings.Contains(out, "cannot take this formula"); !declined && (code != want || ask == "--count" && !strings.Contains(out, count)) {
				t.Errorf("%q %s: exit code %d, want %d and %d models\n%s", args, ask, code, want, models, out)
			}
		}
	})
}
