package clause

import (
	"context"
	"slices"
)

// Large is from how many elements on an array takes a millisecond or more to be made or copied;
// tests make it smaller.
var Large = 1 << 18

// chunk is how many elements are copied between two looks at the context.
const chunk = 1 << 16

// Make returns an array of n zeros, or nil if ctx ends before: the runtime takes up to a second
// to clear one, and then does so in vain.
func Make[T any](ctx context.Context, n int) []T {
	var made []T
	if !Await(ctx, n, func() { made = make([]T, n) }) {
		return nil
	}
	return made
}

// Await has do done, which goes through so many elements and cannot look at ctx, and reports
// whether ctx did not end before. If it did, do goes on in vain, with what is not to be used then.
func Await(ctx context.Context, n int, do func()) (done bool) {
	if n < Large {
		do()
		return true
	}
	if ctx.Err() != nil {
		return false
	}
	end := make(chan struct{})
	go func() {
		defer close(end)
		do()
	}()
	select {
	case <-end:
		return true
	case <-ctx.Done():
		return false
	}
}

// Grow returns s with room for n more elements, and for a quarter more than there are if it has
// to be copied for that. It returns false, and s as it is, if ctx ends before.
func Grow[T any](ctx context.Context, s []T, n int) (grown []T, ok bool) {
	if len(s)+n <= cap(s) {
		return s, true
	}
	if len(s) < Large {
		return slices.Grow(s, n), true
	}
	grown = copied(ctx, s, max(n, len(s)/4))
	if grown == nil {
		return s, false
	}
	return grown, true
}

// copied returns a copy of s with room for n more elements, nil if ctx ends before.
func copied[T any](ctx context.Context, s []T, n int) []T {
	to := Make[T](ctx, len(s)+n)
	if to == nil {
		return nil
	}
	to = to[:0]
	for part := range slices.Chunk(s, chunk) {
		if len(s) >= Large && ctx.Err() != nil {
			return nil
		}
		to = append(to, part...)
	}
	return to
}

// Append appends x to s, or leaves that if ctx ends before there is room.
func Append[T any](ctx context.Context, s []T, x T) []T {
	if len(s) == cap(s) && len(s) >= Large {
		grown, ok := Grow(ctx, s, 1)
		if !ok {
			return s
		}
		s = grown
	}
	return append(s, x)
}

// Sort sorts s, or leaves it in some order if ctx ends before: all elements count as equal then,
// and are gone through but a few times more.
func Sort[T any](ctx context.Context, s []T, compare func(a, b T) int) {
	n, ended := 0, false
	slices.SortFunc(s, func(a, b T) int {
		if n++; n%poll == 0 && !ended {
			ended = ctx.Err() != nil
		}
		if ended {
			return 0
		}
		return compare(a, b)
	})
}

// Reserve makes room for so many more words of clauses, so that Add does not copy all there
// are, which takes up to a second. It returns false if ctx ends before.
func (d *Database) Reserve(ctx context.Context, words int) (ok bool) {
	if d.arena, ok = Grow(ctx, d.arena, words); ok {
		d.clauses, ok = Grow(ctx, d.clauses, words/(header+2))
	}
	return ok
}
