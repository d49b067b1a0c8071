//go:build unix

package input

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"queens/cmd/internal/output"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const text = "p cnf 2 1\n1 -2 0\n"

// compressed holds text in the formats that Go packages cannot write, as the usual programs
// compressed it.
var compressed = map[string]string{
	"bzip2": "425a6839314159265359bd5352a6000008598000104002700009014000200022034c9a1003002b61" +
		"33255c363c5dc914e14242f54d4a98",
	"xz": "fd377a585a000004e6d6b4460200210116000000742fe5a30100107020636e66203220310a31202d" +
		"3220300a000000002b97ff792910051c00012911320a700e1fb6f37d010000000004595a",
}

// pack compresses s. For the formats in compressed, s must be text.
func pack(t testing.TB, format, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch format {
	case "":
		return []byte(s)
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	default:
		data, err := hex.DecodeString(compressed[format])
		if err != nil || s != text {
			t.Fatalf("cannot pack %q in %s: %v", s, format, err)
		}
		return data
	}
	_, err := io.WriteString(w, s)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// hostileXZ returns text in xz with a header that requests a dictionary of 4 GiB.
func hostileXZ(t testing.TB) []byte {
	t.Helper()
	data := pack(t, "xz", text)
	header := data[12:24] // size, flags, filter, size of properties, dictionary
	if header[2] != 0x21 || header[3] != 1 {
		t.Fatalf("unexpected block header %x", header)
	}
	header[4] = 40
	binary.LittleEndian.PutUint32(header[8:], crc32.ChecksumIEEE(header[:8]))
	return data
}

// save writes data to a new file and returns its name.
func save(t testing.TB, data []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "q8.cnf")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// openPipe returns the ends of a pipe that the end of the test closes.
func openPipe(t testing.TB) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// pipe returns the reading end of a pipe that delivers data and then ends.
func pipe(t testing.TB, data []byte) *os.File {
	t.Helper()
	r, w := openPipe(t)
	go func() {
		w.Write(data)
		w.Close()
	}()
	return r
}

// sources holds the kinds of inputs.
var sources = map[string]func(t testing.TB, data []byte) (name string, stdin io.Reader){
	"file": func(t testing.TB, data []byte) (string, io.Reader) { return save(t, data), nil },
	"pipe": func(t testing.TB, data []byte) (string, io.Reader) { return "-", pipe(t, data) },
	"redirected file": func(t testing.TB, data []byte) (string, io.Reader) {
		f, err := os.Open(save(t, data))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return "", f
	},
	"byte by byte": func(t testing.TB, data []byte) (string, io.Reader) {
		return "", iotest.OneByteReader(bytes.NewReader(data))
	},
	"blocking pipe": func(t testing.TB, data []byte) (string, io.Reader) { return "", blocking(t, pipe(t, data)) },
}

// readAll opens an input, reads it to the end and closes it.
func readAll(t testing.TB, name string, stdin io.Reader) (string, error) {
	t.Helper()
	f, err := Open(t.Context(), name, stdin)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(f)
	if err := f.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	return string(b), err
}

func TestFormats(t *testing.T) {
	skippable := append([]byte{0x52, 0x2a, 0x4d, 0x18, 2, 0, 0, 0}, "??"...)
	large := strings.Repeat(text, 40_000)
	twice := func(b []byte) []byte { return append(b[:len(b):len(b)], b...) }
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"plain", []byte(text), text},
		{"empty", nil, ""},
		{"one byte", []byte("p"), "p"},
		{"half a magic", []byte("BZ"), "BZ"},
		{"nearly xz", []byte("\xfd7zXY\x00 "), "\xfd7zXY\x00 "},
		{"gzip", pack(t, "gzip", text), text},
		{"gzip of nothing", pack(t, "gzip", ""), ""},
		{"gzip members", twice(pack(t, "gzip", text)), text + text},
		{"bzip2", pack(t, "bzip2", text), text},
		{"bzip2 streams", twice(pack(t, "bzip2", text)), text + text},
		{"xz", pack(t, "xz", text), text},
		{"xz streams", twice(pack(t, "xz", text)), text + text},
		{"xz padding", append(pack(t, "xz", text), 0, 0, 0, 0), text},
		{"zstd", pack(t, "zstd", text), text},
		{"zstd frames", twice(pack(t, "zstd", text)), text + text},
		{"pzstd", append(skippable, pack(t, "zstd", text)...), text},
		{"large", []byte(large), large},
		{"large gzip", pack(t, "gzip", large), large},
		{"large zstd", pack(t, "zstd", large), large},
	}
	for _, test := range tests {
		for source, open := range sources {
			t.Run(test.name+"/"+source, func(t *testing.T) {
				name, stdin := open(t, test.data)
				got, err := readAll(t, name, stdin)
				if err != nil || got != test.want {
					t.Errorf("read %d bytes, want %d; error %v", len(got), len(test.want), err)
				}
			})
		}
	}
}

