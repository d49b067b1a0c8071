package dnnf_test

import (
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/dnnf"
	"queens/dimacs"
)

// read reads a graph called g.
func read(t testing.TB, text string, vars int) (*dnnf.Graph, error) {
	s, err := dnnf.Read(strings.NewReader(text), "g", vars, false)
	if err != nil {
		return nil, err
	}
	return s.Graph(t.Context(), dnnf.Restriction{Size: s.Vars})
}

// The forms of d4, c2d and dsharp have the right number of models.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		text string
		vars int
		want int64
	}{
		{"o 1 0\nt 2 0\n1 2 1 0\n1 2 -1 2 0\n", -1, 3},
		{"o 1 0\nt 2 0\n1 2 1 0\n1 2 -1 2 0\n", 4, 12},
		{"c x\n\n  o 1 0 \r\n\tt 2 0\n1 2 5 0", -1, 16},
		{"t 1 0\n", 3, 8},
		{"f 1 0\n", 3, 0},
		{"o 1 0\n", 3, 0},
		{"a 1 0\n", 3, 8},
		{"o 1 0\nf 2 0\nt 3 0\n1 2 1 0\n1 3 -1 0\n", -1, 1},                                             // one edge is false
		{"a 1 0\nf 2 0\nt 3 0\n1 3 1 0\n1 2 0\n", -1, 0},                                                // a false child
		{"o 1 0\na 2 0\no 3 0\nt 4 0\n3 4 3 0\n3 4 -3 2 0\n2 3 0\n2 4 5 0\n1 2 1 0\n1 4 -1 0\n", 5, 22}, // literals below a
		{"o 1 0\no 2 0\na 3 0\nt 4 0\n3 4 1 0\n2 3 0\n1 2 0\n1 4 -1 0\n", -1, 2},                        // the decision is below
		{"o 1 0\no 2 0\nt 4 0\n1 4 0\n2 4 1 0\n2 4 0\n", 1, 2},                                          // 2 is not below the root
		{"5 a 4 0 6 1 0\n2 p 4 -1 2 0\n5 s 5 1 4 3 0\nd 1 2 0\nr 5\n", 3, 6},
		{"r 0", 3, 0},
		{"1 t 4 -3 0\nr 4\n3 a 1 0", 3, 4},
		{"nnf 1 0 3\nA 0\n", -1, 8},
		{"nnf 1 0 3\nO 0 0\n", -1, 0},
		{"nnf 1 0 3\nL -2\n", -1, 4},
		{"nnf 1 0 3\nL -2\n", 5, 16},
		{"nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 1 2 0 3\n", -1, 3},
		{"nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 21914 2 0 3\n", -1, 3}, // dsharp has forgotten the decision
		{"nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 21914 2 0 3\n", 3, 6},
		{"nnf 6 6 2\nL 1\nL -1\nL 2\nO 0 0\nA 2 0 3\nO 0 2 4 1\n", -1, 2},
		{"nnf 5 4 2\nL 1\nL -1\nO 1 2 0 1\nL 2\nA 2 2 3\n", -1, 2},
		{"nnf 4 3 2\nA 0\nL 1\nA 3 1 0 0\nO 0 1 2\n", -1, 2},
	} {
		g, err := read(t, test.text, test.vars)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		} else if got := g.Count().Int(); got.Cmp(big.NewInt(test.want)) != 0 {
			t.Errorf("%q: %v models, want %d", test.text, got, test.want)
		}
	}
}

