package formula

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
		want  []Range
		err   string // part of it
	}{
		{"1", []Range{{1, 1}}, ""},
		{"1-64,80", []Range{{1, 64}, {80, 80}}, ""},
		{" 3\t5,,7-7\n", []Range{{3, 3}, {5, 5}, {7, 7}}, ""},
		{"2147483647", []Range{{math.MaxInt32, math.MaxInt32}}, ""},
		{"", nil, "expected variables"},
		{" , ", nil, "expected variables"},
		{"0", nil, `found "0"`},
		{"-3", nil, "found nothing"},
		{"3-", nil, "found nothing"},
		{"3-1", nil, `found "1"`},
		{"1-2-3", nil, `found "2-3"`},
		{"1-2147483648", nil, `found "2147483648"`},
		{"99999999999999999999", nil, "found"},
		{"1-64 x", []Range{{1, 64}, {0, 0}}, ""}, // Read finds the variable
	}
	for _, test := range tests {
		var s Flags
		err := s.setProject(test.value)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: error %v, want %q in it", test.value, err, test.err)
		}
		if err == nil && !slices.Equal(s.Project, test.want) {
			t.Errorf("%q: %v, want %v", test.value, s.Project, test.want)
		}
	}
}

func TestSetMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"64M": 64 << 20, "64m": 64 << 20, "2G": 2 << 30, "1T": 1 << 40, "65536K": 64 << 20, "67108864": 64 << 20, "8388607T": 8388607 << 40,
		"": 0, "M": 0, "63M": 0, "65535K": 0, "0": 0, "-1G": 0, "1.5G": 0, "2X": 0, "2GB": 0, "8388608T": 0, "99999999999999999999": 0,
		"-9223372036854775808T": 0,
	} {
		if n, err := parseSize(text, leastMemory); (err == nil) != (want > 0) || n != want {
			t.Errorf("%q: %d, want %d; %v", text, n, want, err)
		}
	}
	_, err := parseSize("10M", leastMemory)
	if err == nil || err.Error() != `expected a size from 64M to 8388607T, such as 2G, found "10M"` {
		t.Error(err)
	}
}

// The memory for ranges does not depend on the number of variables in them.
func TestProjectionOfAll(t *testing.T) {
	s := Flags{Project: []Range{{1, dimacs.MaxVar - 7}, {5, dimacs.MaxVar}}}
	f := &dimacs.Formula{Vars: dimacs.MaxVar}
	if list, err := s.Projection(f, "name"); list != nil || err != nil || !s.Projects(f) {
		t.Errorf("%d variables, %v", len(list), err)
	}
	if list, n := joined(s.Project); len(list) != 1 || n != dimacs.MaxVar {
		t.Errorf("%v, %d variables", list, n)
	}
}

func TestProjection(t *testing.T) {
	const plain = "p cnf 5 1\n1 2 0\n"
	for _, test := range []struct {
		name    string
		formula string
		project []Range
		want    []int // nil for all
		err     string
	}{
		{"flag", plain, []Range{{4, 5}, {1, 2}}, []int{1, 2, 4, 5}, ""},
		{"overlapping ranges", plain, []Range{{2, 4}, {3, 5}, {3, 3}}, []int{2, 3, 4, 5}, ""},
		{"flag over comment", plain + "c p show 3 0\n", []Range{{1, 1}}, []int{1}, ""},
		{"flag over an empty comment", plain + "c p show 0\n", []Range{{1, 1}}, []int{1}, ""},
		{"flag of all", plain, []Range{{3, 5}, {1, 1}, {2, 4}}, nil, ""},
		{"out of range", plain, []Range{{1, 1}, {4, 6}}, nil, "name: there is no variable 6 to project on: the largest is 5"},
		{"far out of range", plain, []Range{{1, 2147483647}}, nil, "no variable 2147483647"},
	} {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(test.formula), dimacs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := (&Flags{Project: test.project}).Projection(formula, "name")
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q in it", test.name, err, test.err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}
