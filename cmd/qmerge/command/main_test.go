package command

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	qsat "queens/cmd/qsat/command"
)

type runResult struct {
	code           int
	stdout, stderr string
}

// run runs a program in this process.
func run(p program.Program, args ...string) runResult {
	var stdout, stderr bytes.Buffer
	code := program.Run(p, append([]string{p.Name}, args...), strings.NewReader(""), &stdout, &stderr)
	return runResult{code, stdout.String(), stderr.String()}
}

// solve runs qsat for each of k parts of a formula and returns the names of the results.
func solve(t *testing.T, formula string, k int, args ...string) (names []string) {
	t.Helper()
	dir := t.TempDir()
	for i := 1; i <= k; i++ {
		name := filepath.Join(dir, fmt.Sprint(i, ".out"))
		flags := append(slices.Clone(args), "-q", "-j1", "--part", fmt.Sprintf("%d/%d", i, k), "-o", name, formula)
		if got := run(qsat.New(), flags...); got.code != 0 {
			t.Fatalf("qsat %q: %+v", flags, got)
		}
		names = append(names, name)
	}
	return names
}

// answer returns the sorted lines of an answer that do not depend on the parts.
func answer(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "s ") || strings.HasPrefix(line, "c s ") || strings.HasPrefix(line, "v ") || strings.HasPrefix(line, "c models") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines) // the order of the models differs
	return lines
}

// The joined results of all parts equal the result of qsat for the whole formula.
func TestMergesWhatQsatSays(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 31))
	for i := range 24 {
		var text bytes.Buffer
		formula, f := filepath.Join(t.TempDir(), "f.cnf"), generate.Random(r, 3+r.IntN(6), 1+r.IntN(12), 1, 2, 3)
		if err := errors.Join(f.Write(t.Context(), &text), os.WriteFile(formula, text.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		question := []string{"--count", "--all", "--no-model"}[i%3]
		var ofParts, merged []string
		if question == "--no-model" { // models may differ
			merged = []string{question}
		} else {
			ofParts = []string{question}
		}
		names := solve(t, formula, 1+r.IntN(4), ofParts...)
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		want, got := run(qsat.New(), "-j1", question, formula), run(New(), append(merged, names...)...)
		if got.code != want.code || !slices.Equal(answer(got.stdout), answer(want.stdout)) || got.stderr != "" {
			t.Errorf("%s: qmerge says\n%+v\nqsat says\n%+v\n%s", question, got, want, &text)
		}
	}
}

// Missing parts are listed as ranges, and a long list is cut.
func TestMissingError(t *testing.T) {
	m := &parts.Merger{Seconds: 10}
	m.First.K = 1 << 20
	odd := []int{}
	for i := 1; i < m.First.K; i += 2 {
		odd = append(odd, i)
	}
	all := []int{}
	for i := 2; i <= m.First.K; i++ {
		all = append(all, i)
	}
	for _, tt := range []struct {
		missing []int
		want    string
	}{
		{[]int{2, 4}, "\n--array=2,4\n::: 2 4"},
		{[]int{1, 2, 5, 6, 7, 9}, "\n--array=1,2,5-7,9\n::: 1 2 {5..7} 9"},
		{all, "\n--array=2-1048576\n::: {2..1048576}"},
		{odd, ",1997,1999\n::: 1 3 5 "},
		{odd, "\nand 523288 more, from 2001 on"},
	} {
		text := missingError(m, tt.missing).Error()
		if !strings.Contains(text, tt.want) || len(text) > 20_000 {
			t.Errorf("%d bytes, %.300s; want %q", len(text), text, tt.want)
		}
	}
}
