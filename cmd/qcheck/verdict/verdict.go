// Package verdict decides whether the answer of a solver is right, and whether a certificate proves it. All
// programs that check an answer use it. It shares no code with the solvers.
package verdict

import (
	"bytes"
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
	"queens/cmd/qcheck/internal/certificate"
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
	Cost       *big.Rat           // of the last model of a formula with soft clauses, or nil
	Count      *dimacs.Count      // which the certificate proves, or nil
	Hint       string             // a message that a wrong certificate may be a model, or ""
	Statistics []Statistic        // of the check of the certificate

	answer string   // the name of the answer
	units  *big.Int // the cost of the last model, see Models.cost
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
	return fmt.Errorf("%s: expected a formula of clauses, because a proof is about clauses: qsat --bound FILE writes those for linear constraints and XOR lines", c.Name)
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

// A kind is a kind of certificate.
type kind struct {
	title  string  // the name in messages
	claims []Claim // the claims that it can prove
	// check checks the certificate in, and sets fields of Verdict. A wrong certificate is a
	// FailedError, or sets c.Fault.
	check func(c *check, ctx context.Context, in io.Reader) error
}

// kinds holds all kinds of certificates, indexed by name. An answer is a certificate of its models.
var kinds map[string]kind

func init() { // checkAnswer needs the table
	kinds = map[string]kind{
		"model": {"a model", nil, (*check).checkAnswer},
		"drat":  {"DRAT", []Claim{Unsatisfiable, Optimum, Backbone}, (*check).checkDRAT},
		"lrat":  {"LRAT", []Claim{Unsatisfiable, Optimum}, (*check).checkLRAT},
		"cpog":  {"CPOG", []Claim{Count, Unsatisfiable}, (*check).checkCPOG},
		"parts": {"parts of a count", []Claim{Count}, (*check).checkParts},
	}
}

// needs names the certificates that prove a claim, for messages.
var needs = map[Claim]string{
	Unsatisfiable: "a proof in DRAT or LRAT",
	Optimum:       "a proof in DRAT or LRAT",
	Backbone:      "a proof in DRAT for a backbone",
	Count:         "a certificate in CPOG for a count",
}

// proves reports whether certificates of this kind prove such claims.
func (k *kind) proves(c Claim) bool { return slices.Contains(k.claims, c) }

// counts reports whether certificates of this kind prove counts.
func (k *kind) counts() bool { return k.proves(Count) }

// recognize sets c.Kind to Question.As or, if that is empty, to the result of kindOf for the beginning of
// r, which it keeps in c.head. It returns a reader of the whole text of r. The error is an error of r.
func (c *check) recognize(r io.Reader) (io.Reader, error) {
	if c.Kind = c.As; c.Kind != "" {
		return r, nil
	}
	var err error
	c.head, err = io.ReadAll(io.LimitReader(r, drat.HeadSize))
	c.Kind = kindOf(c.head, c.formula.NumClauses(), c.Claim != NoClaim)
	return io.MultiReader(bytes.NewReader(c.head), r), err
}

// cpogLine matches lines that occur only in CPOG.
var cpogLine = certificate.Pattern(`^(?:[1-9]\d* [apst]|r) -?\d+\b`)

// fratLine matches the first line of a proof in FRAT, unless it is binary.
var fratLine = certificate.Pattern(`\A(?:(?:c.*)?\n)*[oa] [1-9]\d* (?:-?[1-9]\d* )*0(?: l [^\x00]*)?\r?(?:\n|\z)`)

// gaveUp matches the line by which cadical says that it found no answer.
var gaveUp = certificate.Pattern(`(?m)^c UNKNOWN\s*$`)

// countLine matches the beginning of the result of a part of a count.
var countLine = certificate.Pattern(`\Ac part: .*\nc part question: (projected )?count\r?\n`)

// kindOf returns the kind of a certificate: drat, lrat, cpog, parts, model or frat. The argument head is the
// beginning of the certificate, at most drat.HeadSize bytes. The argument clauses is the number of
// clauses of the formula, by which drat.IsLRAT decides between LRAT and DRAT. The argument proof says that
// the certificate must prove a claim, so that a text of comments is no model.
//
// If fratLine matches, or if a text with a zero byte begins with o, it is a proof in FRAT. If countLine
// matches, the text is the results of parts. A certificate for which drat.IsBinary holds is a binary
// proof. In any other text, the first line decides that is neither empty nor a comment. If cpogLine
// matches it, the text is a CPOG certificate. If it begins with a digit, a minus or d, the text is a
// proof. Otherwise it is a model. If all lines of head are empty or comments, the text is a model if proof
// is false, and head has drat.HeadSize bytes or cadical wrote that it gave up. Otherwise it is a DRAT
// proof without steps.
func kindOf(head []byte, clauses int, proof bool) string {
	if fratLine().Match(head) || len(head) > 0 && head[0] == 'o' && bytes.IndexByte(head, 0) >= 0 {
		return "frat"
	}
	if countLine().Match(head) {
		return "parts"
	}
	if drat.IsBinary(head) {
		return proofKind(head, clauses)
	}
	for line := range bytes.Lines(head) {
		line = bytes.Join(bytes.Fields(line), []byte(" "))
		if len(line) == 0 || line[0] == 'c' {
			continue
		}
		if cpogLine().Match(line) {
			return "cpog"
		}
		if c := line[0]; c != '-' && c != 'd' && c-'0' > 9 {
			return "model"
		}
		return proofKind(head, clauses)
	}
	if !proof && (len(head) == drat.HeadSize || gaveUp().Match(head)) {
		return "model" // solvers write many comments first
	}
	return "drat"
}

// proofKind returns lrat or drat, the kind of a proof. The arguments are as for drat.IsLRAT.
func proofKind(head []byte, clauses int) string {
	if drat.IsLRAT(head, clauses) {
		return "lrat"
	}
	return "drat"
}
