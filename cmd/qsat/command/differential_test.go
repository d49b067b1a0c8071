package command

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A small is a formula so small that a test can try all assignments.
type small struct {
	*dimacs.Formula
	models []uint // bit v-1 of a model is the value of variable v
}

// smalls returns number formulas with few variables, always the same ones. Some variables
// may be in no clause. The long version of the tests has ten times that number.
func smalls(t *testing.T, number int) []small {
	t.Helper()
	if enginetest.Long() {
		number *= 10
	}
	random := rand.New(rand.NewPCG(1, 2))
	var list []small
	for i := 0; len(list) < number; i++ {
		_, f := formulas.Small(i, random)
		if f.Vars += random.IntN(3); f.Vars > 9 {
			continue
		}
		s := small{Formula: f}
		for bits := range uint(1) << f.Vars {
			if f.Falsified(assignment(bits, f.Vars)) == nil {
				s.models = append(s.models, bits)
			}
		}
		list = append(list, s)
	}
	return list
}

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

// projected returns the number of models that differ on the variables 1 to first.
func (f small) projected(first int) int {
	seen := map[uint]bool{}
	for _, m := range f.models {
		seen[m&(1<<first-1)] = true
	}
	return len(seen)
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
		_, formula := formulas.Small(i, random)
		f.Add(small{Formula: formula}.String(), byte(i))
	}
	f.Fuzz(func(t *testing.T, text string, choice byte) {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err != nil || formula.Vars > 12 || formula.Incremental {
			return
		}
		want, models := exitUnsatisfiable, 0
		for bits := range uint(1) << formula.Vars {
			if formula.Falsified(assignment(bits, formula.Vars)) == nil {
				want = exitSatisfiable
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
