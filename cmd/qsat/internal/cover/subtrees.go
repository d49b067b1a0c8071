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

	"queens/cmd/qsat/internal/random"
)

// A subtree is a part of the search tree that one thread searches at a time.
type subtree struct {
	node
	chosen []int32 // chosen options
	weight int64   // the number of subtrees that it represents by symmetry
	share  float64 // estimated share of the tree
}

// scale scales the shares of the subtrees so that their sum is share, and returns list.
func scale(list []subtree, share float64) []subtree {
	total := 0.0
	for _, s := range list {
		total += s.share
	}
	for i := range list {
		list[i].share *= share / total
	}
	return list
}

// A traversal searches the subtrees of a tree in parallel. It counts all solutions, or looks
// for the first subtree with a solution.
type traversal struct {
	*problem
	ctx      context.Context
	total    *big.Int // solutions are added to it; if nil, stop at the first subtree with a solution
	images   int64    // the number of solutions per model, for progress; 0 means 1
	limit    uint64   // of nodes in each subtree; 0 means no limit
	trial    trial    // of Engine.Trial
	plain    bool     // do not search for symmetries
	wanted   int      // the wanted number of subtrees
	start    time.Time
	subtrees []subtree // in the order of the search

	workers  sync.WaitGroup
	next     atomic.Int64
	earliest atomic.Int64              // the first subtree known to have a solution, otherwise the number of subtrees
	mu       sync.Mutex                // protects the fields below, the total, and the problem's nodes
	large    uint64                    // nodes outside the kernel in finished subtrees
	limited  bool                      // a subtree reached the limit
	done     float64                   // finished share of the tree
	estimate float64                   // of the nodes in the subtrees; 0 without a progress report
	counted  func(i int64, n *big.Int) // called with each finished subtree unless nil
}

// divide splits the tree into about wanted subtrees.
func (t *traversal) divide(wanted int) {
	t.wanted = wanted
	t.split(subtree{node: t.in.root(), weight: 1, share: 1})
}

// search searches the subtrees.
func (t *traversal) search() {
	t.start = time.Now()
	if t.task.Progress != nil {
		t.estimate = t.in.estimate(t.subtrees, 2*walks, random.Walks.Rand(0))
	}
	t.earliest.Store(int64(len(t.subtrees)))
	if t.trial.words == 0 || t.total != nil {
		t.begin(t.task.Threads - 1)
	}
	t.work()
	t.workers.Wait()
}

// begin starts workers beside the first one, but not more than there are further subtrees.
func (t *traversal) begin(workers int) {
	for range min(workers, len(t.subtrees)-1) {
		t.workers.Go(t.work)
	}
}

// split adds s to the subtrees, or splits it further if it is large. Of subtrees that
// symmetries map to each other it adds the first, with the sum of their weights. Once ctx has ended, it may omit subtrees.
func (t *traversal) split(s subtree) {
	if s.share*float64(t.wanted) <= 1 || s.uncovered.IsEmpty() || s.available.Len() <= 64 {
		t.subtrees = append(t.subtrees, s)
		return
	}
	index, _ := t.in.pick(s.node)
	options := t.in.availableOptions(s.node, index)
	groups := slices.Collect(slices.Chunk(options, 1))
	symmetric := !t.plain && len(s.chosen) < symmetricDepth && s.available.Len() >= symmetricSize && t.in.areInConflict(options)
	if symmetric {
		found := t.in.symmetries(s.node)
		groups = found.orbits(options)
		t.rejected += found.rejected
	}
	if len(options) == 0 {
		t.done += s.share
	}
	var list []subtree
	for _, g := range groups {
		if t.ctx.Err() != nil {
			return
		}
		below := subtree{t.in.newNode(), append(slices.Clone(s.chosen), int32(g[0])), s.weight * int64(len(g)), s.share * float64(len(g)) / float64(len(options))}
		t.in.choose(s.node, g[0], below.node)
		list = append(list, below)
		if !symmetric { // otherwise all options are in conflict
			s.available.Remove(g[0])
		}
	}
	if symmetric && t.total != nil {
		list = t.assign(s, list)
	}
	for _, below := range list {
		t.split(below)
	}
}

// assign returns subtrees of s that differ up to its symmetries, or list, whichever has the
// smaller estimate of nodes.
func (t *traversal) assign(s subtree, list []subtree) []subtree {
	nodes := t.in.estimate(list, walks, random.Walks.Rand(0))
	if nodes < minAssigned {
		return list
	}
	found := t.in.symmetries(s.node)
	a := t.in.newAssigner(s, found)
	t.rejected += found.rejected
	if a == nil {
		return list
	}
	other := a.list(t.ctx, 1+int(s.share*wantedSubtrees), nodes)
	if t.nodes += a.nodes; other == nil {
		return list
	}
	return other
}

