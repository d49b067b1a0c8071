package decode

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"queens/dimacs"
	"queens/encode"
)

// Options hold further information about the boards. The zero value is ready to use.
type Options struct {
	// Size is the size of the board, or 0 if it is unknown. If it contradicts the comments,
	// that is an error.
	Size int
	// Formula is the instance, or nil. Its comments describe the board. It must have been read with
	// encode.Keys. FormulaName is its name in messages.
	Formula     *dimacs.Formula
	FormulaName string
	// CheckModel returns an error if a model violates Formula; nil means that nothing is checked
	// except the board.
	CheckModel func(model []dimacs.Lit) error
	// Puzzle describes the board if Formula is nil. It holds the comments of an instance in
	// another language, whose name is FormulaName.
	Puzzle []dimacs.Comment
	// NoVerify turns off all checks.
	NoVerify bool
}

// Instance returns the puzzle that Formula or Puzzle describes, or nil if their comments do not
// give the board. It returns an error if the comments are invalid or contradict Size.
func (o Options) Instance() (*encode.Instance, error) {
	comments := o.Puzzle
	if o.Formula != nil {
		comments = o.Formula.Comments
	}
	in, err := new(description).instance(comments, o.FormulaName)
	if err == nil {
		err = o.checkSize(in, o.FormulaName)
	}
	return in, err
}

// A Reader reads the models of a result as placements. Its memory does not depend on their
// number.
type Reader struct {
	results Results
	options Options

	known     *encode.Instance // the instance of the options, or nil
	described *encode.Instance // the instance of the result when instance was chosen
	chosen    bool             // chooseInstance was called
	instance  *encode.Instance // the chosen instance; nil means that each model determines the size
	renaming  *encode.Shuffle  // the shuffle of instance, or nil
	model     []dimacs.Lit     // the last model with the shuffle undone
	sized     *encode.Instance // the last result of bySize
	models    int              // number of models read
	placement Placement
}

// NewReader returns a Reader for the models in r. It returns an error if the comments of the
// instance are invalid or contradict the size.
func NewReader(r Results, o Options) (*Reader, error) {
	d := &Reader{results: r, options: o}
	if sat, is := r.(*SATResults); is && o.Formula != nil {
		sat.Vars = o.Formula.Vars
	}
	var err error
	d.known, err = o.Instance()
	if s, is := r.(*solutions); is {
		if s.size = o.Size; d.known != nil {
			s.size = d.known.N
		}
	}
	return d, err
}

// Read returns the placement of the next model, or io.EOF after the last. The placement is
// valid until the next call. A placement that fails a check is an error, which wraps an
// *AttackError for an attack between two queens.
func (d *Reader) Read() (*Placement, error) {
	model, err := d.results.Read()
	if errors.Is(err, ErrSizeUnknown) {
		return nil, d.nameModel(d.models+1, err)
	} else if err != nil {
		return nil, err
	}
	d.models++
	if err := d.decode(model); err != nil {
		return nil, d.explain(model, err)
	}
	return &d.placement, nil
}

// Skip skips the next model without decoding it. After the last model, it returns io.EOF.
func (d *Reader) Skip() error {
	_, err := d.results.Read()
	if err == nil {
		d.models++
	}
	return err
}

// Models returns the number of models read or skipped.
func (d *Reader) Models() int { return d.models }

// Optimal reports whether the solver says that its last model is an optimum.
func (d *Reader) Optimal() bool { return d.results.Optimal() }

// Instance returns the instance of the options or else, from the text read so far, the instance that
// the result describes. It returns nil if neither is known.
func (d *Reader) Instance() (*encode.Instance, error) {
	if d.known != nil {
		return d.known, nil
	}
	return d.results.Instance()
}

// decode sets d.placement to the board of the model, and checks it.
func (d *Reader) decode(model []dimacs.Lit) error {
	d.placement.Instance = nil
	described, err := d.results.Instance()
	if err == nil && (!d.chosen || described != d.described) {
		err = d.chooseInstance(described)
	}
	if err != nil {
		return err
	}
	in := d.instance
	if in == nil {
		if in, err = d.bySize(model); err != nil {
			return err
		}
	}
	if err := d.place(in, model); err != nil {
		return err
	}
	if d.options.NoVerify {
		return nil
	}
	if check := d.options.CheckModel; check != nil {
		if err := check(model); err != nil {
			return err
		}
	}
	if s, is := d.results.(*solutions); is && in.Aim != "" && s.objective != nil && *s.objective != d.placement.Instance.QueenCount() {
		return fmt.Errorf("the solution has %s, but its objective value is %d (the input seems to be cut off)", d.placement.Objective(), *s.objective)
	}
	err = check(&d.placement)
	if err != nil && d.known == nil && described == nil {
		err = &UndescribedError{err, false}
	}
	return err
}

// place sets d.placement to the board of the model, with the shuffle and the transform of in
// undone. With an aim, Instance is the problem that the board solves. It does not check the board.
func (d *Reader) place(in *encode.Instance, model []dimacs.Lit) (err error) {
	if in.Shuffle != nil {
		if model, err = d.unshuffle(in, model); err != nil {
			return err
		}
	}
	if in.Transform != nil {
		model = in.Transform.Original(model, in.BoardVariables()/in.Transform.K)
	}
	d.placement.set(in, model)
	if in.Aim != "" {
		d.placement.Instance = d.placement.found()
	}
	return nil
}

