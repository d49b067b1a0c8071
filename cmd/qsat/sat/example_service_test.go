package sat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
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
