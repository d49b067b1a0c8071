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

// A part is a part of the search tree that one processor goes through.
type part struct {
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

// split returns about so many parts of the tree in the order of the search. A part
// that is small or closed is not split.
func (in *instance) split(ctx context.Context, wanted int, symmetric bool) []part {
	list := []part{{node: in.root(), weight: 1, share: 1}}
	for grown := true; grown && len(list) < wanted; {
		var next []part
		grown = false
		for _, t := range list {
			if ctx.Err() != nil {
				return nil
			}
			if t.leaf = t.leaf || t.isClosed() || size(t.avail) <= 64; t.leaf {
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

// expand returns the parts below a part.
func (in *instance) expand(ctx context.Context, t part, symmetric bool) []part {
	c, least := in.pick(t.node)
	if least == 0 {
		return nil
	}
	list := in.members(t.node, c, nil)
	groups := slices.Collect(slices.Chunk(list, 1))
	exclusive := in.clauses[c].exclusive
	if symmetric && exclusive && len(t.chosen) < symmetricDepth && size(t.avail) >= symmetricSize {
		groups = in.orbits(ctx, t.node, list)
	}
	var children []part
	for _, g := range groups {
		child := part{node: in.nowhere(), weight: t.weight * int64(len(g)), share: t.share * float64(len(g)) / float64(least)}
		child.chosen = append(slices.Clone(t.chosen), g[0])
		in.choose(t.node, int(g[0]), child.node)
		children = append(children, child)
		if !exclusive {
			clear1(t.avail, int(g[0]))
		}
	}
	return children
}

// A sweep goes through the parts of a tree on several processors: it counts the
// solutions in all of them, or looks for the first part with one.
type sweep struct {
	in    *instance
	task  *engine.Task
	parts []part
	first bool   // stop at the first part with a solution
	limit uint64 // of nodes in each part; 0: none
	ctx   context.Context
	start time.Time

	next     atomic.Int64
	earliest atomic.Int64 // the first part known to have a solution, the number of parts if there is none
	mu       sync.Mutex   // of what follows
	total    big.Int
	nodes    uint64
	over     bool // the limit of nodes was reached
	closed   float64
}

// run goes through the parts.
func (s *sweep) run() {
	s.start = time.Now()
	s.earliest.Store(int64(len(s.parts)))
	var wg sync.WaitGroup
	for range min(s.task.Threads, len(s.parts)) {
		wg.Go(s.work)
	}
	wg.Wait()
}

// errLate ends the walk through a part behind one with a solution.
var errLate = errors.New("an earlier part has a solution")

// work takes parts in order until there are none. Each millisecond it lets others
// run, such as what is to stop the search. On a single processor a turn is long
// enough that another search there, which is interrupted every ten
// milliseconds, does not get nearly all of it.
func (s *sweep) work() {
	since, long := time.Now(), time.Millisecond
	if runtime.GOMAXPROCS(0) == 1 {
		long *= 4
	}
	for s.ctx.Err() == nil {
		i := s.next.Add(1) - 1
		if i >= s.earliest.Load() {
			return
		}
		w := newWalker(s.in)
		w.first, w.limit = s.first, s.limit
		w.halt = func() error {
			if time.Since(since) > long {
				runtime.Gosched()
				since = time.Now()
			}
			if s.earliest.Load() < i {
				return errLate
			}
			return s.ctx.Err()
		}
		s.count(int(i), w)
	}
}

// count counts the solutions in part i.
func (s *sweep) count(i int, w *walker) {
	t := &s.parts[i]
	n := s.in.nowhere()
	copy(n.avail, t.avail)
	copy(n.open, t.open)
	err := w.walk(n, 0)
	total := w.total()
	total.Mul(total, big.NewInt(t.weight))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total.Add(&s.total, total)
	s.nodes += w.spent()
	s.over = s.over || err == ErrLimit
	if s.first && total.Sign() > 0 {
		s.earliest.Store(min(s.earliest.Load(), int64(i)))
	}
	if s.closed += t.share; s.task.Progress != nil {
		s.task.Progress(s.text)
	}
}

// text says how far the sweep is.
func (s *sweep) text() string {
	models := &s.total
	if s.first {
		models = nil
	}
	return progressText(s.closed, models, time.Since(s.start))
}

// progressText says which part of the tree is closed, a guess, how many models there
// are so far, unless that is nil, and how long the rest will take at this pace.
func progressText(fraction float64, models *big.Int, spent time.Duration) string {
	text := fmt.Sprintf("%.1f %% of the search closed", 100*fraction)
	if models != nil {
		text += fmt.Sprintf(", %v models", models)
	}
	if fraction > 0.001 {
		left := time.Duration(float64(spent) * (1 - fraction) / fraction)
		text += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return text
}
