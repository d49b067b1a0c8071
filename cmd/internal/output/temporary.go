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

// createTemporary prepares to replace, or create, the regular file of that
// name. old describes the file that is there, nil if none is.
func (f *File) createTemporary(old fs.FileInfo) error {
	target, err := followLinks(f.name)
	if err != nil {
		return err
	}
	release, err := f.files.Output(f.name, target, old)
	if err != nil {
		return err
	}
	if err := f.openTemporary(target, old); err != nil {
		release()
		return err
	}
	f.release = release
	return nil
}

// followLinks returns the file that name leads to through symbolic links,
// whether that file exists or not.
func followLinks(name string) (string, error) {
	const most = 40 // as the Linux kernel has it
	for range most {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil // what is wrong with it, opening will tell
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			// Not filepath.Join: it would take "..", after a directory that is a
			// link, for the directory that holds the link.
			to = filepath.Dir(name) + string(filepath.Separator) + to
		}
		name = to
	}
	return "", fmt.Errorf("too many levels of symbolic links")
}

// checkWritable refuses a file that only its directory would let us replace.
func checkWritable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// openTemporary creates a new file beside target, with the permissions that
// target has or would get.
func (f *File) openTemporary(target string, old fs.FileInfo) error {
	if old != nil {
		if err := checkWritable(target); err != nil {
			return err
		}
	}
	const attempts = 100
	dir, base := filepath.Split(target)
	var file *os.File
	err := fs.ErrExist
	for i := 0; i < attempts && os.IsExist(err); i++ {
		file, err = f.files.CreateTemporary(dir + temporaryName(base))
	}
	if err != nil {
		return err
	}
	if old != nil {
		if err := file.Chmod(old.Mode().Perm()); err != nil {
			f.files.RemoveTemporary(file.Name())
			return err
		}
	}
	f.raw, f.file, f.temp, f.target, f.fresh = file, file, file.Name(), target, old == nil
	return nil
}

// temporaryName returns a hidden name that tells what it stands for and stays
// within the usual limit of 255 bytes.
func temporaryName(base string) string {
	const longest = 200
	for len(base) > longest {
		_, size := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-size]
	}
	return fmt.Sprintf(".%s.%08x.tmp", strings.ToValidUTF8(base, "_"), rand.Uint32())
}
