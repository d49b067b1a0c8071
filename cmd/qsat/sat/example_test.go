package sat_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"math/big"
	"os"
	"slices"
	"strings"

	"queens/cmd/qcheck/cpog"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/decode/draw"
	"queens/dimacs"
	"queens/dimacs/proof"
	"queens/encode"
	"queens/encode/cardinality"
)

// Who comes to dinner? The formula is made in memory.
func ExampleSolve() {
	const ada, bob, eve = 1, 2, 3
	f := &dimacs.Formula{}
	f.Add(ada, bob)  // at least one
	f.Add(-ada, eve) // Ada comes with Eve
	f.Add(-bob, -eve)
	a, err := sat.Solve(context.Background(), sat.Problem{Formula: f, Assume: []dimacs.Lit{-bob}}, sat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Status, a.Model.Value(ada), a.Model.Value(bob), a.Model.Value(eve))
	a, err = sat.Solve(context.Background(), sat.Problem{Formula: f, Assume: []dimacs.Lit{-bob, -eve}}, sat.Options{})
	fmt.Println(a.Status, a.Failed, err)
	// Output:
	// SATISFIABLE true false true
	// UNSATISFIABLE [-2 -3] <nil>
}

// The boards of four queens: encode writes the clauses, sat finds the models, and decode checks and
// draws their boards.
func ExampleModels() {
	four := encode.Instance{N: 4}
	f, err := four.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for a, err := range sat.Models(context.Background(), sat.Problem{Formula: f}, sat.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		board, err := decode.FromModel(&four, a)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(draw.Formats[0].Draw(context.Background(), os.Stdout, draw.Style{}, board))
	}
	// Output:
	// . Q . .
	// . . . Q
	// Q . . .
	// . . Q .
	// <nil>
	// . . Q .
	// Q . . .
	// . . . Q
	// . Q . .
	// <nil>
}

// Each variable in no clause doubles the number of models. The number is exact however
// large it is.
func ExampleCount() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Vars = 1_000
	n, err := sat.Count(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	fmt.Println(n.M, "* 2 ^", n.Shift, err)
	n, err = sat.Count(context.Background(), sat.Problem{Formula: f, Project: []int{1, 3}}, sat.Options{})
	fmt.Println(n.Int(), err)
	// Output:
	// 3 * 2 ^ 998 <nil>
	// 4 <nil>
}

// Bracelets of 6 beads without two black neighbours: 18 bracelets, or 5 up to rotation and reflection.
func ExampleFindOrbits() {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v <= 6; v++ {
		f.Add(-v, -(v%6 + 1))
	}
	orbits, err := sat.FindOrbits(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := orbits.Count(context.Background())
	fmt.Println(orbits.Order(), "symmetries,", n, "orbits", err)
	for a, err := range orbits.Models(context.Background()) {
		fmt.Println(a.Lits(6), err)
	}
	// Output:
	// 12 symmetries, 5 orbits <nil>
	// [-1 -2 -3 -4 -5 -6] <nil>
	// [1 -2 -3 -4 -5 -6] <nil>
	// [1 -2 3 -4 -5 -6] <nil>
	// [1 -2 3 -4 5 -6] <nil>
	// [1 -2 -3 4 -5 -6] <nil>
}

// Two random groups of guests. All five groups are equally likely, and one may come again.
func ExampleSample() {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3)
	f.Add(-2, -3)
	for a, err := range sat.Sample(context.Background(), sat.Problem{Formula: f}, sat.Options{Seed: 1}, 2) {
		fmt.Println(a.Lits(3), err)
	}
	// Output:
	// [-1 2 -3] <nil>
	// [1 2 -3] <nil>
}

// Which wishes cannot all come true? No wish of the answer can be left out.
func ExampleCore() {
	f := &dimacs.Formula{}
	f.Add(-1, -2, -3)
	f.Add(-2, 4)
	wishes := []dimacs.Lit{5, 1, 2, 3, 4}
	a, err := sat.Core(context.Background(), sat.Problem{Formula: f.With([]dimacs.Lit{1, 5}), Assume: wishes}, sat.Options{})
	fmt.Println(a.Status, a.Failed, a.Minimal, err)
	// Output: UNSATISFIABLE [1 2 3] true <nil>
}

