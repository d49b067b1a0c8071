package encode

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
	"queens/encode/board"
)

// clausesOf returns the clauses of a formula, renamed. Clauses are sorted, and so are the
// literals in each.
func clausesOf(f *dimacs.Formula, rename func(dimacs.Lit) dimacs.Lit) [][]dimacs.Lit {
	var all [][]dimacs.Lit
	for c := range f.Clauses() {
		var clause []dimacs.Lit
		for _, l := range c {
			clause = append(clause, rename(l))
		}
		slices.Sort(clause)
		all = append(all, clause)
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// After renaming back, a shuffled formula has the clauses of the plain formula and a
// projection to the variables of the board.
func TestShuffledIsTheSameFormula(t *testing.T) {
	five := 5
	for _, in := range []Instance{
		{N: 1}, {N: 2}, {N: 6}, {N: 6, Encoding: "commander", Minimal: true}, {N: 5, Variant: board.Torus, Encoding: "product"},
		{N: 7, Queens: &five, Encoding: "ladder", SymmetryBroken: true, Placed: []board.Square{{Row: 4, Col: 4}}, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}}...)},
	} {
		plain := text(t, in)
		for _, seed := range []int64{1, 2, -5} {
			shuffled := in
			shuffled.Shuffle = &seed
			checkSize(t, shuffled)
			got := text(t, shuffled)
			renaming, err := shuffled.Renaming()
			if err != nil {
				t.Fatal(err)
			}
			same := func(l dimacs.Lit) dimacs.Lit { return l }
			if diff := cmp.Diff(clausesOf(readFormula(t, plain, dimacs.Strict), same), clausesOf(readFormula(t, got, dimacs.Strict), renaming.Original)); diff != "" {
				t.Errorf("%v (-plain +shuffled):\n%s", shuffled, diff)
			}
			if show := readFormula(t, got, dimacs.Strict).Projection; show != nil {
				checkProjection(t, show, in.N*in.N, renaming)
			}
			if again := text(t, shuffled); again != got {
				t.Errorf("%v: a second run gives another file", shuffled)
			}
		}
	}
}

// checkProjection fails unless the projection consists of the renamed variables of the
// board in ascending order.
func checkProjection(t *testing.T, show []int, squares int, renaming *Shuffle) {
	t.Helper()
	last := 0
	for _, v := range show {
		if v <= last || renaming.Original(dimacs.Lit(v)).Var() > squares {
			t.Errorf("projection on %d after %d, which stands for %d", v, last, renaming.Original(dimacs.Lit(v)))
		}
		last = v
	}
	if len(show) != squares {
		t.Errorf("projection on %d variables, want %d", len(show), squares)
	}
}

// The shuffle must not change: files written by an old version are decoded by a new
// version.
func TestShuffledStays(t *testing.T) {
	seed := int64(1)
	want := `c board: 2
c variant: regular
c form: full
c encoding: pairwise
c shuffle: 1
p cnf 4 10
-1 -4 0
3 2 0
4 -3 0
4 1 0
-4 2 0
3 -1 0
-3 -2 0
1 -2 0
1 -3 0
4 -2 0
`
	if diff := cmp.Diff(want, text(t, Instance{N: 2, Shuffle: &seed})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRenamingOfNothing(t *testing.T) {
	if s, err := (Instance{N: 4}).Renaming(); s != nil || err != nil {
		t.Errorf("got %v, %v; want nothing", s, err)
	}
	seed := int64(1)
	if _, err := (Instance{Shuffle: &seed}).Renaming(); err == nil {
		t.Error("no error without a board")
	}
}

func TestTooManyClausesToShuffle(t *testing.T) {
	t.Parallel()
	seed := int64(1)
	err := Instance{N: 2000, Shuffle: &seed}.Write(context.Background(), &bytes.Buffer{})
	if want := "13325338000 clauses are too many to shuffle: expected at most 2147483647, because all clauses are held in memory"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Annotations are documentation for learners, so they are tested literally.
func TestAnnotations(t *testing.T) {
	want, err := os.ReadFile("testdata/annotated.cnf")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), annotated(t, Instance{N: 2})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Without its comments, an annotated file equals the plain file.
func TestAnnotatedIsTheSameFormula(t *testing.T) {
	for _, in := range everyForm(9) {
		strip := func(file string) string {
			lines := slices.DeleteFunc(strings.SplitAfter(file, "\n"), func(line string) bool { return strings.HasPrefix(line, "c ") })
			return strings.Join(lines, "")
		}
		if got, want := strip(annotated(t, in)), strip(text(t, in)); got != want {
			t.Errorf("%v: the annotated formula is another one", in)
		}
	}
}

// Formula returns the formula that Write writes, with comments and projection: for every
// family and encoding, transformed and shuffled.
func TestFormulaIsWhatWriteWrites(t *testing.T) {
	t.Parallel()
	seed, two := int64(5), 2
	for _, family := range Families() {
		for _, encoding := range []string{"", "sequential", "product"} {
			for _, in := range []Instance{
				{N: 6}, {N: 5, Queens: &two, Shuffle: &seed, Placed: []board.Square{{Row: 1, Col: 2}}}, {N: 3, Transform: &Transform{"xor", 2}},
				{N: 4, SymmetryBroken: true, Minimal: true, Blocked: board.SquaresOf(board.Square{Row: 2, Col: 2})},
			} {
				if in.Family, in.Encoding = family, encoding; in.Check() != nil {
					continue
				}
				var text bytes.Buffer
				f, err := in.Formula(t.Context())
				if err := errors.Join(err, in.Write(t.Context(), &text)); err != nil {
					t.Fatalf("%v: %v", in.Comments(), err)
				}
				want := readFormula(t, text.String(), dimacs.Strict)
				for i := range want.Comments {
					want.Comments[i].Line, want.Comments[i].Column = 0, 0
				}
				checkSameFormula(t, f, want)
				f.Add(dimacs.Lit(f.Vars) + 1)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := (Instance{N: 30}).Formula(ctx); f != nil || err == nil {
		t.Errorf("after the end: %v", err)
	}
	if _, err := (Instance{N: -1}).Formula(t.Context()); err == nil {
		t.Error("a board of size -1: no error")
	}
}

func checkSameFormula(t *testing.T, got, want *dimacs.Formula) {
	t.Helper()
	same := cmp.Equal(got.Comments, want.Comments) && cmp.Equal(got.Projection, want.Projection) && cmp.Equal(got.Soft, want.Soft) && got.Vars == want.Vars
	if !same || !slices.EqualFunc(slices.Collect(got.Clauses()), slices.Collect(want.Clauses()), slices.Equal) {
		t.Errorf("%v, %d variables, projection %v, %d clauses, want\n%v, %d variables, projection %v, %d clauses",
			got.Comments, got.Vars, got.Projection, got.NumClauses(), want.Comments, want.Vars, want.Projection, want.NumClauses())
	}
}
