package output

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// replace calls createTemporary for the regular file to which f.name leads, which info describes, and
// returns its error. It is an error if the user may not write to that file, although the permissions of the
// directory would allow replacing it. The new file gets the permissions of the old file.
func (f *File) replace(info fs.FileInfo) error {
	target, err := filepath.EvalSymlinks(f.name)
	if err != nil {
		return err
	}
	old, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	old.Close()
	if err := f.createTemporary(target, info); err != nil {
		return err
	}
	return f.file.Chmod(info.Mode().Perm())
}

// createTemporary adds the output to f.files, creates a temporary file in the directory of target, and
// sets the fields file, temp, target and release of f. The argument old describes the existing file at
// target, or is nil. If the run has opened that file already, the error is an *opened.ConflictError.
func (f *File) createTemporary(target string, old fs.FileInfo) error {
	release, err := f.files.Output(f.name, target, old)
	if err != nil {
		return err
	}
	f.release, f.target = release, target
	dir, base := filepath.Split(target)
	file, remove, err := f.files.CreateTemporary(dir + temporaryName(base))
	if err == nil {
		f.file, f.temp, f.release = file, file.Name(), func() { release(); remove() }
	}
	return err
}

// linked follows the symbolic links from name, and returns the name at their end. It returns name if it is no
// link. os.Stat must find no file under name, so that the links end.
func linked(name string) string {
	for to, err := os.Readlink(name); err == nil; to, err = os.Readlink(name) {
		if !filepath.IsAbs(to) { // not filepath.Join, because the directory may be a link before ".."
			to = filepath.Dir(name) + string(filepath.Separator) + to
		}
		name = to
	}
	return name
}

// temporaryName returns a random hidden name that contains base, shortened so that the name has
// less than the usual limit of 255 bytes, and with "_" for invalid UTF-8.
func temporaryName(base string) string {
	const longest = 200
	return fmt.Sprintf(".%s.%08x.tmp", strings.ToValidUTF8(base[:min(len(base), longest)], "_"), rand.Uint32())
}
