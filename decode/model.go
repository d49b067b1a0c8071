package decode

import (
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// A Decoder turns models into placements. The zero value is ready to use.
type Decoder struct {
	shuffled  *encode.Instance // the instance of renaming
	renaming  *encode.Shuffle  // nil before the first shuffled instance
	model     []dimacs.Lit     // the last model with the shuffle undone
	placement Placement
}

// Decode returns the board of a model of the formula of in. It undoes the shuffle and the transform of in,
// but does not check the board. The literals may be in any order; auxiliary variables are ignored.
// Variables without a value are false. Only for a shuffled instance, there are errors: a variable of the
// board without a value, and the error of in.Renaming. If in has an Aim, the placement refers to a copy of
// in without the Aim, which has the number of queens or colours of the board. Otherwise it refers to in.
// The placement is valid until the next call.
func (d *Decoder) Decode(in *encode.Instance, model []dimacs.Lit) (p *Placement, err error) {
	if in.Shuffle != nil {
		if model, err = d.unshuffle(in, model); err != nil {
			return nil, err
		}
	}
	if in.Transform != nil {
		model = in.Transform.Original(model, in.BoardVariables()/in.Transform.K)
	}
	d.placement.set(in, model)
	if in.Aim != "" {
		d.placement.Instance = d.placement.found()
	}
	return &d.placement, nil
}

// unshuffle returns the literals of the variables of the board, with the variables of the instance before
// it was shuffled. They are valid until the next call. It returns an error if a variable of the board has
// no value, because a shuffle may negate variables, so that a missing value could mean a queen. Another
// error is that of in.Renaming.
func (d *Decoder) unshuffle(in *encode.Instance, model []dimacs.Lit) ([]dimacs.Lit, error) {
	squares := in.BoardVariables()
	d.model = d.model[:0]
	if len(model) >= squares {
		if d.shuffled != in {
			var err error
			if d.renaming, err = in.Renaming(); err != nil {
				return nil, err
			}
			d.shuffled = in
		}
		for _, l := range model {
			if o := d.renaming.Original(l); o != 0 && o.Var() <= squares {
				d.model = append(d.model, o)
			}
		}
	}
	if len(d.model) < squares {
		return nil, fmt.Errorf("expected values for all squares of a shuffled board, found %d of %d", len(d.model), squares)
	}
	return d.model, nil
}

// FromModel returns the board of a model of the formula that in.Formula returns, for example of the Model
// of an answer of package sat. It undoes the shuffle and the transform of the instance.
//
// FromModel checks the board like Check, with the same errors. It does not check auxiliary variables. It
// also returns an error if the instance is nil or fails its Check, if the model is nil, or if in.Renaming
// fails.
//
// The placement refers to the instance. If the instance has an Aim, the placement refers to a copy with the
// number of queens or colours of the board. Later changes of the model do not change the placement.
func FromModel(in *encode.Instance, model *dimacs.Assignment) (*Placement, error) {
	if in == nil || model == nil {
		return nil, errors.New("expected an instance and a model, found nil")
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	d, last := &Decoder{}, in.BoardVariables()
	if in.Shuffle != nil {
		renaming, err := in.Renaming()
		if err != nil {
			return nil, err
		}
		d.shuffled, d.renaming, last = in, renaming, renaming.Vars()
	}
	p, err := d.Decode(in, model.Lits(last))
	if err == nil {
		err = Check(p)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// set sets the Instance, Aim, Queens and Layers of p from a model: the pieces of its true variables. The
// model may be in any order; auxiliary variables are ignored. It reuses the array of p.Queens, and makes
// new Layers.
func (p *Placement) set(in *encode.Instance, model []dimacs.Lit) {
	p.Instance, p.Aim, p.Queens, p.Layers = in, in.Aim, p.Queens[:0], nil
	board, squares, layers, piecesOf := in.Board(), in.Board().Count(), in.Layers(), ruleOf(in).piecesOf
	var array [64]int
	keys := array[:0] // in the order of the pieces
	for _, l := range model {
		if v := int(l) - 1; v < 0 {
			continue
		} else if piecesOf != nil {
			for _, c := range piecesOf(in, int(l)) {
				keys = append(keys, int(board.Var(c.Square)-1)*layers+c.layer)
			}
		} else if v < squares*layers {
			keys = append(keys, v%squares*layers+v/squares)
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		s, _ := board.SquareOf(key/layers + 1)
		if p.Queens = append(p.Queens, s); layers > 1 {
			p.Layers = append(p.Layers, key%layers)
		}
	}
}

// found returns a copy of the instance of p without its Aim, which has the number of queens of p (in each
// army) or, for a colouring, of colours up to the last one that p uses.
func (p *Placement) found() *encode.Instance {
	in := *p.Instance
	in.Aim = ""
	switch k := len(p.Queens) / in.Layers(); {
	case in.Family.Definition().Rule == encode.Coloured:
		k = slices.Max(append([]int{0}, p.Layers...)) + 1
		in.Colours = &k
	case k != in.Board().Side():
		in.Queens = &k
	}
	return &in
}
