package parts

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"queens/cmd/internal/input"
	"queens/dimacs"
	"queens/dimacs/result"

	"github.com/google/go-cmp/cmp"
)

func header(i int, edit func(*Header)) Header {
	h := Header{Share: Share{i, 3}, Weight: big.NewInt(1), Question: Count, Formula: "f", Cubes: "96 c", Version: "v1", Seed: 7}
	if edit != nil {
		edit(&h)
	}
	return h
}

// resultText returns the text of a result.
func resultText(t testing.TB, h Header, answer string) string {
	t.Helper()
	var b strings.Builder
	seal := NewSeal(&b)
	w := result.NewWriter(seal)
	for _, c := range h.Comments() {
		w.Comment(c.Key, c.Value)
	}
	w.Comment("board", "8")
	if h.Proof != "" {
		for _, c := range h.ProofComments() {
			w.Comment(c.Key, c.Value)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(seal, answer)
	if err := seal.End(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func counted(n string) string { return "s SATISFIABLE\nc s type mc\nc s exact " + n + "\n" }

const none = "s UNSATISFIABLE\nc s exact arb int 0\n"

func model(lits string) string { return "s SATISFIABLE\nv " + lits + " 0\n" }

func TestParseShare(t *testing.T) {
	for text, want := range map[string]Share{"1/1": {1, 1}, "7/50": {7, 50}, "1048576/1048576": {1 << 20, 1 << 20}} {
		if s, err := ParseShare(text); s != want || err != nil || s.String() != text {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "3", "0/3", "4/3", "1/0", "-1/3", "1/1048577", "1/3/5", "a/b"} {
		if s, err := ParseShare(text); err == nil || s != (Share{}) {
			t.Errorf("%s: %v, want an error", text, s)
		}
	}
}

func TestHeader(t *testing.T) {
	want := header(2, func(h *Header) {
		h.Question, h.Weight, h.Proof, h.ProofDigest = Refutation, big.NewInt(8), "a b.drat", "d"
		h.List = [][]dimacs.Lit{{1, -2}, nil}
	})
	got, _, err := parseHeader(append(want.Comments(), want.ProofComments()...))
	if d := cmp.Diff(want, got, cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 })); d != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, d)
	}
	for i, c := range want.Comments() {
		list := want.Comments()
		for _, wrong := range [][]dimacs.Comment{append(list[:i:i], list[i+1:]...), append(list, c)} {
			if _, _, err := parseHeader(wrong); err == nil {
				t.Errorf("%v: no error", wrong)
			}
		}
	}
	long := strings.Repeat("9", 1000) // stands shortened in messages
	for _, wrong := range [][2]string{{"part", "4/3"}, {"part", long}, {"part weight", "0"}, {"part weight", long + long}, {"part seed", "x"}, {"part seed", long},
		{"part cube", "1 0"}, {"part cube", long}, {"part cube", strings.Repeat("1 ", maxCube+1)}, {"part question", Models}} {
		key, value := wrong[0], wrong[1]
		list := append(want.Comments(), want.ProofComments()...)
		for i := range list {
			if list[i].Key == key {
				list[i].Value = value
			}
		}
		if _, _, err := parseHeader(list); err == nil || len(err.Error()) > 200 {
			t.Errorf("%s %s: error %v", key, value, err)
		}
	}
}

// The digest depends only on the question.
func TestFormulaDigest(t *testing.T) {
	digest := func(text string, project []int, assume ...dimacs.Lit) string {
		f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := FormulaDigest(t.Context(), f, project, assume)
		if err != nil || len(d) != 64 {
			t.Fatal(d, err)
		}
		return d
	}
	const plain = "p cnf 3 2\n1 -2 0\n2 3 0\n"
	want := digest(plain, nil)
	for name, same := range map[string]string{"comments": "c a: b\n" + plain + "c c\n", "layout": "p cnf 3 2\n1\n-2 0 2 3 0", "cubes": "p inccnf\n1 -2 0\n2 3 0\na 1 0\n"} {
		if digest(same, nil) != want {
			t.Errorf("%s: another digest", name)
		}
	}
	seen := map[string]string{want: "plain"}
	for name, other := range map[string]string{
		"order": "p cnf 3 2\n2 3 0\n1 -2 0\n", "variables": "p cnf 4 2\n1 -2 0\n2 3 0\n", "sign": "p cnf 3 2\n1 2 0\n2 3 0\n", "joined": "p cnf 3 1\n1 -2 2 3 0\n",
	} {
		seen[digest(other, nil)] = name
	}
	seen[digest(plain, []int{1})] = "projection"
	seen[digest(plain, []int{})] = "projection to nothing"
	seen[digest(plain, nil, 1)] = "assumption"
	if len(seen) != 8 {
		t.Errorf("%d digests, want 8: %v", len(seen), seen)
	}
	if a, b := CubesDigest([][]dimacs.Lit{{1, 2}, {3}}, nil), CubesDigest([][]dimacs.Lit{{1}, {2, 3}}, nil); a == b || !strings.HasPrefix(a, "2 ") {
		t.Errorf("digests of cubes: %s and %s", a, b)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if _, err := FormulaDigest(ctx, &dimacs.Formula{}, nil, nil); err != gone {
		t.Errorf("stopped: %v", err)
	}
}

// merge adds texts in sequence.
func merge(t *testing.T, texts ...string) *Merger {
	t.Helper()
	m := &Merger{Keys: []string{"board"}}
	for i, text := range texts {
		if err := m.Add(t.Context(), iotest.HalfReader(strings.NewReader(text)), fmt.Sprintf("file%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestSum(t *testing.T) {
	const large = "123456789012345678901234567890"
	weighted := resultText(t, header(3, func(h *Header) { h.Weight = big.NewInt(8) }), counted("arb int 5"))
	one, two := resultText(t, header(1, nil), counted("arb int "+large)), resultText(t, header(2, nil), none)
	m := merge(t, one, "Welcome to host3\n"+weighted+two+two, one)
	if n := m.Sum.Int().String(); n != "123456789012345678901234567930" || len(m.Missing())+len(m.Refused)+len(m.Partial) > 0 {
		t.Errorf("sum %s, missing %v, refused %v %v", n, m.Missing(), m.Refused, m.Partial)
	}
	if len(m.Comments) != 1 || m.Satisfiable() || m.First.Share != (Share{1, 3}) {
		t.Errorf("comments %v, first %v", m.Comments, m.First)
	}
	m = merge(t, resultText(t, header(1, nil), counted("2^2000000000 * 3")), resultText(t, header(3, nil), counted("2^2000000001 * 1")))
	if m.Sum.M.Int64() != 5 || m.Sum.Shift != 2000000000 || !cmp.Equal(m.Missing(), []int{2}) {
		t.Errorf("sum %v, missing %v", m.Sum, m.Missing())
	}
	m = merge(t, one, resultText(t, header(3, nil), counted("2^8388607 * 1")))
	if m.Sum.M.BitLen() != maxSum || len(m.Refused) > 0 {
		t.Errorf("sum of %d bits, refused %v", m.Sum.M.BitLen(), m.Refused)
	}
	if m = merge(t, two); !cmp.Equal(m.Missing(), []int{1, 3}) {
		t.Errorf("of part 2 alone, missing %v", m.Missing())
	}
}

// A result that was cut off or changed is not added.
func TestDamaged(t *testing.T) {
	text := resultText(t, header(1, nil), counted("arb int 57"))
	for i := 0; i < len(text)-1; i += 3 {
		changed := text[:i] + string(text[i]^1) + text[i+1:]
		for _, damaged := range []string{text[:i], changed, changed + resultText(t, header(2, nil), none)} {
			m := merge(t, damaged)
			if m.Parts[1] != nil || len(m.Partial)+len(m.Refused) == 0 && !slices.Contains(m.Missing(), 1) {
				t.Fatalf("byte %d: a part of %q", i, damaged)
			}
		}
	}
	m := merge(t, strings.TrimSuffix(text, "\n")) // complete except for the line end
	if m.Parts[1] == nil {
		t.Errorf("without the line end: %v %v", m.Refused, m.Partial)
	}
	m = merge(t, text[:80]+"\n"+text) // a stopped result, then a complete one
	if len(m.Partial) != 1 || m.Parts[1] == nil {
		t.Errorf("stopped and repeated: %v, %v", m.Partial, m.Parts)
	}
}

func TestRefused(t *testing.T) {
	ok := resultText(t, header(1, nil), counted("arb int 57"))
	for _, test := range []struct {
		name, text, want string
		partial          bool
	}{
		{name: "no result", text: counted("arb int 57"), want: "file1: expected a result of qsat --part without --json, found none"},
		{name: "conflict", text: resultText(t, header(1, nil), counted("arb int 58")), want: "file1: part 1/3: file0 has another answer for this part"},
		{name: "formula", text: resultText(t, header(2, func(h *Header) { h.Formula = "g" }), none), want: "file1: part 2/3: it does not belong with file0: its formula differs"},
		{name: "cubes", text: resultText(t, header(2, func(h *Header) { h.Cubes = "97 c" }), none), want: "its list of cubes differs"},
		{name: "parts", text: resultText(t, header(2, func(h *Header) { h.K = 4 }), none), want: "part 2/4: it does not belong with file0: its number of parts differs"},
		{name: "version", text: resultText(t, header(2, func(h *Header) { h.Version = "v2" }), none), want: "its version of qsat differs"},
		{name: "seed", text: resultText(t, header(2, func(h *Header) { h.Seed = 8 }), none), want: "its seed differs"},
		{name: "question", text: resultText(t, header(2, func(h *Header) { h.Question = Model }), "s UNSATISFIABLE\n"), want: "its question differs"},
		{name: "partial", text: resultText(t, header(2, nil), "s UNKNOWN\nc models 57+\n"), want: "file1: part 2/3: it is not complete", partial: true},
		{name: "another answer", text: resultText(t, header(2, nil), model("1")), want: "its answer does not fit the question"},
		{name: "status and count", text: resultText(t, header(2, nil), "s SATISFIABLE\nc s exact arb int 0\n"), want: "its answer does not fit the question"},
		{name: "not proportional", text: resultText(t, header(2, nil), counted("2^2147483647 * 1")), want: "the sum would have more than 8388608 bits"},
		{name: "a long sum", text: resultText(t, header(2, nil), counted("2^8388608 * 1")), want: "the sum would have more than 8388608 bits"},
		{name: "syntax", text: resultText(t, header(2, nil), "s SATISFIABLE\nv 1 x 0\n"), want: "expected a literal"},
		{name: "a long weight", text: resultText(t, header(2, func(h *Header) { h.Weight = new(big.Int).Exp(big.NewInt(10), big.NewInt(maxWeight), nil) }), counted("arb int 5")),
			want: "line `c part weight`: expected a positive number of at most 1000 digits, found \"10000"},
		{name: "weighted model", text: resultText(t, header(2, func(h *Header) { h.Question, h.Weight = Model, big.NewInt(2) }), model("1")), want: "its answer does not fit"},
		{name: "enumeration cut short", text: resultText(t, header(2, func(h *Header) { h.Question = Models }), model("1")+"c models 1+\n"), want: "it is not complete", partial: true},
		{name: "model cut short", text: resultText(t, header(2, func(h *Header) { h.Question = Model }), "s SATISFIABLE\nv 1 2\n"), want: "it is not complete", partial: true},
		{name: "weighted models", text: resultText(t, header(2, func(h *Header) { h.Question, h.Weight = Models, big.NewInt(2) }), model("1")+"c models 1\n"), want: "its answer does not fit"},
		{name: "more models than announced", text: resultText(t, header(2, func(h *Header) { h.Question = Models }), model("1")+"c models 2\n"), want: "it is not complete", partial: true},
		{name: "two models", text: resultText(t, header(2, func(h *Header) { h.Question = Model }), model("1")+"v -1 0\n"), want: "its answer does not fit"},
	} {
		m := merge(t, ok, test.text)
		list := m.Refused
		if test.partial {
			list = m.Partial
		}
		if len(m.Refused)+len(m.Partial) != 1 || len(list) != 1 || !strings.Contains(list[0].Error(), test.want) || len(m.Parts) != 1 {
			t.Errorf("%s: refused %v, partial %v, want %s", test.name, m.Refused, m.Partial, test.want)
		}
	}
}

// A list of errors is bounded, however many results a file contains.
func TestManyRefused(t *testing.T) {
	foreign := resultText(t, header(2, func(h *Header) { h.Seed = 8 }), none)
	m := merge(t, resultText(t, header(1, nil), counted("arb int 57")), strings.Repeat(foreign, maxErrors+2)+strings.Repeat("c part: 2/3\n", maxErrors+3))
	if n := len(m.Refused); n != maxErrors+1 || m.Refused[n-1].Error() != "and 2 more results" {
		t.Errorf("%d refused, the last: %v", n, m.Refused[n-1])
	}
	if n := len(m.Partial); n != maxErrors+1 || m.Partial[n-1].Error() != "and 3 more results" {
		t.Errorf("%d partial, the last: %v", n, m.Partial[n-1])
	}
}

// A short result takes little memory, because there may be a million of them.
func TestManyShort(t *testing.T) {
	const n = 1000
	text := strings.Repeat(resultText(t, header(1, nil), counted("arb int 57")), n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := merge(t, text)
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / n; each > 32<<10 || len(m.Parts) != 1 {
		t.Errorf("%d bytes allocated for a result of %d bytes, %d parts", each, len(text)/n, len(m.Parts))
	}
}

func TestReadError(t *testing.T) {
	gone := errors.New("gone")
	r := io.MultiReader(strings.NewReader("c part: 1/3\n"), iotest.ErrReader(gone))
	m := &Merger{}
	if err := m.Add(t.Context(), r, "f"); err != gone {
		t.Errorf("error %v, refused %v, partial %v", err, m.Refused, m.Partial)
	}
}

func TestFirstModel(t *testing.T) {
	one := func(h *Header) { h.Question = Model }
	m := merge(t, resultText(t, header(3, one), model("3")), resultText(t, header(2, one), model("2 3")), resultText(t, header(1, one), "s UNSATISFIABLE\n"))
	if d := cmp.Diff([]dimacs.Lit{2, 3}, m.Model); d != "" || !m.Satisfiable() {
		t.Errorf("model (-want +got)\n%s", d)
	}
	m = merge(t, resultText(t, header(2, one), "s SATISFIABLE\nv 0\n"))
	if !m.Satisfiable() || len(m.Model) > 0 {
		t.Errorf("satisfiable %v, model %v", m.Satisfiable(), m.Model)
	}
}

// All models of all parts are found once, although some files contain the same parts.
func TestModels(t *testing.T) {
	all := func(h *Header) { h.Question = Models }
	one := resultText(t, header(1, all), model("1 2")+"v 1 -2 0\nc models 2\n")
	two := resultText(t, header(2, all), "s UNSATISFIABLE\n")
	three := resultText(t, header(3, all), model("-1 2")+"c models 1\n")
	texts := []string{one + two, two + three + three, one}
	m := merge(t, texts...)
	if len(m.Missing())+len(m.Refused)+len(m.Partial) > 0 || !cmp.Equal(m.Names(), []string{"file0", "file1"}) {
		t.Fatalf("missing %v, refused %v %v, names %v", m.Missing(), m.Refused, m.Partial, m.Names())
	}
	var got []string
	found := func(lits []dimacs.Lit) error {
		got = append(got, fmt.Sprint(lits))
		return nil
	}
	for i, text := range texts {
		if err := m.Models(t.Context(), strings.NewReader(text), fmt.Sprintf("file%d", i), found); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]string{"[1 2]", "[1 -2]", "[-1 2]"}, got); d != "" {
		t.Errorf("models (-want +got)\n%s", d)
	}
	if err := m.CheckRead(); err != nil {
		t.Error(err)
	}
	if some := merge(t, one); some.Satisfiable() || !cmp.Equal(some.Missing(), []int{2, 3}) {
		t.Errorf("models of one part are an answer, missing %v", some.Missing())
	}
	if merge(t, texts...).CheckRead() == nil {
		t.Error("all parts are read before any is")
	}
	if err := m.Models(t.Context(), strings.NewReader(resultText(t, header(1, all), model("1 2")+"c models 1\n")), "file0", found); err == nil {
		t.Error("a file that was changed is read")
	}
}

func TestCubesOfParts(t *testing.T) {
	cubes := [][]dimacs.Lit{{1}, {-1, 2}, {-1, -2, 3}, {-1, -2, -3}}
	texts := make([]string, 3)
	for i := range 3 {
		texts[i] = resultText(t, header(i+1, func(h *Header) {
			h.Question, h.Proof, h.ProofDigest, h.Cubes = Refutation, "p", "d", CubesDigest(cubes, nil)
			for j := i; j < len(cubes); j += 3 {
				h.List = append(h.List, cubes[j])
			}
		}), "s UNSATISFIABLE\n")
	}
	m := merge(t, texts...)
	got, err := m.Cubes()
	if d := cmp.Diff(cubes, got); d != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, d)
	}
	m.Parts[3].List = append(m.Parts[3].List, cubes[2])
	if _, err := m.Cubes(); err == nil {
		t.Error("no error with one cube more than the digest is about")
	}
	m.Parts[2].List = nil
	if _, err := m.Cubes(); err == nil {
		t.Error("no error without the cubes of a part")
	}
}

// FuzzMerger adds two arbitrary texts; the second is sealed. If Add accepts both, Models
// must read them without an error, and afterwards CheckRead must find all parts read.
func FuzzMerger(f *testing.F) {
	models := func(h *Header) { h.Question = Models }
	for _, text := range []string{
		resultText(f, header(1, nil), counted("arb int 4")), resultText(f, header(2, nil), none) + resultText(f, header(3, nil), none),
		resultText(f, header(2, models), "s SATISFIABLE\nv 1 -2 0\nv 2 0\nc models 2\n"),
	} {
		f.Add(text, "s UNSATISFIABLE\n")
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		var sealed strings.Builder
		s := NewSeal(&sealed)
		io.WriteString(s, second)
		s.End()
		m, texts := &Merger{}, map[string]string{"first": first, "second": sealed.String()}
		for _, name := range []string{"first", "second"} {
			if err := m.Add(t.Context(), strings.NewReader(texts[name]), name); err != nil {
				t.Fatal(err)
			}
		}
		if len(m.Refused)+len(m.Partial) > 0 || m.First.K > 1000 {
			return
		}
		for _, name := range m.Names() {
			if err := m.Models(t.Context(), strings.NewReader(texts[name]), name, func([]dimacs.Lit) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.CheckRead(); err != nil {
			t.Error(err)
		}
	})
}

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
