package verdict

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/parts"
	"queens/cmd/qcheck/cpog"
	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// checkCPOG checks a CPOG certificate, and compares the count that it proves with the answer by proveCount:
// the number of models, or the sum of their weights if the formula has weights and is not said to have no
// model. It sets c.Statistics.
//
// The errors come from cpog.Check and, with the name of the certificate, from Graph.Count. Wrong weights of
// the formula are an error, too.
func (c *check) checkCPOG(ctx context.Context, in io.Reader) error {
	q, err := cpog.QuestionOf(c.Formula, c.Project)
	if wrong := (*dimacs.WeightError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%s:%d: %s", c.Name, wrong.Line, wrong.Reason)
	}
	if c.Claim == Unsatisfiable { // a sum of weights may be 0 otherwise
		q.Weights = nil
	}
	graph, err := cpog.Check(ctx, c.Formula, in, c.name)
	if err != nil {
		return err
	}
	n, err := graph.Count(ctx, q)
	if err != nil {
		return fmt.Errorf("%s: the certificate is right, but does not prove the count over the projection: %w", c.name, err)
	}
	c.Statistics = []Statistic{lineStatistics(graph.Lines())}
	c.proveCount(n)
	return nil
}

// proveCount sets c.Count to n, which the certificate proves, and c.Projected and c.Weighted. If the answer
// claims another count, it sets c.Fault. The count of an answer UNSATISFIABLE is 0. If c.Claim is Count,
// c.Answer must not be nil.
func (c *check) proveCount(n dimacs.Count) {
	c.Count, c.Projected, c.Weighted = &n, c.Project != nil, c.Formula.Weighted() && c.Claim != Unsatisfiable
	var said dimacs.Count
	var sum *big.Rat
	switch {
	case c.Claim == NoClaim:
		return
	case c.Claim == Count:
		said, sum = c.Answer.CountPower(), c.Answer.WeightedCount()
	}
	if sum == nil && c.Weighted {
		sum = said.Rat()
	}
	switch {
	case sum != nil && sum.Cmp(n.Rat()) != 0:
		c.Fault = Fault{WrongCount, c.name, fmt.Sprintf("it proves the count %s, but the answer says %s", n.Rat().RatString(), sum.RatString())}
	case sum == nil && !equal(n, said):
		c.Fault = Fault{WrongCount, c.name, fmt.Sprintf("it proves the count %v, but the answer says %v", n, said)}
	}
}

// equal reports whether two numbers of models are equal. It does not compute 2^Shift, because an
// answer may claim a number of 2^31 bits.
func equal(a, b dimacs.Count) bool {
	if a.IsZero() || b.IsZero() {
		return a.IsZero() && b.IsZero()
	}
	x, y := a.M.TrailingZeroBits(), b.M.TrailingZeroBits()
	return a.Shift+uint64(x) == b.Shift+uint64(y) && new(big.Int).Rsh(a.M, x).Cmp(new(big.Int).Rsh(b.M, y)) == 0
}

// lineStatistics returns the Statistic with the numbers of lines of certificates.
func lineStatistics(n cpog.Lines) Statistic {
	return statistics("%v products, %v sums, %v clauses asserted, %v deletions",
		"products", n.Products, "sums", n.Sums, "asserted", n.Asserted, "deletions", n.Deleted)
}

// checkParts checks a count in parts: the results of all parts, which it reads from in, and the certificate
// that each result names, or only the certificate of c.Part. The sum of the counts goes to proveCount. It
// also sets c.Statistics. The error is a cpog.FailedError if a certificate is wrong, or if the parts do not
// belong to the formula or do not divide its models. It is another error if c.Part is of another number of
// parts. The rest come from Merger.Add, partition and checkPart.
//
// Each model of the formula must satisfy exactly one cube. Then the number of its models is the sum of the
// numbers of models under the cubes. The certificate of a part proves these numbers for its cubes.
func (c *check) checkParts(ctx context.Context, in io.Reader) error {
	m := &parts.Merger{}
	if err := m.Add(ctx, in, c.name); err != nil {
		return err
	}
	cubes, err := partition(ctx, m, c.Formula, c.Project)
	if err != nil {
		return err
	}
	n, first, last := dimacs.Count{M: new(big.Int)}, 1, m.First.K
	if c.Part.K > 0 {
		if c.Part.K != m.First.K {
			return fmt.Errorf("%s: --part %v: expected a part of %d", c.name, c.Part, m.First.K)
		}
		first, last = c.Part.I, c.Part.I
	}
	var steps cpog.Lines
	for i := first; i <= last; i++ {
		found, err := checkPart(ctx, c.Formula, c.Project, m.Parts[i], &steps)
		if err != nil {
			return err
		}
		n = n.Plus(found)
	}
	c.Statistics = []Statistic{statistics("%v cubes", "cubes", cubes), lineStatistics(steps)}
	c.proveCount(n)
	return nil
}

