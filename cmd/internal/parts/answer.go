package parts

import (
	"context"
	"errors"
	"io"
	"math/big"
	"slices"

	"queens/dimacs"
	"queens/dimacs/result"
)

// An answer is a result without its header.
type answer struct {
	model    []dimacs.Lit     // the first model; nil without a model
	models   int64            // number of models
	count    dimacs.Count     // times the weight in the header; 0 if the question is no count
	comments []dimacs.Comment // comments with further keys, such as comments about the board
	digest   []byte           // of the lines that are not incidental
	seconds  float64          // of work; without a meaning after an error
}

// read reads the result to which s.next has moved. name is the name of the text for messages, and others
// are the keys of further comments to read. If visit is not nil, it is called with each model and the number
// of the part. read returns the header also with an error, with the fields that it has read. If the result
// is not complete, or was changed, the error is errPartial. A malformed header or line and an answer that does
// not fit its question are errors, too, as are an error of s or of visit and the end of ctx.
func read(ctx context.Context, s *sealedReader, name string, others []string, visit func(part int, model []dimacs.Lit) error) (h Header, a answer, err error) {
	r := result.NewReader(s, name, slices.Concat(keys, others)...)
	var wrong error // the error in the header
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
		case wrong == nil && visit != nil:
			err = visit(h.I, lits)
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

// check sets a.count, and checks that the answer that r has read fits the question in the header. It returns
// errAnswer if not, and errPartial if the answer is not complete.
func (a *answer) check(r *result.Reader, h Header) error {
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
