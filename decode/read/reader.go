// Package read reads the models that solvers print, as placements of package decode.
//
// A Results value yields the models of a text and the instance that the text describes. NewResults
// recognizes the writer of a text by its first line: a SAT solver (package dimacs/result), CBC or
// GLPK, whose files are read line by line, or MiniZinc, which prints JSON. A Reader makes a placement of
// each model and checks it. It takes the size of the board and the puzzle from the comments of the
// result, from the instance itself, or from the user. ReadHead and Instances read the texts of
// instances.
package read

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"queens/decode"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// Options hold further information about the boards. The zero value is ready to use.
type Options struct {
	// Size has the numbers of rows and columns of the board. It is the zero Board if they are unknown. A Size that
	// contradicts the comments is an error. Its other fields do not matter.
	Size board.Board
	// Formula is the instance, or nil. Its comments describe the board. It must have been read with
	// the keys encode.Keys. FormulaName is its name in messages.
	Formula     *dimacs.Formula
	FormulaName string
	// CheckModel returns an error if a model violates Formula; nil means that nothing is checked
	// except the board.
	CheckModel func(model []dimacs.Lit) error
	// Puzzle describes the board if Formula is nil. It holds the comments of an instance in
	// another language, whose name is FormulaName.
	Puzzle []dimacs.Comment
	// NoVerify turns off Check and CheckModel.
	NoVerify bool
}

// Instance returns the instance that Formula describes or, without a Formula, Puzzle. It returns nil if the
// comments do not give the board. It returns an error if the comments are invalid or contradict Size.
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
	described *encode.Instance // the instance of the result in the last successful call of chooseInstance, or nil
	chosen    bool             // chooseInstance has succeeded
	instance  *encode.Instance // the chosen instance; nil means that each model determines the size
	sized     *encode.Instance // the last result of bySize
	models    int              // number of models read or skipped
	decoder   decode.Decoder
	placement *decode.Placement // the board of the last model, or nil if it could not be decoded
}

// NewReader returns a Reader for the models in r. It gives r the number of variables of o.Formula and the
// size of the board, where r needs them. It returns an error if the comments of the instance in o are
// invalid or contradict o.Size.
func NewReader(r Results, o Options) (*Reader, error) {
	d := &Reader{results: r, options: o}
	if sat, is := r.(*SATResults); is && o.Formula != nil {
		sat.Vars = o.Formula.Vars
	}
	var err error
	d.known, err = o.Instance()
	if s, is := r.(*solutions); is {
		if s.size = o.Size; d.known != nil {
			s.size = d.known.Board()
		}
	}
	return d, err
}

// Read returns the placement of the next model, or io.EOF after the last. The placement is valid until the
// next call. A model that cannot be decoded or fails a check is an error, which names the model and wraps
// the error of the check, such as that of decode.Check. After such an error, Read can be called again for
// the next model. Other errors come from Results.Read, and comments that are invalid or contradict the
// options.
func (d *Reader) Read() (*decode.Placement, error) {
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
	return d.placement, nil
}

// Skip skips the next model without decoding it. It returns io.EOF after the last model, and the errors of
// Results.Read.
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
// the result describes. It returns nil if neither is known, and an error if the comments of the result
// are invalid.
func (d *Reader) Instance() (*encode.Instance, error) {
	if d.known != nil {
		return d.known, nil
	}
	return d.results.Instance()
}

