package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
)

// longestWalk is the largest number of functions from main to the loop of a search.
const longestWalk = 16

// TestWalk compares the walks in the comment of the package with the stacks of searches.
func TestWalk(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	var walks [][]string // of the three blocks of the comment
	for block := range strings.SplitSeq(string(source), "//\n") {
		if !strings.HasPrefix(block, "//\t") {
			continue
		}
		var walk []string
		for line := range strings.Lines(block) {
			functions, _, _ := strings.Cut(strings.TrimPrefix(line, "//\t"), ":")
			walk = append(walk, regexp.MustCompile(`[\w.]+`).FindAllString(functions, -1)...)
		}
		walks = append(walks, walk)
	}
	until := func(walk []string, last string) []string { return walk[:1+slices.Index(walk, last)] }
	learning := slices.Concat(until(walks[0], "auto.scheduler.inOrder"), walks[1])
	counting := slices.Concat(until(walks[0], "command.flags.run"), walks[2])
	board, err := encode.Instance{N: 12}.Formula(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		walk    []string
		formula string
		args    []string
	}{
		{walks[0], colouring(20_000), []string{"-t0.3"}},
		{learning, random3SAT(200), []string{"-j1", "-t0.3"}},
		{counting, small{Formula: board}.String(), []string{"--count"}},
	} {
		got := stack(test.formula, test.walk[len(test.walk)-1], test.args)
		if want := test.walk[2:]; !slices.Equal(got, want) || len(test.walk) > longestWalk { // without main.main and program.Main
			t.Errorf("the stack is\n%s\nwant\n%s", strings.Join(got, " "), strings.Join(want, " "))
		}
	}
}

// stack runs qsat until it sees the goroutine of program.execute in the function last. It returns the functions
// of that goroutine from execute to last, without receivers' stars and the paths of packages.
func stack(formula, last string, args []string) []string {
	text, frame := make([]byte, 1<<20), regexp.MustCompile(`(?m)^queens/(?:\w+/)*(\w+\.[\w.(*)]+)\(`)
	for {
		ended := make(chan bool)
		go func() {
			defer close(ended)
			qsat(formula, args...)
		}()
		var found []string
		for running := true; running && found == nil; {
			for goroutine := range strings.SplitSeq(string(text[:runtime.Stack(text, true)]), "\n\n") {
				var functions []string
				for _, f := range frame.FindAllStringSubmatch(goroutine, -1) {
					functions = append(functions, strings.NewReplacer("(*", "", ")", "").Replace(f[1]))
				}
				slices.Reverse(functions)
				i, k := slices.Index(functions, "program.execute"), slices.Index(functions, last)
				if i >= 0 && k >= 0 {
					found = functions[i : k+1]
				}
			}
			select {
			case <-ended:
				running = false
			default:
			}
		}
		<-ended
		if found != nil {
			return found
		}
	}
}

// random3SAT returns a random formula with n variables, usually without a model.
func random3SAT(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	f := &dimacs.Formula{}
	for range 9 * n / 2 {
		var c []dimacs.Lit
		for _, v := range r.Perm(n)[:3] {
			c = append(c, dimacs.Lit((v+1)*(1-2*r.IntN(2))))
		}
		f.Add(c...)
	}
	return small{Formula: f}.String()
}

// colouring returns a formula for three colours of the nodes of a random graph.
func colouring(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", 3*n, n+9*n)
	for i := range n {
		fmt.Fprintf(&b, "%d %d %d 0\n", 3*i+1, 3*i+2, 3*i+3)
		for range 3 {
			j := (i + 1 + r.IntN(n-1)) % n
			for c := 1; c <= 3; c++ {
				fmt.Fprintf(&b, "-%d -%d 0\n", 3*i+c, 3*j+c)
			}
		}
	}
	return b.String()
}
