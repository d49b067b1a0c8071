package sat

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// A liveProof passes the steps of a proof on, and knows which clauses they leave.
type liveProof struct {
	to   proof.Sink
	live map[string]int // the number of copies of each clause, by its key
}

// newLiveProof returns a liveProof that begins with the clauses of f.
func newLiveProof(to proof.Sink, f *dimacs.Formula) *liveProof {
	p := &liveProof{to, make(map[string]int, f.NumClauses())}
	for c := range f.Clauses() {
		p.live[keyOf(c)]++
	}
	return p
}

// keyOf returns the literals of a clause in ascending order, four bytes each.
func keyOf(c []dimacs.Lit) string {
	var key []byte
	for _, l := range slices.Sorted(slices.Values(c)) {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}

func (p *liveProof) Add(c []dimacs.Lit) error {
	p.live[keyOf(c)]++
	return p.to.Add(c)
}

func (p *liveProof) Delete(c []dimacs.Lit) error {
	p.live[keyOf(c)]--
	return p.to.Delete(c)
}

// finish adds the clauses of the simplified formula that are missing, which follow by unit propagation, and deletes all
// other clauses except units.
func (p *liveProof) finish(r *Simplified) error {
	for c := range r.Formula.Clauses() {
		c = r.Original(c)
		key := keyOf(c)
		if p.live[key]--; p.live[key] < 0 {
			p.live[key] = 0
			if err := p.to.Add(c); err != nil {
				return err
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p.live)) {
		var c []dimacs.Lit
		for i := 0; i < len(key); i += 4 {
			c = append(c, dimacs.Lit(binary.LittleEndian.Uint32([]byte(key[i:]))))
		}
		for range p.live[key] {
			if len(c) < 2 {
				break
			}
			if err := p.to.Delete(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// Repeat simplifies p again with a proof, and returns the result, with its formula. Usually r comes from ReadMap. The
// error is a *ProblemError if r is not the map of the result, for example because its simplification had no proof or was
// stopped. Other errors are the errors of Simplify, or the cause if ctx has ended. Without Options.Proof, the result keeps
// the steps for Certify.
func (r *Simplified) Repeat(ctx context.Context, p Problem, o Options) (*Simplified, error) {
	var derived derivation
	if o.Proof == nil {
		o.Proof = &derived
	}
	s, err := Simplify(ctx, p, o, r.Kept, nil)
	if err = cmp.Or(err, context.Cause(ctx)); err != nil {
		return nil, err
	}
	if !slices.Equal(r.Old, s.Old) || !slices.Equal(r.True, s.True) || !slices.EqualFunc(r.Removed, s.Removed, slices.Equal) {
		return nil, &ProblemError{Reason: "expected a map that this version of qsat wrote with a proof; for a count, such a map eliminates no variables"}
	}
	s.derived = derived
	return s, nil
}

// Certify turns a certificate in CPOG about r.Formula into one about p, writes it to w, and returns its graph. Repeat must
// have returned r for p, without Options.Proof, and r.Kept must not be KeepModel. The name of the certificate is for
// messages. The error is from certificate or w, a *dimacs.SyntaxError, the cause if ctx has ended, or says that the
// certificate is wrong or no decision-DNNF. After an error, the text in w is not complete.
func (r *Simplified) Certify(ctx context.Context, p Problem, certificate io.Reader, name string, w io.Writer) (*Graph, error) {
	if r.expand == nil || r.Kept == KeepModel {
		return nil, &ProblemError{Reason: "a certificate of the number of models needs a repeated simplification that keeps the number"}
	}
	return withJob(ctx, p, Options{}, func(ctx context.Context, j *job) (*Graph, error) {
		g, err := j.certify(ctx, p, w, func(*engine.Task) (*dnnf.Graph, derivation, error) {
			s, err := dnnf.Read(certificate, name, r.Formula.Vars, false)
			if err != nil {
				return nil, nil, err
			}
			by := dnnf.Restriction{Size: r.Formula.Vars}
			if project := r.Formula.Projection; project != nil {
				by.Decides = func(v int) bool { _, is := slices.BinarySearch(project, v); return is }
			}
			g, err := s.Graph(ctx, by)
			if err != nil {
				return nil, nil, err
			}
			return r.expand(g), slices.Concat(r.derived, lists.Map(s.Derived, r.Original)), nil
		})
		if errors.Is(err, dnnf.ErrUnproved) {
			err = fmt.Errorf("%s: it does not have the models of the simplified formula", name)
		}
		return g, err
	})
}
