package cover

import "math/rand/v2"

// estimate estimates the number of nodes below the subtrees in list, by random walks from
// random subtrees. If a walk chooses one of k branches, its later nodes count k times.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
// of Computation 29, 1975.
func (in *instance) estimate(list []subtree, walks int, random *rand.Rand) float64 {
	if len(list) == 0 {
		return 0
	}
	sum, n := 0.0, in.newNode()
	for range walks {
		s := list[random.IntN(len(list))]
		copy(n.available, s.available)
		copy(n.uncovered, s.uncovered)
		sum += in.walk(n, random)
	}
	return sum / float64(walks) * float64(len(list))
}

// walk takes a random walk down from n, which it changes, and returns its estimate of the
// number of nodes below. As in the search, an item with only one option makes no further node.
func (in *instance) walk(n node, random *rand.Rand) (nodes float64) {
	for walks := 1.0; !n.uncovered.IsEmpty(); {
		index, options := in.pick(n)
		if options == 0 {
			return nodes + walks
		}
		if options > 1 {
			nodes += walks
			walks *= float64(options)
		}
		list := in.availableOptions(n, index)
		in.choose(n, list[random.IntN(options)], n)
	}
	return nodes
}