// errLater stops the search of a subtree after an earlier one with a solution.
var errLater = errors.New("an earlier subtree has a solution")

// work searches subtrees in order until all are taken. Every millisecond it yields to other
// goroutines, such as a timer that stops the search.
func (t *traversal) work() {
	since := time.Now()
	for t.ctx.Err() == nil {
		i := t.next.Add(1) - 1
		if i >= t.earliest.Load() {
			return
		}
		t.mu.Lock()
		nodes, large := t.nodes, t.large
		t.mu.Unlock()
		polls := uint64(0)
		t.searchSubtree(i, func(b *budget) error {
			if time.Since(since) > time.Millisecond {
				runtime.Gosched()
				since = time.Now()
			}
			words := (nodes + polls*pollNodes) * uint64(t.in.nodeWords())
			polls++
			if t.task.Pause != nil && t.task.Threads == 1 {
				t.task.Pause(int64(words))
			}
			if t.total != nil {
				words = (large+b.large)*uint64(t.in.nodeWords()) + (nodes-large+b.nodes-b.large)*kernelWords
			}
			if t.fails(words, nodes+b.nodes) {
				return ErrLimit
			}
			if t.earliest.Load() < i {
				return errLater
			}
			return t.ctx.Err()
		})
	}
}

// A trial is the state of Engine.Trial.
type trial struct {
	words   uint64  // 0 if there is no trial or it has ended
	failed  bool    // all workers stop
	halfway float64 // the finished share of the tree after the first half; 0 before
	passed  func()
}

// fails reports whether the search has failed its trial, which ends when words reaches its length. If the
// search passes, fails starts the other workers of a search for one model.
func (t *traversal) fails(words, nodes uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	x := &t.trial
	switch {
	case x.failed || x.words == 0:
		return x.failed
	case words < x.words/2:
		x.halfway = t.done
		return false
	case words < x.words:
		return false
	}
	if t.isSlow(float64(nodes)) {
		x.failed = true
		t.next.Store(int64(len(t.subtrees)))
		return true
	}
	x.words = 0
	if x.passed != nil {
		x.passed()
	}
	if t.total == nil {
		t.begin(t.task.Threads - 1)
	}
	return false
}

// isSlow reports, at the end of the trial, whether the search takes too long after this number of nodes.
func (t *traversal) isSlow(nodes float64) bool {
	if t.total == nil {
		return (t.done-t.trial.halfway)*trialShare*float64(t.task.Threads) < 1-t.done
	}
	expected := t.in.estimate(t.subtrees, 2*walks, random.Walks.Rand(0))
	finished := t.done + 1/float64(len(t.subtrees)) // with the subtree that is being searched
	return expected > countFactor*nodes || nodes > doubt*expected*finished
}

// searchSubtree searches subtree i until interrupt returns an error or the limit is reached. If
// there is a total, it adds the number of solutions found so far, times the weight of the
// subtree, and then calls counted if the search is complete. Without a total, it stops at the
// first solution and lowers earliest to i.
func (t *traversal) searchSubtree(i int64, interrupt func(*budget) error) {
	sub, s := &t.subtrees[i], newSearch(t.in, nil)
	s.kernel.interrupt = func() error { return interrupt(&s.kernel.budget) }
	s.first, s.kernel.limit = t.total == nil, t.limit
	err := s.below(node{slices.Clone(sub.available), slices.Clone(sub.uncovered)})
	s.total.Mul(&s.total, big.NewInt(sub.weight))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nodes += s.kernel.nodes
	t.large += s.kernel.large
	t.limited = t.limited || err == ErrLimit
	if t.total != nil {
		t.total.Add(t.total, &s.total)
		if err == nil && t.counted != nil {
			t.counted(i, &s.total)
		}
	} else if s.total.Sign() > 0 {
		t.earliest.Store(min(t.earliest.Load(), i))
	}
	if t.done += sub.share; t.task.Progress != nil {
		t.task.Progress(func() string { return progressText(t.closed(), t.models(), time.Since(t.start)) })
	}
}

// models returns the number of models counted so far, or nil if they are not counted.
func (t *traversal) models() *big.Int {
	if t.images == 0 {
		return t.total
	}
	return new(big.Int).Quo(t.total, big.NewInt(t.images))
}

// closed returns the searched share of the tree: visited nodes divided by visited nodes plus
// the estimate for the remaining subtrees.
func (t *traversal) closed() float64 {
	nodes, left := float64(t.nodes), max(0, 1-t.done)*t.estimate
	if nodes+left == 0 {
		return t.done
	}
	return nodes / (nodes + left)
}

// progressText returns a progress report: the searched share of the tree, the number of models
// so far unless it is nil, and an estimate of the remaining time.
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
