//go:build !linux

package memory

import "context"

// WithinAddressSpace does nothing where the address space is not limited, or
// its size not to be had.
func WithinAddressSpace(ctx context.Context) (context.Context, func()) { return ctx, func() {} }
