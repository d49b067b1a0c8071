package checker

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A Structure is a number of points and a family of multisets of them, the sets. Points and sets
// have kinds. A symmetry is a permutation of the points that maps each point to a point of its
// kind and the sets of each kind onto themselves. If the points are literals, it also maps
// complements to complements.
//
// Symmetries preserve whatever the structure alone defines. For example, let the sets be clauses
// and p a symmetry. If M contains the true literals of a model, then the literals that p maps into
// M are the true literals of a model as well. Proof: p maps l and ¬l to complements, of which M
// contains exactly one. For each clause C, the clause p(C) has a literal p(l) in M, and l is in C.
type Structure struct {
	kinds    []int32 // indexed by point: its kind, or 0 if no symmetry moves the point
	literals bool    // points 2i and 2i+1 are complements
	members  []int32 // of all sets, one after another
	sets     family  // of each set the kind, and then the points in ascending order
	image    []int32 // scratch of Check
}

// A family contains lists of numbers.
type family struct {
	lists  [][]int32
	table  []int32 // hash table: 1 plus the number of a list, or 0
	hashed int     // the number of lists that the table has
}

// slot returns the place in the table where a list is, or where it belongs.
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

// has reports whether the family contains a list.
func (f *family) has(list []int32) bool {
	if 2*len(f.lists) >= len(f.table) {
		f.table, f.hashed = make([]int32, 4<<bits.Len(uint(len(f.lists)))), 0
	}
	for ; f.hashed < len(f.lists); f.hashed++ {
		*f.slot(f.lists[f.hashed]) = int32(f.hashed) + 1
	}
	return *f.slot(list) != 0
}

// NewStructure returns a structure without sets. A symmetry does not move a point whose kind is not
// set.
func NewStructure(points int) *Structure { return &Structure{kinds: make([]int32, points)} }

// Residual returns the structure of the clauses of d that are not satisfied and for which keep
// returns true, without their false literals. Its points are all literals. If the variable of a
// literal is in such a clause, kind returns its kind, else the literal has no kind. The clauses
// are sets of kind 0.
func Residual(d *clause.Database, keep func(c []clause.Lit) bool, kind func(l clause.Lit) int32) *Structure {
	s := NewStructure(d.NumLits())
	s.literals = true
	for c := range d.Unsatisfied() {
		if keep(c) {
			for _, l := range c {
				s.kinds[l], s.kinds[l.Not()] = kind(l), kind(l.Not())
			}
			s.Add(0, points(c)...)
		}
	}
	return s
}

func points(lits []clause.Lit) (list []int32) {
	for _, l := range lits {
		list = append(list, int32(l))
	}
	return list
}

// SetKind sets the kind of a point, which must be positive.
func (s *Structure) SetKind(point, kind int32) { s.kinds[point] = kind }

// Add adds a set. A point may occur in it several times.
func (s *Structure) Add(kind int32, points ...int32) {
	from := len(s.members)
	s.members = append(append(s.members, kind), points...)
	set := s.members[from:]
	slices.Sort(set[1:])
	s.sets.lists = append(s.sets.lists, set)
}

// Check returns an error unless p, which holds the image of each point, is a symmetry.
//
// Lemma: a permutation that respects kinds and complements of points is a symmetry if the image of
// each set is a set of the same kind. Proof: the permutation maps different sets to different sets,
// so it maps the finite family of sets of a kind into itself injectively, and hence onto itself. A
// set that was added twice counts as one.
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

// Group checks permutations and returns all products of them, the identity first. It returns nil
// if there are more than limit or ctx has ended.
//
// Lemma: the products are a group of symmetries. Proof: a product maps points to their kinds,
// complements to complements, and the sets of each kind onto themselves, because both factors do.
// The inverse of a permutation of finitely many points is a power of it.
func (s *Structure) Group(ctx context.Context, generators [][]int32, limit int) ([][]int32, error) {
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
			case len(products.lists) == limit || ctx.Err() != nil:
				return nil, nil
			}
			products.lists = append(products.lists, slices.Clone(product))
		}
	}
	return products.lists, nil
}

// Representative returns an error unless c is a clause of a residual structure and images[i] is,
// for each other literal of c, a symmetry that maps c[0] to c[i+1].
//
// Lemma: if the clauses have a model, they have one in which c[0] is true. Proof: let M contain
// the true literals of a model. One of them is in c. If it is c[i+1], then images[i] maps c[0]
// into M, so that c[0] is true in the model of the literals that images[i] maps into M. Literals
// without a kind, such as those assigned before, keep their values.
func (s *Structure) Representative(c []clause.Lit, images [][]int32) error {
	set := append([]int32{0}, points(c)...)
	slices.Sort(set)
	if !s.literals || len(images)+1 != len(c) || !s.sets.has(set) {
		return fmt.Errorf("%v with %d permutations: want a clause, one for each other literal", c, len(images))
	}
	for i, p := range images {
		if err := s.Check(p); err != nil || p[c[0]] != int32(c[i+1]) {
			return fmt.Errorf("permutation %d has to map literal %d to %d: %v", i, c[0], c[i+1], err)
		}
	}
	return nil
}
