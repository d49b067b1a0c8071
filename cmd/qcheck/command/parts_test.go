package command

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	qsat "queens/cmd/qsat/command"
)

// run runs a program in this process. It returns its exit code and, from its output, the line of a count.
func run(p program.Program, args ...string) (code int, count string) {
	var out, messages bytes.Buffer
	code = program.Run(p, append([]string{p.Name}, args...), strings.NewReader(""), &out, &messages)
	_, count, _ = strings.Cut(out.String(), "c s exact arb int ")
	return code, count
}

// The certificates of the parts prove the count of the whole. If a byte of a result or a certificate is
// changed, they prove that count, of another certificate that is right, or nothing. The result is sealed
// again, so that no digest shows the change.
func TestParts(t *testing.T) {
	r, changes, refused := rand.New(rand.NewPCG(7, 11)), 0, 0
	rounds := 8
	if os.Getenv("QUEENS_LONG") != "" {
		rounds = 1000
	}
	for range rounds {
		f := generate.Random(r, 4+r.IntN(5), 1+r.IntN(14), 1, 2, 3)
		if r.IntN(2) == 0 {
			f.Projection = r.Perm(f.Vars)[:f.Vars-1]
			for i := range f.Projection {
				f.Projection[i]++
			}
		}
		dir, k := t.TempDir(), 1+r.IntN(3)
		t.Chdir(dir)
		var text bytes.Buffer
		if err := errors.Join(f.Write(t.Context(), &text), os.WriteFile("f.cnf", text.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		var results [][]byte
		for i := 1; i <= k; i++ {
			code, _ := run(qsat.New(), "--count", "--part", fmt.Sprintf("%d/%d", i, k), "-p", fmt.Sprint(i), "-o", "out", "f.cnf")
			result, err := os.ReadFile("out")
			if code != 0 || err != nil {
				t.Fatalf("part %d/%d: exit code %d, %v\n%s", i, k, code, err, &text)
			}
			results = append(results, result)
		}
		check := func() (int, string) {
			if err := os.WriteFile("list", bytes.Join(results, nil), 0o666); err != nil {
				t.Fatal(err)
			}
			return run(New(), "f.cnf", "list")
		}
		_, want := run(qsat.New(), "--count", "f.cnf")
		if code, got := check(); code != 0 || got != want {
			t.Fatalf("exit code %d, count %s, want %s\n%s", code, got, want, &text)
		}
		for range 10 {
			i := r.IntN(k)
			name, old := fmt.Sprint(i+1), results[i]
			certificate, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			to := bytes.Clone(certificate)
			if len(to) > 0 && r.IntN(2) == 0 {
				to[r.IntN(len(to))] = "0123456789- \ndac"[r.IntN(16)]
			}
			results[i] = sealed(t, old, certificate, to, r)
			if err := os.WriteFile(name, to, 0o666); err != nil {
				t.Fatal(err)
			}
			code, got := check()
			if code == 0 && got != want {
				t.Errorf("proved the count %s, want %s\n%s\n%s\n%s", got, want, &text, results[i], to)
			}
			if changes++; code != 0 {
				refused++
			}
			if results[i] = old; os.WriteFile(name, certificate, 0o666) != nil {
				t.Fatal("cannot restore the certificate")
			}
		}
	}
	t.Logf("%d of %d changes were refused", refused, changes)
	if refused < changes/2 {
		t.Errorf("only %d of %d changes were refused", refused, changes)
	}
}

// A list may name any files, and claim anything. The result of part 1 is changed by a replacement.
func TestLists(t *testing.T) {
	t.Chdir(t.TempDir())
	var results [2][]byte
	if err := errors.Join(os.WriteFile("f.cnf", []byte("p cnf 3 2\n1 3 0\n2 -3 0\n"), 0o666), os.WriteFile("e\x1b", []byte("x"), 0o666), os.WriteFile("null", nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for i := range results {
		run(qsat.New(), "--count", "--part", fmt.Sprintf("%d/2", i+1), "-p", fmt.Sprint("p", i+1), "-o", "out", "f.cnf")
		results[i], _ = os.ReadFile("out")
	}
	for _, c := range []struct{ flags, old, new, want string }{
		{"", "", "", "s VERIFIED\nc s type mc\nc s log10-estimate 0.602059991327962\nc s exact arb int 4\n"},
		{"--part=1/2", "", "", "s VERIFIED\nc the count of part 1/2\nc s type mc\nc s log10-estimate 0.477121254719662\nc s exact arb int 3\n"},
		{"--json --part=1/2", "", "", `{"status":"VERIFIED","part":"1/2","count_type":"mc","count":"3"}` + "\n"},
		{"", " p1\n", " e\x1b\n", `c e\x1b: expected the line ` + "`c cube 1 2` for the next cube of the part\ns NOT VERIFIED\n"},
		{"", " p1\n", " /dev/null\n", "qcheck: null: the certificate is cut off: expected the line `c cube 1 2` for the next cube of the part; /dev/null: expected a file, found a device\n"},
	} {
		var out bytes.Buffer
		text := bytes.ReplaceAll(results[0][:bytes.LastIndex(results[0], []byte("c part end: "))], []byte(c.old), []byte(c.new))
		seal := parts.NewSeal(&out)
		seal.Write(text)
		if err := errors.Join(seal.End(), os.WriteFile("list", append(out.Bytes(), results[1]...), 0o666)); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		program.Run(New(), append(append([]string{"qcheck"}, strings.Fields(c.flags)...), "f.cnf", "list"), strings.NewReader(""), &out, &out)
		if out.String() != c.want {
			t.Errorf("%q for %q: got\n%s\nwant\n%s", c.new, c.old, &out, c.want)
		}
	}
}

// sealed returns the result of a part for another certificate, or with another byte.
func sealed(t *testing.T, result, certificate, to []byte, r *rand.Rand) []byte {
	text := bytes.ReplaceAll(result[:bytes.LastIndex(result, []byte("c part end: "))], sum(certificate), sum(to))
	if bytes.Equal(certificate, to) {
		at := bytes.Index(text, []byte("c part cube"))
		at += r.IntN(len(text) - at)
		text[at] = "0123456789- \ndac"[r.IntN(16)]
	}
	var out bytes.Buffer
	seal := parts.NewSeal(&out)
	seal.Write(text)
	if err := seal.End(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func sum(text []byte) []byte { return fmt.Appendf(nil, "%x", sha256.Sum256(text)) }
