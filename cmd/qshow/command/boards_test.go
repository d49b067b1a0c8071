package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBoards compares the pictures of qshow with testdata/boards, which README.md shows. With
// UPDATE_GOLDEN=1 it writes them.
func TestBoards(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "testdata", "boards")
	tests := map[string][]string{"queens-8": nil, "queens-8-up-to-symmetry": nil, "puzzle-8": nil, "regions-8": nil, "attacks-8": {"--attacks"}}
	files, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil || len(files) != len(tests) {
		t.Errorf("pictures %q, error %v", files, err)
	}
	for name, args := range tests {
		picture := filepath.Join(dir, name+".svg")
		got := qshow("", append(args, "-f", "svg", filepath.Join(dir, name+".txt"))...)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(picture, []byte(got.Stdout), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(picture)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(runResult{0, string(want), ""}, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}
