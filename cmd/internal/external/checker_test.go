package external

import (
	"context"
	"errors"
	"testing"

	"queens/dimacs"
)

// If ctx ends before the checker runs, the error is its cause, and not that there is no verdict.
func TestVerifyEnded(t *testing.T) {
	c, err := ParseChecker("true")
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("out of time")
	ctx, end := context.WithCancelCause(t.Context())
	end(cause)
	if err := c.Verify(ctx, (&dimacs.Formula{}).With([]dimacs.Lit{1}), t.TempDir(), "proof"); err != cause {
		t.Errorf("error %v", err)
	}
}
