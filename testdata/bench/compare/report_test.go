package main

import (
	"testing"
	"time"
)

func TestAnswerIn(t *testing.T) {
	for _, test := range []struct{ name, output, expect, want string }{
		{"competition", "c board: 8\ns SATISFIABLE\nv 1 2 0\n", "", "sat"},
		{"competition, none", "s UNSATISFIABLE\n", "sat", "unsat"},
		{"minisat", "WARNING: precision\nUNSATISFIABLE\n", "unsat", "unsat"},
		{"clasp, model first", "v 1 0\ns SATISFIABLE\nc Models         : 1+\n", "sat", "sat"},
		{"unknown", "s UNKNOWN\n", "sat", "-"},
		{"model counting competition", "s SATISFIABLE\nc s type mc\nc s log10-estimate 1.96\nc s exact arb int 92\n", "92", "92"},
		{"qsat --all", "s SATISFIABLE\nv 1 0\nv 2 0\nc models 2\n", "count", "2"},
		{"clasp 0 -q", "s SATISFIABLE\nc \nc Models         : 14200\nc Calls          : 1\n", "14200", "14200"},
		{"queens", "352\n", "352", "352"},
		{"a count that stopped early is another answer", "c models 92+\n", "92", "92+"},
		{"no count", "s SATISFIABLE\nv 1 0\n", "92", "-"},
	} {
		if got := answerIn([]byte(test.output), test.expect); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		sorted []time.Duration
		want   time.Duration
	}{
		{[]time.Duration{7}, 7},
		{[]time.Duration{1, 3}, 2},
		{[]time.Duration{1, 5, 90}, 5},
		{[]time.Duration{1, 4, 6, 90}, 5},
	} {
		if got := median(test.sorted); got != test.want {
			t.Errorf("median of %v: got %d, want %d", test.sorted, got, test.want)
		}
	}
}

func TestKilobytes(t *testing.T) {
	status := []byte("Name:\tRssAnon: 1 kB\nVmRSS:\t     900 kB\nRssAnon:\t     116 kB\nRssFile:\t 784 kB\n")
	if got := kilobytes(status, "RssAnon:"); got != 116 {
		t.Errorf("got %d, want 116", got)
	}
	if got := kilobytes(status, "RssShmem:"); got != 0 {
		t.Errorf("absent: got %d, want 0", got)
	}
}
