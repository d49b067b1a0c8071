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

	"queens/cmd/qsat/explain"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/format"
	"queens/encode/puzzle"
)

// A sweep is the set of files that one list of arguments describes: the possible combinations of the listed
// values. An empty field means the default.
type sweep struct {
	sizes                                             []board.Board          // with a size only; nil: the size of the regions
	given                                             func(flag string) bool // reports whether a flag is among the arguments
	encodings, variants, formats                      []string               // nil: the default
	families                                          []string               // nil: the family queens
	pieces                                            [][]encode.Kind        // each element is a kind of piece, or the kinds of a mixture; nil: the pieces of the family
	queens, randomPlace, randomBlock, randomDiagonals numbers                // nil: the default of the family, 0, 0 and 0
	colours, stars, seeds                             numbers                // nil: N, 1, and 0
	balance                                           float64                // largest size of a drawn region, divided by N; 0: the default
	regions                                           string                 // the value of --regions, or ""
	partition                                         *board.Partition       // the board that readRegions has read, or nil
	place, block, diagonals                           []string               // each element is a list with commas
	transforms                                        []encode.Transform
	difficulties                                      []string // nil: no difficulty
	allowConflict, allowSame                          bool
	independent, solvable, unique, repair             bool
	minimal, breakSymmetry, shuffle, annotate         bool
	minimum, maximum                                  bool
}

// A member is one combination of the values of a sweep.
type member struct {
	*sweep
	file   format.File   // without its random choices and its arguments
	sample puzzle.Sample // the parameters of the random choices
	err    error         // the first error of a value, or nil
}

// members yields all combinations of the values for boards of the size of b, but only the first seed for a member
// without random choices. If a value is wrong, the err of the member is set. A list of numbers that is
// empty for this size yields no members.
func (f *sweep) members(b board.Board) iter.Seq[member] {
	in := encode.Instance{N: b.N, Columns: b.Columns, AllowSame: f.allowSame, Aim: f.aim(), Independent: f.independent, Regions: f.partition, Minimal: f.minimal, SymmetryBroken: f.breakSymmetry}
	first := member{sweep: f, file: format.File{Instance: in, Format: f.defaultFormat(), Annotate: f.annotate},
		sample: puzzle.Sample{Satisfiable: satisfiable, Grade: explain.Grade, Balance: f.balance, Repair: f.repair}}
	switch {
	case f.unique:
		first.sample.Puzzle = encode.Unique
	case f.solvable:
		first.sample.Puzzle = encode.Solvable
	}
	all := slices.Values([]member{first})
	words := func(list []string, set func(*member, string)) { all = vary(all, list == nil, slices.Values(list), set) }
	counts := func(list numbers, set func(*member, int)) { all = vary(all, list == nil, list.at(b.Side()), set) }
	words(f.formats, func(m *member, s string) { m.file.Format = s })
	words(f.families, func(m *member, s string) { m.file.Instance.Family, _ = encode.ParseFamily(s) }) // the flag has checked it
	all = vary(all, f.pieces == nil, slices.Values(f.pieces), (*member).setPieces)
	words(f.variants, func(m *member, s string) { m.file.Instance.Variant, _ = board.ParseVariant(s) }) // and this
	words(f.encodings, func(m *member, s string) { m.file.Instance.Encoding = s })
	all = vary(all, f.transforms == nil, slices.Values(f.transforms), func(m *member, t encode.Transform) { m.file.Instance.Transform = &t })
	counts(f.queens, func(m *member, k int) { m.file.Instance.Queens = &k })
	counts(f.colours, func(m *member, k int) { m.file.Instance.Colours = &k })
	counts(f.stars, func(m *member, k int) {
		if m.file.Instance.Stars = k; k < 1 {
			m.fail(fmt.Errorf("--stars: expected a number from 1 to %d, found %d", b.N, k))
		} else if k == 1 {
			m.file.Instance.Stars = 0
		}
	})
	words(f.place, func(m *member, s string) {
		m.fail(parseList("--place", s, board.ParseSquare, b, func(q board.Square) { m.file.Instance.Placed = append(m.file.Instance.Placed, q) }))
	})
	words(f.block, func(m *member, s string) {
		m.fail(parseList("--block", s, board.ParseSquare, b, m.file.Instance.Blocked.Add))
	})
	words(f.diagonals, func(m *member, s string) {
		m.fail(parseList("--block-diagonals", s, board.ParseDiagonal, b, func(d board.Diagonal) {
			m.file.Instance.BlockedDiagonals = append(m.file.Instance.BlockedDiagonals, d)
		}))
	})
	counts(f.randomPlace, func(m *member, k int) { m.sample.Placed = k })
	counts(f.randomBlock, func(m *member, k int) { m.sample.Blocked = k })
	counts(f.randomDiagonals, func(m *member, k int) { m.sample.Diagonals = k })
	words(f.difficulties, func(m *member, s string) { m.sample.Puzzle = encode.Puzzle(s) })
	if f.seeds == nil {
		return all
	}
	return seeded(all, f.seeds.at(b.Side()))
}

