package command

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
)

func TestSetProject(t *testing.T) {
	tests := []struct {
		value string
		want  []span
		err   string // part of it
	}{
		{"1", []span{{1, 1}}, ""},
		{"1-64,80", []span{{1, 64}, {80, 80}}, ""},
		{" 3\t5,,7-7\n", []span{{3, 3}, {5, 5}, {7, 7}}, ""},
		{"2147483647", []span{{math.MaxInt32, math.MaxInt32}}, ""},
		{"", nil, "expected variables"},
		{" , ", nil, "expected variables"},
		{"0", nil, `found "0"`},
		{"-3", nil, "found nothing"},
		{"3-", nil, "found nothing"},
		{"3-1", nil, `found "1"`},
		{"1-2-3", nil, `found "2-3"`},
		{"1-2147483648", nil, `found "2147483648"`},
		{"99999999999999999999", nil, "found"},
		{"x", nil, `found "x"`},
		{"1;2", nil, `found "1;2"`},
	}
	for _, test := range tests {
		var s settings
		err := s.setProject(test.value)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: error %v, want %q in it", test.value, err, test.err)
		}
		if err == nil && !slices.Equal(s.project, test.want) {
			t.Errorf("%q: %v, want %v", test.value, s.project, test.want)
		}
	}
}

func TestSetAssume(t *testing.T) {
	tests := []struct {
		value string
		want  []dimacs.Lit
		err   string // part of it
	}{
		{"1", []dimacs.Lit{1}, ""},
		{"1 -3,4", []dimacs.Lit{1, -3, 4}, ""},
		{"", nil, ""},
		{"2147483647 -2147483647", []dimacs.Lit{math.MaxInt32, -math.MaxInt32}, ""},
		{"0", nil, "found 0"},
		{"1 0", nil, "found 0"},
		{"-2147483648", nil, "found"},
		{"1-2", nil, `found "1-2"`},
		{"-", nil, `found "-"`},
	}
	for _, test := range tests {
		var s settings
		err := s.setAssume(test.value)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: error %v, want %q in it", test.value, err, test.err)
		}
		if diff := cmp.Diff(test.want, s.assume); err == nil && diff != "" {
			t.Errorf("%q: (-want +got)\n%s", test.value, diff)
		}
	}
}

// The last --project counts; assumptions add up.
func TestRepeatedFlags(t *testing.T) {
	const formula = "p cnf 3 0\n"
	if got, _ := qsat(formula, "-a", "--project", "1,2", "--project", "3"); !strings.Contains(got, "c models 2\n") {
		t.Errorf("--project twice:\n%s", got)
	}
	if got, _ := qsat(formula, "--assume", "1 2", "--assume=-3"); got != "s SATISFIABLE\nv 1 2 -3 0\n" {
		t.Errorf("--assume twice:\n%s", got)
	}
}

func TestSetMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"64M": 64 << 20, "64m": 64 << 20, "2G": 2 << 30, "1T": 1 << 40, "65536K": 64 << 20, "67108864": 64 << 20, "8388607T": 8388607 << 40,
		"": 0, "M": 0, "63M": 0, "65535K": 0, "0": 0, "-1G": 0, "1.5G": 0, "2X": 0, "2GB": 0, "8388608T": 0, "99999999999999999999": 0,
		"-9223372036854775808T": 0,
	} {
		var s settings
		if err := s.setMemory(text); (err == nil) != (want > 0) || s.memory != want {
			t.Errorf("%q: %d, want %d; %v", text, s.memory, want, err)
		}
	}
	err := new(settings).setMemory("10M")
	if err == nil || err.Error() != `expected a size such as 2G, of at least 64M, found "10M"` {
		t.Error(err)
	}
}
