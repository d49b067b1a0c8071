package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBoards makes the pictures of testdata/boards anew, which README.md shows:
//
//	cd testdata/boards
//	for f in queens-8 queens-8-up-to-symmetry puzzle-8; do qshow -f svg -o $f.svg $f.txt; done
//	qshow --attacks -f svg -o attacks-8.svg attacks-8.txt
func TestBoards(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "testdata", "boards")
	tests := map[string][]string{"queens-8": nil, "queens-8-up-to-symmetry": nil, "puzzle-8": nil, "attacks-8": {"--attacks"}}
	files, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil || len(files) != len(tests) {
		t.Errorf("pictures %q, error %v", files, err)
	}
	for name, args := range tests {
		want, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		got := qshow("", append(args, "-f", "svg", filepath.Join(dir, name+".txt"))...)
		if diff := cmp.Diff(result{0, string(want), ""}, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}
