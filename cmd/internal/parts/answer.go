package parts

import (
	"context"
	"errors"
	"io"
	"math/big"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// An answer is what a result says besides its header.
type answer struct {
	model    []dimacs.Lit // the first
	models   int64
	count    dimacs.Count
	comments []dimacs.Comment // of the board
	digest   []byte
	seconds  float64
}

// read reads a result and calls found, unless it is nil, with each model and the part
// that it is of.
func read(ctx context.Context, s *sealed, name string, found func(part int, model []dimacs.Lit) error) (h Header, a answer, err error) {
	r := dimacs.NewResultReader(s, name, slices.Concat(keys, encode.Keys)...)
	var wrong error // of the header
	for err == nil {
		var lits []dimacs.Lit
		lits, err = r.Read()
		if a.models == 0 {
			h, a.comments, wrong = parseHeader(r.Comments())
			a.model = slices.Clone(lits)
		}
		if err != nil {
			break
		}
		switch a.models++; {
		case !r.Terminated():
			err = errPartial
		case a.models&0xff == 0 && ctx.Err() != nil:
			err = context.Cause(ctx)
		case wrong == nil && found != nil:
			err = found(h.I, lits)
		}
	}
	if err == io.EOF {
		err = wrong
	}
	if err == nil {
		err = a.check(r, h)
	}
	a.digest, a.seconds = s.answer.Sum(nil), s.seconds
	return h, a, err
}

// check takes the answer and checks that it is one to the question.
func (a *answer) check(r *dimacs.ResultReader, h Header) error {
	a.count.M = new(big.Int)
	one := big.NewInt(1)
	n := r.CountPower()
	announced, more := r.Announced()
	switch is := r.Status(); {
	case is == dimacs.Unknown:
		return errPartial
	case h.Question == Count || h.Question == ProjectedCount:
		if n.M == nil || a.models > 0 || n.IsZero() == (is == dimacs.Satisfiable) {
			return errAnswer
		}
		a.count = dimacs.Count{M: new(big.Int).Mul(n.M, h.Weight), Shift: n.Shift}
		return nil
	case n.M != nil || h.Weight.Cmp(one) != 0 || (a.models > 0) != (is == dimacs.Satisfiable):
		return errAnswer
	case h.Question == Models && is == dimacs.Satisfiable:
		if announced == nil || more || announced.Cmp(big.NewInt(a.models)) != 0 {
			return errPartial
		}
		return nil
	case h.Question != Models && a.models > 1:
		return errAnswer
	}
	return nil
}

var errAnswer = errors.New("it does not answer the question in its header")
