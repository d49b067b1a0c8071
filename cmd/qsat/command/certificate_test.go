package command

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/internal/program"
	qcheck "queens/cmd/qcheck/command"
	"queens/dimacs"
)

// TestCertificate simplifies random formulas, half of them with a projection, certifies the simplified formulas, and
// checks the certificates about the formulas themselves that --certificate makes. A certificate that is cut off or
// changed must be refused, or still give a right one.
func TestCertificate(t *testing.T) {
	random, verified := rand.New(rand.NewPCG(8, 5)), map[string]int{}
	exact := regexp.MustCompile(`c s exact arb (int|frac) \S+`)
	t.Chdir(t.TempDir())
	for i := range 200 {
		_, f := generate.Small(i, random)
		if random.IntN(2) == 0 {
			f.Projection = []int{}
			for v := range f.Vars {
				if random.IntN(2) == 0 {
					f.Projection = append(f.Projection, v+1)
				}
			}
		}
		kept := []string{"sat", "models", "count"}[random.IntN(3)]
		if kept == "count" && f.Projection == nil && random.IntN(2) == 0 {
			f.CountType = "wmc"
			for v := range dimacs.Lit(f.Vars) {
				x := big.NewRat(int64(random.IntN(5)), 3)
				f.Weights = append(f.Weights, dimacs.Weight{Lit: v + 1, Value: x}, dimacs.Weight{Lit: -v - 1, Value: big.NewRat(1, 2)})
			}
		}
		var text bytes.Buffer
		w := dimacs.NewWriter(&text)
		w.Head(f, int64(f.NumClauses()))
		w.Clauses(t.Context(), f)
		w.Flush()
		os.WriteFile("f.cnf", text.Bytes(), 0o600)
		if out, code := qsat("", "-q", "--simplify", kept, "--proof", "step.drat", "--map", "f.map", "-o", "s.cnf", "f.cnf"); code != 0 && code != 10 && code != 20 {
			t.Fatal(out)
		}
		ending, ask := "cpog", "--count"
		if kept == "sat" {
			ending, ask = "lrat", "-q"
		}
		want, status := qsat("", ask, "f.cnf")
		if kept == "sat" && status == program.ExitSatisfiable {
			continue
		}
		small, joined := "s."+ending, "f."+ending
		qsat("", ask, "--proof", small, "s.cnf")
		join := func() (string, int) {
			os.Remove(joined)
			return qsat("", "--map", "f.map", "--certificate", small, "--proof", joined, "f.cnf")
		}
		check := func() (string, int) {
			var out bytes.Buffer
			code := program.Run(qcheck.New(), []string{"qcheck", "f.cnf", joined}, strings.NewReader(""), &out, &out)
			return out.String(), code
		}
		got, code := join()
		name := fmt.Sprintf("%s of\n%s%s", kept, text.String(), got)
		if code != status || exact.FindString(got) != exact.FindString(want) {
			t.Fatalf("%s: code %d, want %s", name, code, want)
		}
		if out, code := check(); code != 0 || ask == "--count" && exact.FindString(out) != exact.FindString(want) {
			t.Fatalf("%s: %s", name, out)
		}
		verified[fmt.Sprint(kept, kept != "sat" && f.Projection != nil)]++
		wrong, _ := os.ReadFile(small)
		if at := random.IntN(len(wrong) + 1); random.IntN(2) == 0 || at == len(wrong) {
			wrong = wrong[:at]
		} else {
			wrong[at] = "0123456789- \n"[random.IntN(13)]
		}
		os.WriteFile(small, wrong, 0o600)
		if got, code = join(); code == 1 {
			if _, err := os.Stat(joined); err == nil || strings.Contains(got, "internal error") {
				t.Fatalf("%s, changed to %q: %s", name, wrong, got)
			}
		} else if out, ok := check(); ok != 0 || code != status || exact.FindString(got) != exact.FindString(want) {
			t.Fatalf("%s, changed to %q: %s\n%s", name, wrong, got, out)
		}
	}
	for _, kind := range []string{"satfalse", "modelsfalse", "modelstrue", "countfalse", "counttrue"} {
		if verified[kind] < 10 {
			t.Errorf("too few certificates: %v", verified)
		}
	}
}
