package parts

import (
	"context"
	"errors"
	"io"
	"math/big"
	"slices"

	"queens/dimacs"
)

// An answer is a result without its header.
type answer struct {
	model    []dimacs.Lit // the first model
	models   int64
	count    dimacs.Count
	comments []dimacs.Comment // comments about the board
	digest   []byte
	seconds  float64
}

// read reads a result. If found is not nil, it is called with each model and the number of the
// part. If the result is not complete, or was changed, the error is errPartial. The header is
// returned even with an error, as far as it was read.
func read(ctx context.Context, s *sealedReader, name string, others []string, found func(part int, model []dimacs.Lit) error) (h Header, a answer, err error) {
	r := dimacs.NewResultReader(s, name, slices.Concat(keys, others)...)
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

// check sets the count and checks that the answer fits the question in the header. It returns
// errAnswer if not, and errPartial if the answer is not complete.
func (a *answer) check(r *dimacs.ResultReader, h Header) error {
	a.count.M = new(big.Int)
	one := big.NewInt(1)
	n := r.CountPower()
	announced, more := r.Announced()
	switch is := r.Status(); {
	case is == dimacs.Unknown:
		return errPartial
	case h.counts():
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

var errAnswer = errors.New("its answer does not fit the question in its line `c part question`")