// setPieces sets the pieces of the instance. A piece that moves like the pieces of the family leaves them nil.
func (m *member) setPieces(pieces []encode.Kind) {
	in := &m.file.Instance
	own, first := in.Moves(0), pieces[0]
	if len(pieces) > 1 || in.Refusal("Pieces") != nil || !slices.Equal(first.Lines, own.Lines) || !slices.Equal(first.Leaps, own.Leaps) {
		in.Pieces = pieces
	}
}

// fail sets m.err to err if it is nil.
func (m *member) fail(err error) { m.err = cmp.Or(m.err, err) }

// seeded yields each member with every seed. A member without random choices gets only the
// first seed.
func seeded(members iter.Seq[member], seeds iter.Seq[int]) iter.Seq[member] {
	return func(yield func(member) bool) {
		for m := range members {
			for seed := range seeds {
				m.sample.Seed = int64(seed)
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

// draws reports whether the member depends on the seed: it has random choices or a shuffle.
func (m member) draws() bool {
	return m.shuffle || m.sample.Puzzle != "" || max(m.sample.Placed, m.sample.Blocked, m.sample.Diagonals) > 0
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

// defaultFormat returns the format of a file without a flag that names it: wcnf with --minimum or
// --maximum, and format.DefaultFormat otherwise.
func (f *sweep) defaultFormat() string {
	if f.aim() != "" {
		return "wcnf"
	}
	return format.DefaultFormat
}

// vary yields each member once for every value, after set has stored the value in a copy. With
// byDefault, it yields the members unchanged.
func vary[T any](members iter.Seq[member], byDefault bool, values iter.Seq[T], set func(*member, T)) iter.Seq[member] {
	if byDefault {
		return members
	}
	return func(yield func(member) bool) {
		for m := range members {
			for v := range values {
				varied := m
				set(&varied, v)
				if !yield(varied) {
					return
				}
			}
		}
	}
}

// make returns the file of the member, with its random choices and its arguments. If the combination is
// impossible, the error gives the reason and the flags to blame, as far as refused knows them. The error
// wraps puzzle.ErrNoPuzzle if puzzle.Sample.Apply finds no puzzle. If ctx ends, the error may be the cause
// of ctx or wrap it.
func (m member) make(ctx context.Context) (f format.File, err error) {
	defer func() { err = m.refused(err) }()
	if err := m.complete(); err != nil {
		return f, err
	}
	given := m.file.Instance.Sorted()
	f = m.file
	if f.Instance, err = m.sampled(ctx, given); err != nil {
		return f, err
	}
	f.Arguments = m.arguments(f, given)
	_, err = f.Size()
	return f, err
}

// setBy lists the flags that set an option of encode.RefusedError.
var setBy = map[string]string{
	"Pieces": "piece pieces allow-same", "Encoding": "encoding", "Minimal": "minimal", "Variant": "variant", "Queens": "queens", "Colours": "colours", "Stars": "stars",
	"Independent": "independent", "Regions": "regions", "SymmetryBroken": "break-symmetry", "Aim": "minimum maximum",
	"Placed": "place random-place unique difficulty", "Blocked": "block random-block", "BlockedDiagonals": "block-diagonals random-diagonals",
}

// refused returns err, with a prefix if it is an encode.RefusedError: the flags among the arguments that
// set the option that was refused. It returns err unchanged if there are no such flags, and nil for nil.
func (m member) refused(err error) error {
	wrong, is := errors.AsType[*encode.RefusedError](err)
	if !is {
		return err
	}
	names := setBy[wrong.Option]
	if wrong.Option == m.file.Format {
		names = "format"
	}
	var flags []string
	for name := range strings.FieldsSeq(names) {
		if m.given(name) {
			flags = append(flags, "--"+name)
		}
	}
	if flags == nil {
		return err
	}
	return fmt.Errorf("%s: %w", strings.Join(flags, ", "), err)
}

// complete sets the default encoding of a CNF or WCNF, and the shuffle of the file, which points to
// m.sample.Seed. It returns an error if a value is malformed, if the family needs regions and the member
// neither has nor draws them, if the file cannot be written in its format, or if noDefault says that the
// instance needs a number of queens, and there is no such number. If the regions will be drawn, complete does not check the format
// and the queens yet.
func (m *member) complete() error {
	in := &m.file.Instance
	if (m.file.Format == format.DefaultFormat || m.file.Format == "wcnf") && in.Encoding == "" {
		in.Encoding = atmostone.Default
	}
	if m.shuffle {
		in.Shuffle = &m.sample.Seed
	}
	switch {
	case m.err != nil:
		return m.err
	case m.sample.DrawsRegions(*in):
		return nil
	case in.Family.Definition().Rule == encode.Divided && in.Regions == nil:
		return fmt.Errorf("--family %v: expected the regions, --regions FILE, or --unique, which draws them", in.Family)
	case in.Regions != nil && in.Columns > 0 && in.Queens == nil:
		return fmt.Errorf("--regions: expected --queens K, the number of regions, on a board of size %s, which is not square", in.Board().Size())
	}
	if err := m.file.Check(); err != nil {
		return err
	}
	if reason := noDefault(*in); reason != "" && in.Queens == nil && in.Aim == "" {
		flag := fmt.Sprintf("--family %v", in.Family)
		if in.Pieces != nil {
			flag = "--piece " + in.Pieces[0].Text
		}
		return fmt.Errorf("%s: expected --%s or --queens K, because %s", flag, in.Family.Definition().Aim(), reason)
	}
	return nil
}

// noDefault returns the reason why the number of queens of the instance has no default, or "".
func noDefault(in encode.Instance) string {
	d := in.Family.Definition()
	switch {
	case in.Mixed():
		return ""
	case in.Pieces == nil || d.Rule != encode.Peaceful && d.Rule != encode.Dominating:
		return d.NoDefault
	case !slices.Contains(in.Moves(0).Lines, board.Row):
		return "the default, N, is for pieces that attack along rows"
	case d.NoDefault != "":
		return "the default, N pieces, always dominates the board (all on one line)"
	}
	return ""
}

// sampled returns the instance in with its random choices. It returns an error if a number of random
// squares or the seed is negative or too large, or if puzzle.Sample.Apply fails. Unless --allow-conflict is
// set, it also returns an error if the given squares contradict each other, or if there is no aim and more
// queens would be placed than the instance has. It checks the given squares first, so that the error does
// not blame the random choices.
func (m member) sampled(ctx context.Context, in encode.Instance) (encode.Instance, error) {
	if err := in.Conflict(); err != nil && !m.allowConflict {
		return in, fmt.Errorf("%w (--allow-conflict writes the unsatisfiable instance)", err)
	}
	const squares = board.MaxN * board.MaxN
	for _, x := range []struct {
		flag      string
		n, atMost int
	}{{"--random-place", m.sample.Placed, squares}, {"--random-block", m.sample.Blocked, squares}, {"--random-diagonals", m.sample.Diagonals, squares}, {"--seed", int(m.sample.Seed), math.MaxInt}} {
		if x.n < 0 || x.n > x.atMost {
			return in, fmt.Errorf("%s: expected a number from 0 to %d, found %d", x.flag, x.atMost, x.n)
		}
	}
	in, err := m.sample.Apply(ctx, in)
	if err != nil {
		return in, err
	}
	if k := in.QueenCount(); len(in.Placed) > k && in.Aim == "" && !m.allowConflict {
		return in, fmt.Errorf("--random-place: %d %ss would be placed, but their number is %d", len(in.Placed), in.PieceAt(0).Name, k)
	}
	return in, nil
}

// satisfiable reports whether the formula has a model. It returns an error if the formula is
// invalid, or if ctx ends before the answer is known.
func satisfiable(ctx context.Context, f *dimacs.Formula) (bool, error) {
	answer, err := sat.Solve(ctx, sat.Problem{Formula: f}, sat.Options{})
	return answer.Status == dimacs.Satisfiable, err
}

// parseList splits the value of a flag at commas, parses each item without spaces around it by
// parse(item, b) for the board, and calls add with the result. The first error
// ends the loop. parseList returns it with the name of the flag in front.
func parseList[T any](flag, value string, parse func(string, board.Board) (T, error), b board.Board, add func(T)) error {
	for word := range strings.SplitSeq(value, ",") {
		item, err := parse(strings.TrimSpace(word), b)
		if err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
		add(item)
	}
	return nil
}
