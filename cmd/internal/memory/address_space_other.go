//go:build !linux

package memory

import "context"

// WithinAddressSpace returns ctx, because this system has no limit of the address space, or no
// way to read its size.
func WithinAddressSpace(ctx context.Context) (context.Context, func()) { return ctx, func() {} }
