package parts

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// A Checkpoint is a file that keeps the counts of the cubes of a part until the result is
// written, so that after an end of the process another one goes on. It begins with the header
// of the part. A line for each cube follows, as soon as that is counted, which a digest of the
// header and the line ends:
//
//	c checkpoint: 1
//	c part: 7/50
//	..
//	c cube: 56 8712 0 9f86d081884c7d65     it has, from 0, 8712 * 2^0 models
//
// It is for one goroutine.
type Checkpoint struct {
	name    string
	file    *os.File
	release func() // takes the output back
	fresh   bool   // the file is empty
	head    string
	counted map[int]dimacs.Count
	synced  time.Time
	failed  func(error) // told of the first error of writing, then nil
}

const (
	checkpointLine = "c checkpoint: 1\n"
	// maxRecord bounds the lines. A count of as many bits is not kept.
	maxRecord = 1 << 20
	// syncEvery is the time for which the system may lose what was counted.
	syncEvery = time.Second
)

// OpenCheckpoint opens the file of a checkpoint, or creates it. Its errors name the file.
func OpenCheckpoint(ctx context.Context, name string) (*Checkpoint, error) {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a regular file for a checkpoint", name)
	}
	release, err := opened.From(ctx).Output(name, name, info)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		release()
		return nil, opened.Named(name, err)
	}
	return &Checkpoint{name: name, file: file, release: release, fresh: info == nil}, nil
}

// Begin reads what was counted of a part of so many cubes, whose counts have at most so many
// bits, or writes the header. It refuses, and leaves as it is, a file that is about anything
// else. A line that was cut off is dropped. Later errors of writing are none of the part:
// the first is told to failed, and nothing more is written.
func (c *Checkpoint) Begin(h Header, cubes, bits int, failed func(error)) error {
	head := strings.Builder{}
	head.WriteString(checkpointLine)
	for _, x := range h.Comments() {
		fmt.Fprintf(&head, "c %s: %s\n", x.Key, x.Value)
	}
	c.head, c.counted, c.failed, c.synced = head.String(), map[int]dimacs.Count{}, failed, time.Now()
	in := bufio.NewReaderSize(c.file, maxRecord)
	begins, err := in.Peek(len(c.head))
	switch {
	case err != nil && err != io.EOF:
		return opened.Named(c.name, err)
	case string(begins) == c.head:
		in.Discard(len(c.head))
		c.fresh = false
		return c.read(in, h.Share, cubes, bits)
	case !strings.HasPrefix(c.head, string(begins)):
		return fmt.Errorf("%s: %s", c.name, h.foreign(begins))
	}
	if err = os.Truncate(c.name, 0); err == nil {
		_, err = c.file.WriteString(c.head)
	}
	if err == nil {
		err = c.file.Sync()
	}
	if err != nil {
		return opened.Named(c.name, err)
	}
	c.fresh = false
	return nil
}

// foreign says why a file that begins like that is no checkpoint of a part.
func (h *Header) foreign(begins []byte) string {
	var comments []dimacs.Comment
	for line := range strings.Lines(string(begins)) {
		key, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "c "), ": ")
		comments = append(comments, dimacs.Comment{Key: key, Value: value})
	}
	x, _, _ := parseHeader(comments)
	what := x.difference(h)
	switch {
	case !bytes.HasPrefix(begins, []byte(checkpointLine)):
		return "expected a checkpoint, found another file, which stays as it is"
	case what == "" && x.I != h.I:
		what = "part"
	case what == "":
		what = "header"
	}
	return fmt.Sprintf("it is no checkpoint of this: its %s differs", what)
}

// read reads the lines behind the header.
func (c *Checkpoint) read(in *bufio.Reader, share Share, cubes, bits int) error {
	for line, end := 1+strings.Count(c.head, "\n"), len(c.head); ; line++ {
		text, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(text) == 0:
			return nil
		case err == io.EOF:
			return os.Truncate(c.name, int64(end))
		case err != nil && err != bufio.ErrBufferFull:
			return opened.Named(c.name, err)
		}
		end += len(text)
		i, n, ok := c.parse(string(text))
		old, again := c.counted[i]
		switch {
		case !ok || i < 0 || i >= cubes || i%share.K != share.I-1 || n.M.Sign() < 0 || n.Shift > uint64(bits) || n.M.BitLen()+int(n.Shift) > bits:
			return fmt.Errorf("%s:%d:1: expected the count of a cube of part %v with its digest, found %.40q", c.name, line, share, text)
		case again && (old.M.Cmp(n.M) != 0 || old.Shift != n.Shift):
			return fmt.Errorf("%s:%d:1: cube %d has another count before", c.name, line, i)
		}
		c.counted[i] = n
	}
}

// line returns the line of a cube.
func (c *Checkpoint) line(i int, n dimacs.Count) string {
	text := fmt.Sprintf("c cube: %d %d %d ", i, n.M, n.Shift)
	return fmt.Sprintf("%s%.8x\n", text, sha256.Sum256([]byte(c.head+text)))
}

// parse returns what a line says, and whether it is as it was written.
func (c *Checkpoint) parse(line string) (i int, n dimacs.Count, ok bool) {
	words := strings.Fields(strings.TrimPrefix(line, "c cube: "))
	if len(words) != 4 {
		return 0, n, false
	}
	i, err1 := strconv.Atoi(words[0])
	n.M, ok = new(big.Int).SetString(words[1], 10)
	shift, err2 := strconv.ParseUint(words[2], 10, 62)
	n.Shift = shift
	return i, n, ok && err1 == nil && err2 == nil && line == c.line(i, n)
}

// Kept returns how many cubes have a count.
func (c *Checkpoint) Kept() int { return len(c.counted) }

// Counted returns the count of cube i, from 0, if it is known.
func (c *Checkpoint) Counted(i int) (n dimacs.Count, is bool) {
	n, is = c.counted[i]
	return n, is
}

// Keep keeps the count of cube i. It is in the file at once, and on the disk a second later.
func (c *Checkpoint) Keep(i int, n dimacs.Count) {
	if c.failed == nil || n.M.BitLen() > maxRecord {
		return
	}
	_, err := c.file.WriteString(c.line(i, n))
	if now := time.Now(); err == nil && now.Sub(c.synced) >= syncEvery {
		c.synced, err = now, c.file.Sync()
	}
	if err != nil {
		c.failed(opened.Named(c.name, err))
		c.failed = nil
	}
}

// RemoveAfter removes the file, as the result is written, unless there is an error, which it
// returns. C may be nil.
func (c *Checkpoint) RemoveAfter(err error) error {
	if c == nil || err != nil {
		return err
	}
	c.fresh = true
	return c.Close()
}

// Close leaves the file for another process, unless nothing was written to it. C may be nil.
func (c *Checkpoint) Close() error {
	if c == nil || c.file == nil {
		return nil
	}
	err := c.file.Close()
	if c.release(); c.fresh {
		err = os.Remove(c.name)
	}
	c.file = nil
	return err
}
