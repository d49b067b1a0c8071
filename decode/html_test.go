package decode

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"testing"

	"queens/encode"
)

// The policies of pages allow only their own style and script, with the right hashes. The pages
// refer to no other resource.
func TestHTMLPolicy(t *testing.T) {
	explained := NewPuzzle(&encode.Instance{N: 2}, 0)
	explained.Steps = []Marked{{Text: "a"}}
	for name, page := range map[string]string{
		"boards": rendered(t, htmlFormat, Style{Title: "Homework"}, queens(1)), "puzzle": rendered(t, htmlFormat, Style{Title: "Homework"}, NewPuzzle(&encode.Instance{N: 1}, 0)),
		"steps": rendered(t, htmlFormat, Style{}, explained), "puzzles": rendered(t, htmlFormat, Style{Play: true}, explained, explained),
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
	if err := htmlFormat.New(bufio.NewWriter(io.Discard), Style{Play: true}).Render(t.Context(), queens(1)); err != errPlayedAnswer {
		t.Errorf("an answer to play: error %v", err)
	}
}

// No text of the input reaches the page, whatever the comments and the name of the input are.
func TestHTMLHostile(t *testing.T) {
	clean := rendered(t, htmlFormat, Style{}, queens(2, 4, 1, 3))
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
