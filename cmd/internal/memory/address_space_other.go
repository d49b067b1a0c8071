//go:build !linux

package memory

import "context"

// WithinAddressSpace does nothing where the address space is not limited, or
// its size cannot be found out.
func WithinAddressSpace(ctx context.Context) (context.Context, func()) { return ctx, func() {} }
