//go:build !unix

package input

import (
	"context"
	"errors"
	"os"
)

type waiter struct{}

func newWaiter(context.Context, *os.File) (*waiter, error) { return nil, errors.ErrUnsupported }

func (*waiter) Read([]byte) (int, error) { return 0, errors.ErrUnsupported }
func (*waiter) Close() error             { return nil }
