package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/explain"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
)

// A sweep is the set of files that one list of arguments describes: one for every
// combination of the listed values. An empty field means the default.
type sweep struct {
	sizes                                             []int
	encodings, variants, formats                      []string          // nil: the default
	families                                          []string          // nil: the family queens
	queens, randomPlace, randomBlock, randomDiagonals numbers           // nil: N, 0, 0 and 0
	colours, stars, seeds                             numbers           // nil: N, 1, and the default
	regions                                           string            // a board for --family regions, as rows or the name of a file; "": none
	partition                                         *encode.Partition // the board that readRegions has read
	place, block, diagonals                           []string          // each a list with commas
	transforms                                        []encode.Transform
	difficulties                                      []string // nil: no difficulty
	allowConflict, independent, solvable, unique      bool
	minimal, breakSymmetry, shuffle, annotate         bool
	minimum, maximum                                  bool
	translations                                      bool
}

// A member is one combination of the values of a sweep.
type member struct {
	*sweep
	n                                               int
	family, encoding, variant, format, difficulty   string
	queens, colours, stars                          *int64
	randomPlace, randomBlock, randomDiagonals, seed int64
	place, block, diagonals                         string
	transform                                       *encode.Transform
}

// members yields all combinations for boards of size n.
func (f *sweep) members(n int) iter.Seq[member] {
	if f.empty(n) {
		return func(func(member) bool) {}
	}
	all := func(yield func(member) bool) { yield(member{sweep: f, n: n}) }
	all = vary(all, f.formats == nil, slices.Values(f.formats), func(m *member, s string) { m.format = s })
	all = vary(all, f.families == nil, slices.Values(f.families), func(m *member, s string) { m.family = s })
	all = vary(all, f.variants == nil, slices.Values(f.variants), func(m *member, s string) { m.variant = s })
	all = vary(all, f.encodings == nil, slices.Values(f.encodings), func(m *member, s string) { m.encoding = s })
	all = vary(all, f.transforms == nil, slices.Values(f.transforms), func(m *member, t encode.Transform) { m.transform = &t })
	all = vary(all, f.queens == nil, f.queens.at(n), func(m *member, k int64) { m.queens = &k })
	all = vary(all, f.colours == nil, f.colours.at(n), func(m *member, k int64) { m.colours = &k })
	all = vary(all, f.stars == nil, f.stars.at(n), func(m *member, k int64) { m.stars = &k })
	all = vary(all, f.place == nil, slices.Values(f.place), func(m *member, s string) { m.place = s })
	all = vary(all, f.block == nil, slices.Values(f.block), func(m *member, s string) { m.block = s })
	all = vary(all, f.diagonals == nil, slices.Values(f.diagonals), func(m *member, s string) { m.diagonals = s })
	all = vary(all, f.randomPlace == nil, f.randomPlace.at(n), func(m *member, k int64) { m.randomPlace = k })
	all = vary(all, f.randomBlock == nil, f.randomBlock.at(n), func(m *member, k int64) { m.randomBlock = k })
	all = vary(all, f.randomDiagonals == nil, f.randomDiagonals.at(n), func(m *member, k int64) { m.randomDiagonals = k })
	all = vary(all, f.difficulties == nil, slices.Values(f.difficulties), func(m *member, s string) { m.difficulty = s })
	if f.seeds == nil {
		return all
	}
	return seeded(all, f.seeds.at(n))
}

// seeded yields each member with every seed. A member without random choices gets only the
// first seed.
func seeded(members iter.Seq[member], seeds iter.Seq[int64]) iter.Seq[member] {
	return func(yield func(member) bool) {
		for m := range members {
			for m.seed = range seeds {
				if !yield(m) {
					return
				}
				if !m.draws() {
					break
				}
			}
		}
	}
}

// draws reports whether the member has random choices.
func (m member) draws() bool {
	return m.shuffle || m.puzzle() != "" || max(m.randomPlace, m.randomBlock, m.randomDiagonals) > 0
}

