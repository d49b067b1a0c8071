// Package verdict decides whether the answer of a solver is right, and whether a certificate proves it. All
// programs that check an answer use it. It shares no code with the solvers.
package verdict

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/parts"
	"queens/cmd/qcheck/drat"
	"queens/dimacs"
	"queens/dimacs/result"
)

// A Question is a formula with an answer, a certificate, or both.
type Question struct {
	Formula *dimacs.Formula
	Name    string // of the formula, for messages
	// Project holds the variables of the projection in ascending order; nil means no projection.
	// ProjectError says why the projection is not known, or is nil.
	Project      []int
	ProjectError error

	// Answer reads the answer. If it is nil, the certificate may be an answer. Model is a model that was
	// read from Answer before, or nil.
	Answer *result.Reader
	Model  []dimacs.Lit
	// OthersFalse says that variables are false if a model leaves them out. A model with variables of the
	// projection only is an exception.
	OthersFalse bool
	Strict      bool // the answer must have the form of the SAT competitions

	// Certificate opens the certificate, which Check closes. If there is an answer, it is called after that,
	// and only if the answer is right and claims something. nil means that there is no certificate.
	Certificate func() (*input.File, error)
	Proves      Claim       // the claim that the certificate must prove if Answer is nil; NoClaim means any or no claim
	As          string      // the kind of the certificate, as in Verdict; if it is empty, the content decides
	Part        parts.Share // check only this part of a count in parts, unless K is 0
	Used, LRAT  io.Writer   // for the clauses that a proof in DRAT uses, and the proof in LRAT, unless nil
}

// A Claim is the statement of an answer that needs a certificate, such as that there is no model.
type Claim int

const (
	NoClaim       Claim = iota // there is no such statement
	Unsatisfiable              // there is no model
	Optimum                    // no model costs less than the last one
	Count                      // the number of models, or the sum of their weights
	Backbone                   // literals that are true in every model
)

// A Fault says why an answer or its certificate is wrong. Kind is one of the constants below. Place
// is a file, perhaps with a model, or "". Reason is "" if nothing is wrong.
type Fault struct{ Kind, Place, Reason string }

// Kinds of faults.
const (
	WrongModel   = "wrong model"
	RepeatedOne  = "repeated model"
	WrongNumber  = "wrong number of models"
	WrongCost    = "wrong cost"
	WrongCount   = "wrong count"
	WrongProof   = "wrong proof"
	OutputFormat = "output format"
)

// A Verdict is the result of Check.
type Verdict struct {
	Fault      Fault              // of the models, the claim or the certificate
	Deviations []result.Deviation // of the form of the answer; nil unless Question.Strict is set
	Claim      Claim              // of the answer
	Kind       string             // of the certificate: model, drat, lrat, cpog, parts or frat; empty if no certificate was read
	Proved     bool               // the certificate is right, and proves the claim if there is a claim; false for an answer as the certificate
	Projected  bool               // Count is a count under a projection
	Weighted   bool               // Count is a sum of weights
	Cost       *big.Int           // of the last model of a formula with soft clauses, or nil
	Count      *dimacs.Count      // which the certificate proves, or nil
	Hint       string             // a message that a wrong certificate may be a model, or ""
	Statistics []Statistic        // of the check of the certificate

	answer string // the name of the answer
}

// Wrong returns the reasons why the answer or its certificate is wrong, divided by semicolons: the Fault
// and the Deviations. It returns "" if nothing is wrong.
func (v *Verdict) Wrong() string {
	var all []string
	if f := v.Fault; f.Reason != "" {
		all = append(all, strings.TrimPrefix(f.Place+": "+f.Reason, ": "))
	}
	for _, d := range v.Deviations {
		all = append(all, fmt.Sprintf("%s:%d: %s", v.answer, d.Line, d.Name))
	}
	return strings.Join(all, "; ")
}

// A Statistic has a text for a reader, and words KEY=VALUE for JSON.
type Statistic struct {
	Text  string
	Words []string
}

// statistics returns a Statistic. The pairs are keys, each followed by a number. The text is format with
// the numbers, which its verbs print in this order.
func statistics(format string, pairs ...any) (s Statistic) {
	var numbers []any
	for pair := range slices.Chunk(pairs, 2) {
		numbers, s.Words = append(numbers, pair[1]), append(s.Words, fmt.Sprintf("%s=%v", pair...))
	}
	s.Text = fmt.Sprintf(format, numbers...)
	return s
}

