package encode

import (
	"testing"

	"queens/encode/atmostone"
)

// For random combinations of options, the clauses have as many solutions as a search by the
// rules, and the declared size.
func TestRandomInstances(t *testing.T) {
	t.Parallel()
	r := newRandom(20, streamOrder)
	flip := r.coins()
	encodings := atmostone.All()
	n := 100
	if long() {
		n = 1000
	}
	for range n {
		in := Instance{N: 2 + r.below(6), Minimal: flip(), SymmetryBroken: flip(), Encoding: encodings[r.below(len(encodings))].Name}
		if flip() {
			in.Variant = Torus
		}
		if flip() {
			k := r.below(in.N + 1)
			in.Queens = &k
		}
		sample := Sample{Placed: r.below(2), Blocked: r.below(in.N), Diagonals: r.below(3), Seed: int64(r.below(1000))}
		in, err := in.Sample(t.Context(), sample)
		if err != nil {
			t.Errorf("%v: %v", in, err)
			continue
		}
		want := len(byRules(in))
		if in.SymmetryBroken {
			want = len(representatives(in))
		}
		if got, err := solutions(in, nil); err != nil || got != want {
			t.Errorf("%v: %d boards, %v; want %d", in, got, err, want)
		}
		if flip() {
			seed := int64(r.below(1000))
			in.Shuffle = &seed
		}
		checkSize(t, in)
	}
}