// partition returns the number of cubes of the parts; project ascends, and nil means all variables. It is
// an error if results are refused, incomplete or missing, or have no certificates, if their cubes differ
// from their digest, or if f has weights. It is a cpog.FailedError if the parts do not belong to the
// formula and projection, if they count with factors, or if their cubes do not divide the models. Another
// error is the cause of ctx.
func partition(ctx context.Context, m *parts.Merger, f *dimacs.Formula, project []int) (int, error) {
	if err := errors.Join(append(m.Refused, m.Partial...)...); err != nil {
		return 0, err
	}
	digest, err := parts.FormulaDigest(ctx, f, project, nil)
	switch missing := m.Missing(); {
	case err != nil:
		return 0, err
	case m.First.Proof == "":
		return 0, errors.New("the results have no certificates: run qsat with --proof for each part")
	case f.Weighted():
		return 0, errors.New("parts do not count with weights")
	case len(missing) > 0:
		return 0, fmt.Errorf("%d of %d parts are missing, the first is %d", len(missing), m.First.K, missing[0])
	case digest != m.First.Formula:
		return 0, cpog.FailedError("the parts belong to another formula or projection: its SHA-256 differs")
	case m.First.Weight.Cmp(big.NewInt(1)) != 0 || m.First.Orbits != "":
		return 0, cpog.FailedError("the counts of the parts are multiplied, which no certificate proves")
	}
	cubes, err := m.Cubes()
	if err == nil {
		err = divide(ctx, f, project, cubes)
	}
	return len(cubes), err
}

// divide returns nil only if each model of f satisfies exactly one of the cubes, and two models that agree
// on the projection satisfy the same cube. The cubes must be the leaves of a tree of decisions on variables
// of the projection, which ascends; nil means all variables. Where unit propagation refutes a node, it
// needs no cubes. For other cubes, the error is a FailedError. Another error is the cause of ctx.
func divide(ctx context.Context, f *dimacs.Formula, project []int, cubes [][]dimacs.Lit) error {
	d := divider{Numbering: certificate.NewNumbering(f)}
	for c := range f.Clauses() {
		d.number(c)
	}
	for _, l := range slices.Concat(cubes...) {
		if _, in := slices.BinarySearch(project, l.Var()); l.Var() > f.Vars || project != nil && !in {
			return cpog.FailedError(fmt.Sprintf("a cube has the literal %d: expected variables of the formula and its projection", l))
		}
		d.number([]dimacs.Lit{l})
	}
	d.Propagator = propagate.New(len(d.Names()))
	for c := range f.Clauses() {
		d.Propagator.Add(d.number(c)...)
	}
	return d.below(ctx, nil, slices.SortedFunc(slices.Values(cubes), slices.Compare))
}

// A divider holds the clauses of a formula for divide. Its variables are numbered, so that its memory does not
// grow with the number of variables in the header of the formula.
type divider struct {
	*propagate.Propagator
	certificate.Numbering
	numbered []dimacs.Lit // the result of number
}

// number returns literals with the numbers of their variables, which it gives to new variables. The
// slice is valid until the next call.
func (d *divider) number(lits []dimacs.Lit) []dimacs.Lit {
	d.numbered = d.numbered[:0]
	for _, l := range lits {
		n := d.Find(l.Var())
		if n == 0 {
			n = d.Numbering.Add(l.Var())
		}
		d.numbered = append(d.numbered, dimacs.Lit(n)*(l/dimacs.Lit(l.Var())))
	}
	return d.numbered
}

// below is divide below a node of the tree: the cubes, which are sorted, must divide the models in which
// the literals of node are true. The cubes must begin with node, and its literals must be true in d. After
// a call without an error, d has the same decision level as before.
func (d *divider) below(ctx context.Context, node []dimacs.Lit, cubes [][]dimacs.Lit) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case d.Propagate() >= 0:
		return nil
	case len(cubes) == 0:
		return cpog.FailedError(fmt.Sprintf("no cube covers %v", node))
	case len(cubes) == 1 && len(cubes[0]) == len(node):
		return nil
	case len(cubes[0]) == len(node):
		return cpog.FailedError(fmt.Sprintf("the cubes %v and %v overlap", cubes[0], cubes[1]))
	}
	l, level := cubes[0][len(node)], d.Level()
	split := slices.IndexFunc(cubes, func(c []dimacs.Lit) bool { return c[len(node)] != l })
	if split < 0 {
		split = len(cubes)
	} else if last := cubes[len(cubes)-1]; cubes[split][len(node)] != -l || last[len(node)] != -l {
		return cpog.FailedError(fmt.Sprintf("the cubes %v and %v may overlap: expected decisions with two values", cubes[0], last))
	}
	for _, branch := range [][][]dimacs.Lit{cubes[:split], cubes[split:]} {
		d.Begin()
		if d.Assume(d.number([]dimacs.Lit{l})[0]) {
			if err := d.below(ctx, append(node, l), branch); err != nil {
				return err
			}
		}
		d.Backtrack(level)
		l = -l
	}
	return nil
}