// A check is the state of Check.
type check struct {
	Question
	Verdict
	formula *dimacs.Formula // the formula that a proof must refute
	head    []byte          // the first drat.HeadSize bytes of the certificate, if the content decides its kind
	name    string          // of the certificate
}

// Check decides about an answer, a certificate, or both. A wrong answer or certificate is no error, but a
// Verdict whose method Wrong returns the reason. The error says that there is no verdict: a text cannot be
// read, is cut off, or has the wrong kind, the certificates do not fit the formula, a model cannot be
// decided, or ctx has ended. If Verdict.Kind is not empty then, the error was found while the certificate
// was checked.
func Check(ctx context.Context, q Question) (Verdict, error) {
	c := &check{Question: q, Verdict: Verdict{Claim: q.Proves}, formula: q.Formula}
	err := c.run(ctx)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
		err = cause
	}
	return c.Verdict, err
}

// run reads the answer, and then the certificate if it is needed: without an answer, or if this is right
// and claims something. It sets the fields of Verdict, and returns the error of Check.
func (c *check) run(ctx context.Context) error {
	if c.Answer != nil {
		if c.Certificate != nil && lacksClauses(c.Formula) {
			return c.errAboutClauses()
		}
		if err := c.readAnswer(ctx, c.Answer); err != nil || c.Wrong() != "" || c.Claim == NoClaim {
			return err
		}
	}
	if c.Certificate == nil {
		return nil
	}
	in, err := c.Certificate()
	if err != nil {
		return err
	}
	defer in.Close()
	c.name = in.Name
	text, err := c.recognize(in)
	if err == nil {
		err = c.readCertificate(ctx, text)
	}
	if failed, is := errors.AsType[drat.FailedError](err); is { // also of package cpog
		c.Fault, err = Fault{WrongProof, "", string(failed)}, nil
	}
	c.Proved = c.Kind != "model" && err == nil && c.Fault.Reason == ""
	return err
}

// lacksClauses reports whether f has linear constraints that its clauses do not encode.
func lacksClauses(f *dimacs.Formula) bool { return f.Linear != nil && !f.Encoded }

// errAboutClauses returns the error for a proof about a formula for which lacksClauses holds.
func (c *check) errAboutClauses() error {
	return fmt.Errorf("%s: expected a formula of clauses, because a proof is about clauses: qsat --bound FILE writes those for linear constraints", c.Name)
}

// readCertificate checks the certificate in by its kind c.Kind. The error is a FailedError if the
// certificate is wrong; a count that differs from the answer is in c.Fault instead. Other errors say that
// the kind, the claim, the formula and the wanted outputs do not go together, or come from the check.
func (c *check) readCertificate(ctx context.Context, in io.Reader) error {
	k, known := kinds[c.Kind]
	f := c.formula
	switch {
	case !known:
		return fmt.Errorf("%s: expected a proof in DRAT or LRAT, found FRAT: translate it to LRAT with frat-rs", c.name)
	case c.Claim != NoClaim && !k.proves(c.Claim):
		return fmt.Errorf("%s: expected %s, found %s", c.name, needs[c.Claim], k.title)
	case lacksClauses(f) && c.Kind != "model":
		return c.errAboutClauses()
	case f.Soft != nil && k.counts():
		return fmt.Errorf("%s: expected a formula without soft clauses for a count", c.Name)
	case c.Kind != "drat" && (c.Used != nil || c.LRAT != nil):
		return fmt.Errorf("%s: --used-clauses and --lrat: expected a proof in DRAT, found %s", c.name, k.title)
	case c.Claim == Backbone && (c.Used != nil || c.LRAT != nil):
		return fmt.Errorf("%s: --used-clauses and --lrat are not about a backbone", c.answer)
	case len(f.Cubes) > 0 && c.Kind != "model":
		return fmt.Errorf("%s: expected a formula without cubes, because a proof is about clauses", c.Name)
	case k.counts() && c.ProjectError != nil:
		return c.ProjectError
	}
	return k.check(c, ctx, in)
}
