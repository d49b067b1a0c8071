package encode

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func fileText(t *testing.T, f File) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b); err != nil {
		t.Fatalf("%v, %s: %v", f.Instance, f.Format, err)
	}
	return b.String()
}

// The annotated files are documentation for learners, so they are tested literally.
func TestFormats(t *testing.T) {
	three := 3
	in := Instance{N: 2, Queens: &three, Placed: []Square{{1, 2}}, BlockedDiagonals: []Diagonal{{true, 4}}}
	for format, want := range map[string]string{
		"knf": `c board: 2
c variant: regular
c form: full
c queens: 3
c placed: 1:2
c blocked-diagonals: s4
p knf 4 10
-1 -2 0
-3 -4 0
-1 -3 0
-2 -4 0
-1 -4 0
-2 -3 0
k 3 1 2 3 4 0
-1 -2 -3 -4 0
2 0
-4 0
`,
		"opb": `* #variable= 4 #constraint= 9
* board: 2
* variant: regular
* form: full
* queens: 3
* placed: 1:2
* blocked-diagonals: s4
-1 x1 -1 x2 >= -1 ;
-1 x3 -1 x4 >= -1 ;
-1 x1 -1 x3 >= -1 ;
-1 x2 -1 x4 >= -1 ;
-1 x1 -1 x4 >= -1 ;
-1 x2 -1 x3 >= -1 ;
+1 x1 +1 x2 +1 x3 +1 x4 = 3 ;
+1 x2 = 1 ;
+1 x4 = 0 ;
`,
		"lp": `\ board: 2
\ variant: regular
\ queens: 3
\ placed: 1:2
\ blocked-diagonals: s4
Maximize
 queens: x1 + x2 + x3 + x4
Subject To
 row_1: x1 + x2 <= 1
 row_2: x3 + x4 <= 1
 column_1: x1 + x3 <= 1
 column_2: x2 + x4 <= 1
 falling_0: x1 + x4 <= 1
 rising_3: x2 + x3 <= 1
 queens_in_all: x1 + x2 + x3 + x4 = 3
 placed_1_2: x2 = 1
 empty_2_2: x4 = 0
Binary
 x1 x2 x3 x4
End
`,
		"mzn": `% board: 2
% variant: regular
% queens: 3
% placed: 1:2
% blocked-diagonals: s4
include "alldifferent_except_0.mzn";
int: n = 2;
array[1..n] of var 0..n: q;
constraint alldifferent_except_0(q);
constraint alldifferent_except_0([if q[r] = 0 then 0 else q[r] + r endif | r in 1..n]);
constraint alldifferent_except_0([if q[r] = 0 then 0 else q[r] - r + n endif | r in 1..n]);
constraint sum(r in 1..n)(q[r] != 0) = 3;
constraint q[1] = 2;
constraint q[2] != 2;
solve :: int_search(q, first_fail, indomain_min) satisfy;
output ["{\"board\": \"2\", \"variant\": \"regular\", \"queens\": \"3\", \"placed\": \"1:2\", \"blocked-diagonals\": \"s4\", \"q\": \(q)}\n"];
`,
	} {
		if diff := cmp.Diff(want, fileText(t, File{Instance: in, Format: format})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	one, torus := Instance{N: 2, Queens: to(1)}, Instance{N: 2, Variant: Torus, Queens: &three}
	for _, tt := range []struct {
		in           Instance
		format, want string
	}{
		{one, "knf", "\n1 2 3 4 0\nk 3 -1 -2 -3 -4 0\n"}, {one, "cnf+", "p cnf+ 4 8\n-1 -2 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n-1 -4 0\n-2 -3 0\n1 2 3 4 0\n1 2 3 4 <= 1\n"}, {in, "cnf+", "1 2 3 4 >= 3\n"}, {Instance{N: 2}, "opb", "\n+1 x1 +1 x2 = 1 ;\n"},
		{Instance{N: 2, Minimal: true}, "opb", "\n+1 x1 +1 x3 >= 1 ;\n"}, {Instance{N: 11}, "lp", "+ x10\n  + x11 <= 1\n"},
		{Instance{N: 4, Family: Regions, Regions: partition(t, "AABB,AABB,CCDD,CCDD"), Stars: 2}, "lp", "\n row_1: x1 + x2 + x3 + x4 <= 2\n"},
		{torus, "mzn", "if q[r] = 0 then 0 else (q[r] + r) mod n + 1 endif | r in 1..n]"},
	} {
		if got := fileText(t, File{Instance: tt.in, Format: tt.format}); !strings.Contains(got, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.format, tt.want, got)
		}
	}
}

func TestFormatsAnnotated(t *testing.T) {
	in := Instance{N: 1, Variant: Torus, Placed: []Square{{1, 1}}}
	for format, want := range map[string]string{
		"cnf": "c board: 1\nc variant: torus\nc form: full\nc encoding: pairwise\nc placed: 1:1\np cnf 1 1\n" +
			"c variable 1: a queen on a1\nc group rank 1\nc rank 1: at least one queen\n1 0\n",
		"knf": "c board: 1\nc variant: torus\nc form: full\nc placed: 1:1\np knf 1 1\n" +
			"c variable 1: a queen on a1\nc rank 1: at least one queen\n1 0\n",
		"opb": "* #variable= 1 #constraint= 1\n* board: 1\n* variant: torus\n* form: full\n* placed: 1:1\n" +
			"* variable x1: a queen on a1\n* rank 1: at least one queen\n+1 x1 = 1 ;\n",
		"lp": "\\ board: 1\n\\ variant: torus\n\\ placed: 1:1\n\\ variable x1: a queen on a1\n" +
			"Maximize\n queens: x1\nSubject To\n\\ rank 1: at most one queen\n row_1: x1 <= 1\n\\ placed square a1\n placed_1_1: x1 = 1\nBinary\n x1\nEnd\n",
	} {
		if diff := cmp.Diff(want, fileText(t, File{Instance: in, Format: format, Annotate: true})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
	mzn := fileText(t, File{Instance: in, Format: "mzn", Annotate: true})
	for _, line := range []string{
		"% q[r]: the column of the queen in row r\n", "% rising diagonals: at most one queen each\nconstraint all_different([(q[r] + r) mod n | r in 1..n]);\n",
		"% placed square a1\nconstraint q[1] = 1;\n",
	} {
		if !strings.Contains(mzn, line) {
			t.Errorf("no %q in\n%s", line, mzn)
		}
	}
}

func TestFileSizes(t *testing.T) {
	seven := 7
	for _, tt := range []struct {
		file File
		want Size
	}{
		{File{Instance: Instance{N: 1}}, Size{1, 1}},
		{File{Instance: Instance{N: 8}}, Size{64, 744}},
		{File{Instance: Instance{N: 8, Minimal: true}}, Size{64, 512}},
		{File{Instance: Instance{N: MaxN}}, Size{268_402_689, 7_328_198_655_994}},
		{File{Instance: Instance{N: 8, Encoding: "product"}, Format: "cnf"}, Size{196, 632}},
		{File{Instance: Instance{N: 8}, Format: "knf"}, Size{64, 58}},
		{File{Instance: Instance{N: 8}, Format: "cnf+"}, Size{64, 58}},
		{File{Instance: Instance{N: 8, Minimal: true}, Format: "knf"}, Size{64, 42}},
		{File{Instance: Instance{N: 8}, Format: "opb"}, Size{64, 42}},
		{File{Instance: Instance{N: 8}, Format: "lp"}, Size{64, 42}},
		{File{Instance: Instance{N: 8}, Format: "mzn"}, Size{8, 3}},
		{File{Instance: Instance{N: 8, Queens: &seven, Placed: []Square{{1, 1}}}, Format: "mzn"}, Size{8, 5}},
	} {
		if got, err := tt.file.Size(); err != nil || got != tt.want {
			t.Errorf("%v, %s: %v, %v; want %v", tt.file.Instance, tt.file.Format, got, err, tt.want)
		}
	}
}

func TestFileStopsAtTheFirstError(t *testing.T) {
	for _, f := range decisionFormats() {
		w := &limited{room: 100_000}
		if err := (File{Instance: Instance{N: 300}, Format: f.Name}).Write(context.Background(), w); f.Name != "mzn" && err != errFull {
			t.Errorf("%s: Write returns %v, want %v", f.Name, err, errFull)
		}
	}
}
