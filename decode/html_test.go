package decode

import (
	"bufio"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"queens/encode"
)

// The policy of the page allows only its own style and script, with the right hashes. The page
// refers to no other resource.
func TestHTMLPolicy(t *testing.T) {
	for name, p := range map[string]*Placement{"boards": board(encode.Instance{N: 1}, 1), "puzzle": NewPuzzle(&encode.Instance{N: 1}, 0)} {
		t.Run(name, func(t *testing.T) { checkPolicy(t, rendered(t, htmlFormat, Style{}, p)) })
	}
}

func checkPolicy(t *testing.T, page string) {
	t.Helper()
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatal("no policy")
	}
	if strings.Contains(policy[1], "unsafe") || !strings.HasPrefix(policy[1], "default-src 'none'; ") {
		t.Errorf("policy %q", policy[1])
	}
	for _, part := range []string{"style", "script"} {
		text := regexp.MustCompile(`(?s)<` + part + `>(.*?)</` + part + `>`).FindStringSubmatch(page)
		if text == nil || !strings.Contains(policy[1], part+"-src "+policyHash(text[1])) {
			t.Errorf("the policy does not allow the page's own %s", part)
		}
	}
	for _, outside := range []string{"http://", "https://", "src=", "@import", "url(", "innerHTML", "eval(", "{{"} {
		text := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
		if strings.Contains(text, outside) {
			t.Errorf("%q is in the page", outside)
		}
	}
}

// No text of the input reaches the page, whatever the comments and the name of the input are.
func TestHTMLHostile(t *testing.T) {
	clean := rendered(t, htmlFormat, Style{}, board(encode.Instance{N: 4}, 2, 4, 1, 3))
	for _, comment := range []string{
		"board</script>: <b>", "encoding: evil", "note: </script><script>alert(1)</script>", "seed: 7", "form: minimal",
	} {
		d, err := NewReader(NewResults(strings.NewReader("c board: 4\nc "+comment+"\n"+four), "<script>"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got := rendered(t, htmlFormat, Style{}, p); got != clean {
			t.Errorf("comment %q changes the page", comment)
		}
	}
}

// The data of the page hold the boards.
func TestHTMLBoards(t *testing.T) {
	in := encode.Instance{N: 4, Placed: []encode.Square{{Row: 1, Col: 2}}, BlockedDiagonals: []encode.Diagonal{{Rising: true, Index: 2}, {Index: -3}}}
	torus := encode.Instance{N: 5, Variant: encode.Torus, Blocked: encode.SquaresOf([]encode.Square{{Row: 5, Col: 5}}...)}
	same := board(in, 2, 4, 1, 3)
	again := *same
	page := rendered(t, htmlFormat, Style{Attacks: true}, same, &again, board(torus, 1, 3, 5, 2, 4))
	var entries []json.RawMessage
	text := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(page)
	if err := json.Unmarshal([]byte(text[1]), &entries); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"n":4,"attacks":true,"placed":[2],"rising":[2],"falling":[-3]}`, `[2,8,9,15]`, `[2,8,9,15]`,
		`{"n":5,"torus":true,"attacks":true,"blocked":[25]}`, `[1,8,15,17,24]`,
	}
	for i, entry := range entries {
		if i >= len(want) || string(entry) != want[i] {
			t.Errorf("entry %d is %s", i+1, entry)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d entries, want %d", len(entries), len(want))
	}
}

func TestHTMLWithoutBoards(t *testing.T) {
	if got := rendered(t, htmlFormat, Style{}); got != "" {
		t.Errorf("got %q", got)
	}
}

// A single puzzle becomes a page to play it, with its rules and without its answer. A puzzle
// with an answer becomes a worksheet.
func TestHTMLPuzzle(t *testing.T) {
	three := 3
	in := encode.Instance{N: 4, Queens: &three, Placed: []encode.Square{{Row: 1, Col: 2}}, Blocked: encode.SquaresOf(encode.Square{Row: 4, Col: 4})}
	page := rendered(t, htmlFormat, Style{}, NewPuzzle(&in, 0))
	for _, want := range []string{
		`<script type="application/json" id="data">{"n":4,"queens":3,"placed":[2],"blocked":[16]}</script>`,
		"Place 2 more queens so that no two attack each other. Squares with a cross stay empty.", "script-src " + policyHash(pageScript("play")),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	games := rendered(t, htmlFormat, Style{Play: true}, NewPuzzle(&in, 1), NewPuzzle(&in, 2))
	if want := `[{"n":4,"queens":3,"placed":[2],"blocked":[16],"caption":"1. Place 2 more queens so that`; !strings.Contains(games, want) || strings.Contains(games, "<figure") {
		t.Errorf("no %q in the page", want)
	}
	if err := htmlFormat.New(bufio.NewWriter(io.Discard), Style{Play: true}).Render(t.Context(), board(in, 2, 4, 1)); err != errPlayedAnswer {
		t.Errorf("an answer to play: error %v", err)
	}
	for name, placements := range map[string][]*Placement{
		"an answer": {NewPuzzle(&in, 0), board(in, 2, 4, 1)}, "several": {NewPuzzle(&in, 1), NewPuzzle(&in, 2)}, "without numbers": {NewPuzzle(&in, 0), NewPuzzle(&in, 0)},
	} {
		if sheet := rendered(t, htmlFormat, Style{}, placements...); strings.Contains(sheet, "<script") || strings.Count(sheet, "<figure") != 2 {
			t.Errorf("%s: no worksheet", name)
		}
	}
}

// The page of a puzzle with regions contains them, with colours except in the theme print, and
// the steps in numbers of squares. Text of a step is escaped.
func TestHTMLRegions(t *testing.T) {
	regions, err := encode.ParsePartition("x1.B,x1.B", "", true)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPuzzle(&encode.Instance{N: 2, Family: encode.Regions, Regions: regions}, 0)
	corner, other := []encode.Square{{Row: 1, Col: 1}}, []encode.Square{{Row: 2, Col: 2}}
	p.Steps = []Marked{{Text: "</script>{{data}}", Look: corner, Queens: other}, {Crosses: corner}}
	const before, after = `{"n":2,"family":"regions","regions":[0,1,0,1],"names":["x1","B"]`, `"stars":1,"steps":[{"text":"\u003c/script\u003e{{data}}","look":[1],"queens":[4]},{"text":"","crosses":[1]}]}`
	const colour = `"#[0-9a-f]{6}"`
	for fills, s := range map[string]Style{`"fills":\[` + colour + "," + colour + `\],`: {}, "": {Theme: printTheme}} {
		want := regexp.QuoteMeta(before+",") + fills + regexp.QuoteMeta(after)
		if !regexp.MustCompile(want).MatchString(rendered(t, htmlFormat, s, p)) {
			t.Errorf("no %s in the page", want)
		}
	}
	p.Steps[0].Text = "a"
	checkPolicy(t, rendered(t, htmlFormat, Style{}, p))
	checkPolicy(t, rendered(t, htmlFormat, Style{Play: true}, p, p))
}
