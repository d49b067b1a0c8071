package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/encode"
)

// naming returns the kind and the label of the constraint with a scope. Examples are "row" and "3",
// "the rising diagonal through" and "c2", and "square" and "b3". The name of the scope must contain a
// blank.
func naming(scope encode.Scope) (constraintKind, string) {
	name := scope.String()
	if label, _, is := strings.Cut(name, " and the squares that it attacks"); is {
		return square, label
	}
	last := strings.LastIndex(name, " ")
	name, label := name[:last], name[last+1:]
	if strings.HasSuffix(name, "through") || strings.HasSuffix(name, "at") { // a diagonal or a window
		name = "the " + name
	}
	return constraintKind(name), label
}

// String returns the name of the constraint, such as "region C".
func (c *constraint) String() string {
	return strings.TrimSpace(string(c.kind) + " " + c.label)
}

// say returns a text about queens as a text about the pieces of the puzzle.
func (b *grid) say(text string) string { return b.words.Replace(text) }

// plurals has the plurals of constraint kinds that do not end with the word that takes an s.
var plurals = strings.NewReplacer("diagonal", "diagonals", "window", "windows", "the line", "the lines")

// namesOf returns the name of each constraint, by index.
func (b *grid) namesOf(of []int) (names []string) {
	for _, k := range of {
		names = append(names, b.say(b.constraints[k].String()))
	}
	return names
}

// names returns the names of constraints, by index, in one phrase, such as "regions A and D" or "row 5 and
// column c". It joins neighbours of the same kind. It returns "" if there are no constraints.
func (b *grid) names(of []int) string {
	var phrases []string
	for len(of) > 0 {
		kind := b.constraints[of[0]].kind
		var labels []string
		rest := of
		for ; len(rest) > 0 && b.constraints[rest[0]].kind == kind; rest = rest[1:] {
			labels = append(labels, b.constraints[rest[0]].label)
		}
		name := b.constraints[of[0]].String()
		if len(labels) > 1 {
			if name = plurals.Replace(string(kind)); name == string(kind) {
				name += "s"
			}
			name += " " + list(labels, "and")
		}
		phrases = append(phrases, name)
		of = rest
	}
	return list(phrases, "and")
}

// list joins words with commas and a conjunction before the last: "a, b and c". It returns "" if
// there are no words.
func list(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// on returns the names of squares, joined by list, such as "c5 and d6".
func (b *grid) on(s set, conjunction string) string {
	var names []string
	for _, q := range b.squares(s) {
		names = append(names, q.Algebraic(b.in.N))
	}
	return list(names, conjunction)
}

// counted returns a number with a noun, such as "no queens", "two queens" or "11 queens". The number
// must not be negative.
func counted(n int, word string) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	number := strconv.Itoa(n)
	if n < len(words) {
		number = words[n]
	}
	return number + " " + noun(n, word)
}

