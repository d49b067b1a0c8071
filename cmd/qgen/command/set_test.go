package command

import (
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/manifest"
)

// files returns the contents of the files in a directory, indexed by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

func TestSet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "set")
	if got := qgen("--out-dir", dir, "4", "6..7", "4", "-e", "commander"); got != (result{}) {
		t.Fatalf("%+v", got)
	}
	all := files(t, dir)
	names := []string{manifest.Name, manifest.Sums, "queens-0004-commander.cnf", "queens-0006-commander.cnf", "queens-0007-commander.cnf"}
	if diff := cmp.Diff(names, slices.Sorted(maps.Keys(all))); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	want := manifest.Header + "\n"
	for i, record := range []string{"16\t84\tSAT\t2", "64\t302\tSAT\t4", "105\t458\tSAT\t40"} {
		n := []string{"4", "6", "7"}[i]
		file := all[names[i+2]]
		if single := qgen("-e", "commander", n).stdout; single != file {
			t.Errorf("%s is not what qgen %s writes", names[i+2], n)
		}
		want += fmt.Sprintf("%s\t--encoding commander %s\t%s\t%x\t%x\n", names[i+2], n, record, sha256.Sum256([]byte(file)), clauseHash(file))
	}
	if diff := cmp.Diff(want, all[manifest.Name]); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
}

// clauseHash computes the GBD hash by its definition.
func clauseHash(file string) [md5.Size]byte {
	var clauses []string
	for line := range strings.Lines(file) {
		if line[0] != 'c' && line[0] != 'p' {
			clauses = append(clauses, strings.TrimSuffix(line, "\n"))
		}
	}
	return md5.Sum([]byte(strings.Join(clauses, " ")))
}

// The hash does not depend on how the text is divided into writes.
func TestGBDHash(t *testing.T) {
	for _, args := range []string{"1", "5", "--annotate -e product 7", "-k 0 3"} {
		file := qgen(strings.Fields(args)...).stdout
		want := fmt.Sprintf("%x", clauseHash(file))
		for _, chunk := range []int{1, 2, 3, 7, 1000, 1 << 20} {
			h := manifest.NewGBDHash()
			for part := range slices.Chunk([]byte(file), chunk) {
				h.Write(part)
			}
			if got := h.Sum(); got != want {
				t.Errorf("qgen %s in chunks of %d: %s, want %s", args, chunk, got, want)
			}
		}
	}
	if got, want := manifest.NewGBDHash().Sum(), fmt.Sprintf("%x", md5.Sum(nil)); got != want {
		t.Errorf("of nothing: %s, want %s", got, want)
	}
}

// A second run changes nothing, a run with other parameters adds to the set, and a file
// that was removed disappears from the manifest.
func TestSetGrows(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if got := qgen(append([]string{"--out-dir", dir}, args...)...); got != (result{}) {
			t.Fatalf("%q: %+v", args, got)
		}
	}
	run("--compress", "xz", "4..5")
	first := files(t, dir)
	run("--compress=xz", "5", "4")
	if diff := cmp.Diff(first, files(t, dir)); diff != "" {
		t.Errorf("a second run changes:\n%s", diff)
	}
	run("-f", "lp", "-k", "4", "4")
	if err := os.Remove(filepath.Join(dir, "queens-0005-pairwise.cnf.xz")); err != nil {
		t.Fatal(err)
	}
	run("--variant", "torus", "--shuffle", "--annotate", "5")
	var lines []string
	for line := range strings.Lines(files(t, dir)[manifest.Name]) {
		lines = append(lines, strings.Join(strings.Split(line, "\t")[:6], " | "))
	}
	want := []string{
		"name | parameters | variables | clauses | status | solutions",
		"queens-0004-k0004.lp | --format lp --queens 4 4 | 16 | 19 | SAT | 2",
		"queens-0004-pairwise.cnf.xz | 4 | 16 | 84 | SAT | 2",
		"queens-0005-torus-shuf-s0001-pairwise-annotated.cnf | --variant torus --shuffle --seed 1 --annotate 5 | 25 | 210 | SAT | 10",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
}

func TestFileNames(t *testing.T) {
	for args, want := range map[string]string{
		"8":                       "queens-0008-pairwise.cnf",
		"16383 -f mzn":            "queens-16383.mzn",
		"-f knf 100":              "queens-0100.knf",
		"-f cnf+ 8":               "queens-0008.cnfp",
		"-f lp -k 8 8":            "queens-0008-k0008.lp",
		"-k 8 8":                  "queens-0008-pairwise.cnf",
		"--compress gz -f opb 8":  "queens-0008.opb.gz",
		"--place a1 8":            "queens-0008-p001-g662598e0-pairwise.cnf",
		"--place a1 --block h1 8": "queens-0008-p001-b001-g7fe83856-pairwise.cnf",
		"--variant torus --minimal -k 33 --break-symmetry --random-place 3 --random-block 5 --random-diagonals 2 --shuffle -e sequential 32": "queens-0032-torus-min-k0033-sym-p003-b005-d002-shuf-s0001-sequential.cnf",
	} {
		dir := t.TempDir()
		if got := qgen(append(strings.Fields(args), "--out-dir", dir)...); got != (result{}) {
			t.Errorf("qgen %s: %+v", args, got)
		}
		all := files(t, dir)
		delete(all, manifest.Name)
		if _, ok := all[want]; !ok {
			t.Errorf("qgen %s: got %q, want %s", args, slices.Sorted(maps.Keys(all)), want)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, manifest.Name)
	for _, text := range []string{"my own notes\n", manifest.Header + "\na line\n", ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got := qgen("--out-dir", dir, "4")
		if got.code != 1 || !strings.Contains(got.stderr, "expected a manifest written by qgen") {
			t.Errorf("%q: %+v", text, got)
		}
		if diff := cmp.Diff(map[string]string{manifest.Name: text}, files(t, dir)); diff != "" {
			t.Errorf("%q: the directory has changed:\n%s", text, diff)
		}
	}
	if got := qgen("--out-dir", name, "4"); got.code != 1 || !strings.HasPrefix(got.stderr, "qgen: ") {
		t.Errorf("a file for a directory: %+v", got)
	}
	if got := qgen("--out-dir", filepath.Join(dir, "later"), "4", "--place", "e1"); got.code != 2 {
		t.Errorf("what cannot be: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "later")); err == nil {
		t.Error("something was written before all was checked")
	}
}
