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

// FormulaDigest returns the digest of what is asked: of the lines that Formula.Write
// writes of the clauses under a header `p cnf`, with the projection, unless it is nil, and without
// other comments, and a cube of the assumptions. The clauses count in their order.
func FormulaDigest(ctx context.Context, f *dimacs.Formula, project []int, assume []dimacs.Lit) (string, error) {
	h := sha256.New()
	w := dimacs.NewWriter(h)
	w.Header(f.Vars, int64(f.NumClauses()))
	if project != nil {
		w.Projection(func(yield func(dimacs.Lit) bool) {
			for _, v := range project {
				if !yield(dimacs.Lit(v)) {
					return
				}
			}
		})
	}
	if err := w.Clauses(ctx, f); err != nil {
		return "", err
	}
	w.Cube(assume...)
	err := w.Flush()
	return sum(h), err
}

// CubesDigest returns the number of cubes and the digest of their lines, `a 1 -2 0`, each
// behind one of its weight, `c weight: 8`, if they have weights.
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
