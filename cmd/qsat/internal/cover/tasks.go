package cover

import (
	"context"
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// A task is a part of the search tree that one processor goes through.
type task struct {
	node
	weight int64   // how many such parts there are, by symmetry
	share  float64 // of the tree, a guess
	chosen []int32 // literals
	leaf   bool    // nothing to go through
}

const (
	// tasksWanted is how many parts a tree is split into: enough for even
	// loads and for a fraction that moves.
	tasksWanted = 1024
	// triedParts is the same for a search with a limit.
	triedParts = 128
	// symmetricDepth and symmetricSize say where symmetries are looked for:
	// they take a millisecond, and few are left below.
	symmetricDepth = 2
	symmetricSize  = 96
)

// split returns about so many parts of the tree in the order of the search.
func (in *instance) split(ctx context.Context, wanted int, symmetric bool) []task {
	list := []task{{node: in.root(), weight: 1, share: 1}}
	for depth := 0; len(list) < wanted; depth++ {
		var next []task
		grown := false
		for _, t := range list {
			if ctx.Err() != nil {
				return nil
			}
			if t.leaf || len(t.chosen) < depth {
				next = append(next, t)
				continue
			}
			children := in.expand(ctx, t, symmetric)
			grown = grown || len(children) > 0 && !children[0].leaf
			next = append(next, children...)
		}
		list = next
		if !grown {
			break
		}
	}
	return list
}

// expand returns the parts below a part; a part that is small or closed is its
// own.
func (in *instance) expand(ctx context.Context, t task, symmetric bool) []task {
	t.leaf = t.isClosed() || size(t.avail) <= 64
	if t.leaf {
		return []task{t}
	}
	c, least := in.pick(t.node)
	if least == 0 {
		return nil
	}
	list := in.members(t.node, c, nil)
	groups := singles(list)
	exclusive := in.clauses[c].exclusive
	if symmetric && exclusive && len(t.chosen) < symmetricDepth && size(t.avail) >= symmetricSize {
		groups = in.orbits(ctx, t.node, list)
	}
	var children []task
	for _, g := range groups {
		child := task{node: in.nowhere(), weight: t.weight * int64(len(g)), share: t.share * float64(len(g)) / float64(least)}
		child.chosen = append(append([]int32(nil), t.chosen...), g[0])
		in.choose(t.node, int(g[0]), child.node)
		children = append(children, child)
		if !exclusive {
			clear1(t.avail, int(g[0]))
		}
	}
	return children
}

// singles returns groups of one.
func singles(list []int32) [][]int32 {
	groups := make([][]int32, len(list))
	for i := range list {
		groups[i] = list[i : i+1]
	}
	return groups
}

// An outcome is what a search through all parts came to.
type outcome struct {
	total *big.Int
	first int // the first part with a solution, -1 if there is none
	nodes uint64
	over  bool // the limit of nodes was reached
}

// A sweep goes through the parts of a tree on several processors.
type sweep struct {
	in    *instance
	tasks []task
	any   bool   // stop at the first part with a solution
	limit uint64 // of nodes in each part; 0: none
	ctx   context.Context
	each  func(share float64, n *big.Int) // after each part; may be nil

	next  atomic.Int64
	first atomic.Int64 // the first part known to have a solution
	mu    sync.Mutex
	out   outcome
}

// run counts the solutions in all parts, or looks for the first part with one.
func (s *sweep) run(threads int) outcome {
	s.out = outcome{total: new(big.Int), first: -1}
	s.first.Store(int64(len(s.tasks)))
	var wg sync.WaitGroup
	for range min(threads, len(s.tasks)) {
		wg.Go(s.work)
	}
	wg.Wait()
	if f := s.first.Load(); f < int64(len(s.tasks)) {
		s.out.first = int(f)
	}
	return s.out
}

// turn returns how long a goroutine goes through parts before it lets others
// run, such as what is to stop the search. On a single processor it is long
// enough that another search there, which is interrupted every ten
// milliseconds, does not get nearly all of it.
func turn() time.Duration {
	if runtime.GOMAXPROCS(0) == 1 {
		return 4 * time.Millisecond
	}
	return time.Millisecond
}

// work takes parts in order until there are none.
func (s *sweep) work() {
	since, long := time.Now(), turn()
	yield := func() {
		if time.Since(since) > long {
			runtime.Gosched()
			since = time.Now()
		}
	}
	for s.ctx.Err() == nil {
		i := s.next.Add(1) - 1
		if i >= min(int64(len(s.tasks)), s.first.Load()) {
			return
		}
		s.part(int(i), yield)
	}
}

// part counts the solutions in part i.
func (s *sweep) part(i int, yield func()) {
	t := &s.tasks[i]
	c := newCounter(s.in, func() bool {
		yield()
		return s.ctx.Err() != nil || s.first.Load() < int64(i)
	})
	c.any, c.limit = s.any, s.limit
	n := s.in.nowhere()
	copy(n.avail, t.avail)
	copy(n.open, t.open)
	c.count(n, 0)
	total := c.total()
	total.Mul(total, big.NewInt(t.weight))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.total.Add(s.out.total, total)
	s.out.nodes += c.spent()
	s.out.over = s.out.over || s.limit > 0 && c.spent() > s.limit
	if s.any && total.Sign() > 0 && int64(i) < s.first.Load() {
		s.first.Store(int64(i))
	}
	if s.each != nil {
		s.each(t.share, s.out.total)
	}
}
