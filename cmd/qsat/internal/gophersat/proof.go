package gophersat

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A proof takes the lines of the library's certificate, each a clause that
// follows from those before it by unit propagation, and renames them to the
// variables of the formula.
type proof struct {
	lines chan string
	names []int32 // by the library's variable, from 0
	done  chan struct{}

	mu    sync.Mutex
	to    engine.Proof // nil once nobody waits for the search
	err   error
	ended bool // by the empty clause
}

// newProof returns a proof that takes lines from its channel.
func newProof(to engine.Proof, names []int32) *proof {
	p := &proof{lines: make(chan string, 1024), names: names, done: make(chan struct{}), to: to}
	go p.drain()
	return p
}

// drain takes lines until the channel is closed.
func (p *proof) drain() {
	defer close(p.done)
	for line := range p.lines {
		p.add(line)
	}
}

// add writes a line such as "1 -2 0".
func (p *proof) add(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to == nil || p.err != nil || p.ended {
		return
	}
	var clause []dimacs.Lit
	for word := range strings.FieldsSeq(line) {
		k, err := strconv.Atoi(word)
		if err != nil || k > len(p.names) || -k > len(p.names) {
			p.err = fmt.Errorf("internal error: gophersat's certificate has the line %q", line)
			return
		}
		if k == 0 {
			break
		}
		name := dimacs.Lit(p.names[max(k, -k)-1])
		if name == 0 {
			return // of the anchor, and about nothing else
		}
		if k < 0 {
			name = -name
		}
		clause = append(clause, name)
	}
	p.ended = len(clause) == 0
	p.err = p.to.Add(clause)
}

// finish completes the proof after the search has ended.
func (p *proof) finish(unsat bool) error {
	close(p.lines)
	<-p.done
	if unsat {
		p.add("0")
	}
	return p.err
}

// abandon ends the proof while the search goes on.
func (p *proof) abandon() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = nil
}
