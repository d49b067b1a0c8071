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

// A subtree is a node of the search tree with all nodes below it. One thread searches it at a time.
type subtree struct {
	node           // its root
	chosen []int32 // the options chosen at its root
	weight int64   // the number of subtrees that it represents by symmetry, including itself
	share  float64 // its estimated share of the tree, from 0 to 1
}

// scale scales the shares of the subtrees in place so that their sum is share, and returns list.
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
	total    *big.Int  // the number of solutions is added to it; if nil, stop at the first subtree with a solution
	images   int64     // the number of counted solutions per model, for progress; 0 means 1
	limit    uint64    // the largest number of nodes in each subtree; 0 means no limit
	trial    trial     // the trial of Engine.Trial
	plain    bool      // do not search for symmetries
	wanted   int       // the wanted number of subtrees
	start    time.Time // the start of the search
	subtrees []subtree // in the order of the search

	workers  sync.WaitGroup // all goroutines that search, except for the first
	next     atomic.Int64   // the index of the next subtree to search
	earliest atomic.Int64   // the index of the first subtree known to have a solution, or the number of subtrees
	mu       sync.Mutex     // protects the fields below, the trial, the total, and the problem's nodes
	large    uint64         // the number of nodes outside the kernel in searched subtrees
	limited  bool           // a subtree reached the limit, or the trial failed
	done     float64        // the share of the tree that was searched, or has no solution
	estimate float64        // the estimated number of nodes in the subtrees; 0 without a progress report
	// counted, unless nil, is called with each finished subtree i and n, the number of its
	// solutions times its weight.
	counted func(i int64, n *big.Int)
}

// divide sets t.subtrees to about wanted subtrees of the tree; see split.
func (t *traversal) divide(wanted int) {
	t.wanted = wanted
	t.split(subtree{node: t.in.root(), weight: 1, share: 1})
}

// search searches the subtrees on up to task.Threads threads, and returns when they have ended:
// after all subtrees, at the first subtree with a solution if there is no total, or when ctx has
// ended or the trial has failed. A search for one model uses one thread until it passes its
// trial. The result is in t.total, t.earliest and t.limited; see searchSubtree.
func (t *traversal) search() {
	t.start = time.Now()
	if t.task.Progress != nil {
		t.estimate = t.in.estimate(t.subtrees, 2*walks, random.Walks.Rand(0))
	}
	t.earliest.Store(int64(len(t.subtrees)))
	if t.trial.words == 0 || t.total != nil {
		t.startWorkers(t.task.Threads - 1)
	}
	t.work()
	t.workers.Wait()
}

// startWorkers starts workers beside the first one: the given number, but at most one less than
// the number of subtrees.
func (t *traversal) startWorkers(workers int) {
	for range min(workers, len(t.subtrees)-1) {
		t.workers.Go(t.work)
	}
}

// split adds s to the subtrees, or splits it into smaller ones if it is large: if its share is more
// than 1/wanted, an item is uncovered and more than 64 options are available. Near the root (see
// symmetricDepth), if the options are pairwise in conflict and t.plain is not set, it adds only the
// first of several subtrees that symmetries map to each other, with the sum of their weights, or in
// a count the subtrees of assign. It changes s. If the item to branch on has no available option, it
// only adds the share to t.done. Once ctx has ended, it may omit subtrees. It counts rejected
// arguments in t.rejected.
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
		sym := t.in.symmetries(s.node)
		groups = sym.orbits(options)
		t.rejected += sym.rejected
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

// assign returns subtrees of s that an assigner makes, or list, whichever has the smaller estimate
// of nodes. The given list holds subtrees that represent all solutions of s, and so does the result.
// If the estimate for list is below minAssigned, or the assigner has no symmetries, the result is
// list. It adds to t.nodes and t.rejected.
func (t *traversal) assign(s subtree, list []subtree) []subtree {
	nodes := t.in.estimate(list, walks, random.Walks.Rand(0))
	if nodes < minAssigned {
		return list
	}
	sym := t.in.symmetries(s.node)
	a := t.in.newAssigner(s, sym)
	t.rejected += sym.rejected
	if a == nil {
		return list
	}
	other := a.list(t.ctx, 1+int(s.share*wantedSubtrees), nodes)
	if t.nodes += a.nodes; other == nil {
		return list
	}
	return other
}

// errLater stops the search of a subtree when an earlier one is known to have a solution.
var errLater = errors.New("an earlier subtree has a solution")

// work searches the next subtree that no worker has taken, and repeats this until all are taken, an
// earlier one is known to have a solution, the trial has failed, or ctx has ended. About every
// millisecond it yields to other goroutines, such as a timer that stops the search.
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
	words   uint64  // its length in words read; 0 if there is no trial or it was passed
	failed  bool    // the search has failed, so all workers stop
	halfway float64 // traversal.done at the end of the first half, or so far
	passed  func()  // unless nil, called when the search passes
}

// fails reports whether the search has failed its trial. The arguments are the numbers of words
// read and of nodes visited so far. The first call with at least t.trial.words words decides by
// isSlow. If the search passes, this call calls passed and starts the other workers of a search
// for one model. If it fails, it leaves no subtree for the workers.
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
		t.startWorkers(t.task.Threads - 1)
	}
	return false
}

// isSlow reports, at the end of the trial, whether the search takes too long. The argument is
// the number of nodes visited. A search for one model is slow by the rule of Engine.Trial; a
// count is slow by the two rules of countFactor and doubt. The caller must hold t.mu.
func (t *traversal) isSlow(nodes float64) bool {
	if t.total == nil {
		return (t.done-t.trial.halfway)*trialShare*float64(t.task.Threads) < 1-t.done
	}
	expected := t.in.estimate(t.subtrees, 2*walks, random.Walks.Rand(0))
	finished := t.done + 1/float64(len(t.subtrees)) // with the subtree that is being searched
	return expected > countFactor*nodes || nodes > doubt*expected*finished
}

// searchSubtree searches subtree i until interrupt returns an error or the limit is reached. If
// there is a total, it adds the number of solutions counted, times the weight of the subtree, and
// then calls counted if the search is complete. Without a total, it stops at the first solution
// and lowers earliest to at most i. In any case it adds the nodes and the share of the subtree to
// t, sets limited after ErrLimit, and reports progress.
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
		t.task.Progress(t.progress)
	}
}

// progress returns a progress report: the searched share of the tree, the number of models so far, rounded
// down, if they are counted, and, if the share exceeds 0.001, an estimate of the remaining time. The share is
// the number of visited nodes divided by visited nodes plus the estimate for the remaining subtrees, or t.done
// if both are 0. The caller must hold t.mu.
func (t *traversal) progress() string {
	share, nodes := t.done, float64(t.nodes)
	if all := nodes + max(0, 1-t.done)*t.estimate; all > 0 {
		share = nodes / all
	}
	text := fmt.Sprintf("%.1f %% of the search closed", 100*share)
	if t.total != nil {
		text += fmt.Sprintf(", %v models", new(big.Int).Quo(t.total, big.NewInt(max(1, t.images))))
	}
	if share > 0.001 {
		left := time.Duration(float64(time.Since(t.start)) * (1 - share) / share)
		text += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return text
}
