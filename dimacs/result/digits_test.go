package result

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// A row of digits is told from literals by the number of variables, by a final 0, by other literals and
// by a leading 0. Each case gives the models of a text for several numbers of variables; 0 is unknown.
func TestReaderRow(t *testing.T) {
	const cut = " (the input seems to be cut off)"
	long := strings.Repeat("01", 100_000)
	tests := []struct {
		text string
		vars int
		want string
	}{
		{"o 1\ns OPTIMUM FOUND\nv 0\n", 1, "[-1]"},
		{"v 0\n", 0, "[]"},
		{"v 0\n", 2, "[]"},
		{"v 1\n", 1, "[1]"},
		{"v 1", 1, "[1]"},
		{"s SATISFIABLE\nv 0\n", 1, "[]"},
		{"v 1" + strings.Repeat(" ", 70) + "0\n", 1, "[1]"},
		{"v 1\nv 0\n", 1, "[1]"},
		{"v 1 0\n", 1, "[1]"},
		{"v -1 0\n", 1, "[-1]"},
		{"v 10\n", 2, "[1 -2]"},
		{"v 10", 2, "[1 -2]"},
		{"v 10\n", 0, "[1 -2]"},
		{"v 10\ns OPTIMUM FOUND\n", 0, "[1 -2]"},
		{"v 10\ns SATISFIABLE\nv 11 0\n", 0, "[10 11]"},
		{"v 10\n", 10, "[10]"},
		{"v 10 0\n", 0, "[10]"},
		{"v 10 0\n", 2, "[10]"},
		{"v 10\nv 0\n", 0, "[10]"},
		{"v 10\nv -11\nv 0\n", 0, "[10 -11]"},
		{"v 11 10\n", 2, "[11 10]"},
		{"c x\no 3\nv 0110\r\ns OPTIMUM FOUND\n", 4, "[-1 2 3 -4]"},
		{"v \t01 \n", 0, "[-1 2]"},
		{"v 1111111111\n", 10, "[1 2 3 4 5 6 7 8 9 10]"},
		{"v 10000000000\n", 0, "[1 -2 -3 -4 -5 -6 -7 -8 -9 -10 -11]"},
		{"v 01\nv 10\n", 2, "[-1 2] [1 -2]"},
		{"v 0110", 0, "in:1:7: expected the end of the row, found the end of the input within a line" + cut},
		{"v 0110\n", 5, "in:1:3: expected a digit for each of the variables 1 to 5, found 4 digits"},
		{"v 011001\n", 5, "in:1:3: expected a digit for each of the variables 1 to 5, found 6 digits"},
		{"v 11\n", 5, "in:1:3: expected a digit for each of the variables 1 to 5, found 2 digits"},
		{"v 011", 5, "in:1:3: expected a digit for each of the variables 1 to 5, found 3 digits"},
		{"v 10000000000 0\n", 0, `in:1:15: expected 0, 1 or the end of the row, found "0"`},
		{"v 000000000012\n", 0, `in:1:14: expected 0, 1 or the end of the row, found "2"`},
		{"v 010 1 0\n", 3, `in:1:3: expected a literal or 0, found "010"`},
		{"s UNSATISFIABLE\nv 01\n", 2, "[-1 2] in:2:5: expected no model after status UNSATISFIABLE, found a model"},
		{"v " + long + "\n", 200_000, "200000 literals"},
	}
	for _, tt := range tests {
		for _, in := range []io.Reader{strings.NewReader(tt.text), iotest.OneByteReader(strings.NewReader(tt.text))} {
			r := NewReader(in, "in")
			r.Vars = tt.vars
			var got []string
			model, err := r.Read()
			for ; err == nil; model, err = r.Read() {
				if got = append(got, fmt.Sprint(model)); len(model) > 100 {
					got = []string{fmt.Sprint(len(model), " literals")}
				}
			}
			if err != io.EOF {
				got = append(got, err.Error())
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("%.30q, %d variables:\ngot  %s\nwant %s", tt.text, tt.vars, s, tt.want)
			}
		}
	}
	r := NewReader(strings.NewReader("v 0110\nv 1 0\nv 2\n"), "in")
	for i, want := range []bool{true, true, false} {
		if _, err := r.Read(); err != nil || r.Terminated() != want {
			t.Errorf("model %d: error %v, terminated %v, want %v", i, err, r.Terminated(), want)
		}
	}
}