// aim returns the aim of --minimum or --maximum, or "".
func (f *sweep) aim() encode.Aim {
	switch {
	case f.minimum:
		return encode.Minimum
	case f.maximum:
		return encode.Maximum
	}
	return ""
}

// defaultFormat returns the format of a file without a flag that names it.
func (f *sweep) defaultFormat() string {
	if f.aim() != "" {
		return "wcnf"
	}
	return encode.DefaultFormat
}

// check returns a usage error if the flags cannot go together on any board: --solvable
// without --random-place, --unique or --difficulty with --random-place, --translations
// without --break-symmetry, --minimum with --maximum, or several seeds without random choices.
func (f *sweep) check() error {
	switch drawn := f.unique || f.difficulties != nil; {
	case f.minimum && f.maximum:
		return program.Usagef("--minimum and --maximum exclude each other")
	case f.solvable && f.randomPlace == nil:
		return program.Usagef("--solvable chooses the queens of --random-place: expected --random-place K with it")
	case drawn && f.randomPlace != nil:
		return program.Usagef("--unique and --difficulty place as few queens as the puzzle needs: expected no --random-place with them")
	case f.translations && !f.breakSymmetry:
		return program.Usagef("--translations extends --break-symmetry: expected --break-symmetry with it")
	}
	several := len(f.seeds) > 1 || len(f.seeds) == 1 && f.seeds[0].first != f.seeds[0].last
	if several && !f.shuffle && f.randomPlace == nil && f.randomBlock == nil && f.randomDiagonals == nil && !f.unique && f.difficulties == nil {
		return program.Usagef("--seed: expected one seed, found a list, but without --random-place, --random-block, --random-diagonals, --unique, --difficulty and --shuffle all seeds make the same file")
	}
	return nil
}

// empty reports whether some list has no number for boards of size n. The sweep then has no
// member of that size.
func (f *sweep) empty(n int) bool {
	for _, list := range []numbers{f.queens, f.colours, f.stars, f.randomPlace, f.randomBlock, f.randomDiagonals, f.seeds} {
		if list != nil && !list.any(n) {
			return true
		}
	}
	return false
}

// vary yields each member once for every value, after set has stored the value. With
// byDefault, it yields the members unchanged.
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

// file returns the file of the member, with its random choices and its arguments. It
// returns an error that tells why the combination is impossible, or the cause of ctx.
func (m member) file(ctx context.Context) (f encode.File, err error) {
	defer func() { err = m.refused(err) }()
	if f, err = m.given(); err != nil {
		return f, err
	}
	given := f.Instance
	if !m.drawsRegions() {
		if given, err = given.Sample(ctx, encode.Sample{}); err != nil { // sorts the lists
			return f, err
		}
	}
	if f.Instance, err = m.sampled(ctx, given); err != nil {
		return f, err
	}
	if m.drawsRegions() {
		given.Placed = f.Instance.Placed // the same queens, sorted
	}
	f.Arguments = m.arguments(f, given)
	_, err = f.Size()
	return f, err
}

