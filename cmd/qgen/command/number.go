package command

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens/cmd/internal/program"
	"queens/encode/board"
)

// A numbers is a list of whole numbers and ranges that may depend on a number N, such as 3,N+1,1.2N..1.4N. N is
// the smaller of the numbers of rows and columns, or the number of rows in a number of columns.
type numbers []numberRange

// A numberRange holds the whole numbers from first to last. For a single number, both ends
// are equal. The range is empty if first exceeds last.
type numberRange struct{ first, last number }

// A number is the value millionths * N / 10^6, rounded down, plus the constant plus.
type number struct{ millionths, plus int }

const million = 1_000_000

// numberText matches either a multiple of N, such as N, 1.25N or 2N-1, or a number without N
// of at most 19 digits. The factor of N has at most six digits before and six after the
// point, and the constant to add at most twelve. The groups are the integral part and the
// decimals of the factor, the constant with its sign, and the number without N.
var numberText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(\d{0,6})(?:\.(\d{1,6}))?N(?:([+-]\d{1,12}))?|(\d{1,19}))$`)
})

// parseNumber parses a number in the form of numberText. It returns false if the text is
// malformed or a number without N exceeds math.MaxInt.
func parseNumber(text string) (n number, ok bool) {
	m := numberText().FindStringSubmatch(text)
	if m == nil {
		return n, false
	}
	if m[4] != "" {
		plus, err := strconv.Atoi(m[4])
		return number{plus: plus}, err == nil
	}
	if m[1]+m[2] == "" {
		m[1] = "1"
	}
	n.millionths, _ = strconv.Atoi("0" + m[1] + (m[2] + "000000")[:6]) // at most 12 digits
	n.plus, _ = strconv.Atoi(m[3])                                     // "" yields 0
	return n, true
}

// at returns the number for N = size.
func (n number) at(size int) int { return n.millionths*size/million + n.plus }

// parseNumbers parses a list of numbers and ranges. It returns an error if a word is
// malformed, or if the ends of a range have the same factor of N and the first exceeds the
// last, as in N..N-1. Other ranges may be empty for some or all N, as 2N..N is.
func parseNumbers(text string) (numbers, error) {
	var list numbers
	for word := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(word, "..")
		if !isRange {
			high = low
		}
		first, ok1 := parseNumber(low)
		last, ok2 := parseNumber(high)
		if !ok1 || !ok2 || first.millionths == last.millionths && first.plus > last.plus {
			return nil, fmt.Errorf("expected a number from 0 to %d, one that depends on N such as N+1 or 1.2N, a range LO..HI, or a list of these, found %s", math.MaxInt, program.Found(text))
		}
		list = append(list, numberRange{first, last})
	}
	return list, nil
}

// value returns the value of a flag that stores its numbers in *p. It sets *p to the numbers of text,
// the default, which must be valid; "" leaves *p unchanged.
func (p *numbers) value(text string) *program.Value {
	v := program.Func(func(s string) (err error) {
		*p, err = parseNumbers(s)
		return err
	})
	if text != "" {
		v.Set(text)
	}
	return v
}

// at yields the numbers of the list for N = size, in the order of the list. A range
// whose first number exceeds its last yields nothing. After math.MaxInt, at yields nothing more.
func (p numbers) at(size int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, r := range p {
			last := r.last.at(size)
			for n := r.first.at(size); n <= last; n++ {
				if !yield(n) || n == math.MaxInt {
					return
				}
			}
		}
	}
}

// maxSizes is the largest number of board sizes of a sweep, because they are held in memory.
const maxSizes = 1 << 20

// parseSizes parses board sizes, separated by commas or as several arguments: ROWS, which are as many columns, or
// ROWSxCOLUMNS, also with blanks around x. Both numbers may be ranges, and columns may depend on the number N of
// rows. The result is sorted by rows and then by columns, and has no repetitions. parseSizes returns a usage error
// if there are no arguments or more than maxSizes sizes, or if a size is malformed or out of range.
func parseSizes(args []string) ([]board.Board, error) {
	if len(args) == 0 {
		return nil, program.Usagef("expected board sizes N, RxC or LO..HI")
	}
	var sizes []board.Board
	for word := range strings.SplitSeq(strings.ReplaceAll(strings.Join(args, ","), ",x,", "x"), ",") {
		wrong := program.Usagef("board size: expected 1 to %d, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found %s",
			board.MaxN, program.Found(word))
		down, across, found := strings.Cut(word, "x")
		if !found {
			across = "N"
		}
		rows, err := parseNumbers(down)
		columns, err2 := parseNumbers(across)
		if err != nil || err2 != nil || strings.Contains(down, "N") {
			return nil, wrong
		}
		before := len(sizes)
		for r := range rows.at(0) {
			for c := range columns.at(r) {
				b := board.Sized(r, c)
				if c < 1 || b.Check() != nil {
					return nil, wrong
				}
				if sizes = append(sizes, b); len(sizes) > maxSizes {
					return nil, program.Usagef("board sizes: expected at most %d, found more", maxSizes)
				}
			}
		}
		if len(sizes) == before {
			return nil, wrong
		}
	}
	slices.SortFunc(sizes, func(a, b board.Board) int { return cmp.Or(a.N-b.N, a.Width()-b.Width()) })
	return slices.Compact(sizes), nil
}
