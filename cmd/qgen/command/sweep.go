package command

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens/cmd/internal/program"
	"queens/encode"
)

// A sweep is what one line of arguments asks for: the product of all that it lists.
type sweep struct {
	sizes                                             []int
	encodings, variants, formats                      []string // none: the default
	families                                          []string // none: queens
	queens, randomPlace, randomBlock, randomDiagonals numbers  // none: N, 0, 0 and 0
	colours, seeds                                    numbers  // none: N, and the default
	place, block, diagonals                           []string // each a list
	transforms                                        []encode.Transform
	allowConflict, independent                        bool
	minimal, breakSymmetry, shuffle, annotate         bool
}

// A member of a sweep is one choice out of everything that it lists.
type member struct {
	*sweep
	n                                               int
	family, encoding, variant, format               string
	queens, colours                                 *int64
	randomPlace, randomBlock, randomDiagonals, seed int64
	place, block, diagonals                         string
	transform                                       *encode.Transform
}

// members yields the product for boards of size n.
func (f *sweep) members(n int) iter.Seq[member] {
	all := func(yield func(member) bool) { yield(member{sweep: f, n: n}) }
	all = vary(all, f.formats == nil, slices.Values(f.formats), func(m *member, s string) { m.format = s })
	all = vary(all, f.families == nil, slices.Values(f.families), func(m *member, s string) { m.family = s })
	all = vary(all, f.variants == nil, slices.Values(f.variants), func(m *member, s string) { m.variant = s })
	all = vary(all, f.encodings == nil, slices.Values(f.encodings), func(m *member, s string) { m.encoding = s })
	all = vary(all, f.transforms == nil, slices.Values(f.transforms), func(m *member, t encode.Transform) { m.transform = &t })
	all = vary(all, f.queens == nil, f.queens.at(n), func(m *member, k int64) { m.queens = &k })
	all = vary(all, f.colours == nil, f.colours.at(n), func(m *member, k int64) { m.colours = &k })
	all = vary(all, f.place == nil, slices.Values(f.place), func(m *member, s string) { m.place = s })
	all = vary(all, f.block == nil, slices.Values(f.block), func(m *member, s string) { m.block = s })
	all = vary(all, f.diagonals == nil, slices.Values(f.diagonals), func(m *member, s string) { m.diagonals = s })
	all = vary(all, f.randomPlace == nil, f.randomPlace.at(n), func(m *member, k int64) { m.randomPlace = k })
	all = vary(all, f.randomBlock == nil, f.randomBlock.at(n), func(m *member, k int64) { m.randomBlock = k })
	all = vary(all, f.randomDiagonals == nil, f.randomDiagonals.at(n), func(m *member, k int64) { m.randomDiagonals = k })
	return vary(all, f.seeds == nil, f.seeds.at(n), func(m *member, k int64) { m.seed = k })
}

// vary yields each member with each of the values, or as it is by default.
func vary[T any](members iter.Seq[member], byDefault bool, values iter.Seq[T], set func(*member, T)) iter.Seq[member] {
	if byDefault {
		return members
	}
	return func(yield func(member) bool) {
		for m := range members {
			for v := range values {
				set(&m, v)
				if !yield(m) {
					return
				}
			}
		}
	}
}

// file returns what the member stands for, or why that cannot be.
func (m member) file() (encode.File, error) {
	f, err := m.given()
	if err != nil {
		return f, err
	}
	given, err := f.Instance.Sample(encode.Sample{}) // in order
	if err != nil {
		return f, err
	}
	if f.Instance, err = m.sampled(given); err != nil {
		return f, err
	}
	f.Arguments = m.arguments(f, given)
	_, err = f.Size()
	return f, err
}

