//go:build unix

package output

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinksAreFollowed(t *testing.T) {
	dir := t.TempDir()
	links, targets := filepath.Join(dir, "links"), filepath.Join(dir, "targets")
	for _, d := range []string{links, targets} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(targets, "old"), "old text", 0o600)
	for name, to := range map[string]string{
		"relative":      "../targets/old",
		"absolute":      filepath.Join(targets, "old"),
		"twice":         "relative",
		"dangling":      "new",
		"new":           "../targets/new",
		"loop":          "loop",
		"directory":     "../targets",
		"../targets/up": "../targets/old", // relative to targets, not to links
	} {
		if err := os.Symlink(to, filepath.Join(links, name)); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, links)
	tests := []struct{ name, target string }{
		{"relative", "old"}, {"absolute", "old"}, {"twice", "old"}, {"directory/up", "old"}, {"dangling", "new"},
	}
	for _, test := range tests {
		if err := write(t, filepath.Join(links, test.name), test.name); err != nil {
			t.Fatal(err)
		}
		if got := files(t, targets)[test.target]; got != test.name {
			t.Errorf("%s: wrote %q", test.name, got)
		}
	}
	if d := cmp.Diff(before, files(t, links)); d != "" {
		t.Errorf("links (-before +after):\n%s", d)
	}
	if err := write(t, filepath.Join(links, "loop"), ""); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("loop: error %v", err)
	}
}

func TestPermissionsOfANewFile(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	name := filepath.Join(t.TempDir(), "new")
	if err := write(t, name, ""); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
}

func TestWriteProtectedFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write any file")
	}
	name := filepath.Join(t.TempDir(), "old")
	put(t, name, "old text", 0o444)
	if err := write(t, name, "text"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error %v", err)
	}
}

// With -o /dev/stdout, output is appended to a redirected standard output. Replacing the file by
// renaming would lose earlier output.
func TestStandardOutputByName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "redirected")
	stdout, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	io.WriteString(stdout, "one\n")
	f, err := Create(t.Context(), name, stdout, "")
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "two\n")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(name); string(got) != "one\ntwo\n" {
		t.Errorf("wrote %q", got)
	}
}
