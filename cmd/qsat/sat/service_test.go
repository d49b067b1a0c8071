package sat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/dimacs"
)

// text returns a formula as the body of a request.
func text(t testing.TB, f *dimacs.Formula) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// hard returns a formula that no engine decides in a minute.
func hard() *dimacs.Formula { return formulas.Random(rand.New(rand.NewPCG(1, 2)), 1_000, 4_300, 3) }

// inUse returns the memory of the Go runtime in bytes.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// checkReply returns an error unless a reply is the right answer for f.
func checkReply(f *dimacs.Formula, want dimacs.Status, reply *http.Response) error {
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(reply.Body)
		return fmt.Errorf("status %d: %s", reply.StatusCode, body)
	}
	r := dimacs.NewResultReader(reply.Body, "reply")
	m, err := r.Read()
	switch {
	case want == dimacs.Unsatisfiable && err == io.EOF && r.Status() == want:
		return nil
	case err != nil || r.Status() != want:
		return fmt.Errorf("%v, want %v: %v", r.Status(), want, err)
	}
	a := &dimacs.Assignment{}
	for _, l := range m {
		a.SetLit(l)
	}
	if c := f.Falsified(a); c != nil {
		return fmt.Errorf("the model violates %v", c)
	}
	return nil
}

// TestService asks a service from 200 clients at once. Every tenth client asks a hard question and
// leaves as soon as its request is served; Close then waits until the search has ended. The other
// answers are right, and the memory of the process stays below the limit.
func TestService(t *testing.T) {
	const memory = 512 << 20
	s := newService(4, 196)
	s.memory = memory
	arrived := make(chan struct{}, 20)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/hard" {
			arrived <- struct{}{}
		}
		s.ServeHTTP(w, r)
	}))
	leave, all := context.WithCancel(t.Context())
	go func() {
		for range cap(arrived) {
			<-arrived
		}
		all()
	}()
	difficult := text(t, hard())
	var clients sync.WaitGroup
	for i := range 200 {
		clients.Go(func() {
			if i%10 == 0 {
				r, _ := http.NewRequestWithContext(leave, http.MethodPost, server.URL+"/hard", bytes.NewReader(difficult))
				if _, err := server.Client().Do(r); !errors.Is(err, context.Canceled) {
					t.Errorf("client %d: %v", i, err)
				}
				return
			}
			f, want := formulas.Pigeonhole(6, 6-i%2), dimacs.Satisfiable
			if i%2 == 1 {
				want = dimacs.Unsatisfiable
			}
			reply, err := server.Client().Post(server.URL, "text/plain", bytes.NewReader(text(t, f)))
			if err == nil {
				err = checkReply(f, want, reply)
			}
			if used := inUse(); err != nil || used > memory {
				t.Errorf("client %d: %v; %d MB", i, err, used>>20)
			}
		})
	}
	clients.Wait()
	server.Close()
	if len(s.clients) > 0 || len(s.running) > 0 {
		t.Errorf("%d clients, %d questions after the end", len(s.clients), len(s.running))
	}
}

// TestServiceLimits checks the reply to a client beyond each limit.
func TestServiceLimits(t *testing.T) {
	limits := map[int]func(s *service){
		http.StatusServiceUnavailable:    func(s *service) { s.clients <- struct{}{}; s.clients <- struct{}{} },
		http.StatusRequestEntityTooLarge: func(s *service) { s.size = 5 },
		http.StatusInsufficientStorage:   func(s *service) { s.memory = 1 << 10 },
		http.StatusGatewayTimeout:        func(s *service) { s.timeout = time.Millisecond },
	}
	body := text(t, hard())
	for want, limit := range limits {
		s, w := newService(1, 1), httptest.NewRecorder()
		limit(s)
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body)))
		if w.Code != want {
			t.Errorf("%d, want %d: %s", w.Code, want, w.Body)
		}
	}
	s, w := newService(1, 1), httptest.NewRecorder()
	s.running <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("")).WithContext(ctx)); w.Code != http.StatusServiceUnavailable || len(s.clients) > 0 {
		t.Errorf("cancelled in the queue: %d, %d clients", w.Code, len(s.clients))
	}
}

// BenchmarkServiceCancel measures how long the service works after its client has gone: the mean and
// the maximum in milliseconds. 50 ms are wanted.
func BenchmarkServiceCancel(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, f := range map[string]*dimacs.Formula{
		"search": hard(),
		"large":  formulas.Random(random, 50_000, 215_000, 3),
	} {
		body := text(b, f)
		for _, after := range []time.Duration{time.Millisecond, 30 * time.Millisecond, 60 * time.Millisecond, 300 * time.Millisecond} {
			b.Run(fmt.Sprintf("%s-%v", name, after), func(b *testing.B) {
				var sum, most time.Duration
				for b.Loop() {
					var gone time.Time
					ctx, cancel := context.WithCancel(b.Context())
					timer := time.AfterFunc(after, func() { gone = time.Now(); cancel() })
					newService(1, 1).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body)).WithContext(ctx))
					if timer.Stop() {
						b.Skip("the question was answered before its client left")
					}
					<-ctx.Done()
					took := time.Since(gone)
					sum, most = sum+took, max(most, took)
				}
				b.ReportMetric(sum.Seconds()*1000/float64(b.N), "ms/cancel")
				b.ReportMetric(most.Seconds()*1000, "ms-most")
			})
		}
	}
}
