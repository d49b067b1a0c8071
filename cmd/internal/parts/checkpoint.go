package parts

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// A Checkpoint is a file that keeps the counts of the cubes of a part until the result is
// written, so that after an end of the process another one goes on. Behind the header of the
// part it has a line for each cube, as soon as that is counted:
//
//	c checkpoint: 1
//	c part: 7/50
//	..
//	c cube: 56 8712 0 9f86d081884c7d65
//
// Cube 56, from 0, has 8712 * 2^0 models; a digest of the header and the line ends it. A
// Checkpoint is for one goroutine.
type Checkpoint struct {
	file    *os.File // locked; nil if there was no room for one, or after Remove and Close
	head    string
	counted map[int]dimacs.Count // from the file
	kept    bool                 // the file has the count of a cube
	synced  time.Time
	failed  func(error) // told of the first error of writing, then nil
}

const (
	checkpointLine = "c checkpoint: 1\n"
	// maxKept bounds the counts that are kept, in bits: others are too long for a line.
	maxKept = 1 << 20
	// syncEvery is the time for which the system may lose what was counted.
	syncEvery = time.Second
)

// OpenCheckpoint creates a file for a part of so many cubes, whose counts have at most so many
// bits, or reads what it has kept. It refuses a file about anything else, which stays as it
// is, and a file that another process has open. A line that was cut off is dropped. A lack of room
// and errors of writing are not those of the part: the first is told to failed, and then no more is
// kept.
func OpenCheckpoint(ctx context.Context, name string, h Header, cubes, bits int, failed func(error)) (*Checkpoint, error) {
	c := &Checkpoint{head: checkpointLine, counted: map[int]dimacs.Count{}, failed: failed, synced: time.Now()}
	for _, x := range h.Comments() {
		c.head += fmt.Sprintf("c %s: %s\n", x.Key, x.Value)
	}
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a regular file for a checkpoint", name)
	}
	if _, err = opened.From(ctx).Output(name, name, info); err != nil {
		return nil, err
	}
	c.file, err = openLocked(name)
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		c.fail(opened.Named(name, err))
		return c, nil
	case err != nil:
		return nil, opened.Named(name, err)
	}
	if err := c.begin(h, cubes, bits); err != nil {
		c.file.Close()
		return nil, err
	}
	return c, nil
}

// openLocked opens the file of that name, or creates it, for this process alone.
func openLocked(name string) (*os.File, error) {
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err = lock(file); err == nil && has(name, file) {
			return file, nil
		}
		file.Close()
		if err != nil {
			return nil, err
		}
		// Another process has removed the file since it was opened here.
	}
}

// errLocked says that another process has locked a checkpoint.
var errLocked = errors.New("another process uses this checkpoint")

// has reports whether the name is still that of the file.
func has(name string, file *os.File) bool {
	there, err1 := os.Lstat(name)
	own, err2 := file.Stat()
	return err1 == nil && err2 == nil && os.SameFile(there, own)
}

// begin reads the file, or writes its header.
func (c *Checkpoint) begin(h Header, cubes, bits int) error {
	name, begins := c.file.Name(), make([]byte, len(c.head))
	n, err := io.ReadFull(c.file, begins)
	switch {
	case err == nil && string(begins) == c.head:
		return c.read(h.Share, cubes, bits)
	case !strings.HasPrefix(c.head, string(begins[:n])):
		return fmt.Errorf("%s: %s", name, h.foreign(string(begins[:n])))
	}
	if err = c.file.Truncate(0); err == nil { // the header was cut off
		_, err = c.file.WriteString(c.head)
	}
	if err = cmp.Or(err, c.file.Sync()); err != nil {
		c.fail(opened.Named(name, err))
	}
	return nil
}

// fail tells of an error of writing, after which nothing is kept.
func (c *Checkpoint) fail(err error) {
	c.failed(err)
	c.failed = nil
}

