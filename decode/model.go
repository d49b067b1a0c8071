package decode

import (
	"errors"

	"queens/dimacs"
	"queens/encode"
)

// FromModel returns the board of a model of the formula that in.Formula returns, for example of
// the Model of an answer of package sat. It undoes the shuffle and the transform of the instance.
//
// FromModel checks the board like Check, with the same errors. It does not check auxiliary variables.
// It also returns an error if the instance is nil or fails its Check, or if the model is nil.
//
// The placement refers to the instance. If the instance has an Aim, the placement refers to a copy
// with the number of queens or colours of the board. It does not change if the model does.
func FromModel(in *encode.Instance, model *dimacs.Assignment) (*Placement, error) {
	if in == nil || model == nil {
		return nil, errors.New("expected an instance and a model, found nil")
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	d, last := &Reader{}, in.BoardVariables()
	if in.Shuffle != nil {
		var err error
		if d.renaming, err = in.Renaming(); err != nil {
			return nil, err
		}
		last = d.renaming.Vars()
	}
	var lits []dimacs.Lit
	for v := 1; v <= last; v++ {
		// Only a shuffle needs the false variables, because it may negate them.
		if in.Shuffle != nil || model.Value(v) {
			lits = append(lits, model.Lit(v))
		}
	}
	if err := d.place(in, lits); err != nil {
		return nil, err
	}
	p := d.placement
	if err := Check(&p); err != nil {
		return nil, err
	}
	return &p, nil
}
