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
	var parseErr error
	var lits []dimacs.Lit
	for err == nil {
		if lits, err = r.Read(); err != nil {
			break
		}
		if a.models++; a.models == 1 {
			a.model = slices.Clone(lits)
			h, a.comments, parseErr = split(r.Comments())
		}
		switch {
		case !r.Terminated():
			err = errPartial
		case a.models&0xff == 0 && ctx.Err() != nil:
			err = context.Cause(ctx)
		case parseErr == nil && found != nil:
			err = found(h.I, lits)
		}
	}
	if a.models == 0 {
		h, a.comments, parseErr = split(r.Comments())
	}
	if err == io.EOF {
		err = parseErr
	}
	if err == nil {
		err = a.check(r, h)
	}
	a.digest, a.seconds = s.answer.Sum(nil), s.seconds
	return h, a, err
}

// split tells the header from the comments of the board.
func split(comments []dimacs.Comment) (h Header, board []dimacs.Comment, err error) {
	var header []dimacs.Comment
	for _, c := range comments {
		if slices.Contains(keys, c.Key) {
			header = append(header, c)
		} else {
			board = append(board, c)
		}
	}
	h, err = parseHeader(header)
	return h, board, err
}

// check takes the answer and checks that it is one to the question.
func (a *answer) check(r *dimacs.ResultReader, h Header) error {
	a.count.M = new(big.Int)
	counts, one := h.Question == Count || h.Question == ProjectedCount, big.NewInt(1)
	n := r.CountPower()
	announced, more := r.Announced()
	switch is := r.Status(); {
	case is == dimacs.Unknown:
		return errPartial
	case counts:
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
