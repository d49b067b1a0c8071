package explain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/decode/words"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/puzzle"
)

// TestSteps checks each step by the solver. The constraints and known squares of a step imply the
// squares that it forces. Without any constraint, even all known squares do not imply them.
func TestSteps(t *testing.T) {
	kinds, boards := map[Kind]int{}, 0
	for name, in := range puzzles(t) {
		steps, err := Steps(t.Context(), in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		boards++
		known := map[board.Square]dimacs.Lit{}
		for i, s := range steps {
			kinds[s.Kind]++
			checkWords(t, s.Text)
			checkWords(t, s.Hint(1))
			verify(t, fmt.Sprintf("%s, step %d: %s", name, i, s.Text), in, s, known)
		}
		queens := 0
		for _, l := range known {
			if l > 0 {
				queens++
			}
		}
		if len(known) != in.Board().Count() || queens != in.QueenCount() {
			t.Errorf("%s: %d squares are known, with %d queens", name, len(known), queens)
		}
	}
	for k := One; k <= More; k++ {
		if kinds[k] == 0 {
			t.Errorf("no step is of the kind %v", k)
		}
	}
	t.Log(boards, kinds)
}

// puzzles returns boards with one solution of several families and sizes.
func puzzles(t *testing.T) map[string]encode.Instance {
	all := map[string]encode.Instance{}
	sizes, seeds, super := []int{5, 7, 8}, 1, encode.Medium
	if os.Getenv("QUEENS_LONG") != "" {
		sizes, seeds, super = []int{5, 6, 7, 8, 9}, 4, encode.Unique
	}
	for _, n := range sizes {
		for seed := range seeds {
			all[fmt.Sprintf("regions %d, seed %d", n, seed)] = drawRegions(t, n, seed)
		}
	}
	all["two stars"] = twoStars(t)
	for name, of := range map[string]struct {
		in   encode.Instance
		kind encode.Puzzle
	}{
		"queens":      {encode.Instance{N: 9}, encode.Hard},
		"superqueens": {encode.Instance{N: 10, Family: encode.Superqueens}, super},
		"domination":  {encode.Instance{N: 4, Family: encode.Domination, Queens: exactly(2)}, encode.Unique},
		"torus":       {encode.Instance{N: 7, Variant: board.Torus}, encode.Unique},
		"medium":      {encode.Instance{N: 8}, encode.Medium},
		"few queens":  {encode.Instance{N: 4, Queens: exactly(3)}, encode.Unique},
		"rectangle":   {encode.Instance{N: 5, Columns: 6}, encode.Unique},
		"kings":       {pieces("king", 5, 4, 6), encode.Unique},
		"four kings":  {pieces("king", 3, 4, 4), encode.Unique},
		"knights":     {pieces("knight", 4, 0, 8), encode.Unique},
		"six knights": {pieces("knight", 3, 4, 6), encode.Unique},
		"rooks":       {with(pieces("rook", 5, 4, 4), "", 11, 12, 22, 23, 33, 34, 44, 41, 51, 52), encode.Unique},
		"few regions": {withRegions(t, "AABBB,AABBC,AACCC,ACCCC"), encode.Unique},
		"bishops":     {pieces("bishop", 4, 5, 7), encode.Unique},
		"amazons":     {pieces("amazon", 4, 6, 3), encode.Unique},
		"lone king":   {with(pieces("king", 3, 5, 2), encode.Domination), encode.Unique},
	} {
		in, err := puzzle.Sample{Seed: 3, Puzzle: of.kind, Satisfiable: satisfiable, Grade: Grade}.Apply(t.Context(), of.in)
		if errors.Is(err, puzzle.ErrNoPuzzle) {
			t.Logf("%s: %v", name, err)
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = in
	}
	return all
}

// withRegions returns a board with regions, whose rows are separated by commas.
func withRegions(t *testing.T, rows string, placed ...board.Square) encode.Instance {
	t.Helper()
	p, err := board.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	in := encode.Instance{N: p.Board().N, Columns: p.Board().Columns, Family: encode.Regions, Regions: p, Placed: placed}
	if in.Columns > 0 {
		in.Queens = exactly(p.Count())
	}
	return in
}

func twoStars(t *testing.T) encode.Instance {
	in := withRegions(t, "ABBBBBCC,AAABBBBC,DDABEEBC,DDFFFEBC,DDFFEECC,DDGFEHHH,DGGGGGGH,DGGHHHHH")
	in.Stars = 2
	return in
}

// drawRegions returns a board with regions and one solution.
func drawRegions(t *testing.T, n, seed int) encode.Instance {
	t.Helper()
	in, err := puzzle.Sample{Seed: int64(seed), Puzzle: encode.Unique, Satisfiable: satisfiable}.Apply(t.Context(), encode.Instance{N: n, Family: encode.Regions})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func exactly(n int) *int { return &n }

// pieces returns a board with k pieces of a kind; columns is 0 for a square board.
func pieces(kind string, rows, columns, k int) encode.Instance {
	piece, err := encode.ParsePiece(kind)
	if err != nil {
		panic(err)
	}
	return encode.Instance{N: rows, Columns: columns, Queens: &k, Pieces: []encode.Kind{piece}}
}

// with returns the instance in another family, with blocked squares; 23 is row 2, column 3.
func with(in encode.Instance, f encode.Family, blocked ...int) encode.Instance {
	in.Family = f
	for _, s := range blocked {
		in.Blocked.Add(board.Square{Row: s / 10, Col: s % 10})
	}
	return in
}

func satisfiable(ctx context.Context, f *dimacs.Formula) (bool, error) {
	a, err := sat.Solve(ctx, sat.Problem{Formula: f}, sat.Options{Threads: 1, Engine: "cdcl"})
	return a.Status == dimacs.Satisfiable, err
}

func verify(t *testing.T, name string, in encode.Instance, s Step, known map[board.Square]dimacs.Lit) {
	t.Helper()
	literal := func(q board.Square) dimacs.Lit { return in.Board().Var(q) }
	for q := range in.Blocked.All() {
		known[q] = -literal(q)
	}
	for _, q := range in.Placed {
		known[q] = literal(q)
	}
	var named, all, forced []dimacs.Lit
	for _, q := range s.Known {
		if known[q] == 0 {
			t.Errorf("%s\n%v is not known", name, q)
		}
		named = append(named, known[q])
	}
	for _, l := range known {
		all = append(all, l)
	}
	for _, q := range s.Queens {
		forced = append(forced, literal(q))
	}
	for _, q := range s.Crosses {
		forced = append(forced, -literal(q))
	}
	if len(forced) == 0 || s.Text == "" {
		t.Errorf("%s forces nothing", name)
	}
	for _, l := range forced {
		if !implies(t, in, s.Constraints, named, l) {
			t.Errorf("%s\n%v and %v do not imply %d", name, s.Constraints, s.Known, l)
		}
	}
	for i := range s.Constraints {
		for _, l := range forced {
			if others := slices.Delete(slices.Clone(s.Constraints), i, i+1); implies(t, in, others, all, l) {
				t.Errorf("%s\n%v is not needed for %d", name, s.Constraints[i], l)
			}
		}
	}
	for _, l := range forced {
		q, _ := in.Board().SquareOf(l.Var())
		if known[q] != 0 {
			t.Errorf("%s\n%v is known already", name, q)
		}
		known[q] = l
	}
}

// implies reports whether constraints, given by name, and literals imply a literal.
func implies(t *testing.T, in encode.Instance, constraints []string, known []dimacs.Lit, l dimacs.Lit) bool {
	t.Helper()
	return !solvable(t, in, constraints, append(known, -l))
}

// solvable reports whether constraints, given by name, and literals have a solution.
func solvable(t *testing.T, in encode.Instance, constraints []string, known []dimacs.Lit) bool {
	t.Helper()
	f := &dimacs.Formula{Vars: in.Board().Count()}
	for _, name := range constraints {
		addNamed(t, f, in, name)
	}
	for _, k := range known {
		f.Add(k)
	}
	some, err := satisfiable(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return some
}

// addNamed adds the clauses of the constraint called name to f. It finds the squares of the constraint by
// their coordinates.
func addNamed(t *testing.T, f *dimacs.Formula, in encode.Instance, name string) {
	t.Helper()
	squares := slices.Collect(in.Board().Squares())
	n, v := in.N, in.Board().Var
	words := strings.Fields(name)
	last := words[len(words)-1]
	on := func(q board.Square) bool { return false }
	low, high := 1, 1
	at, _ := board.ParseSquare(last, in.Board())
	same := func(i, j int) bool { return i == j || in.Variant == board.Torus && (i-j)%n == 0 }
	attacks := func(q, r board.Square) bool {
		if in.Noun() == "king" {
			return max(q.Row-r.Row, r.Row-q.Row, q.Col-r.Col, r.Col-q.Col) <= 1
		}
		return q.Row == r.Row || q.Col == r.Col || same(q.Row+q.Col, r.Row+r.Col) || same(q.Row-q.Col, r.Row-r.Col)
	}
	excluded := func(q, r board.Square) bool { return false }
	switch {
	case strings.Contains(name, "touch"):
		excluded = encode.Touch
	case strings.Contains(name, "no two knights") || strings.Contains(name, "knight's move"):
		excluded = func(q, r board.Square) bool {
			i, j := q.Row-r.Row, q.Col-r.Col
			return i*i+j*j == 5
		}
	case words[0] == "row":
		on = func(q board.Square) bool { return fmt.Sprint(n+1-q.Row) == last }
	case words[0] == "column":
		on = func(q board.Square) bool { return strings.HasPrefix(q.Algebraic(n), last) }
	case words[0] == "region":
		on = func(q board.Square) bool { return in.Regions.Name(in.Regions.Region(q)) == last }
	case strings.Contains(name, "falling"):
		low, on = 0, func(q board.Square) bool { return same(q.Row-q.Col, at.Row-at.Col) }
	case strings.Contains(name, "rising"):
		low, on = 0, func(q board.Square) bool { return same(q.Row+q.Col, at.Row+at.Col) }
	case words[0] == "square":
		high, on = len(squares), func(q board.Square) bool { return attacks(q, at) }
	case words[0] == "the" && words[1] == "window":
		low, on = 0, func(q board.Square) bool {
			return (q.Row == at.Row || q.Row == at.Row+1) && (q.Col == at.Col || q.Col == at.Col+1)
		}
	case name == "the number of "+in.PieceAt(0).Name+"s":
		low, high, on = in.QueenCount(), in.QueenCount(), func(q board.Square) bool { return true }
	default:
		t.Fatalf("there is no constraint %q", name)
	}
	lines, side := map[string]int{"row": n, "column": in.Board().Width()}[words[0]], in.Board().Side()
	if in.Family == encode.Regions && (lines > 0 || words[0] == "region") {
		low, high = in.StarCount(), in.StarCount()
	}
	if lines > in.QueenCount() || lines > 0 && in.Family != encode.Regions && (in.QueenCount() != side || lines != side) {
		low = 0
	}
	var lits []dimacs.Lit
	for i, q := range squares {
		for _, r := range squares[:i] {
			if excluded(q, r) {
				f.Add(-v(q), -v(r))
			}
		}
		if on(q) {
			lits = append(lits, v(q))
		}
	}
	if len(lits) == 0 {
		return
	}
	subsets(lits, len(lits)-low+1, func(c []dimacs.Lit) { f.Add(c...) })
	if high < len(lits) {
		subsets(lits, high+1, func(c []dimacs.Lit) {
			var not []dimacs.Lit
			for _, l := range c {
				not = append(not, -l)
			}
			f.Add(not...)
		})
	}
}

// subsets calls yield with each subset of size k.
func subsets(lits []dimacs.Lit, k int, yield func([]dimacs.Lit)) {
	var choose func(from int, chosen []dimacs.Lit)
	choose = func(from int, chosen []dimacs.Lit) {
		if len(chosen) == k {
			yield(chosen)
			return
		}
		for i := from; len(lits)-i >= k-len(chosen); i++ {
			choose(i+1, append(chosen, lits[i]))
		}
	}
	choose(0, nil)
}

// TestGrade compares the grade with the hardest step, and checks that random boards have all grades.
func TestGrade(t *testing.T) {
	grades := map[encode.Puzzle]int{}
	for seed := range 40 {
		in := drawRegions(t, 7, seed)
		grade, err := Grade(t.Context(), in, encode.Hard)
		steps, err2 := Steps(t.Context(), in)
		if err != nil || err2 != nil {
			t.Fatal(seed, err, err2)
		}
		hardest := slices.MaxFunc(steps, func(a, b Step) int { return int(a.Kind - b.Kind) }).Kind
		want := map[Kind]encode.Puzzle{One: encode.Easy, Two: encode.Easy, Three: encode.Medium, More: encode.Hard}[hardest]
		upTo, err := Grade(t.Context(), in, encode.Easy)
		if grade != want || grade != hardest.Grade() || (upTo == encode.Easy) != (want == encode.Easy) || err != nil {
			t.Errorf("seed %d: the grade is %s, up to easy %s, but the hardest step is of the kind %v; %v", seed, grade, upTo, hardest, err)
		}
		grades[grade]++
	}
	for _, p := range encode.Difficulties() {
		if grades[p] == 0 {
			t.Errorf("no board is %s: %v", p, grades)
		}
	}
}

// TestWords checks the words of steps of each kind.
func TestWords(t *testing.T) {
	steps, err := Steps(t.Context(), withRegions(t, "ACDD,ACDD,ACDB,BBBB"))
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, s := range steps {
		text = append(text, fmt.Sprintf("%v: %s", s.Kind, s.Text))
	}
	if got := strings.Join(text, "\n"); got != told {
		t.Errorf("%s", got)
	}
	if m := steps[0].Marked(); m.Text != steps[0].Text || !slices.Equal(m.Crosses, steps[0].Crosses) || len(m.Look) == 0 {
		t.Errorf("%+v", m)
	}
}

// TestSentences checks some words of steps: with the number of queens, and with queens of a line that
// must not touch.
func TestSentences(t *testing.T) {
	at := func(squares ...int) (placed []board.Square) {
		for _, s := range squares {
			placed = append(placed, board.Square{Row: s / 10, Col: s % 10})
		}
		return placed
	}
	knights := pieces("knight", 4, 0, 8)
	knights.Placed = at(21, 24)
	for name, test := range map[string]struct {
		in   encode.Instance
		want []string // in the steps
	}{
		"domination": {encode.Instance{N: 4, Family: encode.Domination, Queens: exactly(2), Placed: at(31)}, []string{
			"Because of the number of queens, a queen on a3, b3 or b1 would leave no way to attack or occupy d4: cross a3, b3 and b1.",
			"Only one square is left from which a queen attacks d1 or stands on it: queen on d2.",
			"All queens stand on the board: cross c4 and c3.",
		}},
		"few queens": {encode.Instance{N: 4, Queens: exactly(3), Placed: at(12, 33)}, []string{"The board has one square left: queen on a1."}},
		"kings": {pieces("king", 5, 0, 9), []string{
			"With a king on b4, the windows at b5, a4, b4, d4, a2, c2 and d2 and the number of kings do not hold together: cross b4.",
			"the kings of the board have no room without"}},
		"knights": {knights, []string{
			"No knight attacks the knights on a3 and d3: cross b4, c4, b2, c2, b1 and c1.",
			"The number of knights and the rule that no two knights attack each other leave no other way: knights on a4, d4, a2, d2, a1 and d1; cross b3 and c3."}},
		"two stars": {twoStars(t), []string{"would have no room for its queens beside a queen there: cross", "has room for its queens only like this: queen"}},
	} {
		steps, err := Steps(t.Context(), test.in)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, s := range steps {
			text.WriteString(s.Text + "\n")
		}
		for _, want := range test.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s: no step %q in:\n%s", name, want, text.String())
			}
		}
	}
}

// TestRefused checks the errors of Steps and Grade.
func TestRefused(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for name, test := range map[string]struct {
		ctx  context.Context
		in   encode.Instance
		want string
	}{
		"several":       {t.Context(), encode.Instance{N: 5}, "the board has several solutions: expected exactly one"},
		"no solution":   {t.Context(), encode.Instance{N: 3}, "the board has no solution: expected exactly one"},
		"contradiction": {t.Context(), encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 1}}}, "the board has no solution: expected exactly one"},
		"attack":        {t.Context(), encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 2, Col: 2}}}, "the board has no solution: expected exactly one"},
		"large":         {t.Context(), encode.Instance{N: 31}, "board size is 31: expected at most 30 to explain a board"},
		"long":          {t.Context(), pieces("king", 5, 31, 2), "board size is 5x31: expected at most 30 to explain a board"},
		"mixture":       {t.Context(), encode.Instance{N: 5, Pieces: slices.Concat(pieces("king", 5, 0, 2).Pieces, pieces("rook", 5, 0, 2).Pieces)}, "the board has a mixture of pieces: expected one kind of pieces to explain a board"},
		"colouring":     {t.Context(), encode.Instance{N: 5, Family: encode.Colouring}, "family colouring: expected one kind of queens to explain a board, as in queens, domination, superqueens or regions"},
		"wrong":         {t.Context(), encode.Instance{}, "board size is 0: expected 1 or more"},
		"ended":         {ended, encode.Instance{N: 5}, "context canceled"},
	} {
		_, err1 := Steps(test.ctx, test.in)
		_, err2 := Grade(test.ctx, test.in, encode.Hard)
		for i, err := range []error{err1, err2} {
			if i == 1 && err == nil && !slices.Contains([]string{"large", "wrong", "long", "mixture"}, name) { // it is Hard
				continue
			}
			if err == nil || err.Error() != test.want {
				t.Errorf("%s: %v, expected %s", name, err, test.want)
			}
		}
	}
}

