package command

import (
	"strings"
	"testing"

	"queens/cmd/internal/parts"
)

// Missing parts are listed as ranges, and a long list is cut.
func TestMissingError(t *testing.T) {
	m := &parts.Merger{Seconds: 10}
	m.First.K = 1 << 20
	odd := []int{}
	for i := 1; i < m.First.K; i += 2 {
		odd = append(odd, i)
	}
	all := []int{}
	for i := 2; i <= m.First.K; i++ {
		all = append(all, i)
	}
	for _, tt := range []struct {
		missing []int
		want    string
	}{
		{[]int{2, 4}, "\n--array=2,4\n::: 2 4"},
		{[]int{1, 2, 5, 6, 7, 9}, "\n--array=1,2,5-7,9\n::: 1 2 {5..7} 9"},
		{all, "\n--array=2-1048576\n::: {2..1048576}"},
		{odd, ",1997,1999\n::: 1 3 5 "},
		{odd, "\nand 523288 more, from 2001 on"},
	} {
		text := missingError(m, tt.missing).Error()
		if !strings.Contains(text, tt.want) || len(text) > 20_000 {
			t.Errorf("%d bytes, %.300s; want %q", len(text), text, tt.want)
		}
	}
}
