package cover

import (
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// An instance is a generalized exact cover problem: choose options so that each
// item has one that is chosen and no two chosen ones are in conflict. The options
// are literals, numbered from 0 so that those of an item lie together as far as
// that can be had for all items.
type instance struct {
	options   []clause.Lit      // literals of the database, by number
	conflicts []bitset.Set[int] // by option: those that it excludes, with itself
	items     []item            // those that offer a choice first
	choices   int               // how many these are
	itemsOf   [][]int           // by option
}

// An item is a clause: of its options at least one is to be chosen.
type item struct {
	options bitset.Set[int] // without the words that are zero at its ends:
	first   int             // which word of all the first one is
}

// maxOptions bounds an instance: its table of conflicts has their square in bits.
const maxOptions = 4096

// newInstance makes an instance of clauses that offer a choice, pairs in conflict and other
// clauses, all of them literals of so many variables. Where both literals of a variable are
// options, one of them is to be chosen.
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
		options, first, last := bitset.New[int](n), n, 0
		for _, l := range c {
			i := number[l]
			options.Add(i)
			first, last = min(first, i>>6), max(last, i>>6)
			in.itemsOf[i] = append(in.itemsOf[i], index)
		}
		in.items = append(in.items, item{options[first : last+1], first})
	}
	return in
}

// order numbers the literals clause by clause, first those of clauses that
// share none: a search that looks at one clause then looks at few words. It returns
// the numbers by literal, and the literals.
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

// A node is a state of the search: the options that may still be chosen, and the
// items without a chosen one.
type node struct{ available, uncovered bitset.Set[int] }

// newNode returns a node without options and items, with room for all.
func (in *instance) newNode() node {
	return node{bitset.New[int](len(in.options)), bitset.New[int](len(in.items))}
}

// root returns the node at which nothing is chosen.
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

// pick returns an uncovered item with the fewest available options and their
// number, and -1 if all items are covered. It offers a choice if such items are left,
// unless another one leaves none.
func (in *instance) pick(n node) (index, least int) {
	index, least = -1, len(in.options)+1
	for i := range n.uncovered.All() {
		it := &in.items[i]
		available := n.available[it.first:][:len(it.options)]
		k := 0
		for v, options := range it.options {
			k += bits.OnesCount64(options & available[v])
		}
		if k < least && (k <= 1 || i < in.choices || index < 0 || index >= in.choices) {
			if index, least = i, k; k <= 1 {
				break
			}
		}
	}
	return index, least
}

// choose sets to to the node after option i is chosen at n.
func (in *instance) choose(n node, i int, to node) {
	to.available.AndNot(n.available, in.conflicts[i])
	copy(to.uncovered, n.uncovered)
	for _, it := range in.itemsOf[i] {
		to.uncovered.Remove(it)
	}
}

// availableOptions returns the options of an item that are available.
func (in *instance) availableOptions(n node, index int) []int {
	return slices.Collect(n.available.Common(in.items[index].options, in.items[index].first))
}

// areInConflict reports whether all pairs of some options are in conflict.
func (in *instance) areInConflict(options []int) bool {
	for _, i := range options {
		if slices.ContainsFunc(options, func(j int) bool { return !in.conflicts[i].Has(j) }) {
			return false
		}
	}
	return true
}

// nodeWords returns how many words a node looks at, at most.
func (in *instance) nodeWords() int {
	n := 1 + len(in.root().available)
	for _, it := range in.items {
		n += len(it.options)
	}
	return n
}
