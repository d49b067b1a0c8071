package engine

import "sync"

// Stats say what a task has cost. They are safe for concurrent use, and the zero
// value is empty.
type Stats struct {
	mu      sync.Mutex
	engines []string
	nodes   map[string]uint64
}

// Add says that an engine has taken part, and the nodes of its search tree.
func (s *Stats) Add(engine string, nodes uint64) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.nodes[engine]; !ok {
		s.engines = append(s.engines, engine)
	}
	if s.nodes == nil {
		s.nodes = map[string]uint64{}
	}
	s.nodes[engine] += nodes
}

// Each calls f for each engine that has taken part, in the order in which they
// ended.
func (s *Stats) Each(f func(engine string, nodes uint64)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		f(e, s.nodes[e])
	}
}
