package dpll

import (
	"context"
	"iter"
)

// until yields what seq does until ctx has ended.
func until[T any](ctx context.Context, seq iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		n := 0
		for x := range seq {
			if n&0xfff == 0 && ctx.Err() != nil {
				return
			}
			n++
			if !yield(x) {
				return
			}
		}
	}
}
