package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write creates an output, writes text to it and commits it. After that, Abort and Commit do nothing.
func write(t *testing.T, name, text string) error {
	t.Helper()
	f, err := Create(t.Context(), name, nil, "")
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := io.WriteString(f, text); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return err
	}
	f.Abort()
	return f.Commit()
}

// files returns the contents of the files in a directory, indexed by name. For a symbolic link it
// returns the path that the link contains.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if to, err := os.Readlink(name); err == nil {
			found[e.Name()] = "-> " + to
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(text)
	}
	return found
}

func put(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("é", 127)
	put(t, filepath.Join(dir, "old"), "old text, and longer", 0o640)
	for _, name := range []string{"new", "old", long} {
		if err := write(t, filepath.Join(dir, name), "text"); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{"new": "text", "old": "text", long: "text"}
	if d := cmp.Diff(want, files(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	info, err := os.Stat(filepath.Join(dir, "old"))
	if err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
}

// CommitAll creates either both outputs or no output. A failed rename leaves no file.
func TestCommitAll(t *testing.T) {
	dir := t.TempDir()
	create := func() (all []*File) {
		for _, name := range []string{"a", "b"} {
			f, err := Create(t.Context(), filepath.Join(dir, name), nil, "")
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(f, name)
			all = append(all, f)
		}
		return all
	}
	all := create()
	if err := os.MkdirAll(filepath.Join(dir, "b", "child"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := CommitAll(all...); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(dir, "b")+": ") {
		t.Errorf("error %v", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("left %v", got)
	}
	all = create()
	late := errors.New("late")
	if all[0].CompleteAfter(late) != late || all[0].IsComplete() || all[1].CompleteAfter(nil) != nil || !all[1].IsComplete() {
		t.Errorf("complete: %v and %v", all[0].IsComplete(), all[1].IsComplete())
	}
	if err := CommitAll(all...); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(map[string]string{"a": "a", "b": "b"}, files(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}
