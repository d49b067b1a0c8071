package cover

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// All boards are drawn equally often, with more options than a kernel holds, in one block or
// several, and independently of the number of threads.
func TestSampleBoards(t *testing.T) {
	for _, test := range []struct {
		in     encode.Instance
		models int
	}{
		{encode.Instance{N: 8}, 92}, {encode.Instance{N: 9, Encoding: "product"}, 352}, {encode.Instance{N: 10}, 724},
		{encode.Instance{N: 11, Variant: board.Torus}, 88},
	} {
		var first []string
		for _, threads := range []int{1, 3} {
			task := taskOf(t, test.in)
			task.Seed, task.Threads = 5, threads
			var drawn []string
			err := New().Sample(t.Context(), task, int64(20*test.models), func(a *dimacs.Assignment) error {
				board := make([]byte, test.in.BoardVariables())
				for i := range board {
					if board[i] = '.'; a.Value(i + 1) {
						board[i] = 'Q'
					}
				}
				drawn = append(drawn, string(board))
				return nil
			})
			if err == nil {
				err = enginetest.CheckUniform(drawn, test.models)
			}
			if err != nil {
				t.Errorf("%+v: %v", test.in, err)
			}
			if first != nil && fmt.Sprint(first) != fmt.Sprint(drawn) {
				t.Errorf("%+v: other boards with %d threads", test.in, threads)
			}
			first = drawn
		}
	}
}

func TestSampleStops(t *testing.T) {
	errStop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	n := 0
	err := New().Sample(ctx, taskOf(t, encode.Instance{N: 8}), 1<<62, func(*dimacs.Assignment) error {
		if n++; n == 10 {
			cancel(errStop)
		}
		return nil
	})
	if err != errStop || n != 10 {
		t.Errorf("%d boards are drawn, %v", n, err)
	}
	err = New().Sample(ctx, taskOf(t, encode.Instance{N: 8}), 1, func(*dimacs.Assignment) error { return nil })
	if err != errStop {
		t.Error(err)
	}
}
