package parts

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
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

// A Checkpoint is a file with the counts of the cubes of a part. When a process ends before it
// has written its result, another process can continue from the file. After the header of the
// part, the file has a line for each cube that has been counted:
//
//	c checkpoint: 1
//	c part: 7/50
//	..
//	c cube: 56 8712 0 9f86d081884c7d65
//
// Cube 56, counted from 0, has 8712 * 2^0 models. A line ends with a digest of the header and the
// line. If each cube has a certificate, the header ends with certificatesLine, and the certificate of
// a cube stands before the line of the cube, whose digest includes it. A Checkpoint may be used by one
// goroutine. The zero Checkpoint has no file and stores nothing.
type Checkpoint struct {
	file    *os.File             // locked; nil if the file could not be created, and after Remove and Close
	head    string               // the lines before the first cube or certificate
	proof   io.Writer            // gets the certificates in the file; nil without certificates
	digest  hash.Hash            // of head, and of the text after the last line of a cube
	counted map[int]dimacs.Count // indexed by cube: the counts that the file contained when it was opened
	kept    bool                 // the file contains at least one count
	synced  time.Time            // time of the last sync, or of OpenCheckpoint
	failed  func(error)          // called with the first write error; nil when no more counts are stored; see Write and Keep
}

const (
	checkpointLine   = "c checkpoint: 1\n"
	certificatesLine = "c certificates: cpog\n"
	countedCube      = "c cube: "
	// maxKept is the largest size of a count in bits. Larger counts are not stored, because their
	// lines would be too long.
	maxKept = 1 << 20
	// syncEvery is the least time between two syncs. If the system crashes, counts written since
	// the last sync may be lost.
	syncEvery = time.Second
)

// OpenCheckpoint creates the checkpoint called name for the part with header h, or opens an existing
// checkpoint and reads its counts. cubes is the number of cubes of all parts, and bits is the size of the
// largest possible count in bits. A last line that was cut off is dropped.
//
// If proof is not nil, each cube has a certificate, which Write adds before Keep adds the count.
// OpenCheckpoint copies the certificates of all counted cubes to proof. A certificate without a count
// is dropped. The cubes in the file must be the first cubes of the part, in their order.
//
// If the file is no checkpoint of this part, or another process has it open, OpenCheckpoint returns
// an error and leaves the file unchanged. If an input or another output of the run is the same file, the
// error is an *opened.ConflictError. A full disk and write errors do not end the run: failed
// is called with the first such error, and no more counts are stored.
func OpenCheckpoint(ctx context.Context, name string, h Header, cubes, bits int, proof io.Writer, failed func(error)) (*Checkpoint, error) {
	c := &Checkpoint{head: checkpointLine, proof: proof, digest: sha256.New(), counted: map[int]dimacs.Count{}, failed: failed, synced: time.Now()}
	for _, x := range h.Comments() {
		c.head += fmt.Sprintf("c %s: %s\n", x.Key, x.Value)
	}
	if proof != nil {
		c.head += certificatesLine
	}
	c.restart()
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a regular file for a checkpoint", name)
	}
	if _, err = opened.From(ctx).Output(name, name, info); err != nil {
		return nil, err
	}
	c.file, err = opened.Locked(name)
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		c.fail(name, err)
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

// begin reads the file, or writes c.head if no more than a beginning of it can be read. A file that is not a
// checkpoint of the part is an error, as are the errors of read. For a write error, begin calls c.fail instead.
func (c *Checkpoint) begin(h Header, cubes, bits int) error {
	name, begins := c.file.Name(), make([]byte, len(c.head))
	n, err := io.ReadFull(c.file, begins)
	switch {
	case err == nil && string(begins) == c.head:
		return c.read(h.Share, cubes, bits)
	case !strings.HasPrefix(c.head, string(begins[:n])):
		return fmt.Errorf("%s: %s", name, h.foreign(string(begins[:n])))
	}
	if err = c.file.Truncate(0); err == nil { // new, or the header was cut off
		_, err = c.file.WriteString(c.head)
	}
	c.fail(name, cmp.Or(err, c.file.Sync()))
	return nil
}

// fail does nothing if err is nil. Otherwise it calls c.failed with err, a write error of the file called name,
// and sets c.failed to nil, so that no more counts are stored. c.failed must not be nil then.
func (c *Checkpoint) fail(name string, err error) {
	if err != nil {
		c.failed(opened.Named(name, err))
		c.failed = nil
	}
}

// foreign returns a message that says why a file with this beginning, which differs from the head of a
// checkpoint for h, is not a checkpoint of the part.
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
	other := map[bool]string{true: "--proof", false: "part"}[x.Share == h.Share]
	return fmt.Sprintf("this checkpoint belongs to another run: its %s differs; choose another file", cmp.Or(x.difference(h), other))
}