// Which features are in every product of a line, and which in none? The proof has a clause for each.
func ExampleBackbone() {
	const car, motor, petrol, diesel, filter = 1, 2, 3, 4, 5
	f := &dimacs.Formula{}
	f.Add(-car, motor)
	f.Add(-motor, petrol, diesel)
	f.Add(-diesel, filter)
	f.Add(-petrol, filter)
	f.Add(-petrol, -filter)
	var text bytes.Buffer
	w := proof.NewWriter(&text, false)
	for l, err := range sat.Backbone(context.Background(), sat.Problem{Formula: f, Assume: []dimacs.Lit{car}}, sat.Options{Proof: w}) {
		w.Flush()
		fmt.Println(l, err, strings.Contains(text.String(), fmt.Sprintln(l, 0)))
	}
	// Output:
	// 1 <nil> true
	// 2 <nil> true
	// -3 <nil> true
	// 4 <nil> true
	// 5 <nil> true
}

// How long would it take to count the boards of 16 queens, and how many are there? 14,772,512.
func ExampleEstimateCount() {
	f, err := encode.Instance{N: 16}.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	x, err := sat.EstimateCount(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	hours, _ := x.CoreHours.Mean.Float64()
	fmt.Printf("10^%.1f boards, less than an hour: %v, %v", x.Log10, hours < 1, err)
	// Output: 10^7.2 boards, less than an hour: true, <nil>
}

// kept holds the counts of cubes in memory; qsat writes them to a file.
type kept map[int]dimacs.Count

func (k kept) Counted(cube int) (n dimacs.Count, is bool) { n, is = k[cube]; return n, is }
func (k kept) Keep(cube int, n dimacs.Count)              { k[cube] = n }

// A count that was interrupted goes on with the counts it has.
func ExampleCheckpoint() {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3, 4)
	p, before := sat.Problem{Formula: f}, kept{}
	for range 2 {
		parts, err := sat.NewParts(context.Background(), p, sat.Options{}, 1, true)
		if err != nil {
			log.Fatal(err)
		}
		known := len(before)
		n, err := sat.Count(context.Background(), p, sat.Options{Parts: parts, Part: 1, Checkpoint: before})
		fmt.Println(n.Int(), known == len(parts.Cubes), err)
	}
	// Output:
	// 15 false <nil>
	// 15 true <nil>
}

// Many questions about a formula that grows: which days are left for a meeting?
func ExampleSolver() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	days := s.Fresh(3)
	s.Clause(days...) // one of the days; Err returns the first error of Clause
	for _, busy := range []dimacs.Lit{days[0], days[2], days[1]} {
		a, err := s.Solve(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.Status)
		if err := s.Add(-busy); err != nil {
			log.Fatal(err)
		}
	}
	a, err := s.Solve(context.Background())
	fmt.Println(a.Status, err)
	// Output:
	// SATISFIABLE
	// SATISFIABLE
	// SATISFIABLE
	// UNSATISFIABLE <nil>
}

// Assumptions hold for one question only. Solve names assumptions that fail, Core a minimal set.
func ExampleSolver_Core() {
	const app, old, fast, slow = 1, 2, 3, 4 // packages to install
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	s.Clause(-app, fast, slow)                // app needs fast or slow
	s.Pairs([]dimacs.Lit{-fast, -slow, -old}) // at most one of these three
	for _, wish := range [][]dimacs.Lit{{app, fast}, {fast, app, old}} {
		a, err := s.Core(context.Background(), wish...)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.Status, a.Failed, a.Minimal)
	}
	// Output:
	// SATISFIABLE [] false
	// UNSATISFIABLE [3 2] true
}

// Encoders write into a Solver, also between questions: at most two of five lamps may burn.
func ExampleSolver_Fresh() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	lamps := s.Fresh(5)
	cardinality.AtMost.Encode(2, lamps, s, s.Fresh)
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	for n := range len(lamps) {
		a, err := s.Solve(context.Background(), lamps[:n]...)
		fmt.Println(n, a.Status, err)
	}
	// Output:
	// 0 SATISFIABLE <nil>
	// 1 SATISFIABLE <nil>
	// 2 SATISFIABLE <nil>
	// 3 UNSATISFIABLE <nil>
	// 4 UNSATISFIABLE <nil>
}