// checkPart checks the certificate of a part and returns the count that it proves under the projection
// project; nil means all variables. It adds the numbers of lines to steps. The error is a FailedError if
// the certificate is wrong or proves another count than the result says, or if the file is not the
// certificate that the result names. Other errors come from checkCubes, or from opening the file.
func checkPart(ctx context.Context, f *dimacs.Formula, project []int, part *parts.Result, steps *cpog.Lines) (n dimacs.Count, err error) {
	n.M = new(big.Int)
	name, err := part.ReadProof(ctx, func(in *input.File) (err error) {
		n, err = checkCubes(ctx, in, f, project, part.List, steps)
		return err
	})
	if err == nil && !equal(n, part.Count) {
		return n, cpog.FailedError(fmt.Sprintf("%s: it proves the count %v, but the result says %v", name, n, part.Count))
	}
	if _, failed := errors.AsType[cpog.FailedError](err); failed || errors.Is(err, parts.ErrProof) {
		err = cpog.FailedError(err.Error())
	}
	return n, err
}

// checkCubes checks the certificates of cubes, which it reads from in, and returns the sum of the counts
// under the projection project; nil means all variables. It adds the numbers of lines to steps. A text
// after the last certificate is a FailedError. Other errors come from next, cpog.Check and Graph.Count.
func checkCubes(ctx context.Context, in *input.File, f *dimacs.Formula, project []int, cubes [][]dimacs.Lit, steps *cpog.Lines) (dimacs.Count, error) {
	r, n := &section{r: bufio.NewReaderSize(in, 1<<16)}, dimacs.Count{M: new(big.Int)}
	for _, cube := range cubes {
		under := f.WithUnits(cube)
		text := strings.Trim(fmt.Sprint(cube), "[]")
		if err := r.next(in.Name, text); err != nil {
			return n, err
		}
		g, err := cpog.Check(ctx, under, r, fmt.Sprintf("%s: after the line `c cube %s`", in.Name, text))
		if err != nil {
			return n, err
		}
		found, err := g.Count(ctx, cpog.Question{Project: project})
		if err != nil {
			return n, fmt.Errorf("%s: %w", in.Name, err)
		}
		n = n.Plus(found)
		c := g.Lines()
		*steps = cpog.Lines{Products: steps.Products + c.Products, Sums: steps.Sums + c.Sums, Asserted: steps.Asserted + c.Asserted, Deleted: steps.Deleted + c.Deleted}
	}
	if _, err := r.r.ReadByte(); err != io.EOF {
		return n, cmp.Or(err, error(cpog.FailedError(in.Name+": expected the end after the last cube of the part")))
	}
	return n, nil
}

// A section reads the certificates of the cubes of a part one after another. Each begins with a line
// that begins with cubeLine. After next has read this line, Read reads up to the next such line, where
// it returns io.EOF.
type section struct {
	r      *bufio.Reader
	inside bool // in a line
}

const cubeLine = "c cube "

// next reads the line of a cube, which is given as text, such as "1 -5". The reader must be at the
// beginning of a line. If it is another line, the error is a FailedError about the file called name. At the
// end of the text, it is an error that the certificate is cut off. Other errors come from the reader.
func (s *section) next(name, cube string) error {
	want := cubeLine + cube + "\n"
	got, err := s.r.Peek(len(want))
	switch {
	case string(got) == want:
		_, err = s.r.Discard(len(want))
		return err
	case err != nil && err != io.EOF:
		return err
	case strings.HasPrefix(want, string(got)):
		return fmt.Errorf("%s: the certificate is cut off: expected the line `%s%s` for the next cube of the part", name, cubeLine, cube)
	}
	return cpog.FailedError(fmt.Sprintf("%s: expected the line `%s%s` for the next cube of the part", name, cubeLine, cube))
}

// Read implements io.Reader for the certificate of one cube. It returns io.EOF before the next line that
// begins with cubeLine, and at the end of the text. An error may come with n bytes that were read before.
func (s *section) Read(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		if !s.inside {
			if head, _ := s.r.Peek(len(cubeLine)); string(head) == cubeLine {
				err = io.EOF
				break
			}
		}
		if p[n], err = s.r.ReadByte(); err == nil {
			s.inside = p[n] != '\n'
			n++
		}
	}
	return n, err
}
