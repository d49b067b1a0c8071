package sat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// text returns a formula as the text of a question.
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
func checkReply(f *dimacs.Formula, want dimacs.Status, reply io.Reader) error {
	r := dimacs.NewResultReader(reply, "reply")
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
// leaves once all hard questions are asked; answer then returns when the search has ended. The other
// answers are right, and the memory of the process stays below the limit.
func TestService(t *testing.T) {
	const memory = 512 << 20
	s := newService(4, 196)
	s.memory = memory
	leave, all := context.WithCancel(t.Context())
	difficult := text(t, hard())
	var clients, arrived sync.WaitGroup
	arrived.Add(20)
	for i := range 200 {
		clients.Go(func() {
			if i%10 == 0 {
				arrived.Done()
				if err := s.answer(leave, bytes.NewReader(difficult), io.Discard); !errors.Is(err, context.Canceled) {
					t.Errorf("client %d: %v", i, err)
				}
				return
			}
			f, want := formulas.Pigeonhole(6, 6-i%2), dimacs.Satisfiable
			if i%2 == 1 {
				want = dimacs.Unsatisfiable
			}
			var reply bytes.Buffer
			err := s.answer(t.Context(), bytes.NewReader(text(t, f)), &reply)
			if err == nil {
				err = checkReply(f, want, &reply)
			}
			if used := inUse(); err != nil || used > memory {
				t.Errorf("client %d: %v; %d MB", i, err, used>>20)
			}
		})
	}
	arrived.Wait()
	all()
	clients.Wait()
	if len(s.clients) > 0 || len(s.running) > 0 {
		t.Errorf("%d clients, %d questions after the end", len(s.clients), len(s.running))
	}
}

// TestServiceLimits checks the error for a client beyond each limit.
func TestServiceLimits(t *testing.T) {
	limits := map[error]func(s *service){
		errBusy:                  func(s *service) { s.clients <- struct{}{}; s.clients <- struct{}{} },
		errSize:                  func(s *service) { s.size = 5 },
		sat.ErrMemory:            func(s *service) { s.memory = 1 << 10 },
		context.DeadlineExceeded: func(s *service) { s.timeout = time.Millisecond },
	}
	body := text(t, hard())
	for want, limit := range limits {
		s := newService(1, 1)
		limit(s)
		if err := s.answer(t.Context(), bytes.NewReader(body), io.Discard); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	s := newService(1, 1)
	s.running <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.answer(ctx, strings.NewReader(""), io.Discard); !errors.Is(err, context.Canceled) || len(s.clients) > 0 {
		t.Errorf("cancelled in the queue: %v, %d clients", err, len(s.clients))
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
					newService(1, 1).answer(ctx, bytes.NewReader(body), io.Discard)
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
