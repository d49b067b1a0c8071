package cdcl

import (
	"iter"
	"slices"
)

// ascending yields a list in ascending order. It sorts no more of it than is asked for:
// the first takes as long as to look at all, each after it hardly anything. Of equal ones
// the order is not defined.
//
// Source: R. Paredes and G. Navarro, "Optimal Incremental Sorting", ALENEX 2006.
func ascending[T any](list []T, compare func(a, b T) int) iter.Seq[T] {
	const few = 32 // are sorted at once
	return func(yield func(T) bool) {
		ends := []int{len(list)} // of stretches, each of which comes before the next below it
		for start := 0; start < len(list); {
			end := ends[len(ends)-1]
			if end-start > few {
				ends = append(ends, start+partition(list[start:end], compare))
				continue
			}
			slices.SortFunc(list[start:end], compare)
			for ; start < end; start++ {
				if !yield(list[start]) {
					return
				}
			}
			ends = ends[:len(ends)-1]
		}
	}
}

// partition permutes a list of three or more so that none of the first n comes after any
// of the others, and returns n, with at least one on either side.
func partition[T any](list []T, compare func(a, b T) int) (n int) {
	three := []T{list[0], list[len(list)/2], list[len(list)-1]}
	slices.SortFunc(three, compare)
	pivot := three[1]
	for i, j := 0, len(list)-1; ; i, j = i+1, j-1 {
		for compare(list[i], pivot) < 0 {
			i++
		}
		for compare(list[j], pivot) > 0 {
			j--
		}
		if i >= j {
			return j + 1
		}
		list[i], list[j] = list[j], list[i]
	}
}
