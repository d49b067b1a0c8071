package dimacs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLines checks the places of comments for all sizes of chunks.
func TestLines(t *testing.T) {
	const text = "c first\nc group early\nc s UNSATISFIABLE\np cnf 3 5\nc group a\n1 0\nc  two\n2\nc within\n3 0 c behind\n-1 0\ncglued\r\n-2 0 c\n-3 0\nc end"
	want := []CommentLine{
		{" first", -1, 1}, {" group early", -1, 2}, {" s UNSATISFIABLE", -1, 3}, {" group a", 0, 5}, {"  two", 1, 7},
		{" within", 1, 9}, {" behind", 2, 10}, {"glued", 3, 12}, {"", 4, 13}, {" end", 5, 15},
	}
	for chunk := 24; chunk < 100; chunk++ {
		for threads := 1; threads < 3; threads++ {
			f, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Lines: true, Threads: threads, chunk: chunk})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, f.Lines); diff != "" {
				t.Errorf("chunks of %d bytes, %d threads (-want +got)\n%s", chunk, threads, diff)
			}
		}
	}
	f, err := ReadFormula(t.Context(), strings.NewReader(text), Options{})
	if err != nil || f.Lines != nil {
		t.Errorf("without Lines: %v, %v", f.Lines, err)
	}
}

func TestNamedGroups(t *testing.T) {
	for text, want := range map[string]Groups{
		"p cnf 1 1\n1 0\n": {Of: []int{0}},
		"p cnf 2 4\n1 0\nc group b c \n2 0\nc other\nc group a\n-1 0\nc group\nc groups\nc group b c\n-2 0\n": {[]int{0, 1, 2, 1}, []int{1, 2}, []string{"b c", "a"}},
		"c group x\np cnf 1 2\n1 0\nc group y\nc group z\n-1 0\nc group x\n":                                  {[]int{1, 3}, []int{1, 2, 3}, []string{"x", "y", "z"}},
		"p cnf 1 3\nc group a\n1 0\nc group 0\n-1 0\nc group a\n1 0\n":                                        {[]int{1, 0, 1}, []int{1}, []string{"a"}},
		"c strict\np gcnf 1 2 3\n{3} 1 0\n{0} -1 0\n":                                                         {[]int{1, 0}, []int{3}, []string{"3"}},
		"p gcnf 2 4 900\n{0} 1 0\n{7}2 0\n{900} -1\n0 {7} -2 0\n":                                             {[]int{0, 1, 2, 1}, []int{7, 900}, []string{"7", "900"}},
	} {
		mode := Default
		if strings.Contains(text, "strict") {
			mode = Strict
		}
		f, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Lines: true, Groups: true, Mode: mode})
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(want, f.NamedGroups()); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
}