// A wrong graph is refused with a position or the number of a node.
func TestReadRefuses(t *testing.T) {
	const head = "o 1 0\no 2 0\nt 3 0\n"
	for text, want := range map[string]string{
		"":                 `g:1:1: expected node 1, found end of line`,
		"x":                `g:1:1: expected o, a, t, f or a disjunction or conjunction before, found "x"`,
		"o 2 0\n":          `g:2:1: expected node 1, found end of line`,
		"o 0 0\n":          `g:1:3: expected the number of a node, found "0"`,
		"o 1\n":            `g:1:4: expected 0, found end of line`,
		"o 1 1\n":          `g:1:5: expected 0, found "1"`,
		"o 1 0 0\n":        `g:1:7: expected end of line, found "0"`,
		"o 1 0\no 1 0\n":   `g:2:3: expected a new number, found "1"`,
		"o 1 0\n1 2 1 0\n": `g:2:3: expected the number of a node before, found "2"`,
		"o 1 0\n7 1 1 0\n": `g:2:1: expected o, a, t, f or a disjunction or conjunction before, found "7"`,
		"t 1 0\n1 1 0\n":   `g:2:1: expected o, a, t, f or a disjunction or conjunction before, found "1"`,
		head + "1 3 x 0":   `g:4:5: expected a literal, found "x"`,
		head + "1 3 +4 0":  `g:4:5: expected a literal, found "+4"`,
		head + "1 3 4":     `g:4:6: expected a literal, found end of line`,
		head + "1 3 10 0":  `g:4:5: expected a literal, found "10"`, // there are 9 variables
		head + "1 3 99999999999999999999999999999999999999 0":    `g:4:5: expected a literal, found "99999999999999999999"`,
		head + "1 2 0\n2 1 0\n":                                  `g:1: node 1: it is below itself, but a graph has no cycles`,
		head + "1 1 1 0\n":                                       `g:1: node 1: it is below itself, but a graph has no cycles`,
		head + "1 3 1 0\n1 3 2 0\n":                              `g:1: node 1: it decides no variable of the projection: expected edges with a literal and its complement`,
		head + "1 3 0\n1 3 0\n":                                  `g:1: node 1: it decides no variable of the projection: expected edges with a literal and its complement`,
		head + "1 3 1 0\n1 3 -1 2 0\n1 3 -1 -2 0\n":              `g:1: node 1: it has 3 edges: expected two, which decide a variable`,
		head + "1 2 1 0\n1 3 -1 0\n2 3 -1 0\n2 3 1 0\n":          `g:1: node 1: variable 1 occurs twice in a conjunction below it, but children must not share variables`,
		head + "1 3 1 1 0\n":                                     `g:1: node 1: variable 1 occurs twice in a conjunction below it, but children must not share variables`,
		"a 1 0\no 2 0\nt 3 0\n2 3 1 0\n2 3 -1 0\n1 2 0\n1 2 0\n": `g:1: node 1: variable 1 occurs twice in a conjunction below it, but children must not share variables`,
		"a 1 0\na 2 0\nt 3 0\n2 3 1 0\n1 2 0\n1 2 0\n":           `g:2: node 2: it occurs twice in a conjunction below node 1, so that they share variables`,
		"nnf 3 2 3\nL 1\nL 2\nO 21914 2 0 1\n":                   `g:4: node 2: it decides no variable of the projection: expected edges with a literal and its complement`,
		"nnf 1 0 3\nO 2147483648 0\n":                            `g:2:3: expected a variable or 0, found "2147483648"`,
		"nnf":                                                    `g:1:4: expected the number of nodes, found end of line`,
		"nnf 1 0 10\n":                                           `g:1:9: expected the number of variables, found "10"`,
		"nnf 2 0 3\nL 1\n":                                       `g:3:1: expected node 2, found end of line`,
		"nnf 1 0 3\nL 4\n":                                       `g:2:3: expected a literal, found "4"`,
		"nnf 1 0 3\nL 0\n":                                       `g:2:3: expected a literal, found "0"`,
		"nnf 1 0 3\nB 0\n":                                       `g:2:1: expected L, A or O, found "B"`,
		"nnf 1 0 3\nA 1 0\n":                                     `g:2:5: expected the number of a node before, found "0"`,
		"nnf 2 1 3\nL 1\nA 1 1\n":                                `g:3:5: expected the number of a node before, found "1"`,
		"1 p 10 1 2":                                             `g:1:11: expected a literal of the formula, or a node before, found end of line`,
		"1 p 9 1 2 0":                                            `g:1:5: expected a new variable, found "9"`,
		"1 p 10 1 0\n2 s 11 10 12 0":                             `g:2:11: expected a literal of the formula, or a node before, found "12"`,
		"1 p 10 1 0\n2 s 11 10 -10 0":                            `g:2:11: expected a literal of the formula, or a node before, found "-10"`,
		"3 a 1 x 0":                                              `g:1:7: expected a literal, found "x"`,
		"r 10":                                                   `g:1:3: expected a literal of the formula, or a node before, found "10"`,
		"d 3 0":                                                  `g:2:1: expected node 1, found end of line`,
		"nnf 2 2 3\nL 1\nO 0 2147483647":                         `g:3:15: expected the number of a node before, found end of line`,
	} {
		if g, err := read(t, text, 9); err == nil || err.Error() != want {
			t.Errorf("%q: %v\n%v, want\n%s", text, g, err, want)
		}
	}
	if _, err := read(t, strings.Repeat("c", 1<<26), 9); err == nil || err.Error() != "g:1:67108864: expected end of line, found more" {
		t.Errorf("an endless line: %v", err)
	}
}

