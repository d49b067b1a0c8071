package encode

import (
	"context"
	"errors"
	"io"

	"queens/dimacs"
)

// An Instance says which queens problem a formula is. It is what the comments
// at the head of a file tell, and all that they tell. The zero value of each
// field but N is the default.
type Instance struct {
	N                int        // size of the board
	Variant          Variant    // how diagonals run
	Minimal          bool       // only the constraints that are needed
	Encoding         string     // of at-most-one constraints; "" is DefaultEncoding
	Queens           *int       // exactly so many queens; nil is N
	Placed           []Square   // squares that hold a queen
	Blocked          []Square   // squares that stay empty
	BlockedDiagonals []Diagonal // diagonals that stay empty
	Shuffle          *int64     // seed of the renaming; nil if not renamed
	Seed             *int64     // of what was drawn at random; nil if nothing was
	SymmetryBroken   bool       // one board of each symmetry class is kept
}

// Board returns the board of the instance.
func (in Instance) Board() Board { return Board{N: in.N, Variant: in.Variant} }

// QueenCount returns the number of queens of a solution.
func (in Instance) QueenCount() int {
	if in.Queens != nil {
		return *in.Queens
	}
	return in.N
}

// Check returns an error if the instance cannot be encoded: a board or an
// encoding that does not exist, or more variables than MaxVariables.
func (in Instance) Check() error {
	if err := in.Board().Check(); err != nil {
		return err
	}
	if _, err := AtMostOneByName(in.Encoding); err != nil {
		return err
	}
	if in.Queens != nil || in.Placed != nil || in.Blocked != nil || in.BlockedDiagonals != nil ||
		in.Shuffle != nil || in.SymmetryBroken {
		return errors.New("only the plain puzzle can be encoded: no number of queens, squares, shuffle or symmetry")
	}
	return nil
}

// Encode adds the clauses of the instance to sink, line by line in the order
// of Constraints: first the clause that at least one square holds a queen,
// then those that at most one does. It returns the first error of the sink.
func (in Instance) Encode(sink Sink) error {
	if err := in.Check(); err != nil {
		return err
	}
	amo, err := AtMostOneByName(in.Encoding)
	if err != nil {
		return err
	}
	aux := &variables{last: dimacs.Lit(in.N * in.N)}
	var lits []dimacs.Lit
	for c := range in.Constraints() {
		if err := sink.Err(); err != nil {
			return err
		}
		lits = c.Line.AppendVars(lits[:0])
		if c.AtLeastOne {
			sink.Clause(lits...)
		}
		if c.AtMostOne {
			amo.on(c.Line).Encode(lits, sink, aux)
		}
	}
	return sink.Err()
}

// on returns the encoding that a line gets: e itself, or pairwise where that
// needs fewer clauses, without the pairs that an earlier line rules out.
func (e AtMostOne) on(l Line) AtMostOne {
	plain := pairwise
	if d := l.doubled(); d > 0 {
		plain = AtMostOne{
			Name: pairwise.Name,
			Encode: func(lits []dimacs.Lit, sink Sink, _ VarSource) {
				pairwiseExcept(lits, d, sink)
			},
			Size: func(k int) (aux, clauses int64) { return 0, pairs(k) - int64(k-d) },
		}
	}
	_, own := e.Size(l.Len())
	if _, clauses := plain.Size(l.Len()); e.Name == plain.Name || clauses < own {
		return plain
	}
	return e
}

// Write writes the instance as a CNF file to w: the comments, the header and
// the clauses. It stops soon after ctx is done and returns its error then.
func (in Instance) Write(ctx context.Context, w io.Writer) error {
	size, err := in.Size()
	if err != nil {
		return err
	}
	out := dimacs.NewWriter(cancellable{ctx, w})
	in.writeHead(out, size)
	if err := in.Encode(out); err != nil {
		return err
	}
	return out.Flush()
}

// writeHead writes everything before the first clause.
func (in Instance) writeHead(out *dimacs.Writer, size Size) {
	for _, c := range in.Comments() {
		out.Comment(c.Key, c.Value)
	}
	out.Header(size.Variables, size.Clauses)
	if size.Variables > in.N*in.N {
		out.Projection(in.Board().Vars())
	}
}

// A cancellable writer fails once its context is done.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

func (c cancellable) Write(p []byte) (int, error) {
	if err := context.Cause(c.ctx); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}
