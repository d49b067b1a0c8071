package output

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// createTemporary prepares to create or replace the regular file f.name, or the file to which its
// links lead: it adds the output to f.files, and opens a temporary file for it. The argument old
// describes the existing file, or is nil. If the run has opened the file already, the error is an
// *opened.ConflictError.
func (f *File) createTemporary(old fs.FileInfo) error {
	target, err := followLinks(f.name)
	if err != nil {
		return err
	}
	release, err := f.files.Output(f.name, target, old)
	if err != nil {
		return err
	}
	remove, err := f.openTemporary(target, old)
	if err != nil {
		release()
		return err
	}
	f.release = func() { release(); remove() }
	return nil
}

// followLinks returns the path to which the symbolic links of name lead, even if no file exists
// there. A chain of 40 links is an error.
func followLinks(name string) (string, error) {
	const most = 40 // the limit of the Linux kernel
	for range most {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil // a later call of open reports any error
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			// Not filepath.Join: it would remove a directory followed by "..", but if that
			// directory is a link, ".." is not the directory that contains the link.
			to = filepath.Dir(name) + string(filepath.Separator) + to
		}
		name = to
	}
	return "", fmt.Errorf("too many levels of symbolic links")
}

// checkWritable returns an error if the user may not write to the file, although the permissions
// of the directory would allow replacing it.
func checkWritable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// openTemporary creates a temporary file in the directory of target, so that f writes to it. The
// argument old describes the existing target, or is nil if there is none. The temporary file gets
// the permissions of the existing target, or the default for a new file. It is an error if the
// existing target is not writable. The function remove deletes the temporary file.
func (f *File) openTemporary(target string, old fs.FileInfo) (remove func(), err error) {
	if old != nil {
		if err := checkWritable(target); err != nil {
			return nil, err
		}
	}
	const attempts = 100
	dir, base := filepath.Split(target)
	err = fs.ErrExist
	for i := 0; i < attempts && os.IsExist(err); i++ {
		f.file, remove, err = f.files.CreateTemporary(dir + temporaryName(base))
	}
	if err != nil {
		return nil, err
	}
	if old != nil {
		if err := f.file.Chmod(old.Mode().Perm()); err != nil {
			remove()
			return nil, err
		}
	}
	f.raw, f.temp, f.target, f.fresh = f.file, f.file.Name(), target, old == nil
	return remove, nil
}

// temporaryName returns a random hidden name that contains base, shortened so that the name has
// less than the usual limit of 255 bytes.
func temporaryName(base string) string {
	const longest = 200
	for len(base) > longest {
		_, size := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-size]
	}
	return fmt.Sprintf(".%s.%08x.tmp", strings.ToValidUTF8(base, "_"), rand.Uint32())
}
