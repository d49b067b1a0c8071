// Package lists makes lists from other lists and from numbers.
package lists

// Map returns the results of f for the elements of list, in their order. They are never nil.
func Map[S, T any](list []S, f func(S) T) []T {
	results := make([]T, len(list))
	for i, x := range list {
		results[i] = f(x)
	}
	return results
}

// From returns the n numbers from first on.
func From[T ~int | ~int32 | ~uint32](first T, n int) []T {
	numbers := make([]T, n)
	for i := range numbers {
		numbers[i] = first + T(i)
	}
	return numbers
}
