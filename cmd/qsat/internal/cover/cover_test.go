package cover

import (
	"testing"

	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return New() }, enginetest.Options{MayDecline: true})
}

// Under a projection to a part of the board, the count agrees with another engine.
func TestCountParts(t *testing.T) {
	for _, encoding := range []string{"pairwise", "ladder"} {
		for _, project := range [][]int{{1}, {1, 2, 3, 4, 5, 6, 7}, {1, 9, 17, 25, 33, 41, 49}, {24, 25, 26, 31, 40}, {}} {
			task := taskOf(t, encode.Instance{N: 7, Encoding: encoding})
			task.Project = project
			want, err := dpll.New().Count(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			got, err := New().Count(t.Context(), task)
			if err != nil || got.Int().Cmp(want.Int()) != 0 {
				t.Errorf("%s, %v: %v, %v, want %v", encoding, project, got.Int(), err, want.Int())
			}
		}
	}
}
