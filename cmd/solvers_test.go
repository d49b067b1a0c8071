package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// A solver is another program that solves DIMACS CNF.
type solver struct {
	name    string
	line    string // line of bash that solves the formula in the file $f
	command string // value of qsat --solver
}

var solvers = []solver{
	{"minisat", "(minisat -verb=0 $f model >/dev/null 2>&1; cat model)", "minisat"},
	{"minisat", "(minisat -verb=0 $f model >/dev/null 2>&1; cat model)", "minisat -verb=0 {in} {out}"},
	{"minisat", "minisat $f /dev/stdout 2>/dev/null", "minisat {in} {out}"},
	{"picosat", "picosat <$f", "picosat"},
	{"picosat", "picosat $f", "picosat {in}"},
	{"cadical", "cadical <$f", "cadical -q"},
	{"cadical", "cadical -q $f", "cadical {in}"},
	{"cryptominisat5", "cryptominisat5 <$f", "cryptominisat5 --verb 0"},
	{"cryptominisat5", "cryptominisat5 --verb 0 $f", "cryptominisat5 {in}"},
	{"clasp", "clasp <$f", "clasp"},
	{"clasp", "clasp --verbose=0 $f", "clasp {in}"},
	{"z3", "z3 -dimacs -in <$f", "z3 -dimacs -in"},
	{"z3", "z3 -dimacs $f", "z3 -dimacs {in}"},
	{"kissat", "kissat <$f", "kissat -q"},
	{"glucose", "glucose -model $f", "glucose"},
}

// boardSizes returns the sizes of boards for every solver.
func boardSizes() []int {
	if !long() {
		return []int{2, 8}
	}
	sizes := make([]int, 20)
	for i := range sizes {
		sizes[i] = i + 1
	}
	return sizes
}

// TestSolvers finds boards with other solvers: in a pipeline between qgen and qshow, where qshow
// learns the size of the board in every possible way, and through qsat --solver. The two forms of
// the instance take turns over sizes and solvers, because nearly every solver is listed twice.
func TestSolvers(t *testing.T) {
	need(t, "bash")
	instances := t.TempDir()
	for _, n := range boardSizes() {
		runLine(t, instances, fmt.Sprintf("qgen -o %d-0.cnf %[1]d; qgen --minimal -o %[1]d-1.cnf %[1]d", n))
	}
	for i, s := range solvers {
		t.Run(fmt.Sprintf("%s/%d", s.name, i), func(t *testing.T) {
			need(t, s.name)
			t.Parallel()
			dir := t.TempDir()
			for j, n := range boardSizes() {
				form := (i + j) % 2
				instance := fmt.Sprintf("%s/%d-%d.cnf", instances, n, form)
				size := []string{fmt.Sprintf("-n %d", n), "--cnf " + instance}[form]
				checkBoard(t, dir, n, strings.ReplaceAll(s.line, "$f", instance)+" | tee answer | qshow -f list")
				checkBoard(t, dir, n, "qshow -f list "+size+" answer")
				checkBoard(t, dir, n, fmt.Sprintf("qsat --solver '%s' %s | qshow -f list", s.command, instance))
			}
		})
	}
}

// checkBoard runs a pipeline that ends in qshow -f list, which checks the board. It must show a single
// board of n queens, or exit with 20 if there is no such board.
func checkBoard(t *testing.T, dir string, n int, line string) {
	t.Helper()
	out, stderr, code := runLine(t, dir, line)
	queens, want := n, 0
	if n == 2 || n == 3 {
		queens, want = 0, 20
	}
	if code != want || len(strings.Fields(out)) != queens {
		t.Errorf("%s\nexit code %d, want %d\n%s%s", line, code, want, out, stderr)
	}
}