func TestBadData(t *testing.T) {
	damage := func(b []byte, i int) []byte {
		b = bytes.Clone(b)
		b[i] ^= 0xff
		return b
	}
	cut := func(b []byte) []byte { return b[:len(b)-1] }
	tests := []struct {
		name   string
		data   []byte
		prefix string // of the message after the name of the input
	}{
		{"gzip header", pack(t, "gzip", text)[:5], "truncated gzip data"},
		{"gzip end", cut(pack(t, "gzip", text)), "truncated gzip data"},
		{"gzip sum", damage(pack(t, "gzip", text), len(pack(t, "gzip", text))-5), "corrupt gzip data: "},
		{"gzip method", damage(pack(t, "gzip", text), 2), "corrupt gzip data: "},
		{"gzip garbage", append(pack(t, "gzip", text), "garbage, long enough"...), "expected the end of the gzip data, found other bytes"},
		{"gzip newline", append(pack(t, "gzip", text), '\n'), "expected the end of the gzip data, found other bytes"},
		{"gzip second header", append(pack(t, "gzip", text), 0x1f), "expected the end of the gzip data, found other bytes"},
		{"gzip second part", append(pack(t, "gzip", text), cut(pack(t, "gzip", text))...), "truncated gzip data"},
		{"xz garbage", append(pack(t, "xz", text), "garbage, long enough"...), "expected the end of the xz data, found other bytes"},
		{"xz newline", append(pack(t, "xz", text), '\n'), "expected the end of the xz data, found other bytes"},
		{"xz second part", append(pack(t, "xz", text), cut(pack(t, "xz", text))...), "truncated or corrupt xz data"},
		{"zstd garbage", append(pack(t, "zstd", text), "garbage"...), "expected the end of the zstd data, found other bytes"},
		{"zstd newline", append(pack(t, "zstd", text), '\n'), "truncated zstd data, or other bytes after its end"},
		{"gzip end in zeros", append(pack(t, "gzip", text)[:15], make([]byte, 100)...), "corrupt gzip data: "},
		{"bzip2 garbage", append(pack(t, "bzip2", text), "xyz"...), "expected the end of the bzip2 data, found other bytes"},
		{"bzip2 newline", append(pack(t, "bzip2", text), '\n'), "truncated bzip2 data, or other bytes after its end"},
		{"bzip2 second header", append(pack(t, "bzip2", text), 'B'), "truncated bzip2 data"},
		{"bzip2 end in zeros", append(pack(t, "bzip2", text)[:20], make([]byte, 100)...), "corrupt bzip2 data: "},
		{"bzip2 header", pack(t, "bzip2", text)[:3], "truncated bzip2 data"},
		{"bzip2 end", cut(pack(t, "bzip2", text)), "truncated bzip2 data"},
		{"bzip2 sum", damage(pack(t, "bzip2", text), 12), "corrupt bzip2 data: "},
		{"xz header", pack(t, "xz", text)[:7], "truncated or corrupt xz data"},
		{"xz end", cut(pack(t, "xz", text)), "truncated or corrupt xz data"},
		{"xz block", damage(pack(t, "xz", text), 30), "corrupt xz data: "},
		{"xz memory", hostileXZ(t), "corrupt xz data: "},
		{"zstd header", pack(t, "zstd", text)[:5], "truncated zstd data"},
		{"zstd end", cut(pack(t, "zstd", text)), "truncated zstd data"},
		{"zstd sum", damage(pack(t, "zstd", text), len(pack(t, "zstd", text))-1), "corrupt zstd data: "},
		{"zstd memory", []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xc8, 1, 0, 0}, "corrupt zstd data: "},
		{"lz4", []byte("\x04\x22\x4d\x18\x64\x40\xa7"), "compressed by lz4, which is not supported: "},
		{"lzma", []byte("\x5d\x00\x00\x80\x00\x7e\x01"), "compressed by lzma, "},
		{"zip", []byte("PK\x03\x04\x14\x00"), "compressed by zip, "},
	}
	for _, test := range tests {
		for source, open := range sources {
			t.Run(test.name+"/"+source, func(t *testing.T) {
				name, stdin := open(t, test.data)
				_, err := readAll(t, name, stdin)
				if name == "" || name == "-" {
					name = Stdin
				}
				if err == nil || !strings.HasPrefix(err.Error(), name+": "+test.prefix) {
					t.Errorf("error %v, want %s: %s", err, name, test.prefix)
				}
			})
		}
	}
}

// An error of the source is not reported as an error of the compressed data.
func TestBadSource(t *testing.T) {
	bad := errors.New("bad sector")
	for _, format := range []string{"", "gzip", "bzip2", "xz", "zstd"} {
		data := pack(t, format, text)
		stdin := io.MultiReader(bytes.NewReader(data[:len(data)-3]), iotest.ErrReader(bad))
		_, err := readAll(t, "", stdin)
		if !errors.Is(err, bad) || err.Error() != "<stdin>: bad sector" {
			t.Errorf("%s: error %v", format, err)
		}
	}
}