// A chain of decisions takes memory and time in proportion to its length.
func TestReadDeepGraph(t *testing.T) {
	const n = 3000
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "o %d 0\n", i+1)
	}
	fmt.Fprintf(&text, "t %d 0\n%d %[1]d %[2]d 0\n", n+1, n)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&text, "%[1]d %[2]d %[1]d 0\n%[1]d %[3]d -%[1]d 0\n", i, n+1, i+1)
	}
	g, err := read(t, text.String(), -1)
	if err != nil {
		t.Fatal(err)
	}
	lits := 0
	for n := range g.Len() {
		for _, e := range g.Edges(dnnf.Node(n)) {
			lits += len(e.Lits) + len(e.Free)
		}
	}
	want := new(big.Int).Lsh(big.NewInt(1), n)
	if got := g.Count().Int(); got.Cmp(want.Sub(want, big.NewInt(1))) != 0 || lits > 3*n {
		t.Errorf("%v models, %d literals", got, lits)
	}
}

// c2d returns the text of a graph in the form of c2d.
func c2d(g *dnnf.Graph) string {
	var b strings.Builder
	g.WriteC2D(&b)
	return b.String()
}

// d4 returns the text of a graph in the form of d4.
func d4(g *dnnf.Graph) string {
	var b strings.Builder
	g.WriteD4(&b)
	return b.String()
}

// A graph that was written and read again answers all questions as brute force does, and has a
// certificate.
func TestReadGraphs(t *testing.T) {
	r, projected := rand.New(rand.NewPCG(37, 41)), 0
	for i := range 200 {
		f, written := compile(t, r)
		text := d4(written)
		if i%2 > 0 {
			text = c2d(written)
		}
		g, err := read(t, text, f.Vars)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		all := models(f)
		checkModels(t, g, all, ^uint(0), f.Vars)
		if g.Root != dnnf.False {
			certified(t, g, f)
		}
		assume := []dimacs.Lit{dimacs.Lit(1 + r.IntN(f.Vars)), -dimacs.Lit(1 + r.IntN(f.Vars))}
		under := map[uint]bool{}
		for m := range all {
			if m>>(assume[0]-1)&1 == 1 && m>>(-assume[1]-1)&1 == 0 {
				under[m] = true
			}
		}
		s, err := g.Source()
		if err != nil {
			t.Fatal(err)
		}
		h, err := s.Graph(t.Context(), dnnf.Restriction{Assume: assume, Size: f.Vars})
		if err != nil {
			t.Fatal(err)
		}
		checkModels(t, h, under, ^uint(0), f.Vars)
		mask := uint(r.IntN(1 << f.Vars))
		if p, err := s.Graph(t.Context(), dnnf.Restriction{Assume: assume, Keep: func(v int) bool { return mask>>(v-1)&1 == 1 }, Size: bits.OnesCount(mask)}); err == nil {
			checkModels(t, p, under, mask, f.Vars)
			projected++
		} else if !strings.Contains(err.Error(), "it decides no variable of the projection") {
			t.Fatal(err)
		}
	}
	if projected < 30 {
		t.Errorf("%d projections", projected)
	}
}