// refused returns err after the flags that set the refused option, if err is an
// encode.RefusedError.
func (m member) refused(err error) error {
	wrong, is := errors.AsType[*encode.RefusedError](err)
	if !is {
		return err
	}
	var flags []string
	for _, set := range []struct {
		option, flag string
		given        bool
	}{
		{"Encoding", "--encoding", m.encoding != ""}, {"Minimal", "--minimal", m.minimal}, {"Variant", "--variant", m.variant != ""},
		{"Queens", "--queens", m.queens != nil}, {"Colours", "--colours", m.colours != nil}, {"Stars", "--stars", m.stars != nil},
		{"Independent", "--independent", m.independent}, {"Regions", "--regions", m.partition != nil},
		{"Placed", "--place", m.place != ""}, {"Placed", "--random-place", m.randomPlace > 0},
		{"Placed", "--unique", m.unique}, {"Placed", "--difficulty", m.difficulty != ""},
		{"Blocked", "--block", m.block != ""}, {"Blocked", "--random-block", m.randomBlock > 0},
		{"BlockedDiagonals", "--block-diagonals", m.diagonals != ""}, {"BlockedDiagonals", "--random-diagonals", m.randomDiagonals > 0},
		{"SymmetryBroken", "--break-symmetry", m.breakSymmetry}, {"Translations", "--translations", m.translations},
		{"Aim", "--minimum", m.minimum}, {"Aim", "--maximum", m.maximum}, {m.format, "--format", m.sweep.formats != nil},
	} {
		if set.given && set.option == wrong.Option {
			flags = append(flags, set.flag)
		}
	}
	if flags == nil {
		return err
	}
	return fmt.Errorf("%s: %w", strings.Join(flags, ", "), err)
}

// sampled returns the instance with its random choices. It returns an error if a number is
// negative or too large, or if encode.Sample fails. Unless --allow-conflict is set, it also
// returns an error if the given squares contradict each other or if more queens would be
// placed than the instance has. The given squares are checked first, so that their
// contradictions are not blamed on the random choices.
func (m member) sampled(ctx context.Context, in encode.Instance) (encode.Instance, error) {
	if err := in.Conflict(); err != nil && !m.allowConflict {
		return in, fmt.Errorf("%w (--allow-conflict writes the unsatisfiable instance)", err)
	}
	const squares = encode.MaxN * encode.MaxN
	for _, x := range []struct {
		flag      string
		n, atMost int64
	}{{"--random-place", m.randomPlace, squares}, {"--random-block", m.randomBlock, squares}, {"--random-diagonals", m.randomDiagonals, squares}, {"--seed", m.seed, math.MaxInt64}} {
		if x.n < 0 || x.n > x.atMost {
			return in, fmt.Errorf("%s: expected a number from 0 to %d, found %d", x.flag, x.atMost, x.n)
		}
	}
	in, err := in.Sample(ctx, encode.Sample{Placed: int(m.randomPlace), Blocked: int(m.randomBlock), Diagonals: int(m.randomDiagonals), Seed: m.seed,
		Puzzle: m.puzzle(), Satisfiable: satisfiable, Grade: explain.Grade})
	if err != nil {
		return in, err
	}
	if k := in.QueenCount(); len(in.Placed) > k && in.Aim == "" && !m.allowConflict {
		return in, fmt.Errorf("--random-place: %d queens would be placed, but the number of queens is %d", len(in.Placed), k)
	}
	return in, nil
}

// puzzle returns the kind of puzzle of the member, or "" if it is not a puzzle.
func (m member) puzzle() encode.Puzzle {
	switch {
	case m.difficulty != "":
		return encode.Puzzle(m.difficulty) // the flag has checked it
	case m.unique:
		return encode.Unique
	case m.solvable:
		return encode.Solvable
	}
	return ""
}

// satisfiable reports whether the formula has a model. It returns an error if ctx ends
// before the answer is known.
func satisfiable(ctx context.Context, f *dimacs.Formula) (bool, error) {
	answer, err := sat.Solve(ctx, sat.Problem{Formula: f}, sat.Options{})
	return answer.Status == dimacs.Satisfiable, err
}

