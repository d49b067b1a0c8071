package parts

import (
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// checkpoint opens a checkpoint that contains text, for part 2/3 of 96 cubes and 100 variables, perhaps with
// certificates.
func checkpoint(t *testing.T, name, text string, failed func(error), proof ...io.Writer) (*Checkpoint, error) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return open(t, name, nil, failed, proof...)
}

// open opens a checkpoint for the same part, and closes the one that was opened before.
func open(t *testing.T, name string, edit func(*Header), failed func(error), proof ...io.Writer) (*Checkpoint, error) {
	t.Helper()
	if last != nil {
		last.file.Close()
	}
	c, err := OpenCheckpoint(t.Context(), name, header(2, edit), 96, 101, append(proof, nil)[0], failed)
	last = c
	return c, err
}

var last *Checkpoint // the checkpoint opened last, which holds the lock

func TestCheckpoint(t *testing.T) {
	name := filepath.Join(t.TempDir(), "c")
	c, err := checkpoint(t, name, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := func(err error) { t.Error(err) }
	c.failed = failed
	counts := map[int]dimacs.Count{1: {M: big.NewInt(92)}, 4: {M: big.NewInt(0)}, 94: {M: big.NewInt(3), Shift: 98}}
	for i, n := range counts {
		c.Keep(i, n)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	records := len(lines) - 1 - len(counts)
	head := strings.Join(lines[:records], "")

	// After a cut anywhere, the complete lines remain, and new lines can be added.
	for n := range len(whole) + 1 {
		if n < len(head) && n%50 > 0 { // skip most of them, because each syncs the disk
			continue
		}
		c, err := checkpoint(t, name, string(whole[:n]), failed)
		if err != nil {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
		if want := max(0, strings.Count(string(whole[:n]), "\n")-records); c.Kept() != want {
			t.Fatalf("cut after %d bytes: %d counts, want %d", n, c.Kept(), want)
		}
		c.Keep(7, dimacs.Count{M: big.NewInt(5)})
		if c, err = checkpoint(t, name, contents(t, name), failed); err != nil {
			t.Fatalf("cut after %d bytes, and gone on: %v", n, err)
		}
		for i, want := range counts {
			if got, is := c.Counted(i); is && (got.M.Cmp(want.M) != 0 || got.Shift != want.Shift) || !is && n == len(whole) {
				t.Errorf("cut after %d bytes: cube %d has %v, %v, want %v", n, i, got, is, want)
			}
		}
		if got, is := c.Counted(7); !is || got.M.Int64() != 5 {
			t.Errorf("cut after %d bytes: cube 7 has %v, %v", n, got, is)
		}
	}

	// Every changed byte is detected.
	for n := range len(whole) - 1 {
		changed := slices.Clone(whole)
		changed[n] ^= 1
		if _, err := checkpoint(t, name, string(changed), failed); err == nil {
			t.Errorf("byte %d was changed: no error", n)
		}
	}
	line := func(i int, n dimacs.Count) string { return c.line(i, n) }
	for wrong, want := range map[string]string{
		line(2, counts[1]):                                             ":10:1: expected the count of a cube of part 2/3 with its digest, found \"c cube: 2 92",
		line(97, counts[1]):                                            ":10:1: expected",
		line(-2, counts[1]):                                            ":10:1: expected",
		line(1, dimacs.Count{M: big.NewInt(-1)}):                       ":10:1: expected",
		line(1, dimacs.Count{M: big.NewInt(1), Shift: 1 << 40}):        ":10:1: expected",
		line(1, dimacs.Count{M: new(big.Int).Lsh(big.NewInt(1), 101)}): ":10:1: expected",
		"\n": ":10:1: expected",
	} {
		if _, err := checkpoint(t, name, head+strings.Join(lines[records:records+1], "")+wrong, failed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %q", wrong, err, want)
		}
	}
}

// After a cut or a change anywhere, the counted cubes have their certificates, or there is an error.
func TestCheckpointCertificates(t *testing.T) {
	name, texts := filepath.Join(t.TempDir(), "c"), []string{"c cube 1\nr 2\n", "c cube -1\nr 3\n"}
	failed := func(err error) { t.Error(err) }
	reopen := func(text string) (*Checkpoint, string, error) {
		var b strings.Builder
		c, err := checkpoint(t, name, text, failed, &b)
		return c, b.String(), err
	}
	write := func(c *Checkpoint, from int) {
		for i := from; i < 2; i++ {
			c.Write([]byte(texts[i][:4]))
			c.Write([]byte(texts[i][4:]))
			c.Keep(1+3*i, dimacs.Count{M: big.NewInt(9)})
		}
	}
	c, _, err := reopen("")
	if err != nil {
		t.Fatal(err)
	}
	write(c, 0)
	whole := contents(t, name)
	for n := strings.Index(whole, texts[0]); n < len(whole); n += 3 {
		c, got, err := reopen(whole[:n])
		if err != nil || got != strings.Join(texts[:c.Kept()], "") {
			t.Fatalf("cut after %d bytes: %v, certificates %q", n, err, got)
		}
		if write(c, c.Kept()); contents(t, name) != whole {
			t.Errorf("cut after %d bytes, and gone on:\n%s", n, contents(t, name))
		}
		c, got, err = reopen(whole[:n] + string(whole[n]^1) + whole[n+1:])
		if err == nil && got != strings.Join(texts[:c.Kept()], "") {
			t.Errorf("byte %d was changed: certificates %q of %d cubes", n, got, c.Kept())
		}
	}
	a := strings.Index(whole, texts[0])
	b := strings.Index(whole, texts[1])
	for _, text := range []string{whole[:a] + whole[b:] + whole[a:b], whole[:a] + whole[b:], whole[:b] + whole[a:]} {
		if _, got, err := reopen(text); err == nil {
			t.Errorf("cubes not in their order: certificates %q from\n%s", got, text)
		}
	}
	if _, err := checkpoint(t, name, whole, failed); err == nil {
		t.Error("a count without certificates takes a checkpoint with certificates")
	}
	if c, err = checkpoint(t, name, "", failed); err != nil {
		t.Fatal(err)
	}
	c.Keep(1, dimacs.Count{M: big.NewInt(9)})
	if _, _, err := reopen(contents(t, name)); err == nil || !strings.Contains(err.Error(), "its --proof differs") {
		t.Errorf("a checkpoint without certificates: error %v", err)
	}
}

// A checkpoint of another run is refused and stays unchanged.
func TestForeignCheckpoint(t *testing.T) {
	name := filepath.Join(t.TempDir(), "c")
	if _, err := checkpoint(t, name, "", nil); err != nil {
		t.Fatal(err)
	}
	text := contents(t, name)
	for what, edit := range map[string]func(*Header){
		"part": func(h *Header) { h.I = 1 }, "number of parts": func(h *Header) { h.K = 4 }, "formula": func(h *Header) { h.Formula = "g" },
		"question": func(h *Header) { h.Question = ProjectedCount }, "version of qsat": func(h *Header) { h.Version = "v2" },
		"seed": func(h *Header) { h.Seed = 8 }, "list of cubes": func(h *Header) { h.Cubes = "96 d" },
	} {
		if _, err := open(t, name, edit, nil); err == nil || !strings.HasSuffix(err.Error(), "c: this checkpoint belongs to another run: its "+what+" differs; choose another file") {
			t.Errorf("another %s: error %v", what, err)
		}
		if contents(t, name) != text {
			t.Errorf("another %s: the file was changed", what)
		}
	}
	for _, other := range []string{"p cnf 1 1\n1 0\n", "c checkpoint: 2\n", "\n"} {
		if _, err := checkpoint(t, name, other, nil); err == nil || contents(t, name) != other {
			t.Errorf("%q: error %v, and then %q", other, err, contents(t, name))
		}
	}
}

// A write error is reported once and does not end the run.
func TestCheckpointFails(t *testing.T) {
	var told []error
	name := filepath.Join(t.TempDir(), "c")
	c, err := checkpoint(t, name, "", func(err error) { told = append(told, err) })
	if err != nil {
		t.Fatal(err)
	}
	c.file.Close()
	c.Keep(1, dimacs.Count{M: big.NewInt(92)})
	c.Keep(4, dimacs.Count{M: big.NewInt(92)})
	if len(told) != 1 || !errors.Is(told[0], os.ErrClosed) {
		t.Errorf("told %v", told)
	}
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A checkpoint that another process has open is refused and stays.
func TestLockedCheckpoint(t *testing.T) {
	name := filepath.Join(t.TempDir(), "c")
	first, err := OpenCheckpoint(t.Context(), name, header(2, nil), 96, 101, nil, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	first.Keep(1, dimacs.Count{M: big.NewInt(92)})
	text := contents(t, name)
	if _, err := OpenCheckpoint(t.Context(), name, header(2, nil), 96, 101, nil, nil); err == nil || err.Error() != name+": another process uses this file: wait for its end, or choose another file" {
		t.Errorf("error %v", err)
	}
	if contents(t, name) != text {
		t.Error("the file was changed")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := OpenCheckpoint(t.Context(), name, header(2, nil), 96, 101, nil, nil)
	if err != nil || second.Kept() != 1 {
		t.Fatalf("after the first process: %v", err)
	}
	if err := second.Remove(); err != nil || exists(name) {
		t.Errorf("error %v, the file is there: %v", err, exists(name))
	}
}

// At the end, a file that has taken the name stays, and a missing file is not an error. A run
// that has stored no count leaves no file.
func TestRemoveCheckpoint(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(name string) error
		text   string
	}{
		{"as it was", func(string) error { return nil }, ""},
		{"gone", os.Remove, ""},
		{"replaced", func(name string) error {
			return errors.Join(os.Remove(name), os.WriteFile(name, []byte("mine"), 0o666))
		}, "mine"},
	} {
		for _, end := range []func(*Checkpoint) error{(*Checkpoint).Remove, (*Checkpoint).Close} {
			name := filepath.Join(t.TempDir(), "c")
			c, err := OpenCheckpoint(t.Context(), name, header(2, nil), 96, 101, nil, func(err error) { t.Error(err) })
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(test.change(name), end(c), c.Remove()); err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			if exists(name) != (test.text != "") || exists(name) && contents(t, name) != test.text {
				t.Errorf("%s: the file is there: %v", test.name, exists(name))
			}
		}
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
