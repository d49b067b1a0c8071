package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/cmd/internal/manifest"
)

// The file, its name and the manifest contain the kind of puzzle.
func TestPuzzlesAreNamed(t *testing.T) {
	for args, want := range map[string]string{
		"--solvable --random-place 3 8":                  "queens-0008-p003-solvable-s0001-pairwise.cnf\t--random-place 3 --solvable --seed 1 8\t64\t747\tSAT\t-",
		"--solvable --random-place 0 --seed 3 8":         "queens-0008-solvable-s0003-pairwise.cnf\t--random-place 0 --solvable --seed 3 8\t64\t744\tSAT\t-",
		"--unique 8":                                     "queens-0008-p003-unique-s0001-pairwise.cnf\t--unique --seed 1 8\t64\t747\tSAT\t1",
		"--difficulty hard --random-block 2 10 ":         "queens-0010-p003-b002-hard-s0001-pairwise.cnf\t--random-block 2 --difficulty hard --seed 1 10\t100\t1495\tSAT\t1",
		"--difficulty medium -f opb --variant torus 11 ": "queens-0011-torus-p004-medium-s0001.opb\t--format opb --variant torus --difficulty medium --seed 1 11\t121\t48\tSAT\t1",
		"--family regions --unique --repair --regions AABBB/AACBB/AACCC/DDDDD/EEEEA 5": "regions-0005-gc0bf9342-unique-repair-s0001-pairwise.cnf\t--family regions --regions AABBB,AACBB,AACCC,DDDDD,EEEEA --unique --repair --seed 1 5\t25\t161\tSAT\t1",
		"--difficulty easy --seed 2 5": "queens-0005-p002-easy-s0002-pairwise.cnf\t--difficulty easy --seed 2 5\t25\t172\tSAT\t1",
	} {
		got := qgen(strings.Fields("--dry-run -q " + args)...)
		line, _, _ := strings.Cut(strings.TrimPrefix(got.stdout, manifest.Header+"\n"), "\t-\t-\n")
		if line != want {
			t.Errorf("qgen %s: %q, want %q", args, line, want)
		}
	}
}

// A set of puzzles leaves out sizes for which there is no puzzle.
func TestSetOfPuzzles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "set")
	got := qgen("--out-dir", dir, "--difficulty", "easy,medium", "--seed", "1..3", "4..5")
	if want := "impossible combinations left out: 3; the first: no puzzle: found no medium puzzle on 500 random boards"; got.code != 0 || !strings.Contains(got.stderr, want) {
		t.Errorf("%+v", got)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 9 {
		t.Errorf("%d files, want 7 with the manifest and the sums; %v", len(entries), err)
	}
}

// If two seeds make the same puzzle, the set contains the first and reports the second.
func TestSetWithoutDuplicates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "set")
	got := qgen("--out-dir", dir, "--unique", "--seed", "1..3,5,6,7,10", "4")
	name := func(seed string) string { return "queens-0004-p001-unique-s00" + seed + "-pairwise.cnf" }
	seven := name("07") + ": left out, because another seed draws the same in " + name("05")
	ten := name("10") + ": left out, because another seed draws the same in " + name("02")
	if want := "qgen: " + seven + "\nqgen: " + ten + "\n"; got.code != 0 || got.stderr != want {
		t.Errorf("%+v, want %s", got, want)
	}
	all := files(t, dir)
	if comments := manifest.Header + "\n# " + seven + "\n# " + ten + "\nqueens"; !strings.HasPrefix(all[manifest.Name], comments) || len(all) != 7 {
		t.Errorf("%d files, and the manifest is\n%s", len(all), all[manifest.Name])
	}
	if single := qgen("--unique", "--seed", "3", "4"); single.stdout != all[name("03")] {
		t.Error("the file is not what the single command writes")
	}
	if got := qgen("--dry-run", "-q", "--unique", "--seed", "1..3,5,6,7,10", "4"); !strings.HasPrefix(got.stdout, manifest.Header+"\n# "+seven+"\n# "+ten+"\nqueens") || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if got := qgen("--out-dir", dir, "--unique", "--seed", "7", "4"); got.code != 0 || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if text := files(t, dir)[manifest.Name]; strings.Contains(text, "# "+seven) || !strings.Contains(text, "# "+ten) || !strings.Contains(text, "\n"+name("07")+"\t") {
		t.Errorf("the manifest is\n%s", text)
	}
	if got := qgen("--dry-run", "--unique", "--shuffle", "--seed", "5,7", "4"); strings.Contains(got.stderr, "left out") {
		t.Errorf("shuffled by other seeds: %+v", got)
	}
}

// If there is no puzzle, no file is written.
func TestNoPuzzle(t *testing.T) {
	for args, message := range map[string]string{
		"--solvable --random-place 1 3":    "no puzzle: the instance has no solution",
		"--unique --variant torus 8":       "no puzzle: the instance has no solution",
		"--unique --place a1 4":            "no puzzle: the instance has no solution",
		"--dry-run --difficulty hard 4..5": "no puzzle: found no hard puzzle on 500 random boards: try another seed or a larger board",
		"--difficulty hard --block a1 5":   "no puzzle: found no hard puzzle on 500 random boards: try another seed or a larger board",
	} {
		name := filepath.Join(t.TempDir(), "p.cnf")
		got := qgen(append(strings.Fields(args), "-o", name)...)
		if _, err := os.Stat(name); got.code != 1 || got.stderr != "qgen: "+message+"\n" || err == nil {
			t.Errorf("qgen %s: %+v, %v", args, got, err)
		}
	}
}
