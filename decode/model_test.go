package decode_test

import (
	"strings"
	"testing"

	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// FromModel refuses boards that break the rules, and arguments that are no instance or no model.
func TestFromModelChecks(t *testing.T) {
	model := &dimacs.Assignment{}
	for _, v := range []int{1, 6, 11, 16} {
		model.Set(v, true)
	}
	for _, c := range []struct {
		in    *encode.Instance
		model *dimacs.Assignment
		want  string
	}{
		{&encode.Instance{N: 4}, model, "attack each other"},
		{&encode.Instance{N: 5}, model, "attack each other"},
		{&encode.Instance{}, model, "board size"},
		{&encode.Instance{N: 4, Encoding: "x"}, model, "unknown encoding"},
		{nil, model, "found nil"},
		{&encode.Instance{N: 4}, nil, "found nil"},
	} {
		if p, err := decode.FromModel(c.in, c.model); p != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, %v; expected an error with %q", c.in, p, err, c.want)
		}
	}
}

// With an aim, the placement says which number was found.
func TestFromModelCountsQueens(t *testing.T) {
	in := &encode.Instance{N: 3, Family: encode.Domination, Aim: encode.Minimum}
	model := &dimacs.Assignment{}
	model.Set(5, true)
	p, err := decode.FromModel(in, model)
	if err != nil || p.Aim != encode.Minimum || p.Objective() != "1 queen" || in.Queens != nil {
		t.Errorf("%+v, %v", p, err)
	}
}
