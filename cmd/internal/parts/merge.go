package parts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"queens/dimacs"
)

// A Merger combines results into one answer. The zero value has no results. Its memory grows with
// the number of parts, but not with the number of models or the size of the files.
type Merger struct {
	First    Header           // the header of the first result
	Keys     []string         // of further comments that the results may have
	Comments []dimacs.Comment // the comments with Keys in the first result
	Sum      dimacs.Count     // the sum of the counts, each times its weight
	Model    []dimacs.Lit     // the model of the first part that has a model
	Parts    map[int]*Found   // indexed by part
	Seconds  float64          // total work
	Refused  []error          // errors of results that do not fit
	Partial  []error          // errors of results that are not complete
	name     string           // the file of the first result
	modelOf  int              // the part of Model; 0 without a model
}

// Found describes a result.
type Found struct {
	Header
	Name    string       // name of its file
	Count   dimacs.Count // times its weight; 0 if the question is no count
	Seconds float64      // of work

	digest []byte
	seen   bool // Models has read it
}

// each reads the results in a text, which may contain several in sequence, and calls use with
// each. The function found is passed to read. The error is an error of r or of use.
func each(ctx context.Context, r io.Reader, name string, others []string, found func(int, []dimacs.Lit) error, use func(Header, answer, error) error) error {
	s := newSealedReader(r)
	for {
		if err := s.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := use(read(ctx, s, name, others, found)); err != nil {
			return err
		}
	}
}

// Add adds the results in a text. Results that do not fit are recorded in Refused or Partial. The
// error is an error of r, or the cause of the end of ctx.
func (m *Merger) Add(ctx context.Context, r io.Reader, name string) error {
	results := 0
	err := each(ctx, r, name, m.Keys, nil, func(h Header, a answer, err error) error {
		results++
		if err == nil {
			err = m.add(h, a, name)
		}
		m.note(err, h, name)
		return context.Cause(ctx)
	})
	if results == 0 && err == nil {
		m.Refused = append(m.Refused, fmt.Errorf("%s: expected a result of qsat --part without --json, found none", name))
	}
	return err
}

// maxErrors is the largest number of errors in Refused and in Partial; a moreError counts the rest.
const maxErrors = 1000

// A moreError is the number of results whose errors a list leaves out.
type moreError int

func (n *moreError) Error() string { return fmt.Sprintf("and %d more results", *n) }

// note records err, with the name and the part, unless it is nil: in Partial if it is errPartial,
// and in Refused if not.
func (m *Merger) note(err error, h Header, name string) {
	if err == nil {
		return
	}
	to := &m.Refused
	if errors.Is(err, errPartial) {
		to = &m.Partial
	}
	if n := len(*to); n >= maxErrors {
		more, ok := (*to)[n-1].(*moreError)
		if !ok {
			more = new(moreError)
			*to = append(*to, more)
		}
		*more++
		return
	}
	if h.K > 0 {
		name = fmt.Sprintf("%s: part %v", name, h.Share)
	}
	*to = append(*to, fmt.Errorf("%s: %w", name, err))
}

// maxSum is the largest size in bits of M in a sum M * 2^Shift of counts. A larger sum is an error,
// because printing its millions of digits would take long.
const maxSum = 1 << 23

// add adds a result. It returns an error if the result belongs to another question or another run
// than the first result (Header.difference), if its part already has a result with another
// answer, or if maxSum is exceeded. A second result with an equal answer is ignored.
func (m *Merger) add(h Header, a answer, name string) error {
	if m.Parts == nil {
		m.Parts, m.First, m.name, m.Comments = map[int]*Found{}, h, name, a.comments
		m.Sum = dimacs.Count{M: new(big.Int)}
	}
	if d := h.difference(&m.First); d != "" {
		return fmt.Errorf("it does not belong with %s: its %s differs", m.name, d)
	}
	if other := m.Parts[h.I]; other != nil {
		if !bytes.Equal(other.digest, a.digest) {
			return fmt.Errorf("%s has another answer for this part", other.Name)
		}
		return nil
	}
	top := func(n dimacs.Count) uint64 { return n.Shift + uint64(n.M.BitLen()) }
	if !m.Sum.IsZero() && !a.count.IsZero() && max(top(m.Sum), top(a.count))-min(m.Sum.Shift, a.count.Shift) > maxSum {
		return fmt.Errorf("its count cannot be added to the counts before it: the sum would have more than %d bits without the trailing zeros", maxSum)
	}
	m.Parts[h.I] = &Found{Header: h, Name: name, Count: a.count, Seconds: a.seconds, digest: a.digest}
	m.Sum = m.Sum.Plus(a.count)
	m.Seconds += a.seconds
	if a.models > 0 && h.Question != Models && (m.modelOf == 0 || h.I < m.modelOf) {
		m.Model, m.modelOf = a.model, h.I
	}
	return nil
}

// Satisfiable reports whether a result has a model, for the questions Model, Refutation and
// BinaryProof. For the other questions it reports false.
func (m *Merger) Satisfiable() bool { return m.modelOf > 0 }

// Missing returns the parts without a result in ascending order.
func (m *Merger) Missing() (list []int) {
	for i := 1; i <= m.First.K; i++ {
		if m.Parts[i] == nil {
			list = append(list, i)
		}
	}
	return list
}

// Models reads a text that Add has read and calls found with each model. If a part has several
// results, it uses the first. If the text has changed, it returns an error.
func (m *Merger) Models(ctx context.Context, r io.Reader, name string, found func([]dimacs.Lit) error) error {
	return each(ctx, r, name, m.Keys, func(part int, model []dimacs.Lit) error {
		if p := m.Parts[part]; p == nil || p.seen || p.Name != name {
			return nil
		}
		return found(model)
	}, func(h Header, a answer, err error) error {
		if err != nil {
			return err
		}
		p := m.Parts[h.I]
		if p == nil || !bytes.Equal(p.digest, a.digest) {
			return errChanged(name)
		}
		p.seen = p.seen || p.Name == name
		return nil
	})
}

// CheckRead returns an error unless Models has read the results of all parts.
func (m *Merger) CheckRead() error {
	for _, p := range m.Parts {
		if !p.seen {
			return errChanged(p.Name)
		}
	}
	return nil
}

func errChanged(name string) error {
	return fmt.Errorf("%s: it was changed while it was read: run qmerge again", name)
}

// Names returns the names of the files that contain the parts, without repetition, in the order
// of the parts.
func (m *Merger) Names() (names []string) {
	seen := map[string]bool{}
	for i := 1; i <= m.First.K; i++ {
		if p := m.Parts[i]; p != nil && !seen[p.Name] {
			seen[p.Name] = true
			names = append(names, p.Name)
		}
	}
	return names
}

// Cubes returns the cubes of all parts in their order in the split. All parts must have a result. If a part
// has more cubes than the split gives it, or the cubes do not match the digest in the results, it returns an
// error.
func (m *Merger) Cubes() ([][]dimacs.Lit, error) {
	var cubes [][]dimacs.Lit
	total := 0
	for _, p := range m.Parts {
		total += len(p.List)
	}
	for j := 0; ; j++ {
		list := m.Parts[1+j%m.First.K].List
		if j/m.First.K >= len(list) {
			break
		}
		cubes = append(cubes, list[j/m.First.K])
	}
	if len(cubes) != total || CubesDigest(cubes, nil) != m.First.Cubes {
		return nil, errors.New("the cubes in the lines `c part cube` do not match their digest in `c part cubes`: a result was changed")
	}
	return cubes, nil
}
