package sat_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/sat"
)

// TestService checks the error for a client beyond each limit, and for a client that leaves while it waits, or
// during the search for a model that no engine finds in a minute.
func TestService(t *testing.T) {
	var hard bytes.Buffer
	if err := generate.Random(rand.New(rand.NewPCG(1, 2)), 1_000, 4_300, 3).Write(t.Context(), &hard); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want  error
		limit func(s *service, leave func())
	}{
		{errBusy, func(s *service, _ func()) { s.clients <- struct{}{}; s.clients <- struct{}{} }},
		{errSize, func(s *service, _ func()) { s.size = 5 }},
		{sat.ErrMemory, func(s *service, _ func()) { s.memory = 1 << 10 }},
		{context.DeadlineExceeded, func(s *service, _ func()) { s.timeout = time.Millisecond }},
		{context.Canceled, func(s *service, leave func()) { s.running <- struct{}{}; leave() }},
		{context.Canceled, func(_ *service, leave func()) { time.AfterFunc(50*time.Millisecond, leave) }},
	} {
		s := newService(1, 1)
		ctx, leave := context.WithCancel(t.Context())
		test.limit(s, leave)
		if err := s.answer(ctx, bytes.NewReader(hard.Bytes()), io.Discard); !errors.Is(err, test.want) {
			t.Errorf("%v, want %v", err, test.want)
		}
		leave()
	}
}