const told = `two: Region A lies in column a only, so no other region has a queen there: cross a1.
two: Region C lies in column b only, so no other region has a queen there: cross b1.
two: The squares left of row 1 lie in region B only, so no other row has a queen there: cross d2.
two: A queen on b3 would leave row 2 no square: cross b3.
two: A queen on c2 would leave row 1 no square: cross c2.
two: A queen on a3 would leave row 2 no square: cross a3.
two: The squares left of row 3 lie in region D only, so no other row has a queen there: cross c4 and d4.
two: A queen on c3 would leave column b no square: cross c3.
one: Row 3 has one square left: queen on d3.
one: Column c has one square left: queen on c1.
one: Row 1 has its queen on c1: cross d1.
one: No queen touches the queen on c1: cross b2.
one: Row 2 has one square left: queen on a2.
one: Column a has its queen on a2: cross a4.
one: Row 4 has one square left: queen on b4.`

// checkWords checks that the text is translated: each of its English words is missing in a translation.
func checkWords(t *testing.T, text string) {
	t.Helper()
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 'A' || r > 'z' }) {
		left := func(l words.Language) bool { return strings.Contains(l.Say(text), word) }
		if len(word) > 2 && left("de") && left("fr") && left("es") && left("pl") {
			t.Errorf("no words for %q in %q", word, text)
		}
	}
}
