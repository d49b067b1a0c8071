package verdict

import (
	"bytes"
	"context"
	"io"
	"slices"

	"queens/cmd/qcheck/drat"
	"queens/cmd/qcheck/internal/certificate"
)

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
