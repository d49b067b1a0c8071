package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSet shows the puzzles of a directory, sorted by difficulty, size and seed, with answers that qshow
// finds itself.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.cnf", "c board: 2\nc placed: 1:1\nc queens: 1\nc seed: 1\nc puzzle: hard\np cnf 4 1\n1 0\n")
	write("b.cnf", "c board: 2\nc placed: 1:2\nc queens: 1\nc seed: 10\nc puzzle: easy\np cnf 4 1\n2 0\n")
	write("c.lp", "\\ board: 2\n\\ placed: 2:1\n\\ queens: 1\n\\ seed: 2\n\\ puzzle: easy\nMaximize\n")
	write("not an instance", "")
	write("d.cnf", "c board: 2\nc placed: 2:2\nc queens: 1\np cnf 4 1\n4 0\n")
	const a, b, c, d = "Q .\n. .\n", ". Q\n. .\n", ". .\nQ .\n", ". .\n. Q\n"
	all := strings.Join([]string{d, c, b, a}, "\n")
	answers := filepath.Join(dir, "answers.txt")
	check := func(want, wantAnswers runResult, args ...string) {
		t.Helper()
		if diff := cmp.Diff(want, qshow("not read", append(args, "--puzzle", "--answers", answers)...)); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", args, diff)
		}
		text, _ := os.ReadFile(answers)
		if diff := cmp.Diff(wantAnswers.Stdout, string(text)); diff != "" {
			t.Errorf("answers of %q: (-want +got)\n%s", args, diff)
		}
		os.Remove(answers)
	}
	check(runResult{0, all, ""}, runResult{0, all, ""}, dir)
	write("MANIFEST.tsv", "name\tparameters\tvariables\tclauses\tstatus\tsolutions\tsha256\tgbd\n"+
		"b.cnf\t-\t4\t1\tSAT\t1\t-\t-\nc.lp\t-\t4\t1\tSAT\t1\t-\t-\n")
	check(runResult{0, c + "\n" + b, ""}, runResult{0, c + "\n" + b, ""}, dir)
	check(runResult{0, b + "\n" + c, ""}, runResult{0, b + "\n" + c, ""}, filepath.Join(dir, "b.cnf"), filepath.Join(dir, "c.lp"))

	write("best.wcnf", "c board: 2\nc family: domination\nc optimum: minimum\nh 1 2 3 4 0\n1 -1 0\n1 -2 0\n1 -3 0\n1 -4 0\n")
	none := file(t, "none.cnf", "c board: 2\np cnf 4 2\n1 0\n-1 0\n")
	if got := qshow("", "--puzzle", none, "--answers", answers); got.Code != 20 || !strings.Contains(got.Stderr, "no solution") {
		t.Errorf("no solution: %+v", got)
	}
	if got := qshow("", "--puzzle", filepath.Join(dir, "best.wcnf"), "--answers", answers); got.Code != 0 || got.Stderr != "qshow: optimum: 1 queen\n" {
		t.Errorf("optimum: %+v", got)
	}
	if got := qshow("", "--puzzle", filepath.Join(dir, "b.cnf"), filepath.Join(dir, "c.lp"), "--answers", "-"); got != (runResult{0, b + "\n" + c + "\n" + b + "\n" + c, ""}) {
		t.Errorf("answers at the end: %+v", got)
	}
	empty := t.TempDir()
	if got := qshow("", "--puzzle", empty); got != (runResult{1, "", "qshow: " + empty + ": expected formulas, found none\n"}) {
		t.Errorf("empty directory: %+v", got)
	}
}

// TestLanguage checks worksheets, explanations and hints in another language, in each format.
func TestLanguage(t *testing.T) {
	puzzle := file(t, "p.cnf", "c board: 4\nc placed: 1:2\nc puzzle: easy\np cnf 16 0\n")
	answer := file(t, "a.txt", first)
	const question = "3 weitere Damen so setzen, dass keine eine andere angreift. Schwierigkeit: leicht."
	for _, tt := range []struct {
		args  string
		wants []string
	}{
		{"--puzzle -f latex", []string{question, "Name \\rule", "Datum \\rule", "\\section*{Damen}", "\\section*{Lösungen}"}},
		{"--puzzle -f html", []string{question, `lang="de"`, "<p>Datum</p>", ">Lösungen<", `aria-label="Rätsel"`, "<title>Damen: Rätsel</title>", "<title>1 gegebene Dame auf einem Brett von 4 mal 4</title>"}},
		{"--puzzle --steps -f text", []string{"ausstreichen", "Diagonale durch", "[1 Bedingung]"}},
		{"--puzzle --steps -f json", []string{`"text":"Reihe 4 hat schon eine Dame auf b4`}},
		{"--puzzle --hint 1", []string{"Hier weitersuchen: "}},
		{"-f lesson", []string{`lang="de"`, `id="words">[[`}},
	} {
		got := qshow("", append(strings.Fields(tt.args), "--lang=de", puzzle, answer)...)
		for _, want := range tt.wants {
			if got.Code != 0 || !strings.Contains(strings.Join(strings.Fields(got.Stdout), " "), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%s: exit code %d, no %q in %.3000s", tt.args, got.Code, want, got.Stdout+got.Stderr)
			}
		}
	}
}

// TestPaper checks the size of paper in each format that has one, and the columns of worksheets.
func TestPaper(t *testing.T) {
	puzzle := file(t, "p.cnf", "c board: 4\np cnf 16 0\n")
	for format, wants := range map[string][2]string{"latex": {"[a4paper,", "[letterpaper,"}, "html": {"size: A4;", "size: letter;"}} {
		for i, paper := range []string{"--paper=a4", "--paper=letter"} {
			for _, more := range []string{"-q", "--play"} {
				if got := qshow("", "--puzzle", puzzle, puzzle, "-f", format, paper, more); more == "--play" && format == "latex" {
					continue
				} else if got.Code != 0 || !strings.Contains(got.Stdout, wants[i]) {
					t.Errorf("%s %s %s: %d, no %s", format, paper, more, got.Code, wants[i])
				}
			}
		}
	}
	for format, want := range map[string]string{"latex": `[t]{0.32\linewidth}`, "html": "repeat(3, minmax"} {
		if got := qshow("c board: 1\np cnf 1 1\n1 0\n", "--puzzle", "-f", format, "--columns=3", "--answers=-"); got.Code != 0 || strings.Count(got.Stdout, "<figure>")+strings.Count(got.Stdout, "{minipage}[t]") != 2 || !strings.Contains(got.Stdout, want) {
			t.Errorf("columns in %s: %.2000s", format, got.Stdout+got.Stderr)
		}
	}
	if got := qshow("", "--puzzle", puzzle, "--paper=letter"); got.Code != 2 || !strings.Contains(got.Stderr, "--paper has no effect in the format text: expected one of latex, pdf, html") {
		t.Errorf("text: %+v", got)
	}
}
