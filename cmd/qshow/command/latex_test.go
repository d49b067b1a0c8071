package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// LaTeX compiles the boards, if LaTeX and its package chessboard are installed.
func TestLaTeX(t *testing.T) {
	t.Parallel()
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("LaTeX takes seconds: QUEENS_LONG is not set")
	}
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command("kpsewhich", "chessboard.sty").Output(); err != nil || len(out) == 0 {
		t.Skip("the LaTeX package chessboard is not installed")
	}
	puzzle := "c board: 8\nc placed: 1:8\nc blocked: 8:8\nc blocked-diagonals: s10\nv 8 12 17 27 38 42 55 61 0\n"
	large := "c board: 27\nc blocked: 1:1\nc queens: 1\nv 2 0\n"
	for _, n := range []int{15, 16, 26} {
		large += fmt.Sprintf("c board: %d\nc queens: 1\nv 1 0\n", n)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "boards.tex")
	large += "c board: 3\nc family: regions\nc regions: A A B\nc regions: A B B\nc regions: C C C\nv 1 0\n"
	if got := qshow(both+"c board: 1\nv 1 0\n"+puzzle+large, "--no-verify", "--letters", "-f", "latex", "-o", file); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	compile(t, file)
	args := []string{"--puzzle", "-f", "latex", "-o", filepath.Join(dir, "sheet.tex")}
	for _, n := range []int{1, 12, 13, 27} {
		cnf := filepath.Join(dir, fmt.Sprintf("%d.cnf", n))
		if err := os.WriteFile(cnf, fmt.Appendf(nil, "c board: %d\nc placed: 1:1\nc queens: 1\nc variant: torus\np cnf %d 0\n", n, n*n), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--cnf", cnf)
	}
	for range 4 {
		args = append(args, filepath.Join(dir, "answer"))
	}
	if err := os.WriteFile(filepath.Join(dir, "answer"), []byte("v 1 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := qshow("", args...); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	compile(t, filepath.Join(dir, "sheet.tex"))
}

// compile runs LaTeX, and fails if something is too large for its place.
func compile(t *testing.T, file string) {
	t.Helper()
	cmd := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", file)
	cmd.Dir = filepath.Dir(file)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "Overfull") {
		t.Errorf("%v\n%s", err, out)
	}
	if info, err := os.Stat(strings.TrimSuffix(file, ".tex") + ".pdf"); err != nil || info.Size() < 1000 {
		t.Errorf("no document: %v", err)
	}
}