// noun returns a word, in the plural unless n is 1.
func noun(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// capital returns the text with its first letter, which must be in ASCII, in upper case.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// result returns the end of a sentence about the squares of d: "queen on c5", "cross c5 and d6", or
// both, joined by a semicolon and a blank.
func (b *grid) result(d deduction) string {
	var phrases []string
	if n := d.queens.Len(); n > 0 {
		phrases = append(phrases, noun(n, "queen")+" on "+b.on(d.queens, "and"))
	}
	if !d.crosses.IsEmpty() {
		phrases = append(phrases, "cross "+b.on(d.crosses, "and"))
	}
	return strings.Join(phrases, "; ")
}

// tell returns the Text and the Look of the Step of d, which is not made yet. d follows from the
// squares in known, the result of needed. The caller must not change look.
func (b *grid) tell(d deduction, known set) (text string, look set) {
	if d.kind == One {
		text, look = b.tellOne(d, known)
	} else {
		look = b.newSet()
		for _, k := range d.of {
			if b.need(k) > 0 {
				look.Or(b.constraints[k].squares)
			}
		}
		fill := func(need, room int, squares set) bool {
			return need == room && d.queens.IsEmpty() && !squares.Meets(d.crosses)
		}
		givers, takers, ok := b.confined(d.of, fill)
		switch {
		case ok:
			text = b.tellFilled(givers, takers)
			clear(look)
			for _, k := range givers {
				look.Or(b.constraints[k].squares)
			}
		case d.kind == More && d.queens.Len()+d.crosses.Len() == 1:
			text = b.tellAssumption(d, look)
		default:
			text = b.tellSet(d)
		}
		look.And(b.unknown)
	}
	return b.say(capital(text) + ": " + b.result(d) + "."), look
}

// tellOne returns the reason for a deduction of the kind One in words, and the squares to highlight.
// known is the result of needed. The caller must not change look, which may be known or a field of b.
func (b *grid) tellOne(d deduction, known set) (text string, look set) {
	k := d.of[0]
	c := &b.constraints[k]
	queens := noun(known.Len(), "queen") + " on " + b.on(known, "and")
	switch {
	case c.kind == touching:
		return "no queen touches the " + queens, known
	case c.kind == leaping:
		return "no queen attacks the " + queens, known
	case c.next != nil:
		return "no queen is a " + b.in.Moves(0).Like + "'s move from the " + queens, known
	case c.kind == square && !d.queens.IsEmpty():
		return fmt.Sprintf("only one square is left from which a queen attacks %s or stands on it", c.label), c.squares
	case c.kind == number && d.queens.IsEmpty():
		return "all queens stand on the board", c.squares
	case !d.queens.IsEmpty() && b.need(k) == 1:
		return c.owner() + " has one square left", c.squares
	case !d.queens.IsEmpty():
		return fmt.Sprintf("%s has %s left for %s", c.owner(), counted(b.left[k], "square"), counted(b.need(k), "queen")), c.squares
	}
	return c.String() + " has its " + queens, c.squares
}

// maxConfined is the largest number of constraints that confined divides. It tries all divisions:
// about 1,000 for ten constraints.
const maxConfined = 10

// owner returns "the board" for the number of queens, and the name of any other constraint.
func (c *constraint) owner() string {
	if c.kind == number {
		return "the board"
	}
	return c.String()
}

// unattacked returns the names of the squares that constraints, by index, demand to be attacked or
// occupied, in one phrase, and the other constraints. ok is false if there is no such square.
func (b *grid) unattacked(of []int) (squares string, rest []int, ok bool) {
	var labels []string
	for _, k := range of {
		if c := &b.constraints[k]; c.kind == square {
			labels = append(labels, c.label)
		} else {
			rest = append(rest, k)
		}
	}
	return list(labels, "and"), rest, len(labels) > 0
}

// confined divides constraints, by index, into givers and takers, at least one of each. The givers
// share no unknown square, and each of their unknown squares lies in a taker. The result is the first
// such division for which fits returns true. The arguments of fits are the number of queens that the
// givers need, the number for which the takers have room, and the unknown squares of the givers. ok
// is false if there is no division, if there are more than maxConfined constraints, or if one of them
// is the number of queens or the rule about pairs.
func (b *grid) confined(of []int, fits func(need, room int, squares set) bool) (givers, takers []int, ok bool) {
	onBoard := func(k int) bool { return b.constraints[k].kind == number } // all squares lie in it
	if len(of) > maxConfined || slices.Contains(of, b.pairs) || slices.ContainsFunc(of, onBoard) {
		return nil, nil, false
	}
	for chosen := 1; chosen < 1<<len(of)-1; chosen++ {
		givers, takers = nil, nil
		need, room, left := 0, 0, 0
		squares, within := b.newSet(), b.newSet()
		for j, k := range of {
			if chosen>>j&1 != 0 {
				givers, need, left = append(givers, k), need+b.need(k), left+b.left[k]
				squares.Or(b.constraints[k].squares)
			} else {
				takers, room = append(takers, k), room+b.room(k)
				within.Or(b.constraints[k].squares)
			}
		}
		squares.And(b.unknown)
		if left == squares.Len() && squares.Within(within) && fits(need, room, squares) {
			return givers, takers, true
		}
	}
	return nil, nil, false
}

// tellFilled returns the reason why the queens of the givers, by index, fill the takers. For example,
// regions A and B fill columns a and b if their unknown squares lie in these columns. Then all other
// squares of the takers get a cross.
func (b *grid) tellFilled(givers, takers []int) string {
	text, verb, other := b.names(givers), "lie", "other queen stands"
	if slices.ContainsFunc(givers, func(k int) bool { return b.left[k] < b.constraints[k].squares.Len() }) {
		text = "the squares left of " + text
	} else if len(givers) == 1 {
		verb = "lies"
	}
	if kind := b.constraints[givers[0]].kind; !slices.ContainsFunc(givers, func(k int) bool { return b.constraints[k].kind != kind }) && (kind == region || kind == row || kind == column) {
		other = fmt.Sprintf("other %s has a queen", kind)
	}
	return fmt.Sprintf("%s %s in %s only, so no %s there", text, verb, b.names(takers), other)
}

// tellSet returns a clause that says why several constraints force squares together. The givers are
// the constraints that need queens and do not contain all crosses of d, if d has crosses. A single
// giver that needs several queens, with only the rule about queens that touch, has texts of its own.
// Otherwise, if there is no giver, or if d has queens and crosses, the text says that the constraints
// leave no other way. If d has only queens, the givers have no room without these. If d has only
// crosses, the givers have no room beside a queen on one of these. The text may name the other
// constraints as the cause.
func (b *grid) tellSet(d deduction) string {
	var givers, rest []int
	for _, k := range d.of {
		if b.need(k) > 0 && (d.crosses.IsEmpty() || !d.crosses.Within(b.constraints[k].squares)) {
			givers = append(givers, k)
		} else {
			rest = append(rest, k)
		}
	}
	because, names := "", strings.Replace(b.names(givers), string(number), "the board", 1)
	apart := len(givers) == 1 && b.need(givers[0]) > 1 && len(rest) == 1 && b.constraints[rest[0]].kind == touching
	squares, others, unattacked := b.unattacked(givers)
	if len(rest) > 0 {
		because = "because of " + b.names(rest) + ", "
	}
	switch {
	case apart && d.queens.IsEmpty():
		return names + " would have no room for its queens beside a queen there"
	case apart:
		return names + " has room for its queens only like this"
	case len(givers) == 0 || !d.queens.IsEmpty() && !d.crosses.IsEmpty():
		return b.names(d.of) + " leave no other way"
	case d.crosses.IsEmpty():
		return fmt.Sprintf("%sthe queens of %s have no room without %s", because, names, b.on(d.queens, "and"))
	case unattacked && len(others) == 0:
		return fmt.Sprintf("%sa queen on %s would leave no way to attack or occupy %s", because, b.on(d.crosses, "or"), squares)
	case len(givers) == 1 && b.need(givers[0]) == 1:
		return fmt.Sprintf("a queen on %s would leave %s no square", b.on(d.crosses, "or"), names)
	}
	return fmt.Sprintf("%sa queen on %s would leave no room for the queens of %s", because, b.on(d.crosses, "or"), names)
}

// tellAssumption returns a clause that says how the constraints refute the assumption that the only
// square of d has the other value. If steps of the kind One lead to a violated constraint, the text
// names the queens that follow and the constraint, and look becomes the set of their squares.
// Otherwise the text names all constraints of d, and look is unchanged.
func (b *grid) tellAssumption(d deduction, look set) (text string) {
	value, squares, assumed := int8(1), d.crosses, "with a queen on "
	if !d.queens.IsEmpty() {
		value, squares, assumed = -1, d.queens, "without a queen on "
	}
	text = assumed + b.on(squares, "and")
	for i := range squares.All() {
		start := len(b.trail) + 1
		b.assume(i, value, d.of, func(violated int) {
			if violated < 0 {
				text += ", " + b.names(d.of) + " do not hold together"
				return
			}
			clear(look)
			var names []string
			for _, q := range b.trail[start:] {
				if b.value[q] > 0 {
					look.Add(q)
					names = append(names, b.square(q).Algebraic(b.in.N))
				}
			}
			switch len(names) {
			case 0:
				text += ", "
			case 1:
				text += ", a queen on " + names[0] + " follows, and then "
			default:
				text += ", queens on " + list(names, "and") + " follow, and then "
			}
			text += b.tellViolated(violated)
			look.Or(b.constraints[violated].squares)
		})
	}
	return text
}

// tellViolated returns a main clause that says how constraint k is violated, such as "two queens
// touch". The values of the squares must violate it.
func (b *grid) tellViolated(k int) string {
	switch c := &b.constraints[k]; {
	case c.kind == touching:
		return "two queens touch"
	case c.kind == leaping:
		return "two queens attack each other"
	case c.next != nil:
		return "two queens are a " + b.in.Moves(0).Like + "'s move apart"
	case b.room(k) < 0:
		return c.String() + " has too many queens"
	case c.kind == square:
		return "no queen attacks " + c.label
	case b.placed[k]+b.left[k] == 0:
		return c.String() + " has no square left"
	default:
		return c.String() + " has too few squares"
	}
}
