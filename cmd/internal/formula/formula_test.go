package formula

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"

	"github.com/google/go-cmp/cmp"
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

// TestVocabulary finds the words of lists, on a board and without one.
func TestVocabulary(t *testing.T) {
	names := map[int][]string{
		1: {"Wheel", "Felge"}, 2: {"Brake"}, 3: {"York ham", "-x"}, 4: {"twice", "1 -3"}, 5: {"twice", "Wheel -Brake"}, 6: {"a1", "Windows 11"},
		7: {"-3"}, 8: {"A,1"}, 9: {"\x1b[31m\xff\u202e"}, 10: {"ext4", "1:2"}, 11: {"Wheel,Brake"},
	}
	f := &dimacs.Formula{}
	for v := 1; v < 12; v++ {
		for _, text := range append(names[v], "Brakes"[:3+v%3]+"_") {
			f.Names = append(f.Names, dimacs.Name{Var: v, Text: text}, dimacs.Name{Var: v, Text: text})
		}
	}
	for v := range 30 {
		f.Names = append(f.Names, dimacs.Name{Var: 50 - v, Text: "many"})
	}
	none := func(*dimacs.Formula) func(string) (dimacs.Lit, error) {
		return func(string) (dimacs.Lit, error) { return 0, nil }
	}
	board := func(*dimacs.Formula) func(string) (dimacs.Lit, error) {
		return func(name string) (dimacs.Lit, error) {
			if strings.HasSuffix(name, "9") {
				return 0, errors.New("no such square")
			}
			return dimacs.Lit(100 + len(name)), nil
		}
	}
	for _, test := range []struct {
		list           string
		plain, onBoard string // the literals, or a part of the error; onBoard is "" if it is the same
	}{
		{list: "", plain: "[]"},
		{list: "1", plain: "[1]"},
		{list: " 1 -3,4,, ", plain: "[1 -3 4]"},
		{list: "2147483647 -2147483647", plain: fmt.Sprint([]int{math.MaxInt32, -math.MaxInt32})},
		{list: "0", plain: "found 0"},
		{list: "Wheel 0", plain: "found 0"},
		{list: "-2147483648", plain: "found"},
		{list: "1-2", plain: `found "1-2"`},
		{list: "-", plain: `found "-"`},
		{list: "-3", plain: "[-3]"}, // numbers win
		{list: "Wheel\t-Brake 7\nFelge", plain: "[1 -2 7 1]"},
		{list: "wheel", plain: `found "wheel": the comments`},
		{list: "Whee", plain: `found "Whee"`},
		{list: "--Brake", plain: `found "--Brake"`},
		{list: "--x", plain: "[-3]"},
		{list: "-x", plain: `found "-x"`},
		{list: "York ham", plain: "[3]"},
		{list: "-York ham", plain: "[-3]"},
		{list: "York ham Brake", plain: `found "York"`},
		{list: "Wheel -Brake", plain: "[5]"},
		{list: "-Windows 11", plain: "[-6]"},
		{list: "Windows 7", plain: `found "Windows"`},
		{list: "1 -3", plain: "[1 -3]"},
		{list: "twice", plain: `found "twice": 2 variables have it, such as 4 5`},
		{list: "-many", plain: `found "-many": 30 variables have it, such as 21 22 23 24 25 26 27 28 29 30`},
		{list: "Wheel,Brake", plain: "[11]"},
		{list: "1,Brake", plain: `found "1,Brake"`},
		{list: "A,1", plain: "[8]"},
		{list: "\x1b[31m\xff\u202e", plain: "[9]"},
		{list: "\x1b[31m\xff", plain: `found "\x1b[31m\xff"`},
		{list: "a1", plain: "[6]", onBoard: "[102]"}, // squares win
		{list: "7,-a1 Wheel 1:2", plain: "[7 -6 1 10]", onBoard: "[7 -102 1 103]"},
		{list: "a9", plain: `found "a9"`, onBoard: "no such square"},
		{list: "ext4", plain: "[10]", onBoard: "[104]"},
		{list: "x5", plain: `found "x5"`, onBoard: "[102]"},
		{list: "A1", plain: `found "A1"`},
		{list: "abcdef1", plain: `found "abcdef1"`},
		{list: "a1234567890", plain: `found "a1234567890"`},
	} {
		for i, want := range []string{test.plain, test.plain, test.onBoard} {
			if want == "" {
				want = test.plain
			}
			lits, err := NewVocabulary(f, []Squares{nil, none, board}[i]).Literals(test.list)
			if got := fmt.Sprint(lits); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%q, %d: %s, %v; want %s", test.list, i, got, err, want)
			}
		}
	}
	linear := &dimacs.Formula{Linear: []dimacs.Linear{{}}, Names: []dimacs.Name{{Var: 1, Text: "x7"}}}
	if lits, err := NewVocabulary(linear, none).Literals("x5 -x6 x7"); fmt.Sprint(lits, err) != "[5 -6 1] <nil>" {
		t.Errorf("variables of an OPB: %v, %v", lits, err)
	}
	if lits, err := NewVocabulary(linear, none).Literals("x2147483648"); err == nil {
		t.Errorf("a variable that is too large: %v", lits)
	}
	for list, want := range map[string]string{"2-4,9 Wheel": "[{2 4} {9 9} {1 1}]", "York ham": "[{3 3}]", "1-0": `found "0"`, "x": `found "x"`, "many 1": "30 variables"} {
		if ranges, err := NewVocabulary(f, nil).ranges(list); fmt.Sprint(ranges) != want && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v; want %s", list, ranges, err, want)
		}
	}
}
