package dpll

import (
	"context"
	"iter"
)

// lookAfter is how many clauses may be gone through between two looks at the
// context. The rows of a board of a thousand have a thousand literals each, and
// each of these may be a hundred nanoseconds away.
const lookAfter = 16

// until yields what seq does until ctx has ended.
func until[T any](ctx context.Context, seq iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		n := 0
		for x := range seq {
			if n%lookAfter == 0 && ctx.Err() != nil {
				return
			}
			n++
			if !yield(x) {
				return
			}
		}
	}
}
