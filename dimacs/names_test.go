package dimacs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNames reads comments that are names and comments that are not, for all sizes of chunks.
func TestNames(t *testing.T) {
	const text = "c 1 Wheel\nc 2$ Aux\r\nc p cnf\np cnf 9 2\nc\t3\t York  ham \t\n1 2 c 4 -x\n0 c variable 5: a queen (b1)\n" +
		"c 1 Wheel\nc 1 2\nc 9 \x00\xff\x1b[31m\nc 2147483647 far\nc 007 Bond\nc 6 x 0\nc 7 1-0\nc 1 $\nc varname 4 x_{1,2}\n" +
		// no names
		"c\nc 1\nc 1$\nc1 Wheel\nc 0 x\nc -1 x\nc +1 x\nc 2147483648 x\nc 99999999999999999999 x\nc 1: x\nc 1$$ x\nc $ x\nc 1x y\n" +
		"c variable 5 x\nc variable 5:\nc variable : x\nc variable 5$ x\nc variables 5: x\nc 1 0\nc 1 -2 0\nc 1 2\t-33 0\nc variable\nc varname 5\nc varname x y\nc varname 5: x\n-1 0\nc 8 end"
	want := []Name{
		{1, "Wheel"}, {2, "Aux"}, {3, "York  ham"}, {4, "-x"}, {5, "a queen (b1)"}, {1, "Wheel"}, {1, "2"}, {9, "\x00\xff\x1b[31m"},
		{2147483647, "far"}, {7, "Bond"}, {6, "x 0"}, {7, "1-0"}, {1, "$"}, {4, "x_{1,2}"}, {8, "end"},
	}
	for chunk := 24; chunk < 100; chunk++ {
		f, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Names: true, Threads: 1 + chunk%2, chunk: chunk})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, f.Names); diff != "" {
			t.Errorf("chunks of %d bytes (-want +got)\n%s", chunk, diff)
		}
	}
	f, err := ReadFormula(t.Context(), strings.NewReader(text), Options{})
	if err != nil || f.Names != nil {
		t.Errorf("without Names: %v, %v", f.Names, err)
	}
}