// checkModels fails unless the models of g are the given ones on the variables of mask.
func checkModels(t *testing.T, g *dnnf.Graph, all map[uint]bool, mask uint, vars int) {
	t.Helper()
	want, got := map[uint]bool{}, map[uint]bool{}
	for m := range all {
		want[m&mask] = true
	}
	var free []dimacs.Lit
	for v := 1; v <= vars; v++ {
		if mask>>(v-1)&1 == 1 && !g.Named()[v] {
			free = append(free, dimacs.Lit(v))
		}
	}
	if n := g.Count().Int(); n.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%v models, want %d", n, len(want))
	}
	s, err := g.Source()
	if err != nil {
		t.Fatal(err)
	}
	if g, err = s.Graph(t.Context(), dnnf.Restriction{Size: vars, Named: free}); err != nil {
		t.Fatal(err)
	}
	var a dimacs.Assignment
	g.Models(&a, func() bool {
		m := uint(0)
		for v := 1; v <= vars; v++ {
			if a.Value(v) {
				m |= 1 << (v - 1)
			}
		}
		if got[m] || !want[m] || !g.Holds(&a) {
			t.Fatalf("model %b: known %v, right %v", m, got[m], want[m])
		}
		got[m] = true
		return true
	})
	if len(got) != len(want) {
		t.Fatalf("%d models, want %d", len(got), len(want))
	}
}

// After a change of its text, a graph is refused, has an error that names a node, or is certified,
// because it is equivalent to the formula still.
func TestWrongGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 47))
	refused, wrong := 0, 0
	for range 900 {
		f, written := compile(t, r)
		lines := strings.SplitAfter(d4(written), "\n")
		i := r.IntN(len(lines))
		words := strings.Fields(lines[i])
		if len(words) < 4 {
			continue
		}
		switch k := 2 + r.IntN(len(words)-2); r.IntN(3) {
		case 0:
			words[1] = strconv.Itoa(1 + r.IntN(written.Len()))
		case 1:
			words = slices.Delete(words, k, len(words)-1)
		default:
			words[k] = "-" + words[k]
		}
		lines[i] = strings.ReplaceAll(strings.Join(words, " "), "--", "") + "\n"
		g, err := read(t, strings.Join(lines, ""), f.Vars)
		if err != nil || g.Root == dnnf.False {
			refused++
			continue
		}
		if err := dnnf.Certify(t.Context(), g, f, all, nil, io.Discard); err == nil {
			certified(t, g, f)
			checkModels(t, g, models(f), ^uint(0), f.Vars)
		} else if wrong++; !strings.HasPrefix(err.Error(), "node ") {
			t.Fatalf("%v\n%s", err, strings.Join(lines, ""))
		}
	}
	if refused < 30 || wrong < 30 {
		t.Errorf("%d graphs are refused and %d wrong", refused, wrong)
	}
}

// Any text is a graph or an error, and the graph survives writing.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"o 1 0\no 2 0\nt 3 0\n1 2 1 0\n1 3 -1 2 0\n2 3 3 0\n2 3 -3 -2 0\n", "nnf 5 4 2\nL 1\nL -1\nL 2\nA 2 1 2\nO 1 2 0 3\n", "f 1 0\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := read(t, text, 40)
		if err != nil {
			return
		}
		for _, text := range []string{d4(g), c2d(g)} {
			h, err := read(t, text, 40)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if a, b := g.Count(), h.Count(); a.Int().Cmp(b.Int()) != 0 {
				t.Fatalf("%v models, and %v after writing\n%s", a, b, text)
			}
		}
	})
}
