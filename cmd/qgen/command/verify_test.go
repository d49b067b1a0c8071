package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/cmd/internal/manifest"
)

// Every kind of difference is reported, and nothing else.
func TestVerify(t *testing.T) {
	replace := func(old, new string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, new, 1) }
	}
	for _, tt := range []struct {
		name, file string
		change     func(string) string // nil removes the file
		want       string              // after the directory
	}{
		{"nothing", "queens-0004-pairwise.cnf", replace("", ""), ""},
		{"garbage", "queens-0004-pairwise.cnf", func(s string) string { return s + "garbage\n" }, "queens-0004-pairwise.cnf: changed: its SHA-256 differs from the manifest"},
		{"a file removed", "queens-0005-product.cnf", nil, "queens-0005-product.cnf: missing"},
		{"another file", "mine.cnf.xz", replace("", "p cnf 0 0\n"), "mine.cnf.xz: foreign: not in the manifest"},
		{"notes", "notes.txt", replace("", "x"), ""},
		{"results", "RESULTS.tsv", replace("", "x"), ""},
		{"status and count", manifest.Name, replace("SAT\t2\t", "UNKNOWN\t7\t"), ""},
		{"size", manifest.Name, replace("\t84\t", "\t85\t"), "queens-0004-pairwise.cnf: changed: its parameters do not produce the values in the manifest"},
		{"parameters", manifest.Name, replace("\t4\t", "\t5\t"), "queens-0004-pairwise.cnf: stale: its parameters now produce other bytes"},
		{"bad parameters", manifest.Name, replace("\t4\t", "\t--what 4\t"), "queens-0004-pairwise.cnf: changed: the parameters in the manifest produce no file: unknown flag --what"},
		{"no sums", manifest.Sums, nil, "SHA256SUMS: missing"},
		{"sums", manifest.Sums, func(s string) string { return s[1:] }, "SHA256SUMS: changed: its files or checksums differ from the manifest"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if got := qgen("--out-dir", dir, "-e", "pairwise,product", "4..5"); got != (result{}) {
				t.Fatalf("%+v", got)
			}
			name := filepath.Join(dir, tt.file)
			text, _ := os.ReadFile(name)
			err := os.Remove(name)
			if tt.change != nil {
				err = os.WriteFile(name, []byte(tt.change(string(text))), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			want := result{}
			if tt.want != "" {
				want = result{code: 1, stderr: "qgen: " + filepath.Join(dir, tt.want) + "\n"}
			}
			if got := qgen("-q", "--verify", dir); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// A file of an older generator is stale and not changed, because its checksum agrees with
// the manifest.
func TestVerifyStale(t *testing.T) {
	dir := t.TempDir()
	qgen("--out-dir", dir, "--compress", "gz", "4")
	name := filepath.Join(dir, "queens-0004-pairwise.cnf.gz")
	if err := os.WriteFile(name, []byte("old bytes"), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if m.Records[0].SHA256, err = manifest.Hash(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if err := m.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := qgen("--verify", dir); got.code != 1 || got.stderr != "qgen: "+name+": stale: its parameters now produce other bytes\n" {
		t.Errorf("%+v", got)
	}
	if got := qgen("--verify", t.TempDir()); got.code != 1 || !strings.Contains(got.stderr, "expected a manifest that lists files") {
		t.Errorf("an empty directory: %+v", got)
	}
}