// Which rules contradict each other? Clauses 1 and 2 are rule 1, clause 3 is rule 2, and so on. A
// clause of group 0 belongs to every answer.
func ExampleGroupCore() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-1, 3)
	f.Add(-2, 3)
	f.Add(4)
	f.Add(-3)
	a, err := sat.GroupCore(context.Background(), sat.Problem{Formula: f}, []int{1, 1, 2, 3, 0}, sat.Options{}, nil)
	fmt.Println(a.Status, a.Groups, a.Minimal, err)
	// Output: UNSATISFIABLE [1 2] true <nil>
}

// All ways to repair a contradiction: each correction set must be left out. Here each clause is a
// group of its own.
func ExampleGroupCores() {
	f := &dimacs.Formula{}
	f.Add(1)
	f.Add(-1)
	f.Add(2)
	var answers []string
	for a, err := range sat.GroupCores(context.Background(), sat.Problem{Formula: f}, nil, sat.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		answers = append(answers, fmt.Sprintf("correction %t: %v", a.Correction, a.Groups))
	}
	slices.Sort(answers)
	fmt.Println(strings.Join(answers, "\n"))
	// Output:
	// correction false: [1 2]
	// correction true: [1]
	// correction true: [2]
}

// Which guests to invite? Each soft clause is a wish, and its weight is the cost of ignoring it.
func ExampleMinimize() {
	const ada, bob, eve = 1, 2, 3
	f := &dimacs.Formula{}
	f.Add(-ada, -bob) // Ada and Bob do not come together
	f.Add(-bob, eve)  // Bob comes only with Eve
	f.AddSoft(3, ada)
	f.AddSoft(4, bob)
	f.AddSoft(2, -eve)
	best, err := sat.Minimize(context.Background(), sat.Problem{Formula: f}, sat.Options{}, nil)
	fmt.Println(best.Status, best.Cost, best.Model.Lits(3), err)

	// A refutation of "cost 3 or less" proves the optimum.
	bounded := sat.Bounded(f, best.Cost-1)
	a, err := sat.Solve(context.Background(), sat.Problem{Formula: bounded}, sat.Options{})
	fmt.Println(a.Status, err)
	// Output:
	// SATISFIABLE 4 [1 -2 -3] <nil>
	// UNSATISFIABLE <nil>
}

