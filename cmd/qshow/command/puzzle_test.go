package command

import (
	"strings"
	"testing"
)

// TestPuzzle shows instances, and their answers on a worksheet.
func TestPuzzle(t *testing.T) {
	given := file(t, "given.cnf", "c board: 4\nc placed: 1:2\nc blocked: 4:4\nc blocked-diagonals: d3\np cnf 16 1\n2 0\n")
	other := file(t, "other.lp", "\\ board: 4\n\\ placed: 1:3\nMaximize\n")
	plain := file(t, "plain.cnf", "p cnf 4 0\n")
	large := file(t, "large.cnf", "c board: 4\np cnf 16 1\nthis is not read\n")
	one, two := file(t, "1.txt", "v 2 8 9 15 0\n"), file(t, "2.txt", "v 3 5 12 14 0\n")
	none := file(t, "none.txt", "s UNSATISFIABLE\n")
	const givenText = ". Q . .\n. . . .\n. . . .\nx . . x\n"
	const otherText = ". . Q .\n. . . .\n. . . .\n. . . .\n"
	check(t, []run{
		{"one", "", []string{"--puzzle", "--cnf", given}, runResult{0, givenText, ""}},
		{"two", "", []string{"--puzzle", "--cnf", given, "--cnf", other}, runResult{0, givenText + "\n" + otherText, ""}},
		{"clauses are not read", "", []string{"--puzzle", "--cnf", large, "-fcompact"}, runResult{0, "....\n....\n....\n....\n", ""}},
		{"size by flag", "", []string{"--puzzle", "--cnf", plain, "-n2"}, runResult{0, ". .\n. .\n", ""}},
		{"size unknown", "", []string{"--puzzle", "--cnf", plain},
			runResult{1, "", "qshow: " + plain + ": expected comments that describe the board, found none\n"}},
		{"answers", "", []string{"--puzzle", "--cnf", given, "--cnf", other, one, two},
			runResult{0, givenText + "\n" + otherText + "\n" + firstText + "\n" + secondText, ""}},
		{"answers the other way round", "", []string{"--cnf", given, "--cnf", other, two, one},
			runResult{1, "", "qshow: " + two + ": model 1: the model violates " + given + ": it does not satisfy 2 0\n"}},
		{"several answers to one instance", "", []string{"--cnf", other, two, two, "-flist"}, runResult{0, "3 1 4 2\n3 1 4 2\n", ""}},
		{"an answer for each", "", []string{"--cnf", other, two, "--cnf", given, one, "-flist"}, runResult{0, "3 1 4 2\n2 4 1 3\n", ""}},
		{"several answers", "", []string{"-n4", one, none, two, "-flist"}, runResult{0, "2 4 1 3\n3 1 4 2\n", "qshow: " + none + ": no solution\n"}},
		{"no answer", "", []string{none, none}, runResult{20, "", strings.Repeat("qshow: "+none+": no solution\n", 2)}},
	})
}
