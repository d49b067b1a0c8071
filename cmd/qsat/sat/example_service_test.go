package sat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/dimacs/result"
)

// A service answers questions of many clients at once. A server can call answer with the context and
// the body of an HTTP request and with the writer of its response. It then turns an error into a
// status code.
type service struct {
	clients chan struct{} // one element per client that runs or waits; others are refused
	running chan struct{} // one element per question that runs; the others hold no formula
	size    int64         // the largest formula in bytes
	timeout time.Duration
	memory  int64 // bytes
}

func newService(running, waiting int) *service {
	return &service{
		clients: make(chan struct{}, running+waiting), running: make(chan struct{}, running),
		size: 8 << 20, timeout: time.Minute, memory: 1 << 30,
	}
}

var (
	errBusy = errors.New("too many questions wait")
	errSize = errors.New("the formula is too large")
)

// answer reads a formula in DIMACS CNF and writes the answer in the form of the SAT competitions. It
// returns an error when ctx ends because the client has left, after timeout, and when the whole
// process takes more than memory bytes. A question takes one thread, so that questions do not compete for
// processors.
func (s *service) answer(ctx context.Context, question io.Reader, w io.Writer) error {
	select {
	case s.clients <- struct{}{}:
		defer func() { <-s.clients }()
	default:
		return errBusy
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		return ctx.Err()
	}
	body := &io.LimitedReader{R: question, N: s.size + 1}
	f, err := dimacs.ReadFormula(ctx, body, dimacs.Options{Name: "formula"})
	switch {
	case ctx.Err() != nil: // body may still be read
		return ctx.Err()
	case body.N == 0:
		return errSize
	case err != nil:
		return err
	}
	a, err := sat.Solve(ctx, sat.Problem{Formula: f}, sat.Options{Threads: 1, Memory: s.memory})
	if err != nil {
		return err
	}
	out := result.NewWriter(w)
	if out.Status(a.Status); a.Model != nil {
		out.Model(a.Model.Lits(f.Vars))
	}
	return out.Flush()
}

// A service with limits for time, memory and the number of clients.
func Example_service() {
	s := newService(2, 100)
	for _, formula := range []string{"p cnf 2 2\n1 -2 0\n-1 0\n", "p cnf 1 2\n1 0\n-1 0\n", "p cnf 1 1\n2 0\n"} {
		var answer strings.Builder
		err := s.answer(context.Background(), strings.NewReader(formula), &answer)
		fmt.Println(strings.TrimSpace(answer.String()), err)
	}
	// Output:
	// s SATISFIABLE
	// v -1 -2 0 <nil>
	// s UNSATISFIABLE <nil>
	//  formula:2:1: expected a variable of at most 1 as the header says, found "2"
}

// A configurator for many customers at once. Each customer has a clone of the solver of all products. A guard
// makes it possible to drop a rule.
func Example_configurator() {
	ctx := context.Background()
	products := sat.NewSolver(sat.Options{})
	defer products.Close()
	var (
		v         = products.Fresh(5)
		old, new  = v[0], v[1] // two versions
		bell, red = v[2], v[3]
		cheap     = v[4] // the guard of a rule
	)
	products.Grow(1) // the variable of a feature without rules
	products.Clause(old, new)
	products.Clause(-old, -new)
	products.Clause(-new, bell)
	products.Clause(-cheap, -bell, -red)
	products.AddSoft(5, -bell) // a bell costs 5
	products.AddSoft(2, -red)
	customer := func(wishes ...dimacs.Lit) (text string, err error) {
		s := products.Clone()
		defer s.Close()
		if err := errors.Join(s.Hold(cheap), s.Prefer(new), s.Budget(10_000)); err != nil {
			return "", err
		}
		a, err := s.Core(ctx, wishes...)
		if err != nil || a.Model == nil {
			return fmt.Sprintf("impossible: %v", a.Failed), err
		}
		follows, _, err1 := s.Propagate(wishes...)
		best, err2 := s.Minimize(ctx, nil, wishes...)
		each, n, err3 := s.Each(ctx, []int{1, 2, 3, 4}, wishes...)
		text = fmt.Sprintf("newest %t, follows %v, from %d, %v products", a.Model.Holds(new), follows, best.Cost, n)
		for l, count := range each {
			if l == bell {
				text += fmt.Sprintf(", %v with a bell", count)
			}
		}
		for m, err := range s.Sample(ctx, nil, 1, 1, append(wishes, old)...) {
			text += fmt.Sprintf(", for example red %t %v", m.Holds(red), err)
		}
		return text, errors.Join(err1, err2, err3)
	}
	for _, wishes := range [][]dimacs.Lit{nil, {red}, {bell, red}} {
		texts := make([]string, 3)
		var all sync.WaitGroup
		for i := range texts {
			all.Go(func() {
				text, err := customer(wishes...)
				texts[i] = fmt.Sprint(text, " ", err)
			})
		}
		all.Wait()
		fmt.Println(texts[0], texts[0] == texts[1] && texts[1] == texts[2])
	}
	fmt.Println(products.Vars(), products.NumClauses())
	// Output:
	// newest true, follows [5], from 0, 4 products, 2 with a bell, for example red false <nil> <nil> true
	// newest false, follows [5 4 -3 -2 1], from 2, 1 products, 0 with a bell, for example red true <nil> <nil> true
	// impossible: [3 4] <nil> true
	// 6 4
}