// foreign says why a file that begins like that is no checkpoint of a part.
func (h *Header) foreign(begins string) string {
	if !strings.HasPrefix(begins, checkpointLine) {
		return "expected a checkpoint, found another file, which stays as it is"
	}
	var comments []dimacs.Comment
	for line := range strings.Lines(begins) {
		key, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "c ")), ": ")
		comments = append(comments, dimacs.Comment{Key: key, Value: value})
	}
	x, _, _ := parseHeader(comments)
	return fmt.Sprintf("it is no checkpoint of this: its %s differs", cmp.Or(x.difference(h), "part"))
}

// read reads the lines behind the header.
func (c *Checkpoint) read(share Share, cubes, bits int) error {
	name := c.file.Name()
	text, err := io.ReadAll(c.file)
	if err != nil {
		return opened.Named(name, err)
	}
	line, end := strings.Count(c.head, "\n"), len(c.head)
	for text := range strings.Lines(string(text)) {
		if line++; !strings.HasSuffix(text, "\n") {
			return c.file.Truncate(int64(end))
		}
		end += len(text)
		i, n, ok := c.parse(text)
		if !ok || i < 0 || i >= cubes || i%share.K != share.I-1 || n.Shift > uint64(bits) || n.M.Sign() < 0 || n.M.BitLen()+int(n.Shift) > bits {
			return fmt.Errorf("%s:%d:1: expected the count of a cube of part %v with its digest, found %.40q", name, line, share, text)
		}
		c.counted[i], c.kept = n, true
	}
	return nil
}

// line returns the line of a cube.
func (c *Checkpoint) line(i int, n dimacs.Count) string {
	text := fmt.Sprintf("c cube: %d %d %d ", i, n.M, n.Shift)
	return fmt.Sprintf("%s%.8x\n", text, sha256.Sum256([]byte(c.head+text)))
}

// parse returns what a line says, and whether it is as it was written.
func (c *Checkpoint) parse(line string) (i int, n dimacs.Count, ok bool) {
	words := slices.Concat(strings.Fields(line), make([]string, 5))
	i, err1 := strconv.Atoi(words[2])
	if len(words[3]) <= maxKept/3 { // a digit has more than three bits
		n.M, ok = new(big.Int).SetString(words[3], 10)
	}
	shift, err2 := strconv.ParseUint(words[4], 10, 62)
	n.Shift = shift
	return i, n, ok && cmp.Or(err1, err2) == nil && line == c.line(i, n)
}

// Kept returns how many cubes have a count.
func (c *Checkpoint) Kept() int { return len(c.counted) }

// Counted returns the count of cube i, from 0, if it was kept before.
func (c *Checkpoint) Counted(i int) (n dimacs.Count, is bool) {
	n, is = c.counted[i]
	return n, is
}

// Keep keeps the count of cube i, in the file at once, and on the disk about a second later.
func (c *Checkpoint) Keep(i int, n dimacs.Count) {
	if c.failed == nil || n.M.BitLen() > maxKept {
		return
	}
	_, err := c.file.WriteString(c.line(i, n))
	c.kept = c.kept || err == nil
	if now := time.Now(); err == nil && now.Sub(c.synced) >= syncEvery {
		c.synced, err = now, c.file.Sync()
	}
	if err != nil {
		c.fail(opened.Named(c.file.Name(), err))
	}
}

// Remove removes the file, as the result is written. A file that has taken its name stays.
func (c *Checkpoint) Remove() error {
	if c.file == nil {
		return nil
	}
	defer func() { c.file = nil }()
	name, err := c.file.Name(), error(nil)
	own := has(name, c.file)
	if own {
		err = os.Remove(name) // before another process gets the lock
	}
	c.file.Close()
	if own && err != nil { // as of an open file on Windows
		err = os.Remove(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Close ends a run without a result. The file stays if it keeps a count.
func (c *Checkpoint) Close() error {
	if c.file == nil {
		return nil
	}
	if !c.kept {
		return c.Remove()
	}
	err := c.file.Close()
	c.file = nil
	return err
}