// sampled returns the instance with what is random. Contradictions among what is
// given are found before, so that they are told as such.
func (m member) sampled(in encode.Instance) (encode.Instance, error) {
	if err := in.Conflict(); err != nil && !m.allowConflict {
		return in, fmt.Errorf("%w (--allow-conflict writes the unsatisfiable instance)", err)
	}
	if low := min(m.randomPlace, m.randomBlock, m.randomDiagonals, m.seed); low < 0 {
		return in, fmt.Errorf("expected numbers of at least 0, found %d", low)
	}
	if high := max(m.randomPlace, m.randomBlock, m.randomDiagonals); high > encode.MaxN*encode.MaxN {
		return in, fmt.Errorf("%d random squares or diagonals do not fit on a board", high)
	}
	in, err := in.Sample(encode.Sample{Placed: int(m.randomPlace), Blocked: int(m.randomBlock), Diagonals: int(m.randomDiagonals), Seed: m.seed})
	if err != nil {
		return in, err
	}
	if k := in.QueenCount(); len(in.Placed) > k && !m.allowConflict {
		return in, fmt.Errorf("--random-place: %d queens would be placed, but the number of queens is %d", len(in.Placed), k)
	}
	return in, nil
}

// given returns the file without what is random.
func (m member) given() (encode.File, error) {
	in := encode.Instance{N: m.n, Independent: m.independent, Minimal: m.minimal, SymmetryBroken: m.breakSymmetry, Encoding: m.encoding, Transform: m.transform}
	f := encode.File{Format: m.format, Annotate: m.annotate}
	if f.Format == "" {
		f.Format = encode.DefaultFormat
	}
	if f.Format == encode.DefaultFormat && in.Encoding == "" {
		in.Encoding = encode.DefaultEncoding
	}
	in.Queens, in.Colours = countOf(m.queens), countOf(m.colours)
	if m.shuffle {
		in.Shuffle = &m.seed
	}
	var err error
	if m.variant != "" {
		in.Variant, err = encode.ParseVariant(m.variant) // the flag knows them
	}
	if m.family != "" {
		in.Family, _ = encode.ParseFamily(m.family) // the flag knows them
	}
	for _, e := range []error{
		err,
		parseList("--place", m.place, m.sweep.place, &in.Placed, encode.ParseSquare, m.n),
		parseList("--block", m.block, m.sweep.block, &in.Blocked, encode.ParseSquare, m.n),
		parseList("--block-diagonals", m.diagonals, m.sweep.diagonals, &in.BlockedDiagonals, encode.ParseDiagonal, m.n),
	} {
		if e != nil {
			return f, e
		}
	}
	f.Instance = in
	return f, f.Check()
}

// countOf returns a number of queens or colours, nil if there is none given.
func countOf(given *int64) *int {
	if given == nil {
		return nil
	}
	k := int(max(-1, min(*given, encode.MaxN*encode.MaxN+1)))
	return &k
}

// parseList appends the items of the value of a flag, separated by commas, if the
// flag is given.
func parseList[T any](flag, value string, given []string, to *[]T, parse func(string, int) (T, error), n int) error {
	if given == nil {
		return nil
	}
	for word := range strings.SplitSeq(value, ",") {
		item, err := parse(strings.TrimSpace(word), n)
		if err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		*to = append(*to, item)
	}
	return nil
}

// parseSizes reads lists of board sizes and ranges of them; the result is in ascending
// order, without repetitions.
func parseSizes(args []string) ([]int, error) {
	if len(args) == 0 {
		return nil, program.Usagef("expected board sizes N or LO..HI")
	}
	var sizes []int
	for word := range strings.SplitSeq(strings.Join(args, ","), ",") {
		low, high, isRange := strings.Cut(word, "..")
		if !isRange {
			high = low
		}
		first, err := parseSize(low)
		if err != nil {
			return nil, err
		}
		last, err := parseSize(high)
		if err != nil {
			return nil, err
		}
		if first > last {
			return nil, program.Usagef("board sizes: expected a range LO..HI, found %q", word)
		}
		for n := first; n <= last; n++ {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}