// Which teams of four people are the largest, if neighbours do not work together?
func ExampleOptima() {
	f := &dimacs.Formula{}
	for person := dimacs.Lit(1); person <= 4; person++ {
		f.AddSoft(1, person)
	}
	for person := dimacs.Lit(1); person < 4; person++ {
		f.Add(-person, -person-1)
	}
	p := sat.Problem{Formula: f}
	best, err := sat.Minimize(context.Background(), p, sat.Options{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	optima, err := sat.Optima(p, best.Cost)
	if err != nil {
		log.Fatal(err)
	}
	var teams []string
	for a, err := range sat.Models(context.Background(), optima, sat.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		teams = append(teams, fmt.Sprint(a.Lits(4)))
	}
	slices.Sort(teams)
	fmt.Println(strings.Join(teams, "\n"))
	// Output:
	// [-1 2 -3 4]
	// [1 -2 -3 4]
	// [1 -2 3 -4]
}

// Divide a search by hand: each model satisfies exactly one cube. Here the cubes are assumptions, and
// the counts add up to the seven models.
func ExampleCubes() {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3)
	cubes, err := sat.Cubes(context.Background(), sat.Problem{Formula: f}, sat.Options{}, 2)
	if err != nil {
		log.Fatal(err)
	}
	for _, cube := range cubes {
		fmt.Println(cube)
		fmt.Println(sat.Count(context.Background(), sat.Problem{Formula: f, Assume: cube}, sat.Options{}))
	}
	// Output:
	// [1]
	// 4 <nil>
	// [-1]
	// 3 <nil>
}

// Divide a count among three processes, which all call NewParts with the same problem.
func ExampleNewParts() {
	f, err := encode.Instance{N: 8}.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	p, total := sat.Problem{Formula: f}, new(big.Int)
	for part := 1; part <= 3; part++ { // each pass could be another machine
		parts, err := sat.NewParts(context.Background(), p, sat.Options{}, 3, true)
		if err != nil {
			log.Fatal(err)
		}
		n, err := sat.Count(context.Background(), p, sat.Options{Parts: parts, Part: part})
		if err != nil {
			log.Fatal(err)
		}
		total.Add(total, n.Int())
	}
	fmt.Println(total)
	// Output: 92
}

// A count of 0 does not say which assumptions fail.
func ExampleFailed() {
	f := &dimacs.Formula{}
	f.Add(-1, -3)
	p := sat.Problem{Formula: f.With([]dimacs.Lit{2, 4}), Assume: []dimacs.Lit{1, 2, 3}}
	n, err := sat.Count(context.Background(), p, sat.Options{})
	if err != nil || !n.IsZero() {
		log.Fatal(n, err)
	}
	failed, err := sat.Failed(context.Background(), p, sat.Options{})
	fmt.Println(failed, err)
	// Output: [1 3] <nil>
}

// The certificate of "1 or 2" and "3 if 2". The root is a sum of two products. Each node is defined and
// derived. Package cpog, which shares only the formula with the solver, checks it.
func ExampleCertify() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-2, 3)
	var certificate bytes.Buffer
	if _, err := sat.Certify(context.Background(), sat.Problem{Formula: f}, sat.Options{}, &certificate); err != nil {
		log.Fatal(err)
	}
	fmt.Print(certificate.String())
	g, err := cpog.Check(context.Background(), f, &certificate, "guests")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Count(context.Background(), cpog.Question{}))
	// Output:
	// 3 p 4 2 3 0
	// 6 p 5 -2 1 0
	// 9 s 6 4 5 4 7 0
	// r 6
	// 12 a 4 -2 0 2 3 0
	// 13 a 6 0 10 11 12 1 6 0
	// 4 <nil>
}

// The certificate of a part of a count has a certificate for each cube of the part.
func ExampleCertifyPart() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	p := sat.Problem{Formula: f}
	parts, err := sat.NewParts(context.Background(), p, sat.Options{}, 2, false)
	if err != nil {
		log.Fatal(err)
	}
	for part := 1; part <= 2; part++ {
		var certificate bytes.Buffer
		n, err := sat.CertifyPart(context.Background(), p, sat.Options{Parts: parts, Part: part}, &certificate)
		line, _, _ := strings.Cut(certificate.String(), "\n")
		fmt.Println(n.Int(), line, err)
	}
	// Output:
	// 2 c cube 1 <nil>
	// 1 c cube -1 <nil>
}

// A refutation with its proof, checked by package drat.
func ExampleSolve_proof() {
	f, err := encode.Instance{N: 3}.Formula(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	var text bytes.Buffer
	w := proof.NewWriter(&text, false)
	a, err := sat.Solve(context.Background(), sat.Problem{Formula: f}, sat.Options{Proof: w})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	_, err = drat.Check(context.Background(), f, &text, drat.Options{Name: "three queens"})
	fmt.Println(a.Status, err)
	// Output: UNSATISFIABLE <nil>
}

// The graph of "1 or 2" and "3 if 2" decides on variable 2.
func ExampleCompile() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-2, 3)
	g, err := sat.Compile(context.Background(), sat.Problem{Formula: f}, sat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	n := g.Count()
	fmt.Println(n.Int(), g.Nodes())
	g.WriteD4(os.Stdout)
	// Output:
	// 4 4
	// o 1 0
	// o 2 0
	// t 3 0
	// 1 2 0
	// 2 3 2 3 0
	// 2 3 -2 1 0
}

