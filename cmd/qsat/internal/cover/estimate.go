package cover

import "math/rand/v2"

// estimate estimates the nodes below some subtrees by walks down from some of them: where
// a walk has a choice of so many, it stands for so many walks.
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

// walk goes down from a node, which it changes, and returns how many nodes there may be.
// As in the search, the only option for an item makes no other node.
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
