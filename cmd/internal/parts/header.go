// Package parts combines the answers to the parts of a question into one answer: the sum of
// counts, all models, or the verdict with a model or a proof. Different processes of qsat, on any
// machines, find the answers. Only their results need to be stored or sent.
//
// A formula is split into cubes. Part I of K consists of every K-th cube, from the I-th on. Its
// result is the text of an answer between a header and a last line, which are comments for other
// readers:
//
//	c part: 7/50                 this part and the number of parts
//	c part question: count       or projected count, models, model, proof, binary proof
//	c part formula: 8c1f..       a digest of the clauses, projection and assumptions
//	c part cubes: 1600 03ab..    the number of cubes of all parts, and a digest of them
//	c part weight: 1             the factor by which the count must be multiplied
//	c part orbits: 12*4 90*8     by symmetry, the counts of 12 cubes are multiplied by 4, and the
//	                             counts of 90 by 8; only if the formula was split by orbits
//	c part version: v1.2.3
//	c part seed: 0
//	c part proof: 77d0.. 7.drat  a digest of the proof, and its file name, relative to the
//	                             directory of the result
//	c part cube: 34 44           a cube of this part; only with a proof
//	..                           the answer
//	c part end: 1.250 e02d..     seconds of work, and a digest of everything before it
//
// Digests are SHA-256. They reveal a result that was cut off, mixed with another or changed, and
// a result that belongs to another question. Such results are refused.
package parts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
)

// A Share is part I of K, counted from 1.
type Share struct{ I, K int }

// maxParts is the largest K. Memory grows with K, and messages list missing parts.
const maxParts = 1 << 20

// ParseShare parses text of the form "I/K" with 1 <= I <= K <= maxParts.
func ParseShare(text string) (s Share, err error) {
	i, k, _ := strings.Cut(text, "/")
	s.I, err = strconv.Atoi(i)
	if err == nil {
		s.K, err = strconv.Atoi(k)
	}
	if err != nil || s.I < 1 || s.I > s.K || s.K > maxParts {
		return Share{}, fmt.Errorf("expected I/K, such as 7/50, with I from 1 to K and K from 1 to %d, found %.40q", maxParts, text)
	}
	return s, nil
}

func (s Share) String() string { return fmt.Sprintf("%d/%d", s.I, s.K) }

// Values of Header.Question.
const (
	Count          = "count"
	ProjectedCount = "projected count"
	Models         = "models"
	Model          = "model"
	Refutation     = "proof"
	BinaryProof    = "binary proof"
)

// A Header is the header of a result.
type Header struct {
	Share
	Question    string   // Count or another of the values above
	Formula     string   // see FormulaDigest
	Cubes       string   // see CubesDigest
	Weight      *big.Int // the factor by which the count must be multiplied, at least 1
	Version     string   // version of qsat
	Seed        int64
	Orbits      string         // the number of cubes of the part for each weight, as in "3*1 5*8"; empty without weights
	Proof       string         // the name of the proof file; empty without a proof
	ProofDigest string         // the SHA-256 of the proof file in hexadecimal
	List        [][]dimacs.Lit // the cubes of the part; only with a proof
}

// counts reports whether the question is a count.
func (h *Header) counts() bool { return h.Question == Count || h.Question == ProjectedCount }

// maxWeight is the largest number of digits of a weight.
const maxWeight = 1000

// maxCube is the largest number of literals of a cube. Trees of cubes are walked by recursion.
const maxCube = 1 << 16

// difference returns the name of a property that must be equal in the parts of one answer and that differs
// between the headers, such as "formula". It returns "" if no such property differs.
func (h *Header) difference(x *Header) string {
	names := []string{"formula", "number of parts", "question", "version of qsat", "seed", "list of cubes", ""}
	differs := []bool{
		h.Formula != x.Formula, h.K != x.K, h.Question != x.Question, h.Version != x.Version, h.Seed != x.Seed, h.Cubes != x.Cubes, true,
	}
	return names[slices.Index(differs, true)]
}

const (
	orbitsKey = "part orbits"
	proofKey  = "part proof"
	cubeKey   = "part cube"
)

// Every header has exactly one comment with each key in needed. The other keys are optional.
var (
	needed = []string{"part", "part question", "part formula", "part cubes", "part weight", "part version", "part seed"}
	keys   = append(needed[:len(needed):len(needed)], orbitsKey, proofKey, cubeKey)
)

// Comments returns the comments of the header, without ProofComments.
func (h Header) Comments() (list []dimacs.Comment) {
	for i, v := range []string{h.Share.String(), h.Question, h.Formula, h.Cubes, h.Weight.String(), h.Version, strconv.FormatInt(h.Seed, 10)} {
		list = append(list, dimacs.Comment{Key: needed[i], Value: v})
	}
	if h.Orbits != "" {
		list = append(list, dimacs.Comment{Key: orbitsKey, Value: h.Orbits})
	}
	return list
}