// given returns the file without its random choices. It returns an error if a list of
// squares or diagonals is malformed, if the file cannot be written in its format, or if a
// domination has no number of queens.
func (m member) given() (encode.File, error) {
	in := encode.Instance{N: m.n, Independent: m.independent, Minimal: m.minimal, SymmetryBroken: m.breakSymmetry, Translations: m.translations, Encoding: m.encoding, Transform: m.transform}
	f := encode.File{Format: cmp.Or(m.format, m.defaultFormat()), Annotate: m.annotate}
	if in.Aim = m.aim(); (f.Format == encode.DefaultFormat || f.Format == "wcnf") && in.Encoding == "" {
		in.Encoding = atmostone.Default
	}
	in.Queens, in.Colours, in.Regions = countOf(m.queens), countOf(m.colours), m.partition
	if stars := countOf(m.stars); stars != nil && *stars < 1 {
		return f, fmt.Errorf("--stars: expected a number from 1 to %d, found %d", m.n, *stars)
	} else if stars != nil && *stars > 1 {
		in.Stars = *stars
	}
	if m.shuffle {
		in.Shuffle = &m.seed
	}
	var err error
	if m.variant != "" {
		in.Variant, err = encode.ParseVariant(m.variant) // the flag has checked it
	}
	if m.family != "" {
		in.Family, _ = encode.ParseFamily(m.family) // the flag has checked it
	}
	for _, e := range []error{
		err,
		parseList("--place", m.place, m.sweep.place, encode.ParseSquare, m.n, func(s encode.Square) { in.Placed = append(in.Placed, s) }),
		parseList("--block", m.block, m.sweep.block, encode.ParseSquare, m.n, in.Blocked.Add),
		parseList("--block-diagonals", m.diagonals, m.sweep.diagonals, encode.ParseDiagonal, m.n,
			func(d encode.Diagonal) { in.BlockedDiagonals = append(in.BlockedDiagonals, d) }),
	} {
		if e != nil {
			return f, e
		}
	}
	f.Instance = in
	switch {
	case m.drawsRegions():
		return f, nil
	case in.Family == encode.Regions && in.Regions == nil:
		return f, errors.New("--family regions: expected the regions, --regions FILE, or --unique, which draws them")
	}
	if err := f.Check(); err != nil {
		return f, err
	}
	if in.Family == encode.Domination && in.Queens == nil && in.Aim == "" {
		return f, errors.New("--family domination: expected --minimum or --queens K, because the default, N queens, always dominates the board (all on one row)")
	}
	return f, nil
}

// drawsRegions reports whether the member is a puzzle whose regions are random.
func (m member) drawsRegions() bool {
	return m.family == encode.Regions.String() && m.partition == nil && (m.puzzle() == encode.Unique || m.difficulty != "")
}

// countOf returns a number of queens or colours as an int, or nil if given is nil. A number
// that does not fit into an int becomes the nearest int.
func countOf(given *int64) *int {
	if given == nil {
		return nil
	}
	k := int(max(math.MinInt, min(*given, math.MaxInt)))
	return &k
}

// parseList splits the value of a flag at commas, parses each item with parse, for a board
// of size n, and calls add with the result. Spaces around an item are ignored. The first
// error ends the loop; it is returned after the name of the flag. parseList does nothing if
// given, the list of the flag's values, is nil.
func parseList[T any](flag, value string, given []string, parse func(string, int) (T, error), n int, add func(T)) error {
	if given == nil {
		return nil
	}
	for word := range strings.SplitSeq(value, ",") {
		item, err := parse(strings.TrimSpace(word), n)
		if err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		add(item)
	}
	return nil
}

// parseSizes parses board sizes and ranges of sizes, separated by commas. The result is
// sorted and has no repetitions. It returns a usage error if there are no arguments, if a
// size is not from 1 to encode.MaxN, or if a range is empty.
func parseSizes(args []string) ([]int, error) {
	if len(args) == 0 {
		return nil, program.Usagef("expected board sizes N or LO..HI")
	}
	var begin [encode.MaxN + 2]int // indexed by size: ranges that begin there, minus ranges that end before it
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
			return nil, program.Usagef("board sizes: expected a range LO..HI with LO at most HI, found %q", word)
		}
		begin[first]++
		begin[last+1]--
	}
	var sizes []int
	ranges := 0
	for n, more := range begin {
		if ranges += more; ranges > 0 {
			sizes = append(sizes, n)
		}
	}
	return sizes, nil
}
