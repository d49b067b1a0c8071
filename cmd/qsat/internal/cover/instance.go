package cover

import (
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// An instance is a generalized exact cover problem: choose options so that every item has a
// chosen option and no two chosen options are in conflict. Options are literals. They are
// numbered from 0 so that the options of an item lie close together if possible.
type instance struct {
	options   []clause.Lit      // indexed by option: its literal in the database
	conflicts []bitset.Set[int] // indexed by option: the options in conflict with it, and itself
	items     []item            // items that offer a choice come first
	choices   int               // the number of items that offer a choice
	itemsOf   [][]int           // indexed by option: indices into items of the items that contain it
}

// An item is a clause: at least one of its options must be chosen.
type item struct {
	options bitset.Set[int] // without the zero words at both ends
	first   int             // the index of the first word of options in a set of all options
}

// newInstance returns the instance of some clauses. The argument choices holds the clauses that
// offer a choice, conflicts the pairs of literals that must not both be true, and others the
// further clauses. The items are choices and then others, in order. All literals in the arguments
// become options and must belong to the variables 1 to vars. For each variable with two options,
// newInstance adds a conflict and an item, so that exactly one is chosen. It does not change or
// keep its arguments.
func newInstance(vars int, choices [][]clause.Lit, conflicts [][2]clause.Lit, others [][]clause.Lit) *instance {
	clauses := slices.Concat(choices, others)
	number, options := order(vars, clauses, conflicts)
	for _, l := range options {
		if n := l.Not(); l < n && number[n] >= 0 {
			clauses, conflicts = append(clauses, []clause.Lit{l, n}), append(conflicts, [2]clause.Lit{l, n})
		}
	}
	n := len(options)
	in := &instance{options: options, conflicts: make([]bitset.Set[int], n), itemsOf: make([][]int, n), choices: len(choices)}
	for i := range n {
		in.conflicts[i] = bitset.New[int](n)
		in.conflicts[i].Add(i)
	}
	for _, c := range conflicts {
		a, b := number[c[0]], number[c[1]]
		in.conflicts[a].Add(b)
		in.conflicts[b].Add(a)
	}
	for index, c := range clauses {
		options, first, last := bitset.New[int](n), n, -1
		for _, l := range c {
			i := number[l]
			options.Add(i)
			first, last = min(first, i>>6), max(last, i>>6)
			in.itemsOf[i] = append(in.itemsOf[i], index)
		}
		first = min(first, last+1) // 0 for a clause without options
		in.items = append(in.items, item{options[first : last+1], first})
	}
	return in
}

// order numbers the literals of clauses and conflicts from 0. Clauses that share no literals with
// earlier ones come first, and each gets consecutive numbers, so that a search that reads an item
// reads few words. The result number is indexed by literal; it is -1 for a literal that does not
// occur. The result list is indexed by number. The literals belong to the variables 1 to vars.
func order(vars int, clauses [][]clause.Lit, conflicts [][2]clause.Lit) (number []int, list []clause.Lit) {
	number = slices.Repeat([]int{-1}, 2*vars+2)
	place := func(c []clause.Lit) {
		for _, l := range c {
			if number[l] < 0 {
				number[l] = len(list)
				list = append(list, l)
			}
		}
	}
	for _, c := range clauses {
		if !slices.ContainsFunc(c, func(l clause.Lit) bool { return number[l] >= 0 }) {
			place(c)
		}
	}
	for _, c := range clauses {
		place(c)
	}
	for i := range conflicts {
		place(conflicts[i][:])
	}
	return number, list
}

// A node is a state of the search: the available options, which may still be chosen, and the
// uncovered items, which have no chosen option.
type node struct{ available, uncovered bitset.Set[int] }

// newNode returns a node with empty sets.
func (in *instance) newNode() node {
	return node{bitset.New[int](len(in.options)), bitset.New[int](len(in.items))}
}

// root returns the node at which nothing is chosen: all options are available, and all items
// uncovered.
func (in *instance) root() node {
	n := in.newNode()
	for i := range in.options {
		n.available.Add(i)
	}
	for i := range in.items {
		n.uncovered.Add(i)
	}
	return n
}

// choose sets the sets of to to the child of n at which option i is chosen, too. The nodes n and
// to may be the same.
func (in *instance) choose(n node, i int, to node) {
	to.available.AndNot(n.available, in.conflicts[i])
	copy(to.uncovered, n.uncovered)
	for _, it := range in.itemsOf[i] {
		to.uncovered.Remove(it)
	}
}

// availableOptions returns the options of items[index] that are available at n, ascending.
func (in *instance) availableOptions(n node, index int) []int {
	return slices.Collect(n.available.Common(in.items[index].options, in.items[index].first))
}

// areInConflict reports whether all options are pairwise in conflict.
func (in *instance) areInConflict(options []int) bool {
	return !slices.ContainsFunc(options, func(i int) bool {
		return slices.ContainsFunc(options, func(j int) bool { return !in.conflicts[i].Has(j) })
	})
}

// firstInConflict returns the first available option that is in conflict with another available
// option, or -1.
func (in *instance) firstInConflict(n node) int {
	for i := range n.available.All() {
		for j := range n.available.Common(in.conflicts[i], 0) {
			if j != i {
				return i
			}
		}
	}
	return -1
}

// nodeWords returns the cost of a node outside the kernel, in words of sets read: all items, one
// set of all options, and one word more.
func (in *instance) nodeWords() int {
	n := 1 + len(in.root().available)
	for _, it := range in.items {
		n += len(it.options)
	}
	return n
}
