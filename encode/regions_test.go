package encode

import (
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode/board"
)

// Regions survive in comments, also where names are long and rows take several lines.
func TestRegionsInComments(t *testing.T) {
	cells := make([]string, 720*720)
	for i := range cells {
		cells[i] = strings.ToUpper((board.Square{Row: 1, Col: 1 + i%720}).Algebraic(0))
	}
	large, err := board.NewPartition(board.Board{N: 720}, cells)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*board.Partition{partition(t, "AAB,ABB,CCC"), partition(t, "ab.0,0.ab"), large} {
		in := Instance{N: p.Board().N, Family: Regions, Regions: p, Stars: 2}
		got, err := ParseComments(in.Comments())
		if err != nil {
			t.Fatal(err)
		}
		if !got.Regions.Equal(p) || got.Stars != 2 || got.Family != Regions {
			t.Errorf("%v became %v", in.Comments(), got.Comments())
		}
	}
	regions := func(values ...string) []dimacs.Comment {
		list := []dimacs.Comment{{Key: "board", Value: "2", Line: 1}, {Key: "family", Value: "regions", Line: 2}}
		for i, v := range values {
			list = append(list, dimacs.Comment{Key: "regions", Value: v, Line: 3 + i})
		}
		return list
	}
	for want, comments := range map[string][]dimacs.Comment{
		`:2:18: expected 4 squares with their regions, in comments "regions", found "0"`:    regions(),
		`:4:13: expected 4 squares with their regions, in comments "regions", found "3"`:    regions("A B", "A"),
		`:4:16: expected at most 4 items, found "B"`:                                        regions("A B", "A B B"),
		`:3:14: expected the name of a region, of letters or digits, found "\x1b[2J"`:       regions("A \x1b[2J"),
		`:3:12: expected no regions, or the comment ` + "`family: regions`" + `, found "A"`: slices.Delete(regions("A"), 1, 2),
	} {
		if _, err := ParseComments(comments); err == nil || err.Error() != "<input>"+want {
			t.Errorf("got  %v\nwant <input>%s", err, want)
		}
	}
}

// partition parses rows separated by commas.
func partition(t *testing.T, rows string) *board.Partition {
	t.Helper()
	p, err := board.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
