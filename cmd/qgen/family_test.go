package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/cmd/internal/browsertest"
	"queens/cmd/internal/program"
	qbench "queens/cmd/qbench/command"
	qcheck "queens/cmd/qcheck/command"
	qgen "queens/cmd/qgen/command"
	qmerge "queens/cmd/qmerge/command"
	pages "queens/cmd/qpage/page"
	"queens/cmd/qpage/workbench"
	qsat "queens/cmd/qsat/command"
	qshow "queens/cmd/qshow/command"
	"queens/decode"
	"queens/decode/page"
	"queens/encode"
	"queens/encode/board"
)

// chancellors and guards are families that only this test knows. A chancellor moves like a rook and like a
// knight. A guard moves like a bishop and like a camel. A battle has regions.
const chancellors, guards, battles encode.Family = "chancellors", "guards", "battles"

func init() {
	for _, d := range []encode.Definition{
		{Name: chancellors, Also: []string{"empresses"}, Label: "Chancellors", About: "rooks that also move as knights", Rule: encode.Peaceful, Noun: "chancellor",
			Moves: board.Moves{Lines: []board.Direction{board.Row, board.Column}, Like: "knight",
				Leaps: encode.Superqueens.Definition().Leaps}},
		{Name: guards, Label: "Guards", About: "bishops and camels that attack each empty square", Rule: encode.Dominating, NoDefault: "N are too many",
			Moves: board.Moves{Lines: []board.Direction{board.Falling, board.Rising}, Like: "camel",
				Leaps: board.Leaper(1, 3)}},
		{Name: battles, Label: "Battles", About: "queens in regions", Rule: encode.Divided},
	} {
		if err := encode.Register(d); err != nil {
			panic(err)
		}
	}
}

var programs = map[string]func() program.Program{"qgen": qgen.New, "qsat": qsat.New, "qshow": qshow.New, "qcheck": qcheck.New,
	"qmerge": qmerge.New, "qbench": qbench.New}

// shell runs a pipeline of the programs and returns its output and messages. DIR in the pipeline becomes
// the directory dir, and dir in the result becomes DIR.
func shell(t *testing.T, dir, pipeline string) string {
	t.Helper()
	var text string
	for line := range strings.SplitSeq(strings.ReplaceAll(pipeline, "DIR", dir), " | ") {
		args := strings.Fields(line)
		var out, messages bytes.Buffer
		program.Run(programs[args[0]](), args, strings.NewReader(text), &out, &messages)
		text = out.String() + messages.String()
	}
	return text
}

// A family that a test registers passes through all programs. The numbers of boards with chancellors are in
// OEIS A137774.
func TestRegisteredFamily(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ pipeline, want string }{
		{"qgen --help", `chancellors +rooks that also move as knights`},
		{"qgen --family chancellors 5 | qsat --count", `c s exact arb int 20\n`},
		{"qgen --family empresses 5", `found "empresses", did you mean chancellors`},
		{"qgen --family chancellors -e sequential 7 | qsat --count", `c s exact arb int 438\n`},
		{"qgen --family chancellors --minimal 8 | qsat --count", `c s exact arb int 2766\n`},
		{"qgen --family chancellors --queens 3 4 | qsat --all | qshow --verify-only", `^$`},
		{"qgen --family chancellors --break-symmetry 6 | qsat --all | qshow --count", `^21\n$`},
		{"qgen --family chancellors 6 | qsat --all | qshow -u --count", `^21\n$`},
		{"qgen --family chancellors --variant torus 5 | qsat --all | qshow --count", `^10\n$`},
		{"qgen --family chancellors --format opb 6 | qsat --count", `c s exact arb int 94\n`},
		{"qgen --family chancellors --annotate 4", `note: rooks that also move as knights:[^$]*knight's moves from a4`},
		{"qgen --family chancellors --maximum 3 | qsat", `s OPTIMUM FOUND`},
		{"qgen --family chancellors --format mzn 4", `--format: family chancellors: the format mzn`},
		{"qgen --family chancellors --place a1,b3 5", `queens placed on a1 and b3 attack each other by a knight's move`},
		{"qgen --family chancellors --place a1,b2 --random-place 1 5 | qsat | qshow --count", `^1\n$`},
		{"qgen --family chancellors --unique 6 | qshow --puzzle --steps", `(?i)no queen is a knight's move from`},
		{"qgen --family chancellors --unique 6 | qshow --puzzle -f html", `Queens do not move along diagonals. Queens also move like knights.`},
		{"qgen --family chancellors --place a1,b3 --allow-conflict 5 | qshow --puzzle --steps", `a knight's\s+move apart`},
		{"qgen --family chancellors 5 | qsat | qshow -f svg", `<title>5 chancellors on a board of 5 by 5`},
		{"qgen --family guards 4", `--family guards: expected --minimum or --queens K, because N are too many`},
		{"qgen --family guards --minimum 5 | qsat --all | qshow --verify-only", `^qshow: optimum: 4 queens\n$`},
		{"qgen --family guards --queens 4 --independent 4 | qsat --all | qshow --attacked -m 1", `\*`},
		{"qgen --family chancellors --queens 6 -o DIR/u.cnf 5 | qsat --proof DIR/u.drat DIR/u.cnf | qcheck DIR/u.cnf DIR/u.drat", `s VERIFIED`},
		{"qgen --family chancellors -o DIR/q.cnf 6 | qsat --count --part 1/2 -o DIR/1 DIR/q.cnf | qsat --count --part 2/2 -o DIR/2 DIR/q.cnf | qmerge DIR/1 DIR/2", `c s exact arb int 94\n`},
		{"qgen --family battles --unique --balance 3 6 | qsat --all | qshow --count", `^1\n$`},
		{"qgen --family battles --queens 3 --unique 6", `--queens: family battles: regions are drawn for a queen in each row: expected no number of queens`},
		{"qgen --family battles --difficulty medium 6 | qshow --puzzle --steps", `region`},
		{"qgen --family chancellors 5 | qbench shuffle | qsat --count", `c s exact arb int 20\n`},
	} {
		if got := shell(t, dir, test.pipeline); !regexp.MustCompile(test.want).MatchString(got) {
			t.Errorf("%s: %.2000s\nwant %s", test.pipeline, got, test.want)
		}
	}
}