// Open passes on an uncompressed regular file at its position.
func TestRegularFileIsHandedOver(t *testing.T) {
	name := save(t, []byte("skipped\n"+text))
	f, err := Open(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := f.Reader.(*os.File); !ok || f.Name != name {
		t.Errorf("reader %T, name %q", f.Reader, f.Name)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	stdin, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdin.Seek(8, io.SeekStart)
	f, err = Open(t.Context(), "", stdin)
	if err != nil || f.Reader != stdin || f.Name != Stdin {
		t.Fatalf("%+v, error %v", f, err)
	}
	if got, err := io.ReadAll(f); string(got) != text || err != nil {
		t.Errorf("read %q, error %v", got, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := stdin.Stat(); err != nil {
		t.Errorf("standard input was closed: %v", err)
	}
}

// Reads end with the context for every kind of input.
func TestInterruption(t *testing.T) {
	stop := errors.New("stop")
	begins := map[string][]byte{"plain": []byte("p"), "gzip": pack(t, "gzip", strings.Repeat(text, 9))[:15], "nothing": nil}
	kinds := map[string]func(r *os.File) io.Reader{
		"pollable":   func(r *os.File) io.Reader { return r },
		"blocking":   func(r *os.File) io.Reader { return blocking(t, r) },
		"not a file": func(r *os.File) io.Reader { return struct{ io.Reader }{r} },
	}
	for kind, wrap := range kinds {
		for begin, data := range begins {
			t.Run(kind+"/"+begin, func(t *testing.T) {
				r, w := openPipe(t)
				w.Write(data)
				ctx, cancel := context.WithCancelCause(t.Context())
				stdin := wrap(r)
				result := make(chan error)
				go func() {
					f, err := Open(ctx, "", stdin)
					if err == nil {
						defer f.Close()
						_, err = io.Copy(io.Discard, f)
					}
					result <- err
				}()
				cancel(stop)
				if err := <-result; !errors.Is(err, stop) || err.Error() != "<stdin>: stop" {
					t.Errorf("error %v", err)
				}
			})
		}
	}
}

func TestCloseEndsARead(t *testing.T) {
	r, w := openPipe(t)
	w.Write([]byte("p"))
	f, err := Open(t.Context(), "", blocking(t, r))
	if err != nil {
		t.Fatal(err)
	}
	result := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, f)
		result <- err
	}()
	f.Close()
	if err := <-result; !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v", err)
	}
}

// Open returns after the first byte of a text, and lines arrive without waiting for the next.
func TestInteractiveInput(t *testing.T) {
	r, w := openPipe(t)
	w.Write([]byte("c"))
	f, err := Open(t.Context(), "", r)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p := make([]byte, 100)
	for _, want := range []string{"c", " 1\n", "p"} {
		if want != "c" {
			w.Write([]byte(want))
		}
		n, err := f.Read(p)
		if d := cmp.Diff(want, string(p[:n])); d != "" || err != nil {
			t.Errorf("read %q, want %q, error %v", p[:n], want, err)
		}
	}
}

// FuzzOpen reads any data. It must be returned unchanged, decompressed, or refused with the name
// of the input. Data that package output compressed must come back, unless its last byte is
// missing.
func FuzzOpen(f *testing.F) {
	for _, format := range []string{"", "gzip", "bzip2", "xz", "zstd"} {
		f.Add(pack(f, format, text), uint8(len(format)))
	}
	read := func(data []byte) ([]byte, error) {
		file, err := Open(context.Background(), "-", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, 1<<20))
	}
	f.Fuzz(func(t *testing.T, data []byte, n uint8) {
		got, err := read(data)
		if err != nil && !strings.HasPrefix(err.Error(), Stdin+": ") || err == nil && recognize(data).name == "" && !bytes.Equal(got, data[:min(len(data), 1<<20)]) {
			t.Fatalf("%v, %d bytes of %d", err, len(got), len(data))
		}
		format := output.Compressions()[int(n)%len(output.Compressions())]
		var packed bytes.Buffer
		w, err := output.Compressed(&packed, format)
		if err == nil {
			_, err = w.Write(data)
			err = errors.Join(err, w.Close())
		}
		if got, readErr := read(packed.Bytes()); err != nil || readErr != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %v, %v", format, err, readErr)
		}
		if _, err := read(packed.Bytes()[:packed.Len()-1]); err == nil {
			t.Errorf("%s: the end is missing", format)
		}
	})
}

// blocking returns a copy of r in blocking mode, as standard input usually is. The runtime cannot
// poll it.
func blocking(t testing.TB, r *os.File) *os.File {
	t.Helper()
	fd, err := syscall.Dup(int(r.Fd())) // Fd makes it blocking
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "stdin")
	t.Cleanup(func() { f.Close() })
	return f
}

// Open waits for a writer until the context ends; TestInterruption has a writer.
func TestInterruptionOfAFIFO(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	result := make(chan error)
	go func() {
		_, err := Open(ctx, name, nil) // without a writer, so Open waits
		result <- err
	}()
	cancel(stop)
	if err := <-result; !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
}
