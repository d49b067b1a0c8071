package parts

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/cmd/internal/input"
	"queens/dimacs"
)

func TestRelativeName(t *testing.T) {
	for _, c := range []struct{ result, proof, want string }{
		{"", "d/p", "d/p"}, {"-", "p", "p"}, {"/dev/stdout", "p", "p"}, {"r", "p", "p"},
		{"d/r", "p", "../p"}, {"d/r", "d/p", "p"}, {"d/r", "/d/p", "/d/p"}, {"d/r", "", ""},
	} {
		if got := RelativeName(c.result, c.proof); got != c.want {
			t.Errorf("result %q, proof %q: %q, want %q", c.result, c.proof, got, c.want)
		}
	}
}

// The proof is under the name in the result or beside the result, whichever has the digest.
func TestReadProof(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("d", 0o777)
	f := &Result{Name: "d/r", Header: Header{Proof: "../p", ProofDigest: fmt.Sprintf("%x", sha256.Sum256([]byte("right")))}}
	const differs = "it is not the proof of d/r: its SHA-256 differs"
	beside, absent := filepath.Join("d", "p"), "no such file or directory"
	for _, c := range []struct{ named, beside, name, wrong string }{
		{"right", "", "p", ""}, {"right", "wrong", "p", ""}, {"", "right", beside, ""}, {"wrong", "right", beside, ""},
		{"", "", "p", "p: " + absent + "; " + beside + ": " + absent},
		{"", "wrong", beside, beside + ": " + differs + "; p: " + absent},
		{"wrong", "", "p", "p: " + differs + "; " + beside + ": " + absent},
		{"wrong", "wrong", beside, beside + ": " + differs + "; p: " + differs},
	} {
		for name, text := range map[string]string{"p": c.named, beside: c.beside} {
			if os.Remove(name); text != "" && os.WriteFile(name, []byte(text), 0o666) != nil {
				t.Fatalf("cannot write %s", name)
			}
		}
		got := make([]byte, 2) // the rest counts, too
		name, err := f.ReadProof(t.Context(), func(in *input.File) error { _, err := io.ReadFull(in, got); return err })
		right := err == nil && c.wrong == "" && string(got) == "ri"
		wrong := err != nil && err.Error() == c.wrong && errors.Is(err, ErrProof) == strings.Contains(c.wrong, "SHA-256")
		if name != c.name || !right && !wrong {
			t.Errorf("%q, beside %q: file %s, %q, error %v", c.named, c.beside, name, got, err)
		}
	}
}

// A Merger reads the results that it has written, with other names of the proofs.
func TestWriteResult(t *testing.T) {
	for n, answer := range map[int64]string{0: none, 7: counted("arb int 7")} {
		h := header(2, func(h *Header) {
			h.Question, h.Proof, h.ProofDigest, h.List = ProjectedCount, "p", "d", [][]dimacs.Lit{{1, -2}}
		})
		m := merge(t, resultText(t, h, answer))
		m.Parts[2].Seconds = 1.25
		var b strings.Builder
		if err := m.Parts[2].WriteResult(&b, "e/q"); err != nil {
			t.Fatal(err)
		}
		refused, only := merge(t, resultText(t, h, answer), b.String()).Refused, merge(t, b.String()).Parts[2]
		if len(refused) > 0 || only.Proof != "e/q" || only.Seconds != 1.25 || only.Count.M.Cmp(big.NewInt(n)) != 0 || len(only.List) != 1 {
			t.Errorf("%v, %+v\n%s", refused, only, &b)
		}
	}
}