// The constraints, the pages and the pieces on a board agree on the squares that a piece attacks: for each
// pair of squares, package decode finds an attack if the clauses exclude both queens.
func TestRegisteredMoves(t *testing.T) {
	for _, in := range []encode.Instance{{N: 5, Family: chancellors}, {N: 6, Family: chancellors, Variant: board.Torus}, {N: 6, Family: guards, Independent: true}, {N: 7, Family: guards, Independent: true, Variant: board.Torus}} {
		for a := range in.Board().Squares() {
			for b := range in.Board().Squares() {
				if in.Placed = []board.Square{a, b}; a.Compare(b) < 0 && (in.Conflict() == nil) != (len(decode.Attacks(decode.NewPuzzle(&in, 0))) == 0) {
					t.Errorf("%v: %v", in.Placed, in.Conflict())
				}
			}
		}
	}
}

// The page works with a registered family: its module makes formulas, and its scripts know the rules.
func TestRegisteredPage(t *testing.T) {
	var made struct {
		Error, Text string
		Steps       json.RawMessage
	}
	b := &workbench.Bench{Dir: t.TempDir()}
	for _, request := range []string{`{"ask":"problem","settings":{"n":6,"family":"chancellors"}}`, `{"ask":"puzzle","settings":{"n":6,"family":"chancellors","seed":1}}`} {
		if err := json.Unmarshal(b.Answer([]byte(request), nil), &made); err != nil || made.Error != "" {
			t.Errorf("%s: %v, %s", request, err, made.Error)
		}
	}
	browser := browsertest.Start(t)
	browser.NewTab(t)
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, []byte(page.Source{Markup: pages.Markup, Script: pages.Script()}.Page()), 0o666); err != nil {
		t.Fatal(err)
	}
	browser.Open(name)
	for script, want := range map[string]any{
		`flagsOf(checked({ family: "chancellors", n: 6, place: ["a1"], encoding: "ladder", colours: 3 }))`:   map[string]any{"family": "chancellors", "n": 6, "place": []string{"a1"}, "encoding": "ladder"},
		`judge(boardOf(puzzleOf(checked({ family: "chancellors", n: 3, place: ["a1", "b2"] }))), true).text`: "2 of 3 queens.",
		`judge(boardOf(puzzleOf(checked({ family: "chancellors", n: 3, place: ["a1", "b3"] }))), true).text`: "Queens on b3 and a1 attack each other.",
		`[...linesOf(0, puzzleOf(checked({ family: "guards", n: 4 })))].sort((a, b) => a - b).join()`:        "5,7,10,13,15",
	} {
		var got any
		browser.Eval(script, &got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", script, got, want)
		}
	}
}

// Register refuses a family that the programs cannot interpret.
func TestRegister(t *testing.T) {
	all := []board.Direction{board.Row, board.Column, board.Falling, board.Rising}
	for want, d := range map[string]encode.Definition{
		"there is a family queens":                   {Name: "queens", Rule: encode.Peaceful, Moves: board.Moves{Lines: all}},
		"there is a family chancellors":              {Name: chancellors, Rule: encode.Peaceful, Moves: board.Moves{Lines: all}},
		"expected the name of a family":              {Rule: encode.Peaceful},
		"expected the rule of a family":              {Name: "rooks", Rule: "wild"},
		"its rule has moves of its own":              {Name: "rooks", Rule: encode.Opposed, Moves: board.Moves{Lines: all}},
		"expected moves that rotations":              {Name: "rooks", Rule: encode.Peaceful, Moves: board.Moves{Lines: all[:1]}},
		"expected moves that rotations and reflect":  {Name: "rooks", Rule: encode.Peaceful, Moves: board.Moves{Like: "knight", Leaps: board.Leaper(1, 2)[:1]}},
		"expected Like, a word of lower-case letter": {Name: "rooks", Rule: encode.Peaceful, Moves: board.Moves{Like: "<b>", Leaps: encode.Superqueens.Definition().Leaps}},
	} {
		if err := encode.Register(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", d, err, want)
		}
	}
}
