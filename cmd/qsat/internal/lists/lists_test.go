package lists

import (
	"slices"
	"strconv"
	"testing"
)

func TestLists(t *testing.T) {
	if got := Map([]int{3, -1}, strconv.Itoa); !slices.Equal(got, []string{"3", "-1"}) {
		t.Errorf("%q", got)
	}
	if got := Map(nil, strconv.Itoa); got == nil || len(got) > 0 {
		t.Errorf("%q", got)
	}
	if got := From(int32(2), 3); !slices.Equal(got, []int32{2, 3, 4}) {
		t.Errorf("%v", got)
	}
}