// unshuffle returns the values of the squares with the variables of the instance before it was
// shuffled. All squares must have a value: a shuffle may negate variables, so a missing value
// could mean a queen.
func (d *Reader) unshuffle(in *encode.Instance, model []dimacs.Lit) ([]dimacs.Lit, error) {
	squares := in.BoardVariables()
	d.model = d.model[:0]
	if len(model) >= squares {
		if d.renaming == nil {
			var err error
			if d.renaming, err = in.Renaming(); err != nil {
				return nil, err
			}
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

// chooseInstance sets d.instance from the options, the result or the given size, in this order.
// It returns an error if their sizes differ.
func (d *Reader) chooseInstance(described *encode.Instance) error {
	if err := d.options.checkSize(described, d.results.Name()); err != nil {
		return err
	}
	if described != nil && d.known != nil && described.N != d.known.N {
		return fmt.Errorf("the result is of a board of size %d, but %s is of size %d", described.N, d.options.FormulaName, d.known.N)
	}
	d.described, d.chosen, d.renaming = described, true, nil
	d.instance = cmp.Or(d.known, described)
	if d.instance == nil && d.options.Size != 0 {
		d.instance = &encode.Instance{N: d.options.Size}
	}
	return nil
}

// checkSize returns an error if in, an instance from the file called name, does not have the
// size in the options. A nil instance, or a size of 0, is no error.
func (o Options) checkSize(in *encode.Instance, name string) error {
	if size := o.Size; in != nil && size != 0 && in.N != size {
		return fmt.Errorf("the size of the board is %d, but %s says %d", size, name, in.N)
	}
	return nil
}

// bySize returns an instance whose size follows from the number of values; see sizeOf.
func (d *Reader) bySize(model []dimacs.Lit) (*encode.Instance, error) {
	values := len(model)
	if d.options.Formula != nil {
		values = max(values, d.options.Formula.Vars)
	}
	n, err := sizeOf(model, values)
	if err != nil {
		return nil, err
	}
	if d.sized == nil || d.sized.N != n {
		d.sized = &encode.Instance{N: n}
	}
	return d.sized, nil
}

// explain adds to an error which model it is about, and whether the model may be cut off or has
// no values for some squares. A *dimacs.SyntaxError is returned unchanged.
func (d *Reader) explain(model []dimacs.Lit, err error) error {
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	short := ""
	if in := d.placement.Instance; in != nil && in.Shuffle == nil && len(d.placement.Queens) < in.QueenCount() {
		if last := lastSquare(model, in); last < in.BoardVariables() {
			short = fmt.Sprintf(" (the model has no values beyond variable %d of the board's %d", last, in.BoardVariables())
			if last == 0 {
				short = " (the model has no values for the squares of the board"
			}
			if !d.results.Terminated() {
				short += ", nor a final 0: it may be cut off"
			}
			short += ")"
		}
	}
	return d.nameModel(d.models, fmt.Errorf("%w%s", err, short))
}

// nameModel adds to an error that it is about model k.
func (d *Reader) nameModel(k int, err error) error {
	return fmt.Errorf("%s: model %d: %w", d.results.Name(), k, err)
}

// lastSquare returns the largest variable of the board that has a value in the model, or 0.
func lastSquare(model []dimacs.Lit, in *encode.Instance) int {
	last := 0
	for _, l := range model {
		if v := l.Var(); v <= in.BoardVariables() {
			last = max(last, v)
		}
	}
	return last
}

// ErrSizeUnknown is the error, wrapped, for a model without comments that does not determine
// the size of its board.
var ErrSizeUnknown = errors.New("the size of the board is not known")

// An UndescribedError says that a model without a description of its instance is not a legal
// board of the size that its values or the user give. The instance may have been shuffled.
type UndescribedError struct {
	error
	// Auxiliary means that the number of values is a square number, as for a board, but the number of true
	// values differs from the number of rows. So there may be values of auxiliary variables.
	Auxiliary bool
}

func (e *UndescribedError) Unwrap() error { return e.error }

// sizeOf returns the size n of the board if only the model determines it. The number of values
// must be n*n, no variable may be larger, and exactly n variables must be true, for queens
// without attacks. Any other model may belong to another puzzle, or have auxiliary variables;
// then the error wraps ErrSizeUnknown or is an *UndescribedError.
func sizeOf(model []dimacs.Lit, values int) (int, error) {
	n := squareRoot(values)
	if values == 0 || n*n != values || n > encode.MaxN {
		return 0, fmt.Errorf("%w: %s, which is not a square number", ErrSizeUnknown, count(values, "value"))
	}
	for _, l := range model {
		if l.Var() > values {
			return 0, fmt.Errorf("%w: %s, but one of them is for variable %d", ErrSizeUnknown, count(values, "value"), l.Var())
		}
	}
	var p Placement
	p.set(&encode.Instance{N: n}, model)
	if len(p.Queens) != n {
		return 0, &UndescribedError{fmt.Errorf("the model is not a board: %s, but %s", count(values, "value"), count(len(p.Queens), "queen")), true}
	}
	if err := checkLines(&p); err != nil {
		return 0, &UndescribedError{fmt.Errorf("on a board of size %d, %w", n, err), false}
	}
	return n, nil
}

// squareRoot returns the square root of n, rounded to an integer.
func squareRoot(n int) int { return int(math.Round(math.Sqrt(float64(n)))) }

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
	err := d.place(in, model.Lits(last))
	if err == nil {
		err = Check(&d.placement)
	}
	if err != nil {
		return nil, err
	}
	return &d.placement, nil
}
