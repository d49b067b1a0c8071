package cover

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"queens/cmd/qsat/internal/engine"
)

// A subtree is what of the search tree one processor goes through at a time.
type subtree struct {
	node
	chosen []int32 // options
	weight int64   // how many such subtrees there are, by symmetry
	share  float64 // of the tree, a guess
}

const (
	// subtreesWanted is how many subtrees a tree is split into: enough for even
	// loads and for a fraction that moves.
	subtreesWanted = 1024
	// limitedSubtrees is the same for a search with a limit.
	limitedSubtrees = 128
	// symmetricDepth and symmetricSize say where symmetries are looked for:
	// they take a millisecond, and few are left below.
	symmetricDepth = 2
	symmetricSize  = 96
)

// split returns about so many subtrees in the order of the search. A small one is
// not split.
func (in *instance) split(ctx context.Context, wanted int, symmetric bool) []subtree {
	list := []subtree{{node: in.root(), weight: 1, share: 1}}
	for grown := true; grown && len(list) < wanted; {
		var next []subtree
		grown = false
		for _, t := range list {
			if ctx.Err() != nil {
				return nil
			}
			if t.uncovered.isEmpty() || t.available.size() <= 64 {
				next = append(next, t)
			} else {
				next = append(next, in.expand(ctx, t, symmetric)...)
				grown = true
			}
		}
		list = next
	}
	return list
}

// expand returns the subtrees one level down, one of those that are alike.
func (in *instance) expand(ctx context.Context, t subtree, symmetric bool) []subtree {
	index, least := in.pick(t.node)
	list := in.availableOptions(t.node, index, nil)
	groups := slices.Collect(slices.Chunk(list, 1))
	atMostOne := in.items[index].atMostOne
	if symmetric && atMostOne && len(t.chosen) < symmetricDepth && t.available.size() >= symmetricSize {
		groups = in.orbits(ctx, t.node, list)
	}
	var subtrees []subtree
	for _, g := range groups {
		n := int64(len(g))
		next := subtree{in.newNode(), append(slices.Clone(t.chosen), g[0]), t.weight * n, t.share * float64(n) / float64(least)}
		in.choose(t.node, int(g[0]), next.node)
		subtrees = append(subtrees, next)
		if !atMostOne {
			t.available.remove(int(g[0]))
		}
	}
	return subtrees
}

// A traversal goes through subtrees on several processors: it counts the
// solutions in all of them, or looks for the first subtree with one.
type traversal struct {
	in       *instance
	task     *engine.Task
	subtrees []subtree
	first    bool   // stop at the first subtree with a solution
	limit    uint64 // of nodes in each subtree; 0: none
	ctx      context.Context
	start    time.Time

	next     atomic.Int64
	earliest atomic.Int64 // the first subtree known to have a solution, or else their number
	mu       sync.Mutex   // of what follows
	total    big.Int
	nodes    uint64
	limited  bool    // a subtree has reached the limit
	done     float64 // share of the tree
}

// run goes through the subtrees.
func (t *traversal) run() {
	t.start = time.Now()
	t.earliest.Store(int64(len(t.subtrees)))
	var wg sync.WaitGroup
	for range min(t.task.Threads, len(t.subtrees)) {
		wg.Go(t.work)
	}
	wg.Wait()
}

// errLate ends the search of a subtree behind one with a solution.
var errLate = errors.New("an earlier subtree has a solution")

// work takes subtrees in order until there are none. Each millisecond it lets others
// run, such as what is to stop the search. On a single processor a turn is long
// enough that another search there, which is interrupted every ten
// milliseconds, does not get nearly all of it.
func (t *traversal) work() {
	since, turn := time.Now(), time.Millisecond
	if runtime.GOMAXPROCS(0) == 1 {
		turn *= 4
	}
	for t.ctx.Err() == nil {
		i := t.next.Add(1) - 1
		if i >= t.earliest.Load() {
			return
		}
		s := newSearch(t.in)
		s.first, s.limit = t.first, t.limit
		s.interrupt = func() error {
			if time.Since(since) > turn {
				runtime.Gosched()
				since = time.Now()
			}
			if t.earliest.Load() < i {
				return errLate
			}
			return t.ctx.Err()
		}
		t.count(i, s)
	}
}

// count counts the solutions in subtree i.
func (t *traversal) count(i int64, s *search) {
	sub := &t.subtrees[i]
	err := s.below(node{slices.Clone(sub.available), slices.Clone(sub.uncovered)})
	s.total.Mul(&s.total, big.NewInt(sub.weight))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total.Add(&t.total, &s.total)
	t.nodes += s.visited()
	t.limited = t.limited || err == errLimit
	if t.first && s.total.Sign() > 0 {
		t.earliest.Store(min(t.earliest.Load(), i))
	}
	if t.done += sub.share; t.task.Progress != nil {
		models := &t.total
		if t.first {
			models = nil
		}
		t.task.Progress(func() string { return progressText(t.done, models, time.Since(t.start)) })
	}
}

// progressText says which share of the tree was searched, a guess, how many models there
// are so far, unless that is nil, and how long the others will take at this pace.
func progressText(share float64, models *big.Int, spent time.Duration) string {
	text := fmt.Sprintf("%.1f %% of the search closed", 100*share)
	if models != nil {
		text += fmt.Sprintf(", %v models", models)
	}
	if share > 0.001 {
		left := time.Duration(float64(spent) * (1 - share) / share)
		text += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return text
}
