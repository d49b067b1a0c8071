package input

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestUntilDone(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	r := UntilDone(ctx, io.MultiReader(strings.NewReader("a"), strings.NewReader("b")))
	buf := make([]byte, 8)
	if n, err := r.Read(buf); n != 1 || err != nil {
		t.Errorf("%d bytes, error %v", n, err)
	}
	cancel(stop)
	if n, err := r.Read(buf); n != 0 || err != stop {
		t.Errorf("after the end %d bytes, error %v", n, err)
	}
}
