package parts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"

	"queens/dimacs"
)

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
