package sat_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A service answers questions over HTTP. A client posts a formula in DIMACS CNF and gets the answer
// in the form of the SAT competitions. The search ends when its client closes the connection, at
// timeout, or when the memory of the whole process exceeds memory.
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

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.clients <- struct{}{}:
		defer func() { <-s.clients }()
	default:
		http.Error(w, "too many questions wait", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.timeout)
	defer cancel()
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		http.Error(w, "no question ended in time", http.StatusServiceUnavailable)
		return
	}
	a, vars, err := s.solve(ctx, http.MaxBytesReader(w, r.Body, s.size))
	if err != nil {
		http.Error(w, err.Error(), code(err))
		return
	}
	out := dimacs.NewResultWriter(w)
	if out.Status(a.Status); a.Model != nil {
		out.Model(a.Model.Lits(vars))
	}
	out.Flush() // an error means that the client is gone
}

// solve reads a formula and solves it on one thread, so that questions do not compete for processors.
func (s *service) solve(ctx context.Context, body io.Reader) (a sat.Answer, vars int, err error) {
	f, err := dimacs.ReadFormula(ctx, body, dimacs.Options{Name: "formula"})
	if err != nil {
		return a, 0, err
	}
	a, err = sat.Solve(ctx, sat.Problem{Formula: f}, sat.Options{Threads: 1, Memory: s.memory})
	return a, f.Vars, err
}

// code returns the status code for an error of solve.
func code(err error) int {
	switch {
	case errors.As(err, new(*dimacs.SyntaxError)):
		return http.StatusBadRequest
	case errors.As(err, new(*http.MaxBytesError)):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, sat.ErrMemory):
		return http.StatusInsufficientStorage
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusGatewayTimeout
	}
	return http.StatusInternalServerError
}

// A service over HTTP with limits for time, memory and the number of clients.
func Example_service() {
	server := httptest.NewServer(newService(2, 100))
	defer server.Close()
	for _, formula := range []string{"p cnf 2 2\n1 -2 0\n-1 0\n", "p cnf 1 2\n1 0\n-1 0\n", "p cnf 1 1\n2 0\n"} {
		reply, err := http.Post(server.URL, "text/plain", strings.NewReader(formula))
		if err != nil {
			log.Fatal(err)
		}
		text, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		fmt.Println(reply.StatusCode, strings.TrimSpace(string(text)), err)
	}
	// Output:
	// 200 s SATISFIABLE
	// v -1 -2 0 <nil>
	// 200 s UNSATISFIABLE <nil>
	// 400 formula:2:1: expected a variable of at most 1 as the header says, found "2" <nil>
}
