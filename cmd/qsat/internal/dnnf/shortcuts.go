package dnnf

import "slices"

// A shortcut is a derived clause (-n or t1 or .. or tk): node n implies one of its targets, which are
// nodes and edges below. Where all targets are false, it makes n false by one hint, instead of two
// or three hints for each node in between. It does not depend on the clause that is deleted, and
// serves for many of them. For example, if n decides x1, and without x1 the node m decides x2,
//
//	n = p or q, p = x1 & .., q = -x1 & m, m = r or s
//
// then n has the shortcut (-n or p or r or s).
type shortcut struct {
	id      uint32
	targets []target
	hints   []uint32
}

// A target is 2*i for edge i, and 2*n+1 for node n.
type target uint32

func (t target) isNode() bool { return t&1 > 0 }
func (t target) node() Node   { return Node(t / 2) }
func (t target) edge() uint32 { return uint32(t / 2) }

// shortcuts holds the shortcuts of a graph. The nodes of a shortcut are the ones that a proof passes
// through; only edges with few literals count, because a clause often contains one of many.
type shortcuts struct {
	through []bool   // indexed by edge: a shortcut may pass it
	aims    [][2]int // indexed by node that the current clause makes false: the start and end of its targets in list
	keys    []uint64 // indexed by node that the current clause makes false: a hash of the node and its targets; 0 if these are its edges
	list    []target
	seen    []bool // indexed by the last bits of a key
	due     []Node
	found   map[uint64]*shortcut // indexed by key
	derived []*shortcut
}

const (
	// maxTargets is the largest number of targets of a node that its parents take over.
	maxTargets = 16
	// fewLiterals bounds the literals of an edge that a shortcut passes: one of this many variables
	// below the node.
	fewLiterals = 8
	// keyBits is the number of bits of a key that index seen.
	keyBits = 18
)

func newShortcuts(g *Graph) shortcuts {
	s := shortcuts{through: make([]bool, len(g.edges)), aims: make([][2]int, g.Len()), keys: make([]uint64, g.Len()), seen: make([]bool, 1<<keyBits), found: map[uint64]*shortcut{}}
	sizes := make([]int, g.Len()) // the number of variables below a node
	for n := range sizes {
		for _, e := range g.Edges(Node(n)) {
			size := len(e.Lits) + len(e.Free)
			for _, child := range e.Children {
				size += sizes[child]
			}
			sizes[n] = max(sizes[n], size)
		}
		for k, e := range g.Edges(Node(n)) {
			s.through[int(g.nodes[n])+k] = len(e.Lits)*fewLiterals <= sizes[n]
		}
	}
	return s
}

// passes reports whether a shortcut leads through edge i and its child.
func (s *shortcuts) passes(i uint32, child Node) bool {
	return s.through[i] && s.aims[child][1]-s.aims[child][0] <= maxTargets
}

// targets returns the targets of node n.
func (s *shortcuts) targets(n Node) []target { return s.list[s.aims[n][0]:s.aims[n][1]] }

// aim sets the targets of node n, which the current clause makes false, and its key. The targets of
// a node are ascending, without repetition.
func (d *deletion) aim(n Node) {
	start, inner, all := len(d.list), false, [2][]target{}
	for i := d.graph.nodes[n]; i < d.graph.nodes[n+1]; i++ {
		k := i - d.graph.nodes[n]
		child, is := d.falseChild(i)
		switch {
		case !is || !d.through[i]:
			all[k] = []target{target(2 * i)}
		case d.passes(i, child):
			all[k], inner = d.targets(child), true
		default:
			all[k], inner = []target{target(2*child + 1)}, true
		}
	}
	for p, q := all[0], all[1]; len(p)+len(q) > 0; {
		if len(p) == 0 || len(q) > 0 && q[0] < p[0] {
			p, q = q, p
		}
		if len(q) > 0 && q[0] == p[0] {
			q = q[1:]
		}
		d.list, p = append(d.list, p[0]), p[1:]
	}
	d.aims[n], d.keys[n] = [2]int{start, len(d.list)}, 0
	if inner {
		h := uint64(n)
		for _, t := range d.list[start:] {
			h = (h ^ uint64(t)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		d.keys[n] = h | 1
	}
}

// shortcut returns the shortcut from node n to its targets, or nil. If counts is set, the second call
// for the same targets makes the node due.
func (d *deletion) shortcut(n Node, counts bool) *shortcut {
	key := d.keys[n]
	if key == 0 {
		return nil
	}
	if s := d.found[key]; s != nil && slices.Equal(s.targets, d.targets(n)) {
		return s
	}
	if seen := &d.seen[key>>(64-keyBits)]; counts && !*seen {
		*seen = true
	} else if counts {
		d.due = append(d.due, n)
	}
	return nil
}

// deriveShortcuts derives the shortcuts that are due for the current clause. The proof assumes that
// the targets of a node are false and the node is true.
func (d *deletion) deriveShortcuts() {
	slices.Sort(d.due)
	for _, n := range d.due {
		d.begin()
		lits := []int{-d.nodes[n]}
		for _, t := range d.targets(n) {
			if t.isNode() {
				d.explained[t.node()] = d.epoch
				lits = append(lits, d.nodes[t.node()])
			} else {
				d.edgesExplained[t.edge()] = d.epoch
				lits = append(lits, d.args[t.edge()])
			}
		}
		d.explainEdges(n)
		s := &shortcut{d.add(lits, d.hints), slices.Clone(d.targets(n)), slices.Clone(d.hints)}
		d.found[d.keys[n]], d.derived = s, append(d.derived, s)
	}
	d.due, d.list = d.due[:0], d.list[:0]
}
