package words

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// untranslated returns the words of a text in English that are left in every language.
func untranslated(text string, all map[Language]translator) (left []string) {
	for word := range words(text) {
		if !slices.ContainsFunc(Languages()[1:], func(l Language) bool { return !words(all[l].say(text))[word] }) {
			left = append(left, word)
		}
	}
	return left
}

// pageTranslators returns the translators for the page of qpage.
func pageTranslators() map[Language]translator {
	all := map[Language]translator{}
	for _, l := range Languages() {
		all[l] = l.translator(pageRows())
	}
	return all
}

// names matches names that are the same in every language.
var names = regexp.MustCompile(`(https://)?puzz\.link(/\S*)?|\b(JavaScript|UIP|SVG|PNG|JSON|CNF|DIMACS|DRAT|CPOG|PDF|HTML|xor|Star Battle|[Bb]ackbone)\b|AAB/ABB/CCC`)

// words returns the words of at least three letters in a text, in lower case, except names.
func words(text string) map[string]bool {
	all := map[string]bool{}
	for _, word := range regexp.MustCompile(`\pL{3,}`).FindAllString(names.ReplaceAllString(text, " "), -1) {
		all[strings.ToLower(word)] = true
	}
	return all
}

// TestStarWords checks that English with stars is English with another word, and that no language speaks of
// queens beside stars.
func TestStarWords(t *testing.T) {
	stars := Language("").WithStars()
	for _, text := range append(slices.Clone(composed), "Queens: puzzles") {
		want := asStars.Replace(text)
		if got := stars.Say(text); got != want || stars.Say(got) != got {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	queens := regexp.MustCompile(`(?i)queen|damen?\b|dames?\b|reina|hetman`)
	for _, l := range Languages() {
		stars := l.WithStars()
		for _, row := range stars.rows(pageRows()) {
			if queens.MatchString(row[1]) {
				t.Errorf("%s: %q", stars, row)
			}
		}
		if code := stars.Code(); code != string(l) || stars.PageWords() == "" || slices.Contains(Languages(), stars) {
			t.Errorf("code %s", code)
		}
	}
}

// composed lists sentences that scripts compose of parts. The table must have the sentences, not
// the parts.
var composed = []string{
	"3 of 8 queens.", "1 queen, 2 too many.", "8 queens, but some attack each other.", "8 queens, but some break a rule.", "8 queens, but none attacks a1.", "Solved: 8 queens.",
	"Queens on a1 and b2 attack each other.", "Queens on a1 and b2 touch.", "Queens on a1 and b2 are both in region A.", "Row 3 has 2 queens, expected 1.",
	"a1 must stay empty.", "a1 holds a given queen.", "a1, region A, crossed out by a queen", "a1, region A, stays empty", "a1, given queen", "Your board, 8 by 8.", "The board, 8 by 8", "Puzzle 3, solved", "Puzzle 3, begun",
	"Row 3 has no square left: the queens so far cannot be completed.", "Column c has one square left: c3.", "Region A has 2 squares left for 2 queens: c3.", "Region A has no square left for 2 queens: the queens and crosses so far cannot be completed.",
	"The rising diagonal through a1 has one square left: a1.", "The falling diagonal through a1 has no square left: the queens so far cannot be completed.",
	"2 queens are missing, but only 1 rising diagonal has a square left: the queens so far cannot be completed.", "1 queen is missing, but only 2 falling diagonals have a square left: the queens so far cannot be completed.",
	"With your crosses: a1 can be attacked from no square: the queens and crosses so far cannot be completed.", "With your crosses: a1 can be attacked from one square: b2.",
	"a1 must stay empty. With a queen on a1, queens on b3 and c5 follow, and then column d has no square left.", "The region at a8 has one square left: b8.", "Look at the regions at a8, b6 and c3.", "Step 3 of 29: Region A has one square left: queen on a1.",
	"a queen is on a1, at level 2, because of not a3 or b3 (row 3), the first unique implication point", "a1, variable 1, no value", "Press Next to see why.",
	"Conflict: row 3 has no square left for a queen. The graph shows why.", "Conflict: row 3 has no square left for a queen. The next step takes back the last decision.", "Conflict: the queens on a1 and b2 are both on row 3. No decision is left to change.",
	"Resolution on a1: not a1 or b1 with a1 or c1 (row 3) gives b1 or c1, with 2 literals of level 3.", "30 steps taken. Last step: So a1 stays empty.", "a1 stays empty. Stopped after 30 steps. Press All steps to go on.",
	"All 30 clauses are satisfied: this is a model, with queens on a1 b2.", "3 × 3 queens as 34 clauses", "Right. So a1 stays empty.", "3 falsified",
	"Step 3 of 29: Region A has one square left: queen on a1. [1 constraint]", "Cross a1. [4 constraints or more]", "Look at row 3 and column c.", "The puzzle is solved.", "One of several solutions. Two of them differ on the marked squares.",
	"Place 1 queen in each row, column and region so that no two touch, not even diagonally. Squares with a cross stay empty. Difficulty: easy.",
}

// composedOnPage lists further sentences, of the page of qpage and of the page to look through boards.
var composedOnPage = []string{
	"The queen on a1 attacks 21 squares, with queens on b3 c5.", "The knight on a1 attacks 2 squares and no knight.", "Board 1 of 92, 8 by 8, queens on a1 b2", "Board 3, colours A: a1; B: b2", "Boards 1 to 120 of 1,234", "92 boards of 8 × 8",
	"12,345 optimal solutions.", "2 models drawn at random.", "Literals that are true in every model:", "No literal is true in every solution.", "There is a model: press Solve.", "A solution:", "Assuming 1 -3: 5 solutions.",
	"The most: 2 queens in each army.", "The fewest: 5 queens; 4,860 optimal solutions.", "Optimum: cost -3; 1 optimal model.", "3 of 17 in the part shown", "The first 500 of 30,000 variables. The text of the program has all.", "The fewest: 5 colours.", "Size: expected a whole number from 4 to 20, found 21.", "Seed: expected a whole number, found no number.", "64 variables, 744 clauses; cut", "d4 is in 1 clause of those shown.",
	"The problem, 8 by 8. Arrow keys move, Space uses the tool, Q places an amazon, X blocks a square.", "The problem, 8 by 8. Arrow keys move, Space uses the tool, Q places a queen, X blocks a square.",
	"This page is a file on this computer, so a link to it opens nowhere else. Copied instead: the formula as text, to paste into Link or Formula of another copy of this page.", "5 steps, hard.", "3 squares changed: now there is 1 solution. Undo goes back.", "Find a solution (S)",
	"Region A is not connected: it has a part around e1.", "It has more than 67,108,864 bytes. Use the programs in a shell.",
	"The lesson is about the formula of the workbench, but a lesson about a formula without a board has at most 60 variables and 300 clauses, because the page shows them all; found 61 and 3.",
}

// TestWordsOfPages checks that the table has the words of all pages: the texts of the pages, and the strings of
// their scripts that contain a blank, or a composed sentence with them. Only the page of qpage has the rows of page.tsv.
func TestWordsOfPages(t *testing.T) {
	ofPage := pageTranslators()
	for _, text := range composed {
		if left := untranslated(text, translators()); len(left) > 0 {
			t.Errorf("no words for %q: %q, such as %q", text, left, Language("de").Say(text))
		}
	}
	for _, text := range composedOnPage {
		if left := untranslated(text, ofPage); len(left) > 0 {
			t.Errorf("no words for %q: %q, such as %q", text, left, ofPage["de"].say(text))
		}
	}
	check := func(name, text string, all map[Language]translator) {
		for inner := regexp.MustCompile(`\$?\{[^{}]*\}`); inner.MatchString(text); {
			text = inner.ReplaceAllString(text, "7")
		}
		text = strings.TrimSpace(text)
		isPart := func(s string) bool {
			return !slices.ContainsFunc(slices.Collect(maps.Keys(words(text))), func(word string) bool { return !words(s)[word] })
		}
		if left := untranslated(text, all); len(left) > 0 && !slices.ContainsFunc(slices.Concat(composed, composedOnPage), isPart) {
			t.Errorf("%s: no words for %q: %q", name, text, left)
		}
	}
	quoted := regexp.MustCompile("\"[^\"\n]*\"|`[^`]*`")
	hasWords := regexp.MustCompile(`^[^.#<\[/=]*[A-Za-z]{2,}[^<=>\[\]]* [^<=>\[\]]*$`)
	noWords := regexp.MustCompile(`^(queens-.*|queens? ([a-z]*|army .*)|(queens (options|puzzle|page|lesson)|clause|mark|state) |wide player|square wide|note automatic|dots white|edge crossing|node clash|summary .state|input, select|wide made|line [a-z]*|q(sat|gen) [^a-z].*|A \$.*|\\n… .*|Arrow[A-Za-z ]*|script, style.*|use strict|\((prefers|min)-.*)$`)
	exempt := regexp.MustCompile(`translate="no">.*?</(select|pre|code|textarea)`)
	files, err := filepath.Glob("../page/*/*")
	own, err2 := filepath.Glob("../../cmd/qpage/page/*")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, name := range slices.Concat(files, own) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, all := exempt.ReplaceAllString(string(source), "><"), translators()
		if slices.Contains(own, name) {
			all = ofPage
		}
		switch {
		case strings.HasSuffix(name, ".html"):
			for _, m := range regexp.MustCompile(`>([^<>{}]+)<|(?:title|aria-label|placeholder)="([^"]+)"`).FindAllStringSubmatch(text, -1) {
				check(name, m[1]+m[2], all)
			}
		case strings.HasSuffix(name, ".js"):
			for _, m := range quoted.FindAllString(regexp.MustCompile(`(?m)//.*$`).ReplaceAllString(text, ""), -1) {
				if m = strings.Trim(m, "\"`"); hasWords.MatchString(m) && !noWords.MatchString(m) {
					check(name, m, all)
				}
			}
		}
	}
}

// TestTable checks the columns, the placeholders and the forms of words in the table.
func TestTable(t *testing.T) {
	checkTable(t, table())
	checkTable(t, stars())
	checkTable(t, pageRows())
	for _, row := range stars() {
		if !slices.ContainsFunc(pageRows(), func(of []string) bool { return of[0] == row[0] }) {
			t.Errorf("stars.tsv has %q, which is not in words.tsv", row[0])
		}
	}
}

func checkTable(t *testing.T, rows [][]string) {
	t.Helper()
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		for i, text := range row {
			forms := map[int]int{4: 3}[i]
			for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
				number := "{" + m[1] + "#}"
				switch {
				case i == 0 && m[2] != "" && m[2] != "#" && m[2] != "=", i > 0 && !strings.Contains(row[0], "{"+m[1]):
					t.Errorf("%q: a wrong placeholder %s", text, m[0])
				case i > 0 && m[2] != "" && (!strings.Contains(row[0], number) || strings.Count(m[2], "|") != max(forms, 2)):
					t.Errorf("%q: a wrong number of forms in %s", text, m[0])
				}
			}
			if strings.TrimSpace(text) != text || placeholder.ReplaceAllString(text, "") == "" || len(row) != len(Languages()) {
				t.Errorf("%q: a wrong row", row)
			}
		}
		if seen[row[0]] {
			t.Errorf("%q is there twice", row[0])
		}
		seen[row[0]] = true
	}
}

