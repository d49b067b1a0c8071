package command

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/program"
	"queens/dimacs"
)

// TestOptima compares --all, --count and --sample of random WCNFs with all assignments, under
// projections and assumptions.
func TestOptima(t *testing.T) {
	r := rand.New(rand.NewPCG(66, 7))
	n := 15
	if os.Getenv("QUEENS_LONG") != "" {
		n = 300
	}
	for i := range n {
		vars := 1 + r.IntN(10)
		clause := func(n int) (c []dimacs.Lit) {
			for range n {
				c = append(c, dimacs.Lit((1+r.IntN(vars))*(1-2*r.IntN(2))))
			}
			return c
		}
		f := &dimacs.Formula{Soft: []dimacs.SoftClause{}}
		f.Add(1, -1) // the first line is a hard clause
		for range r.IntN(2*vars + 1) {
			f.Add(clause(1 + r.IntN(4))...)
		}
		heaviest := []int64{1, 3, 1 << 40}[i%3]
		for range r.IntN(2*vars + 1) {
			f.AddSoft((1+r.Int64N(heaviest))*3, clause(r.IntN(4))...)
		}
		flags, projected, assumed := []string{}, f.Vars, dimacs.Lit(0)
		if i%2 == 0 {
			projected = 1 + r.IntN(f.Vars)
			flags = append(flags, fmt.Sprintf("--project=1-%d", projected))
		}
		if i%5 == 0 {
			assumed = dimacs.Lit((1 + r.IntN(f.Vars)) * (1 - 2*r.IntN(2)))
			flags = append(flags, fmt.Sprintf("--assume=%d", assumed))
		}
		best, want := int64(-1), []string{}
		for bits := range uint(1) << f.Vars {
			a := assignment(bits, f.Vars)
			if f.Falsified(a) != nil || assumed != 0 && !a.Holds(assumed) || best >= 0 && f.Cost(a) > best {
				continue
			}
			if f.Cost(a) != best {
				best, want = f.Cost(a), nil
			}
			want = append(want, strings.Trim(fmt.Sprint(a.Lits(projected)), "[]"))
		}
		slices.Sort(want)
		want = slices.Compact(want)
		var text strings.Builder
		if err := f.Write(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		ask := func(question string) (lines []string) {
			out, code := qsat(text.String(), append(flags, question)...)
			if wantCode := map[bool]int{true: program.ExitOptimum, false: program.ExitUnsatisfiable}[best >= 0]; code != wantCode {
				t.Errorf("%s %v: exit code %d, want %d\n%s%s", question, flags, code, wantCode, text.String(), out)
			}
			for line := range strings.Lines(out) {
				if model, is := strings.CutPrefix(line, "v "); is {
					lines = append(lines, strings.TrimSuffix(model, " 0\n"))
				}
				if number, is := strings.CutPrefix(line, "c s exact arb int "); is {
					lines = append(lines, strings.TrimSpace(number))
				}
			}
			slices.Sort(lines)
			return lines
		}
		if got := ask("--all"); !slices.Equal(got, want) {
			t.Errorf("%v: the optima are %q, want %q\n%s", flags, got, want, text.String())
		}
		if got := ask("--count"); fmt.Sprint(got) != fmt.Sprintf("[%d]", len(want)) {
			t.Errorf("%v: the count is %q, want %d\n%s", flags, got, len(want), text.String())
		}
		if got := ask("--sample=9"); best >= 0 && (len(got) != 9 || slices.ContainsFunc(got, func(m string) bool { return !slices.Contains(want, m) })) {
			t.Errorf("%v: the samples are %q, want some of %q\n%s", flags, got, want, text.String())
		}
	}
}

// If the search for more optima is stopped, the optimum is known.
func TestStoppedOptima(t *testing.T) {
	q := variables(1)
	stopped := answer{stopped: true, count: dimacs.Count{M: big.NewInt(57)}}
	for want, stop := range map[string]func(r *reporter){
		"c models 0+\n":  func(r *reporter) { r.reportModels(t.Context(), q, stopped) },
		"c samples 0+\n": func(r *reporter) { r.samples = 9; r.reportModels(t.Context(), q, stopped) },
		"c models 57+\n": func(r *reporter) { r.reportCount(t.Context(), q, stopped) },
	} {
		got := reported(t, false, func(r *reporter) { r.optimal = true; stop(r) })
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
