package checker

import (
	"fmt"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A Structure consists of points and of multisets of points, the sets. Each point and each set has a
// kind. A symmetry is a permutation of the points that maps each point to a point of the same kind,
// each point of kind 0 to itself, and the family of sets of each kind onto itself. If the points are
// literals, a symmetry also maps complements to complements. Its methods are not safe for concurrent
// use.
//
// Lemma: let the sets be the clauses of a formula, let M be the set of true literals of a model, and
// let p be a symmetry. Then the literals l with p(l) in M are the true literals of a model, too.
// Proof: p maps l and ¬l to complements, and M contains exactly one of p(l) and p(¬l). For each
// clause C, p(C) is a clause. So p(C) has a literal p(l) in M, where l is in C.
type Structure struct {
	kinds    []int32 // indexed by point: its kind
	literals bool    // the points are literals: 2i and 2i+1 are complements
	members  []int32 // storage for the lists of sets, one after another
	sets     family  // one list per set: its kind, then its points in ascending order
	image    []int32 // scratch of Check
}

// A family is a collection of lists of numbers, with a hash table for the method has.
type family struct {
	lists  [][]int32 // the caller appends to it
	table  []int32   // open addressing, a power of 2 long: 1 + the index of a list, or 0
	hashed int       // the table contains lists[:hashed]
}

// slot returns the entry of the table for a list, or an entry with the value 0 if the table does not
// contain the list. The table must have an entry with the value 0.
func (f *family) slot(list []int32) *int32 {
	hash := uint64(0)
	for _, v := range list {
		hash = (hash ^ uint64(v)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	for ; ; hash++ {
		at := &f.table[hash&uint64(len(f.table)-1)]
		if *at == 0 || slices.Equal(f.lists[*at-1], list) {
			return at
		}
	}
}

// has reports whether the family contains a list of the same numbers in the same order. It first adds
// the lists to the table that were appended to f.lists since the last call.
func (f *family) has(list []int32) bool {
	if 2*len(f.lists) >= len(f.table) {
		f.table, f.hashed = make([]int32, 4<<bits.Len(uint(len(f.lists)))), 0
	}
	for ; f.hashed < len(f.lists); f.hashed++ {
		*f.slot(f.lists[f.hashed]) = int32(f.hashed) + 1
	}
	return *f.slot(list) != 0
}

// NewStructure returns a structure without sets whose points are 0 to points-1. All points have kind 0,
// so symmetries fix them until SetKind gives them another kind.
func NewStructure(points int) *Structure { return &Structure{kinds: make([]int32, points)} }

// Residual returns the structure of some clauses of d: the unsatisfied original clauses, without
// their false literals, for which keep returns true. The points are all literals of d, and the sets,
// of kind 0, are these clauses. If one of them contains the variable of l, the kind of l is
// kind(l), which should be positive; otherwise it is 0. The clauses must be propagated.
func Residual(d *clause.Database, keep func(c []clause.Lit) bool, kind func(l clause.Lit) int32) *Structure {
	s := NewStructure(d.NumLits())
	s.literals = true
	for c := range d.Unsatisfied {
		if keep(c) {
			for _, l := range c {
				s.kinds[l], s.kinds[l.Not()] = kind(l), kind(l.Not())
			}
			s.Add(0, points(c)...)
		}
	}
	return s
}

// points returns the literals as points of a structure.
func points(lits []clause.Lit) (list []int32) {
	for _, l := range lits {
		list = append(list, int32(l))
	}
	return list
}

// SetKind sets the kind of a point. The kind must be positive, because symmetries fix points of kind 0.
func (s *Structure) SetKind(point, kind int32) { s.kinds[point] = kind }

// Add adds a set of the given kind. A point may occur several times in the set.
func (s *Structure) Add(kind int32, points ...int32) {
	from := len(s.members)
	s.members = append(append(s.members, kind), points...)
	set := s.members[from:]
	slices.Sort(set[1:])
	s.sets.lists = append(s.sets.lists, set)
}

// Check returns an error unless p is a symmetry, where p[v] is the image of point v.
//
// Lemma: a permutation that preserves the kinds of points and maps complements to complements is a
// symmetry if the image of each set is a set of the same kind. Proof: the permutation maps different
// sets to different sets. So it maps the finite family of sets of a kind injectively into itself, and
// hence onto itself. A set that was added twice counts once.
func (s *Structure) Check(p []int32) error {
	if len(p) != len(s.kinds) {
		return fmt.Errorf("it maps %d points, want %d", len(p), len(s.kinds))
	}
	isImage := make([]bool, len(p))
	for v, w := range p {
		if w < 0 || int(w) >= len(p) || isImage[w] || s.kinds[v] != s.kinds[w] ||
			s.kinds[v] == 0 && v != int(w) || s.literals && p[v^1] != w^1 {
			return fmt.Errorf("it maps point %d to %d", v, w)
		}
		isImage[w] = true
	}
	for _, set := range s.sets.lists {
		s.image = append(s.image[:0], set...)
		for i, v := range set[1:] {
			s.image[i+1] = p[v]
		}
		if slices.Equal(s.image, set) {
			continue
		}
		if slices.Sort(s.image[1:]); !s.sets.has(s.image) {
			return fmt.Errorf("it maps set %v to %v, which is no set", set[1:], s.image[1:])
		}
	}
	return nil
}

// Group checks the generators, and returns the group that they generate: all their products, the
// identity first. It returns an error if a generator is not a symmetry. It returns nil and no error
// if the group has more than limit elements. The limit must be at least 1.
//
// Lemma: the products form a group of symmetries. Proof: a product of two symmetries preserves the
// kinds of points, maps complements to complements, and maps the family of sets of each kind onto
// itself, because both factors do. The inverse of a permutation of finitely many points is a power
// of the permutation, and so a product.
func (s *Structure) Group(generators [][]int32, limit int) ([][]int32, error) {
	for i, p := range generators {
		if err := s.Check(p); err != nil {
			return nil, fmt.Errorf("permutation %d: %w", i, err)
		}
	}
	identity := make([]int32, len(s.kinds))
	for v := range identity {
		identity[v] = int32(v)
	}
	products, product := family{lists: [][]int32{identity}}, make([]int32, len(identity))
	for i := 0; i < len(products.lists); i++ {
		for _, p := range generators {
			for v, w := range products.lists[i] {
				product[v] = p[w]
			}
			switch {
			case products.has(product):
				continue
			case len(products.lists) == limit:
				return nil, nil
			}
			products.lists = append(products.lists, slices.Clone(product))
		}
	}
	return products.lists, nil
}

// Representative checks that a search for a model may assume c[0]. It returns nil if s comes from
// Residual, c is a clause of s in any order, and len(images) is len(c)-1, where images[i] is a symmetry
// that maps c[0] to c[i+1]. Otherwise it returns an error.
//
// Lemma: if the clauses of the structure have a model, they have a model in which c[0] is true.
// Proof: let M be the set of true literals of a model. A literal of c is in M. If it is c[0], there
// is nothing to show. If it is c[i+1], let p be images[i]. By the lemma of Structure, the literals l
// with p(l) in M are the true literals of a model. One of these is c[0], because p(c[0]) = c[i+1].
// Literals of kind 0, such as the assigned ones, keep their values.
func (s *Structure) Representative(c []clause.Lit, images [][]int32) error {
	set := append([]int32{0}, points(c)...)
	slices.Sort(set)
	if !s.literals || len(images)+1 != len(c) || !s.sets.has(set) {
		return fmt.Errorf("literals %v with %d permutations: want a clause of the structure, and one permutation per literal except the first", c, len(images))
	}
	for i, p := range images {
		if err := s.Check(p); err != nil || p[c[0]] != int32(c[i+1]) {
			return fmt.Errorf("permutation %d must be a symmetry that maps literal %d to %d: %v", i, c[0], c[i+1], err)
		}
	}
	return nil
}
