package puzzle

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// The limits of the lists of solutions.
const (
	maxListed    = 10      // the largest size of a square board whose solutions are listed
	maxSolutions = 1 << 10 // the largest number of solutions in a list
	listNodes    = 1 << 16 // choices of the search for a list, before no list is made
	ownTries     = 16      // puzzles from the solution of the seed, before other solutions are tried
)

// A solutionList holds all solutions of a small board, in the order in which seeds take them.
type solutionList struct {
	all    [][]board.Square
	own    int           // the index of the solution of the seed
	tries  int           // calls of next
	random random.Source // for the choices after ownTries calls
}

// next returns the solution of the seed in its first ownTries calls, and then random solutions. The caller
// must not change them.
func (s *solutionList) next() []board.Square {
	if s.tries++; s.tries > ownTries {
		return s.all[s.random.Below(len(s.all))]
	}
	return s.all[s.own]
}

// listSolutions returns the solutions for puzzles of a kind. It returns nil if the board has more
// squares than a square board of size maxListed, if the kind is Solvable, or if allSolutions finds no solution or returns nil. The order of
// the list is random, but does not depend on the seed: apart from the solutions, it depends on the family,
// the pieces, the variant, the size of the board and the number of stars. The first solution of each symmetry class comes
// first, then the second of each class, and so on. The next seed takes the next entry. Each kind of puzzle
// begins at another entry if there are at least five, so that the same seed has another solution for each
// difficulty. The error is an error of allSolutions or the cause of ctx.
func listSolutions(ctx context.Context, in encode.Instance, kind encode.Puzzle, seed int64) (*solutionList, error) {
	if in.Board().Count() > maxListed*maxListed || kind == encode.Solvable {
		return nil, nil
	}
	all, err := allSolutions(ctx, in)
	if len(all) == 0 || err != nil {
		return nil, err
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, in.N, in.Family, in.Variant, in.StarCount())
	if in.Columns > 0 || in.Pieces != nil {
		fmt.Fprint(hash, in.Columns, in.Noun())
	}
	order := random.New(int64(hash.Sum64()), random.StreamSolutions)
	if err := order.Permute(ctx, len(all), func(i, j int) { all[i], all[j] = all[j], all[i] }); err != nil {
		return nil, err
	}
	start := (kindNumber(kind)*len(all) + 4) / 5
	own := int((uint64(seed) + uint64(start)) % uint64(len(all)))
	return &solutionList{all: byClass(in, all), own: own, random: random.New(seed, streamOf(kind, random.StreamSolutions))}, nil
}

// byClass returns the solutions in another order: the first solution of each symmetry class, then the second
// of each class, and so on. N must be at most 11.
func byClass(in encode.Instance, all [][]board.Square) [][]board.Square {
	earlier := map[[2]uint64]int{} // indexed by the least image of the solutions of a class: their number so far
	var rounds [][][]board.Square
	for _, solution := range all {
		var least [2]uint64
		for i, s := range in.Symmetries() {
			var image [2]uint64
			for _, q := range solution {
				bitset(image[:]).set(int(in.Board().Var(s.Image(q, in.Board()))) - 1)
			}
			if i == 0 || slices.Compare(image[:], least[:]) < 0 {
				least = image
			}
		}
		if earlier[least] == len(rounds) {
			rounds = append(rounds, nil)
		}
		rounds[earlier[least]] = append(rounds[earlier[least]], solution)
		earlier[least]++
	}
	return slices.Concat(rounds...)
}

// allSolutions returns all solutions of the instance, each in reading order. It returns nil if there are no
// solutions, more than maxSolutions, or more than listNodes choices. The error is the error of newPropagation
// or the cause of ctx.
func allSolutions(ctx context.Context, in encode.Instance) (all [][]board.Square, err error) {
	p, err := newPropagation(ctx, in)
	if err != nil || !p.place(in.Placed) {
		return nil, err
	}
	nodes := listNodes
	var search func(v int) bool // reports whether it found all solutions
	search = func(v int) bool {
		if v = p.next(v); v == 0 {
			var solution []board.Square
			for s := range in.Board().Squares() {
				if p.Value(in.Board().Var(s)) > 0 {
					solution = append(solution, s)
				}
			}
			all = append(all, solution)
			return len(all) <= maxSolutions
		}
		for _, l := range [...]dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
			if nodes--; nodes < 0 || ctx.Err() != nil {
				return false
			}
			p.Begin()
			whole := !p.Assume(l) || p.Propagate() >= 0 || search(v+1)
			p.Backtrack(p.Level() - 1)
			if !whole {
				return false
			}
		}
		return true
	}
	if !search(1) {
		return nil, context.Cause(ctx)
	}
	return all, nil
}

// kindNumber returns the position of the kind in a list of all kinds, from 0.
func kindNumber(p encode.Puzzle) int {
	return slices.Index([]encode.Puzzle{encode.Solvable, encode.Unique, encode.Easy, encode.Medium, encode.Hard}, p)
}

// streamOf returns the number of a stream for puzzles of this kind; stream is a constant of package random.
func streamOf(p encode.Puzzle, stream uint64) uint64 { return stream + uint64(kindNumber(p))<<8 }