// TestSolverEnumerations lists all models with the solvers that can do this.
func TestSolverEnumerations(t *testing.T) {
	need(t, "bash")
	boards := []int{1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92} // OEIS A000170
	for name, command := range map[string]string{
		"qsat": "qsat --all", "picosat": "picosat --all", "clasp": "clasp 0", "cryptominisat5": "cryptominisat5 --verb 0 --maxsol 1000",
	} {
		t.Run(name, func(t *testing.T) {
			need(t, name)
			for _, n := range boardSizes() {
				if n >= len(boards) {
					break
				}
				text, stderr, code := runLine(t, t.TempDir(), fmt.Sprintf("qgen -o q.cnf %d; %s <q.cnf | qshow --cnf q.cnf -f list", n, command))
				lines := strings.Fields(strings.ReplaceAll(text, " ", "-"))
				slices.Sort(lines)
				if len(lines) != boards[n] || len(slices.Compact(lines)) != boards[n] {
					t.Errorf("N=%d: %d boards, want %d\n%s", n, len(lines), boards[n], stderr)
				}
				if code != map[bool]int{true: 20}[boards[n] == 0] {
					t.Errorf("N=%d: exit code %d", n, code)
				}
			}
		})
	}
}

// TestXOR counts the models of random formulas with XOR lines by qsat, by cryptominisat and by trying all
// assignments.
func TestXOR(t *testing.T) {
	need(t, "bash")
	need(t, "cryptominisat5")
	r, dir, want, count := rand.New(rand.NewPCG(1, 2)), t.TempDir(), "", 20
	if long() {
		count = 500
	}
	for i := range count {
		n := 1 + r.IntN(9)
		f := &dimacs.Formula{Vars: n}
		lits := func() (list []dimacs.Lit) {
			for range 1 + r.IntN(7) {
				list = append(list, dimacs.Lit((1+r.IntN(n))*(1-2*r.IntN(2))))
			}
			return list
		}
		for range r.IntN(4) {
			f.Linear = append(f.Linear, dimacs.Linear{Lits: lits(), Odd: true})
			f.Add(lits()...)
		}
		var b bytes.Buffer
		w, models := dimacs.NewWriter(&b), 0
		w.Head(f, int64(f.NumClauses()+len(f.Linear)))
		for _, c := range f.Linear {
			w.XOR(c.Lits...)
		}
		w.Clauses(t.Context(), f)
		for values := range 1 << n {
			var a dimacs.Assignment
			for v := range n {
				a.Set(v+1, values>>v&1 == 1)
			}
			if f.Falsified(&a) == nil {
				models++
			}
		}
		want += fmt.Sprintf("%03d.cnf %d %[2]d\n", i, models)
		if w.Flush(); os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.cnf", i)), b.Bytes(), 0o666) != nil {
			t.Fatal("cannot write a formula")
		}
	}
	line := `for f in *.cnf; do echo $f $(qsat --count $f | sed -n 's/^c s exact arb int //p') $(cryptominisat5 --verb 0 --maxsol 999 $f | grep -c '^s SATISFIABLE'); done`
	if got, stderr, _ := runLine(t, dir, line); got != want {
		t.Errorf("got\n%swant\n%s%s", got, want, stderr)
	}
}

// A term is a term of a random OPB: a coefficient and the literals of a product.
type term struct {
	coef int
	lits []int
}

// randomSum returns up to six terms on n variables, and their text. If repeats is false, the factors of a product have
// different variables.
func randomSum(r *rand.Rand, n int, repeats bool) (sum []term, text string) {
	for range 1 + r.IntN(6) {
		t := term{coef: r.IntN(9) - 4}
		text += fmt.Sprintf("%+d", t.coef)
		for range 1 + r.IntN(6)/4*(1+r.IntN(2)) {
			v := 1 + r.IntN(n)
			if !repeats && slices.ContainsFunc(t.lits, func(l int) bool { return max(l, -l) == v }) {
				continue
			}
			text += []string{" x", " ~x"}[r.IntN(2)] + fmt.Sprint(v)
			if strings.HasSuffix(text, fmt.Sprintf("~x%d", v)) {
				v = -v
			}
			t.lits = append(t.lits, v)
		}
		sum, text = append(sum, t), text+" "
	}
	return sum, text
}

// valueOf returns the value of a sum, where bit v-1 of values is the value of variable v.
func valueOf(sum []term, values int) (value int) {
	for _, t := range sum {
		if !slices.ContainsFunc(t.lits, func(l int) bool { return values>>(max(l, -l)-1)&1 == 1 != (l > 0) }) {
			value += t.coef
		}
	}
	return value
}