// TestSay checks translations with forms of words, capital letters and lists.
func TestSay(t *testing.T) {
	for _, tt := range []struct {
		l          Language
		text, want string
	}{
		{"", "3 of 8 queens.", "3 of 8 queens."},
		{"en", "Hint", "Hint"},
		{"xx", "Hint", "Hint"},
		{"de", "", ""},
		{"de", "Ω no words", "Ω no words"},
		{"de", "0 of 1 queen.", "0 von 1 Dame."},
		{"de", "Row 5 and regions A, B and C have a square left.", "Reihe 5 und Regionen A, B und C mit freiem Feld."},
		{"de", "Row 5 and the regions at a8, b7 and c2 have a square left.", "Reihe 5 und Regionen bei a8, b7 und c2 mit freiem Feld."},
		{"fr", "Place 1 queen so that no two attack each other.", "Placer 1 dame sans que deux s’attaquent."},
		{"de", "Place 5 queens and 3 knights so that no two attack each other.", "5 Damen und 3 Springer so setzen, dass keine zwei einander angreifen."},
		{"pl", "Place 5 knights in total so that no two attack each other. The pieces move as rider 1,1.", "Do ustawienia łącznie: 5 skoczków, tak aby żadne figury się nie atakowały. Figury poruszają się jako rider 1,1."},
		{"fr", "Place 1 rook so that every empty square is attacked and no two rooks attack each other.", "Placer 1 tour de sorte que chaque case vide soit attaquée, sans que deux s’attaquent."},
		{"es", "Place 2 archbishops of each colour so that no piece attacks a piece of the other colour. An archbishop moves like a bishop or a knight.",
			"Colocar 2 arzobispos de cada color sin que una pieza ataque a una pieza del otro color. Arzobispo se mueve como alfil o caballo."},
		{"de", "Give each square one of 5 colours so that no two squares that are an amazon's move apart have the same colour.", "Jedem Feld eine von 5 Farben geben, sodass kein Zug (Amazone) zwei Felder derselben Farbe verbindet."},
		{"fr", "2 knights given on a board of 8 by 5", "2 cavaliers au départ sur un échiquier de 8 sur 5"},
		{"de", "armies of 3 kings on a board of 8 by 8", "Heere: je 3 Könige auf einem Brett von 8 mal 8"},
		{"fr", "Difficulty: easy.", "Difficulté\u00a0: facile."},
		{"de stars", "3 of 8 queens.", "3 von 8 Sternen."},
		{"fr stars", "0 of 1 queen.", "0 étoile sur 1."},
		{"es stars", "Queens on a1 and b2 touch.", "Las estrellas en a1 y b2 se tocan."},
		{"pl stars", "Place 5 queens so that no two attack each other.", "Ustawić 5 gwiazd tak, aby żadne dwie się nie atakowały."},
		{"de stars", "Hint", "Tipp"},
		{"fr", "0 steps", "0 étape"},
		{"es", "0 steps", "0 pasos"},
		{"es", "Which square gets a value? Press it, or press Next to see.", "¿Qué casilla recibe un valor? Pulsarla, o «Siguiente»."},
		{"pl", "1 step", "1 krok"},
		{"pl", "3 steps", "3 kroki"},
		{"pl", "5 steps", "5 kroków"},
		{"pl", "12 steps", "12 kroków"},
		{"pl", "22 steps", "22 kroki"},
		{"pl", "1,234 steps", "1234 kroki"},
		{"pl", "12,345 steps", "12\u00a0345 kroków"},
		{"de", "1,234 steps", "1.234 Schritte"},
		{"de", "With a king on b4, the windows at b5 and d2 and the number of kings do not hold together: cross b4.", "Mit König auf b4: Quadrate 2 × 2 bei b5 und d2 und Zahl der Könige vertragen sich nicht: b4 ausstreichen."},
		{"es", "the falling diagonal through b8, the rising diagonals through f8 and h7 and the number of bishops leave no other way", "diagonal descendente por b8, diagonales ascendentes por f8 y h7 y número de alfiles: no hay otra posibilidad"},
		{"pl", "no knight attacks the knights on a3 and d3", "nic nie może atakować: skoczki na a3 i d3"},
		{"pl", "row 3 has two squares left for one queen", "wiersz 3: 2 wolne pola dla 1 hetmana"},
	} {
		if got := tt.l.Say(tt.text); got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.l, tt.text, got, tt.want)
		}
	}
}

func BenchmarkSay(b *testing.B) {
	const text = "Because of rows 3 and 4, a queen on a1 or b2 would leave no room for the queens of regions A, B and C: cross a1 and b2."
	for b.Loop() {
		Language("pl").Say(text)
	}
}
