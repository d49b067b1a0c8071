package orbit

import (
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// permutations returns the permutations of the literals of n variables that map complements to
// complements.
func permutations(n int) (list [][]int32) {
	if n == 0 {
		return [][]int32{{0, 1}}
	}
	for _, p := range permutations(n - 1) {
		for v := 1; v <= n; v++ { // exchange the last variable and v
			for sign := range int32(2) {
				q := append(append([]int32(nil), p...), int32(2*n), int32(2*n+1))
				q[2*v], q[2*v+1], q[2*n], q[2*n+1] = q[2*n], q[2*n+1], q[2*v]^sign, q[2*v+1]^sign
				list = append(list, q)
			}
		}
	}
	return list
}

// A model that is greater than or equal to its image has exactly one extension that satisfies the
// clauses of compare. A lesser model has none if all literals are compared, and otherwise at most one.
// So every leader is exactly one model of the clauses.
func TestCompare(t *testing.T) {
	const n = 3
	o := &Orbits{clauses: clause.New(&clause.Numbering{Names: []int32{0, 1, 2, 3}})}
	list := permutations(n)
	if len(list) != 48 {
		t.Fatalf("%d permutations", len(list))
	}
	for _, o.compared = range [][]clause.Lit{{2, 4, 6}, {6, 2, 4}, {4, 6}} {
		for _, p := range list {
			for most := 1; most <= n+1; most++ {
				f := &dimacs.Formula{Vars: n}
				o.compare(f, p, most)
				ways := make([]int, 1<<n) // indexed by assignment: the number of extensions that satisfy the clauses
				for bits := range enginetest.Models(f) {
					ways[int(bits>>1)%len(ways)]++
				}
				for bits, k := range ways {
					m := mapper{Orbits: o, values: make([]uint64, 2*n+2)}
					for v := range n {
						m.values[2*v+2], m.values[2*v+3] = uint64(bits>>v&1), uint64(1-bits>>v&1)
					}
					less := m.compareTo(p) > 0
					if k > 1 || !less && k == 0 || less && k == 1 && most >= len(o.compared) {
						t.Errorf("%v compared with %v, %d literals: %03b, which is less: %v, satisfies the clauses in %d ways", o.compared, p, most, bits, less, k)
					}
				}
			}
		}
	}
}
