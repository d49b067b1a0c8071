package command

import (
	"strings"
	"testing"
)

// TestExplain shows the steps of puzzles, conflicts and several solutions.
func TestExplain(t *testing.T) {
	puzzle := file(t, "p.cnf", "c board: 4\nc placed: 1:2\np cnf 16 0\n")
	open := file(t, "open.cnf", "c board: 4\np cnf 16 0\n")
	bad := file(t, "bad.cnf", "c board: 4\nc placed: 1:1\np cnf 16 0\n")
	two := file(t, "two.txt", "s SATISFIABLE\nv 2 8 9 15 0\nv 3 5 12 14 0\n")
	same := file(t, "same.txt", "s SATISFIABLE\nv 2 8 9 15 0\nv 2 8 9 15 17 0\n")
	none := file(t, "none.txt", "s UNSATISFIABLE\n")
	const given, conflict = ". Q . .\n. . . .\n. . . .\n. . . .\n", "row 4, column a, the falling diagonal through a4, row 1, column b, the falling diagonal through a3, row 2, column c and the falling diagonal through b4 do not hold together, with the given queen on a4"
	const differ = "One of several solutions. Two of them\ndiffer on the marked squares.\n"
	const group = "c s UNSATISFIABLE\nc mus 2\nc board: 2\np cnf 4 3\nc group row 2\n1 2 0\nc group given queen a1\n3 0\nc group falling diagonal through a2\n-1 -4 0\n"
	check(t, []run{
		{"several solutions", "", []string{"--puzzle", "--steps", open}, runResult{1, "", "qshow: " + open + ": --steps: the board has several solutions: expected exactly one\n"}},
		{"no hint of several solutions", "", []string{"--puzzle", "--hint", "1", open}, runResult{1, "", "qshow: " + open + ": --hint: the board has several solutions: expected exactly one\n"}},
		{"hint where", "", []string{"--puzzle", "--hint", "1", puzzle}, runResult{0, "Look at row 3.\n", ""}},
		{"hint why", "", []string{"--puzzle", "--hint", "2", puzzle}, runResult{0, "Row 3 has one square left.\n", ""}},
		{"hints with squares", "", []string{"--puzzle", "--hint", "3", puzzle, puzzle}, runResult{0, "1. Row 3 has one square left: queen on d3.\n2. Row 3 has one square left: queen on d3.\n", ""}},
		{"no more hints", "", []string{"--puzzle", "--hint", "3", file(t, "done.cnf", "c board: 1\nc placed: 1:1\np cnf 1 0\n")}, runResult{0, "The puzzle is solved.\n", ""}},
		{"hint of a conflict", "", []string{"--puzzle", "--hint", "3", bad}, runResult{20, "Row 1, column b and the falling diagonal through a3 leave no other way: queen on b1; cross b2 and c1.\n", "qshow: no solution\n"}},
		{"two boards", "", []string{"--puzzle", open, two}, runResult{0, ". . . .\n. . . .\n. . . .\n. . . .\n\n" +
			" . (Q)(.) .\n(.) .  . (Q)\n(Q) .  . (.)\n . (.)(Q) .\n" + differ + "\n . (.)(Q) .\n(Q) .  . (.)\n(.) .  . (Q)\n . (Q)(.) .\n" + differ,
			"qshow: " + two + ": the puzzle has several solutions; two of them differ on b4 c4 a3 d3 a2 d2 b1 c1\n"}},
		{"two boards each", "", []string{"--puzzle", "-q", "-fcompact", open, open, two, two}, runResult{0, strings.Repeat("....\n", 4) + "\n" + strings.Repeat("....\n", 4) +
			strings.Repeat("\n.Q..\n...Q\nQ...\n..Q.\n"+differ+"\n..Q.\nQ...\n...Q\n.Q..\n"+differ, 2), ""}},
		{"one board twice", "", []string{"--puzzle", "--no-verify", puzzle, same}, runResult{0, given + "\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n", ""}},
		{"conflict", "", []string{"--cnf", bad, none}, runResult{20, "", "qshow: no solution\nqshow: " + conflict + "\n"}},
		{"conflict by comments", "c board: 4\nc placed: 1:1\ns UNSATISFIABLE\n", nil, runResult{20, "", "qshow: no solution\nqshow: " + conflict + "\n"}},
		{"conflict of a puzzle", "", []string{"--puzzle", bad, none}, runResult{20, "Q . . .\n. . . .\n. . . .\n. . . .\n\n(Q)(.)(.) .\n(.)(.)(.) .\n(.)(.)(.)(.)\n(.)(.)(.)(.)\n" +
			"No solution: row 4, column a, the\nfalling diagonal through a4, row 1,\ncolumn b, the falling diagonal through\na3, row 2, column c and the falling\ndiagonal through b4 do not hold\ntogether, with the given queen on a4.\n", "qshow: no solution\nqshow: " + conflict + "\n"}},
		{"wrong answer", "", []string{"--puzzle", puzzle, none}, runResult{1, given, "qshow: no solution\nqshow: " + none + ": expected a solution of the puzzle " + puzzle + ", found UNSATISFIABLE\n"}},
		{"only counted", "c board: 4\nc placed: 1:1\ns UNSATISFIABLE\n", []string{"--count"}, runResult{20, "0\n", "qshow: no solution\n"}},
		{"subset", group, nil, runResult{20, "(.) .\n(.) .\nNo solution: row 2 and the falling\ndiagonal through a2 do not hold\ntogether, with the given queen on a1.\n", "qshow: no solution\nqshow: row 2 and the falling diagonal through a2 do not hold together, with the given queen on a1\n"}},
		{"subset as a list of squares", strings.Replace(group, "row 2", "rank 2", 1), []string{"-flist", "--exit-zero"}, runResult{0, "", "qshow: no solution\nqshow: row 2 and the falling diagonal through a2 do not hold together, with the given queen on a1\n"}},
		{"unknown group", strings.Replace(group, "row 2", "row 9\x1b", 1), nil, runResult{20, "", "qshow: no solution\n"}},
		{"broken subset", strings.Replace(group, "3 0", "3 x", 1), nil, runResult{1, "", "qshow: <stdin>:8:3: expected a literal, found \"x\"\n"}},
	})
	steps := qshow("", "--puzzle", "--steps", puzzle)
	if boards := strings.Split(steps.Stdout, "\n\n"); steps.Code != 0 || boards[0] != "[x](Q)[x][x]\n .  .  .  .\n .  .  .  .\n .  .  .  .\nRow 4 has its queen on b4: cross a4, c4\nand d4. [1 constraint]" || steps.Stderr != "qshow: difficulty: easy\n" || len(boards) != 10 {
		t.Errorf("%d boards: %+v", len(boards), steps)
	}
	for _, format := range []string{"json", "html", "svg", "pdf", "latex", "box"} {
		if got := qshow("", "--puzzle", "--steps", bad, "-f", format); got.Code != 20 || got.Stdout == "" || got.Stderr != "qshow: no solution\n" || format == "json" && !strings.Contains(got.Stdout, `{"text":"No solution: the falling diagonal through b4 has too many queens.","lines":[[[1,2],[2,3],[3,4]]]}`) {
			t.Errorf("%s of a conflict: %+v", format, got)
		}
		if got := qshow("", "--puzzle", "--steps", puzzle, "-f", format); got.Code != 0 || got.Stdout == "" ||
			format == "json" && !strings.Contains(got.Stdout, `"steps":[{"text":"Row 4 has its queen on b4: cross a4, c4 and d4.","kind":"1 constraint","look":[[1,1],[1,2],[1,3],[1,4]],"crosses":[[1,1],[1,3],[1,4]]},`) {
			t.Errorf("%s: %+v", format, got)
		}
	}
}
