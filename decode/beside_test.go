package decode

import (
	"testing"

	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

func TestSideBySide(t *testing.T) {
	two := board(encode.Instance{N: 2}, 1)
	three := board(encode.Instance{N: 3}, 0, 3)
	numbered := *two
	numbered.Number = 12
	tests := []struct {
		name  string
		style Style
		list  []*Placement
		want  string
	}{
		{"none", Style{Columns: 2}, nil, ""},
		{"one", Style{Columns: 2}, []*Placement{two}, "Q .\n. .\n"},
		{"one after the other", Style{Columns: 1}, []*Placement{two, two}, "1\nQ .\n. .\n\n2\nQ .\n. .\n"},
		{"two of two", Style{Columns: 2}, []*Placement{two, three}, "1     2\nQ .   . . .\n. .   . . Q\n      . . .\n"},
		{"three of two", Style{Columns: 2}, []*Placement{two, two, two}, "1     2\nQ .   Q .\n. .   . .\n\n3\nQ .\n. .\n"},
		{"wide enough", Style{Width: 9}, []*Placement{two, two}, "1     2\nQ .   Q .\n. .   . .\n"},
		{"too narrow", Style{Width: 8}, []*Placement{two, two}, "1\nQ .\n. .\n\n2\nQ .\n. .\n"},
		{"numbers of puzzles", Style{Columns: 2}, []*Placement{&numbered, two}, "12    2\nQ .   Q .\n. .   . .\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rendered(t, textFormat, tt.style, tt.list...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