// SetOrbits sets h.Orbits to the list for the weights of the cubes of the part, by ascending weight. Without
// weights it is "".
func (h *Header) SetOrbits(weights []int64) {
	number := map[int64]int{}
	for _, w := range weights {
		number[w]++
	}
	var list []string
	for _, w := range slices.Sorted(maps.Keys(number)) {
		list = append(list, fmt.Sprintf("%d*%d", number[w], w))
	}
	h.Orbits = strings.Join(list, " ")
}

// ProofComments returns the comments for the proof and the cubes, h.List.
func (h Header) ProofComments() []dimacs.Comment {
	list := []dimacs.Comment{{Key: proofKey, Value: h.ProofDigest + " " + h.Proof}}
	for _, cube := range h.List {
		list = append(list, dimacs.Comment{Key: cubeKey, Value: strings.Trim(fmt.Sprint(cube), "[]")})
	}
	return list
}

// parseHeader separates the comments of a result into the header and others. A missing comment with a key in
// needed is an error. So is a malformed comment of the header, or a repeated one, except for cubes. A proof
// must be present for the questions Refutation and BinaryProof, and may be present only for these and for
// counts. h has the fields that were read before the error.
func parseHeader(comments []dimacs.Comment) (h Header, others []dimacs.Comment, err error) {
	seen := map[string]bool{}
	for _, c := range comments {
		switch {
		case !slices.Contains(keys, c.Key):
			others = append(others, c)
		case err != nil:
		case seen[c.Key] && c.Key != cubeKey:
			err = fmt.Errorf("there are two lines `c %s`", c.Key)
		default:
			seen[c.Key] = true
			if err = h.set(c.Key, c.Value); err != nil {
				err = fmt.Errorf("line `c %s`: %w", c.Key, err)
			}
		}
	}
	for _, k := range needed {
		if err == nil && !seen[k] {
			err = fmt.Errorf("there is no line `c %s`", k)
		}
	}
	if refutes := h.Question == Refutation || h.Question == BinaryProof; err == nil && refutes != (h.Proof != "") && (refutes || !h.counts()) {
		err = fmt.Errorf("expected a line `c %s` if the question is %q or %q, and otherwise only for counts", proofKey, Refutation, BinaryProof)
	}
	return h, others, err
}

// set parses the value of one comment of the header and sets the field for its key, which must be in keys. It
// appends a cube to h.List. A malformed share, weight, seed or cube is an error.
func (h *Header) set(key, value string) (err error) {
	texts := map[string]*string{
		"part question": &h.Question, "part formula": &h.Formula, "part cubes": &h.Cubes, "part version": &h.Version, orbitsKey: &h.Orbits,
	}
	switch key {
	default:
		*texts[key] = value
	case "part":
		h.Share, err = ParseShare(value)
	case "part weight":
		if len(value) <= maxWeight {
			h.Weight, _ = new(big.Int).SetString(value, 10)
		}
		if h.Weight == nil || h.Weight.Sign() <= 0 {
			err = fmt.Errorf("expected a positive number of at most %d digits, found %.40q", maxWeight, value)
		}
	case "part seed":
		if h.Seed, err = strconv.ParseInt(value, 10, 64); err != nil {
			err = fmt.Errorf("expected a whole number, found %.40q", value)
		}
	case proofKey:
		h.ProofDigest, h.Proof, _ = strings.Cut(value, " ")
	case cubeKey:
		var cube []dimacs.Lit
		for _, word := range strings.Fields(value) {
			l, err := strconv.ParseInt(word, 10, 32)
			if err != nil || l == 0 || l < -dimacs.MaxVar {
				return fmt.Errorf("expected a literal, found %.40q", word)
			}
			cube = append(cube, dimacs.Lit(l))
		}
		if len(cube) > maxCube {
			return fmt.Errorf("expected at most %d literals, found %d", maxCube, len(cube))
		}
		h.List = append(h.List, cube)
	}
	return err
}

// FormulaDigest returns the SHA-256 of the question in hexadecimal: of the clauses in their order under the
// header `p cnf`, the weights of literals, the projection unless it is nil, and the assumptions as a cube.
// Comments do not count. The error is the cause of ctx if ctx ends.
func FormulaDigest(ctx context.Context, f *dimacs.Formula, project []int, assume []dimacs.Lit) (string, error) {
	h := sha256.New()
	w := dimacs.NewWriter(h)
	w.Head(&dimacs.Formula{Vars: f.Vars, Projection: project, Weights: f.Weights}, int64(f.NumClauses()))
	err := w.Clauses(ctx, f)
	w.Cube(assume...)
	w.Flush()
	return sum(h), err
}

// CubesDigest returns the number of cubes, a blank, and the SHA-256 of their lines in hexadecimal, such as
// `a 1 -2 0`. If weights, which is indexed by cube, is not nil, a line such as `c weight: 8` comes before
// each cube.
func CubesDigest(cubes [][]dimacs.Lit, weights []int64) string {
	h := sha256.New()
	w := dimacs.NewWriter(h)
	for i, c := range cubes {
		if weights != nil {
			w.Comment("weight", strconv.FormatInt(weights[i], 10))
		}
		w.Cube(c...)
	}
	w.Flush()
	return fmt.Sprintf("%d %s", len(cubes), sum(h))
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
