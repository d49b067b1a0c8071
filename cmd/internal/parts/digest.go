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
	asked := f.With()
	asked.Comments, asked.CountType, asked.Incremental = nil, "", false
	asked.Projection, asked.Cubes = project, [][]dimacs.Lit{assume}
	h := sha256.New()
	err := asked.Write(ctx, h)
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