// A graph of the compiler dsharp answers questions. Its certificate shows that it is right.
func ExampleReadGraph() {
	ctx := context.Background()
	f := &dimacs.Formula{}
	f.Add(1, 2)
	g, err := sat.ReadGraph(ctx, strings.NewReader("nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 1 2 0 3\n"), "g.nnf", f, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Count(), g.Count(-2))
	for l, n := range g.Each() {
		fmt.Print(l, ":", n, " ")
	}
	fmt.Println(g.Certify(ctx, io.Discard))
	// Output:
	// 3 1
	// 1:2 -1:1 2:2 -2:1 <nil>
}

// Which two of three guests can come? A clause and a variable are added between two loops.
func ExampleSolver_Models() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	ada, bob, eve := s.NewVar(), s.NewVar(), s.NewVar()
	list := func(assume ...dimacs.Lit) (count int) {
		for _, err := range s.Models(context.Background(), []int{ada.Var(), bob.Var(), eve.Var()}, assume...) {
			if err != nil {
				log.Fatal(err)
			}
			count++
		}
		return count
	}
	s.Add(ada, bob)
	s.Add(-bob, -eve)
	fmt.Println(list(), list(eve))
	rain := s.NewVar()
	s.Add(-rain, -ada)
	fmt.Println(list(rain), list(-rain))
	// Output:
	// 4 1
	// 1 4
}

// Ada comes only with Bob, and never with him. The proof has the assumption as a unit clause.
func ExampleSolver_Prove() {
	s := sat.NewSolver(sat.Options{})
	defer s.Close()
	ada, bob := s.NewVar(), s.NewVar()
	s.Add(-ada, bob)
	s.Add(-ada, -bob)
	var text bytes.Buffer
	w := proof.NewWriter(&text, false)
	a, err := s.Prove(context.Background(), w, ada)
	_, wrong := drat.Check(context.Background(), s.Formula().With([]dimacs.Lit{ada}), &text, drat.Options{})
	fmt.Println(a.Status, a.Failed, err, w.Flush(), wrong)
	// Output: UNSATISFIABLE [1] <nil> <nil> <nil>
}

// How many groups of guests are possible, and how many with Bob? The formula could come from dimacs.ReadFormula.
func ExampleOpenSolver() {
	f := &dimacs.Formula{}
	f.Add(1, 2, 3) // Ada, Bob or Eve
	f.Add(-2, -3)
	s := sat.OpenSolver(f, sat.Options{})
	defer s.Close()
	fmt.Println(s.Count(context.Background(), nil))
	fmt.Println(s.Count(context.Background(), nil, 2))
	// Output:
	// 5 <nil>
	// 2 <nil>
}

// Eliminate a variable that stands between two others.
func ExampleProjection() {
	f := &dimacs.Formula{}
	f.Add(-1, 2)
	f.Add(-2, 3)
	g, err := sat.Projection(context.Background(), sat.Problem{Formula: f, Project: []int{1, 3}}, sat.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range g.Clauses() {
		fmt.Println(c)
	}
	// Output:
	// [-1 3]
}

// Give another counter a smaller formula, and multiply its answer.
func ExampleSimplify() {
	f := &dimacs.Formula{Vars: 5}
	f.Add(-1, 2)
	f.Add(1, -2)
	f.Add(2, 3, 4)
	s, err := sat.Simplify(context.Background(), sat.Problem{Formula: f}, sat.Options{}, sat.KeepCount, []int{3})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := sat.Count(context.Background(), sat.Problem{Formula: s.Formula}, sat.Options{}) // or another counter
	fmt.Println(s.Formula.Vars, n, s.Factor.RatString(), err)
	// Output: 3 7 2 <nil>
}

// Turn a model of a simplified formula into a model of the formula. Variable 1 was removed, because it equals variable 2.
func ExampleReadMap() {
	const text = "map 1\nkept sat\nbig 2 d\nsmall 1 e\nfactor 1\nv 2\ns 1 -2\ns -1 2\n" +
		"end 5f34634c27e2569f6e3993d52216c616285025fb390371573520928b89aa2ae2\n"
	s, digest, err := sat.ReadMap(strings.NewReader(text), "small.map")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(digest, s.Extend([]dimacs.Lit{1}).Lits(2))
	// Output: d [1 2]
}
