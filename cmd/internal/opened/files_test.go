package opened

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// open creates a file with some text and returns it open.
func open(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err == nil {
		_, err = f.WriteString("text")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func stat(t *testing.T, name string) fs.FileInfo {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return info
}

func TestConflicts(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	file, other := open(t, in("file")), open(t, in("other"))
	if err := errors.Join(os.Link(in("file"), in("hard")), os.Symlink("file", in("soft")), os.Mkdir(in("sub"), 0o777), os.Symlink(".", in("here"))); err != nil {
		t.Fatal(err)
	}
	null := open(t, os.DevNull)
	read := func(f *os.File) func(*Files) error {
		return func(run *Files) error { return run.Input(filepath.Base(f.Name()), f) }
	}
	stream := func(f *os.File) func(*Files) error {
		return func(run *Files) error { _, err := run.OutputStream("<stdout>", f); return err }
	}
	write := func(name string) func(*Files) error {
		return func(run *Files) error { _, err := run.Output(name, in(name), stat(t, in(name))); return err }
	}
	messages := func(run *Files) error { run.Messages(file); return nil }
	used := func(name string) func(*Files) error {
		return func(run *Files) error { return run.InputPath(in(name)) }
	}
	tests := []struct {
		name          string
		first, second func(*Files) error
		want          string // the error of second
	}{
		{"input, then output", read(file), write("file"), "refusing to write to file, which is the input"},
		{"output, then input", write("file"), read(file), "refusing to write to file, which is the input"},
		{"a hard link", read(file), write("hard"), "refusing to write to hard, which is the input file"},
		{"a symbolic link", write("soft"), read(file), "refusing to write to soft, which is the input file"},
		{"a stream", read(file), stream(file), "refusing to write to <stdout>, which is the input file"},
		{"a program's file", write("soft"), used("file"), "refusing to write to soft, which is the input " + in("file")},
		{"two outputs", write("file"), write("hard"), "refusing to write to hard, which is another output file"},
		{"an output and a stream", stream(file), write("file"), "refusing to write to file, which is another output <stdout>"},
		{"messages", messages, write("hard"), "refusing to write to hard, which is standard error"},
		{"messages and answers", messages, stream(file), ""},
		{"two outputs to be", write("new"), write("here/new"), "refusing to write to here/new, which is another output new"},
		{"two names to be", write("new"), write("newer"), ""},
		{"two places to be", write("new"), write("sub/new"), ""},
		{"two files", read(file), write("other"), ""},
		{"two streams", stream(other), read(file), ""},
		{"an input twice", read(file), read(file), ""},
		{"nothing lost", read(null), stream(null), ""},
		{"nothing there", used("none"), write("none"), ""},
	}
	for _, test := range tests {
		run := &Files{}
		if err := test.first(run); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		err := test.second(run)
		var conflict *ConflictError
		if (err == nil) != (test.want == "") || err != nil && (!errors.As(err, &conflict) || err.Error() != test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// A released output is forgotten, so that the same file can be written again.
func TestRelease(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	open(t, name)
	run := &Files{}
	for range 2 {
		release, err := run.Output(name, name, stat(t, name))
		if err != nil {
			t.Fatal(err)
		}
		release()
		release()
	}
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

// Remove deletes all temporary files that were not renamed, and later calls fail.
func TestRemove(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	run, remove := &Files{}, map[string]func(){}
	for _, name := range []string{"a", "b", "c", "d"} {
		var err error
		if _, remove[name], err = run.CreateTemporary(in(name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := run.CreateTemporary(in("a")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an old file: %v", err)
	}
	remove["b"]()
	if err := run.Rename(in("a"), in("final")); err != nil {
		t.Fatal(err)
	}
	remove["a"]()
	if got := names(t, dir); got != "c d final" {
		t.Errorf("there are %s", got)
	}
	run.Remove()
	if _, _, err := run.CreateTemporary(in("late")); err == nil {
		t.Error("a file was created after the run")
	}
	if err := run.Rename(in("final"), in("late")); err == nil {
		t.Error("a file was renamed after the run")
	}
	if got := names(t, dir); got != "final" {
		t.Errorf("there are %s", got)
	}
}

// Remove calls the functions end of Begin in reverse order, so that processes end before their
// directory is removed. After Remove, nothing begins.
func TestBegin(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	run, called := &Files{}, ""
	begin := func(name string) (forget func(), err error) {
		return run.Begin(func() error { called += name; return nil }, func() { called += strings.ToUpper(name) })
	}
	kept, _, err1 := run.MakeTemporaryDir("x-")
	gone, remove, err2 := run.MakeTemporaryDir("x-")
	if err := errors.Join(err1, err2, os.WriteFile(filepath.Join(kept, "file"), nil, 0o666), os.WriteFile(filepath.Join(gone, "file"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	_, err1 = begin("a")
	forget, err2 := begin("b")
	_, err3 := begin("c")
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Begin(func() error { return fs.ErrNotExist }, func() { called += "x" }); err != fs.ErrNotExist {
		t.Errorf("the error of begin became %v", err)
	}
	forget()
	remove()
	if got := names(t, os.Getenv("TMPDIR")); got != filepath.Base(kept) || called != "abc" {
		t.Errorf("before the end there are %s, called %q", got, called)
	}
	run.Remove()
	if _, err := begin("d"); err == nil {
		t.Error("something began after the run")
	}
	if got := names(t, os.Getenv("TMPDIR")); got != "" || called != "abcCA" {
		t.Errorf("after the end there are %s, called %q", got, called)
	}
	if _, _, err := run.MakeTemporaryDir("x-"); err == nil {
		t.Error("a directory was made after the run")
	}
}

// Named replaces the file names of package os in errors of opening and renaming.
func TestNamed(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	_, opening := Open(t.Context(), missing, os.O_RDONLY)
	renaming := os.Rename(missing, missing+"2")
	for _, err := range []error{opening, renaming} {
		if named := Named("x.cnf", err); !errors.Is(named, fs.ErrNotExist) || named.Error() != "x.cnf: "+Reason(err).Error() {
			t.Errorf("%v became %v", err, named)
		}
	}
	if other := errors.New("another reason"); Reason(other) != other {
		t.Errorf("%v became %v", other, Reason(other))
	}
	if f, err := Open(t.Context(), os.DevNull, os.O_WRONLY); err != nil || f.Close() != nil {
		t.Errorf("%s: %v", os.DevNull, err)
	}
}

// A file is locked once, also through a link to it.
func TestLocked(t *testing.T) {
	name, link := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	file, err := Locked(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := Locked(link); !errors.Is(err, ErrLocked) {
		t.Errorf("the file is locked: %v", err)
	}
	file.Close()
	again, err := Locked(link)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