// decode sets d.placement to the board of the model, and checks it unless NoVerify is set: by CheckModel,
// by the objective value of the solver, and by decode.Check. If there is no placement, because the instance
// is unknown or the model cannot be decoded, d.placement is nil. The errors come from the checks,
// Results.Instance, chooseInstance, bySize and Decoder.Decode. An error of decode.Check is an
// *UndescribedError if neither the options nor the result describe the instance.
func (d *Reader) decode(model []dimacs.Lit) error {
	d.placement = nil
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
	if d.placement, err = d.decoder.Decode(in, model); err != nil {
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
	value := d.placement.Instance.QueenCount()
	if in.Family.Definition().Rule == encode.Coloured {
		value = d.placement.Instance.ColourCount()
	}
	if s, is := d.results.(*solutions); is && in.Aim != "" && s.objective != nil && *s.objective != value {
		return fmt.Errorf("the solution has %s, but its objective value is %d (the input seems to be cut off)", d.placement.Objective(), *s.objective)
	}
	err = decode.Check(d.placement)
	if err != nil && d.known == nil && described == nil {
		err = &UndescribedError{err, false}
	}
	return err
}

// chooseInstance sets d.instance to the instance of the options, to the instance described in the result,
// or to queens on a board of the size in the options. It takes the first that is known; otherwise
// d.instance is nil. It also stores its argument, which may be nil, in d.described, and sets d.chosen. If
// the sizes differ, it returns an error and sets nothing.
func (d *Reader) chooseInstance(described *encode.Instance) error {
	if err := d.options.checkSize(described, d.results.Name()); err != nil {
		return err
	}
	if described != nil && d.known != nil && described.Board().Size() != d.known.Board().Size() {
		return fmt.Errorf("the result is of a board of size %s, but %s is of size %s", described.Board().Size(), d.options.FormulaName, d.known.Board().Size())
	}
	d.described, d.chosen = described, true
	d.instance = cmp.Or(d.known, described)
	if size := d.options.Size; d.instance == nil && size.N != 0 {
		d.instance = &encode.Instance{N: size.N, Columns: size.Columns}
	}
	return nil
}

// checkSize returns an error if in, an instance from the file called name, does not have the
// size in the options. A nil instance, or an unknown size, is no error.
func (o Options) checkSize(in *encode.Instance, name string) error {
	if size := o.Size; in != nil && size.N != 0 && in.Board().Size() != size.Size() {
		return fmt.Errorf("the size of the board is %s, but %s says %s", size.Size(), name, in.Board().Size())
	}
	return nil
}

// explain adds the name of the input and the number of the last model to an error about it. If the board
// lacks queens, the model has no values for its last squares and the instance is not shuffled, the message
// also gives these facts. Unless the end of the model was read, it says that the model may be cut off. A
// *dimacs.SyntaxError is returned unchanged.
func (d *Reader) explain(model []dimacs.Lit, err error) error {
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	short := ""
	if p := d.placement; p != nil && p.Instance.Shuffle == nil && len(p.Queens) < p.Instance.QueenCount() {
		in := p.Instance
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

// nameModel adds the name of the input and the number k of a model, from 1, to an error.
func (d *Reader) nameModel(k int, err error) error {
	return fmt.Errorf("%s: model %d: %w", d.results.Name(), k, err)
}

// ErrSizeUnknown is wrapped by the error for a model that does not determine the size of its board, if
// neither comments nor the user give the size.
var ErrSizeUnknown = errors.New("the size of the board is not known")

// An UndescribedError says that a model without a description of its instance is not a legal
// board of the size that its values or the user give. The instance may have been shuffled.
type UndescribedError struct {
	error
	// Auxiliary means that the number of values is a square number, as for a board, but the number of true
	// values differs from the number of rows. So some values may belong to auxiliary variables.
	Auxiliary bool
}

func (e *UndescribedError) Unwrap() error { return e.error }

// bySize returns an instance of queens on a board whose size follows from the number of values in the
// model or, if that is larger, of variables in the formula. It returns the errors of sizeOf.
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

// sizeOf returns the size n of the board if only the model determines it. The number of values must be n*n
// for an n from 1 to board.MaxN, no variable may be larger, and exactly n variables must be true, for
// queens without attacks. Any other model may belong to another puzzle, or have auxiliary variables. If the
// argument values is no such number or a variable is larger, the error wraps ErrSizeUnknown. Otherwise it
// is an *UndescribedError.
func sizeOf(model []dimacs.Lit, values int) (int, error) {
	n := squareRoot(values)
	if values == 0 || n*n != values || n > board.MaxN {
		return 0, fmt.Errorf("%w: %s, which is not a square number", ErrSizeUnknown, decode.Count(values, "value"))
	}
	for _, l := range model {
		if l.Var() > values {
			return 0, fmt.Errorf("%w: %s, but one of them is for variable %d", ErrSizeUnknown, decode.Count(values, "value"), l.Var())
		}
	}
	p, _ := new(decode.Decoder).Decode(&encode.Instance{N: n}, model) // without a shuffle, there is no error
	if len(p.Queens) != n {
		return 0, &UndescribedError{fmt.Errorf("the model is not a board: %s, but %s", decode.Count(values, "value"), decode.Count(len(p.Queens), "queen")), true}
	}
	if err := decode.Check(p); err != nil {
		return 0, &UndescribedError{fmt.Errorf("on a board of size %d, %w", n, err), false}
	}
	return n, nil
}

// squareRoot returns the square root of n, rounded to the nearest integer.
func squareRoot(n int) int { return int(math.Round(math.Sqrt(float64(n)))) }

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