// read reads the text after c.head: counts into c.counted, and certificates into c.proof. It sets c.kept if
// there is a count, and cuts off the text after the last complete line of a cube. A line that is wrong, or
// about a cube of another part, is an error with its position. A read error, an error of c.proof and an error
// of cutting off are errors, too. See OpenCheckpoint for cubes and bits.
func (c *Checkpoint) read(share Share, cubes, bits int) error {
	name, r := c.file.Name(), bufio.NewReader(c.file)
	var certificate bytes.Buffer
	line, end := strings.Count(c.head, "\n"), len(c.head)
	for at := end; ; {
		text, err := r.ReadString('\n')
		at += len(text)
		line++
		switch {
		case err == io.EOF:
			c.restart()
			return c.file.Truncate(int64(end))
		case err != nil:
			return opened.Named(name, err)
		case c.proof != nil && !strings.HasPrefix(text, countedCube):
			io.MultiWriter(&certificate, c.digest).Write([]byte(text))
			continue
		}
		i, n, ok := c.parse(text)
		inOrder := c.proof == nil || i == share.I-1+share.K*len(c.counted)
		if !ok || !inOrder || i < 0 || i >= cubes || i%share.K != share.I-1 || n.Shift > uint64(bits) || n.M.Sign() < 0 || n.M.BitLen()+int(n.Shift) > bits {
			return fmt.Errorf("%s:%d:1: expected the count of a cube of part %v with its digest, found %.40q", name, line, share, text)
		}
		c.counted[i], c.kept, end = n, true, at
		if _, err := certificate.WriteTo(c.proof); err != nil {
			return err
		}
	}
}

// restart sets c.digest to the digest of c.head.
func (c *Checkpoint) restart() {
	c.digest.Reset()
	io.WriteString(c.digest, c.head)
}

// line returns the line for cube i with the count n and the digest, which includes the text that c.digest
// has hashed. It then restarts c.digest.
func (c *Checkpoint) line(i int, n dimacs.Count) string {
	defer c.restart()
	text := fmt.Sprintf("%s%d %d %d ", countedCube, i, n.M, n.Shift)
	io.WriteString(c.digest, text)
	return fmt.Sprintf("%s%.8x\n", text, c.digest.Sum(nil))
}

// parse returns the cube and the count of a line, which includes its line end. ok is false if the line is
// not the result of line, for example because the digest is wrong, or if its count is too large for Keep. If
// ok is true, parse has restarted c.digest.
func (c *Checkpoint) parse(line string) (i int, n dimacs.Count, ok bool) {
	words := slices.Concat(strings.Fields(line), make([]string, 5))
	i, err1 := strconv.Atoi(words[2])
	if len(words[3]) <= maxKept/3 { // because a count of maxKept bits has fewer digits
		n.M, ok = new(big.Int).SetString(words[3], 10)
	}
	shift, err2 := strconv.ParseUint(words[4], 10, 62)
	n.Shift = shift
	return i, n, ok && cmp.Or(err1, err2) == nil && line == c.line(i, n)
}

// Kept returns the number of cubes whose counts the file contained when it was opened.
func (c *Checkpoint) Kept() int { return len(c.counted) }

// Counted returns the count of cube i, counted from 0, and whether the file contained it when it
// was opened. If not, the count is zero.
func (c *Checkpoint) Counted(i int) (n dimacs.Count, is bool) {
	n, is = c.counted[i]
	return n, is
}

// Write appends a piece of the certificate of the cube that Keep gets next to the file. It calls failed with
// a write error, but never returns an error. It does nothing once no more counts are stored.
func (c *Checkpoint) Write(p []byte) (int, error) {
	if c.failed != nil {
		c.digest.Write(p)
		_, err := c.file.Write(p)
		c.fail(c.file.Name(), err)
	}
	return len(p), nil
}

// Keep appends the count n of cube i, counted from 0, to the file. It syncs the file if the last sync was
// at least syncEvery ago. It calls failed with a write error. It does nothing for a count of more than
// maxKept bits, and after a write error. With certificates, it also does nothing after such a count.
func (c *Checkpoint) Keep(i int, n dimacs.Count) {
	if n.M.BitLen() > maxKept && c.proof != nil {
		c.failed = nil
	}
	if c.failed == nil || n.M.BitLen() > maxKept {
		return
	}
	_, err := c.file.WriteString(c.line(i, n))
	c.kept = c.kept || err == nil
	if now := time.Now(); err == nil && now.Sub(c.synced) >= syncEvery {
		c.synced, err = now, c.file.Sync()
	}
	c.fail(c.file.Name(), err)
}

// Remove closes and removes the file after the result has been written, and returns an error of removing.
// Another file that has taken its name stays. If c has no file, Remove does nothing.
func (c *Checkpoint) Remove() error {
	if c.file == nil {
		return nil
	}
	defer func() { c.file = nil }()
	name, err := c.file.Name(), error(nil)
	own := opened.Has(name, c.file)
	if own {
		err = os.Remove(name) // before closing, so that no other process can lock it first
	}
	c.file.Close()
	if own && err != nil { // Windows does not remove open files
		err = os.Remove(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Close closes the file when the run ends without a result, and returns the error. It removes a file without
// counts as Remove does. If c has no file, Close does nothing.
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