// TestOPB compares optima and their numbers, or numbers of models, of random pseudo-Boolean formulas with all
// assignments, and optima with those of clasp: products, objectives to minimize and to maximize (which clasp does not
// read), and soft constraints.
func TestOPB(t *testing.T) {
	need(t, "bash")
	need(t, "clasp")
	r, dir, want, count := rand.New(rand.NewPCG(5, 6)), t.TempDir(), []string{}, 20
	if long() {
		count = 1000
	}
	for i := range count {
		n, kind, body, softs := 1+r.IntN(8), r.IntN(4), "", 0
		objective, terms := randomSum(r, n, i%2 == 1)
		top, sign := 3+r.IntN(9), []int{0, 1, -1, 0}[kind]
		body += []string{"", "min: " + terms + ";\n", "max: " + terms + ";\n", fmt.Sprintf("soft: %d ;\n", top)}[kind]
		costs := make([]int, 1<<n) // indexed by assignment; -1 means that it is no model
		for values := range costs {
			costs[values] = sign * valueOf(objective, values)
		}
		constraints := 1 + r.IntN(5)
		for range constraints {
			sum, terms := randomSum(r, n, i%2 == 1)
			weight, bound, equal := 0, r.IntN(7)-3, r.IntN(5) == 0
			if kind == 3 && r.IntN(3) > 0 {
				softs, weight = softs+1, 1+r.IntN(4)
				body += fmt.Sprintf("[%d] ", weight)
			}
			body += fmt.Sprintf("%s%s %d ;\n", terms, map[bool]string{true: "=", false: ">="}[equal], bound)
			for values := range costs {
				if value := valueOf(sum, values); value < bound || equal && value > bound {
					costs[values] += weight
					if weight == 0 {
						costs[values] = 1 << 20
					}
				}
			}
		}
		if softs == 0 && kind == 3 {
			top = 1
		} else if kind < 3 {
			top = 1 << 10
		}
		costs = slices.DeleteFunc(costs, func(cost int) bool { return cost >= top })
		answer := "no model"
		if len(costs) > 0 {
			best := slices.Min(costs)
			optima := len(slices.DeleteFunc(slices.Clone(costs), func(cost int) bool { return cost > best }))
			answer = fmt.Sprintf("%d of %d", optima, best*cmp.Or(sign, 1))
		}
		want = append(want, answer)
		products := strings.Count(body, "x") // at most
		text := fmt.Sprintf("* #variable= %d #constraint= %d #product= %d sizeproduct= %[3]d", n, constraints, products)
		if kind == 3 {
			text += fmt.Sprintf(" #soft= %d mincost= 1 maxcost= 4 sumcost= 20", softs)
		}
		if os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.opb", i)), []byte(text+"\n"+body), 0o666) != nil {
			t.Fatal("cannot write a formula")
		}
	}
	find := func(text, pattern string) string {
		return append(regexp.MustCompile("(?m)^"+pattern).FindStringSubmatch(text), "", "")[1]
	}
	out, stderr, _ := runLine(t, dir, `for f in *.opb; do qsat --count $f; echo =; clasp --opt-mode=optN -q2 0 $f; echo =; done`)
	answers := strings.Split(out, "=\n")
	for i, want := range want {
		text, _ := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%04d.opb", i)))
		own, other := answers[2*i], answers[2*i+1]
		got := fmt.Sprintf("%s of %s", find(own, `c s exact arb int (\d+)`), cmp.Or(find(own, `(?:o .*\n(?:c sat.*\n)?)*o (-?\d+)`), "0"))
		if strings.Contains(own, "UNSAT") {
			got = "no model"
		}
		theirs := cmp.Or(find(other, `c Optimization *: (-?\d+)`), "0")
		if strings.Contains(other, "UNSAT") {
			theirs = "no model"
		}
		// clasp errs for some equations, such as -4 x7 = -3, and for products of complementary literals.
		differ := i%2 == 0 && !strings.HasSuffix(want, theirs) && !regexp.MustCompile(`max:| = `).Match(text)
		if got != want || differ {
			t.Fatalf("%s\nqsat: %s, clasp: %s, want %s\n%s%s%s", text, got, theirs, want, own, other, stderr)
		}
	}
}
