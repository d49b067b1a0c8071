package page

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/draw"
	"queens/decode/internal/boardtest"
	"queens/decode/read"
	"queens/encode"
)

// rendered returns the page of the placements.
func rendered(t *testing.T, s draw.Style, placements ...*decode.Placement) string {
	t.Helper()
	var b strings.Builder
	if err := Format.Draw(t.Context(), &b, s, placements...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The policies of pages allow only their own style and script, with the right hashes. The pages
// refer to no other resource.
func TestHTMLPolicy(t *testing.T) {
	explained := decode.NewPuzzle(&encode.Instance{N: 2}, 0)
	explained.Steps = []decode.Marked{{Text: "a"}}
	for name, page := range map[string]string{
		"boards": rendered(t, draw.Style{Title: "Homework"}, boardtest.Queens(1)), "puzzle": rendered(t, draw.Style{Title: "Homework"}, decode.NewPuzzle(&encode.Instance{N: 1}, 0)),
		"steps": rendered(t, draw.Style{}, explained), "puzzles": rendered(t, draw.Style{Play: true}, explained, explained),
	} {
		policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(page)
		if policy == nil || strings.Contains(policy[1], "unsafe") || !strings.HasPrefix(policy[1], "default-src 'none'; ") {
			t.Fatalf("%s: policy %q", name, policy)
		}
		for _, part := range []string{"style", "script"} {
			text := regexp.MustCompile(`(?s)<` + part + `>(.*?)</` + part + `>`).FindStringSubmatch(page)
			if text == nil || !strings.Contains(policy[1], part+"-src "+policyHash(text[1])) {
				t.Errorf("%s: the policy does not allow the page's own %s", name, part)
			}
		}
		for _, outside := range []string{"http://", "https://", "src=", "@import", "url(", "innerHTML", "eval(", "{{"} {
			if strings.Contains(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), outside) {
				t.Errorf("%s: %q is in the page", name, outside)
			}
		}
	}
	if err := Format.New(bufio.NewWriter(io.Discard), draw.Style{Play: true}).Render(t.Context(), boardtest.Queens(1)); err != errPlayedAnswer {
		t.Errorf("an answer to play: error %v", err)
	}
}

// No text of the input reaches the page, whatever the comments and the name of the input are.
func TestHTMLHostile(t *testing.T) {
	clean := rendered(t, draw.Style{}, boardtest.Queens(2, 4, 1, 3))
	for _, comment := range []string{
		"board</script>: <b>", "encoding: evil", "note: </script><script>alert(1)</script>", "seed: 7", "form: minimal",
	} {
		d, err := read.NewReader(read.NewResults(strings.NewReader("c board: 4\nc "+comment+"\n"+"v 2 8 9 15 0\n"), "<script>"), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Read()
		if err != nil {
			t.Fatal(err)
		}
		if got := rendered(t, draw.Style{}, p); got != clean {
			t.Errorf("comment %q changes the page", comment)
		}
	}
}
