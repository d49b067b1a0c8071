package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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

// sample returns 300 KB of clauses.
func sample() []byte {
	var b bytes.Buffer
	for i := 1; b.Len() < 300_000; i++ {
		fmt.Fprintf(&b, "-%d -%d 0\n", i, 7*i%1000+1)
	}
	return b.Bytes()
}

func compressed(t *testing.T, format string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := Compressed(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range bytes.Lines(data) {
		if _, err := w.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The number of processors and the time do not change the bytes.
func TestSameBytesAgain(t *testing.T) {
	data := sample()
	for _, format := range Compressions() {
		first := compressed(t, format, data)
		before := runtime.GOMAXPROCS(1)
		again := compressed(t, format, data)
		runtime.GOMAXPROCS(before)
		if !bytes.Equal(first, again) {
			t.Errorf("%s: a second run gives other bytes", format)
		}
	}
}
