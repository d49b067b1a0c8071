package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/cmd/internal/manifest"
)

// Every kind of difference is reported, and nothing else, in a set with two files.
func TestRestore(t *testing.T) {
	replace := func(old, new string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, new, 1) }
	}
	const file = "queens-0004-pairwise.cnf"
	for name, tt := range map[string]struct {
		inManifest, inFile func(string) string // nil removes the file
		want               string              // the message about the file, or ""
	}{
		"nothing":        {replace("", ""), replace("", ""), ""},
		"garbage":        {replace("", ""), replace("", "garbage"), "changed: its SHA-256 differs from the manifest, so it stays; to make it again, move it away"},
		"removed":        {replace("", ""), nil, ""},
		"status":         {replace("SAT\t2\t", "UNKNOWN\t7\t"), nil, ""},
		"parameters":     {replace("\t4\t", "\t5\t"), nil, "stale: its parameters now produce other bytes"},
		"bad parameters": {replace("\t4\t", "\t--what 4\t"), nil, "missing: the parameters in the manifest produce no file: unknown flag --what"},
		"two sizes":      {replace("\t4\t", "\t4..5\t"), nil, "missing: the parameters in the manifest produce no file: expected one board size"},
		"not of qgen":    {replace("\t4\t", "\t-\t"), nil, "missing: qgen did not make it"},
	} {
		dir := t.TempDir()
		if got := qgen("--out-dir", dir, "4..5"); got != (result{}) {
			t.Fatalf("%+v", got)
		}
		before := files(t, dir)
		list := filepath.Join(dir, manifest.Name)
		if err := os.WriteFile(list, []byte(tt.inManifest(before[manifest.Name])), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		if tt.inFile != nil {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(tt.inFile(before[file])), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want := result{}
		if tt.want != "" {
			want = result{code: 1, stderr: "qgen: " + filepath.Join(dir, file) + ": " + tt.want + "\n"}
		}
		if got := qgen("-q", "--restore", list); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if tt.want == "" && files(t, dir)[file] != before[file] {
			t.Errorf("%s: another file", name)
		}
	}
}
