package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/encode"
)

// naming returns the kind and the label of the constraint with a scope, by the edge of the board: rank 5
// is the row of a5, column c the column of c1, and a diagonal is named by its first square.
func naming(scope encode.Scope, first encode.Square, in encode.Instance) (kind, string) {
	line, is := scope.(encode.Line)
	if !is {
		name := scope.String()
		if label, is := strings.CutPrefix(name, "region "); is {
			return region, label
		}
		label, _, _ := strings.Cut(name, " ") // "e4 and the squares that it attacks"
		return square, label
	}
	if line.Direction == encode.Falling || line.Direction == encode.Rising {
		vars := line.AppendVars(nil)
		first, _ = in.Board().SquareOf(int(vars[0]))
	}
	name := first.Algebraic(in.N)
	switch line.Direction {
	case encode.Row:
		return rank, strconv.Itoa(in.N + 1 - first.Row)
	case encode.Column:
		return column, strings.TrimRight(name, "0123456789")
	case encode.Falling:
		return falling, name
	}
	return rising, name
}

// String returns the name of the constraint, such as "region C".
func (c *constraint) String() string {
	switch {
	case c.label == "":
		return string(c.kind)
	case c.kind == falling || c.kind == rising:
		return "the " + string(c.kind) + " " + c.label
	}
	return string(c.kind) + " " + c.label
}

// names returns the names of constraints, those of one kind together, such as "regions A
// and D" or "rank 5 and column c".
func (b *board) names(of []int) string {
	var parts []string
	for len(of) > 0 {
		kind := b.constraints[of[0]].kind
		var labels []string
		rest := []int{}
		for _, k := range of {
			if b.constraints[k].kind == kind {
				labels = append(labels, b.constraints[k].label)
			} else {
				rest = append(rest, k)
			}
		}
		name := b.constraints[of[0]].String()
		if len(labels) > 1 {
			noun, through, diagonal := strings.Cut(string(kind), " ")
			if name = noun + "s"; diagonal {
				name = "the " + noun + " " + strings.Replace(through, "diagonal", "diagonals", 1)
			}
			name += " " + list(labels, "and")
		}
		parts = append(parts, name)
		of = rest
	}
	return list(parts, "and")
}

// owners returns the names of constraints as the owners of queens and squares: the number of
// queens is a property of the board.
func (b *board) owners(of []int) string {
	return strings.Replace(b.names(of), string(number), "the board", 1)
}

// noWay returns a sentence about constraints of a domination that cannot hold together, or "" if
// none of them is about a square that must be attacked.
func (b *board) noWay(of []int) string {
	var attacked []string
	var others []int
	for _, k := range of {
		if c := &b.constraints[k]; c.kind == square {
			attacked = append(attacked, c.label)
		} else {
			others = append(others, k)
		}
	}
	end := " no way to attack or occupy " + list(attacked, "and")
	switch {
	case len(attacked) == 0:
		return ""
	case len(others) == 0:
		return "there is" + end
	case len(others) == 1:
		return b.names(others) + " leaves" + end
	}
	return b.names(others) + " leave" + end
}

// list joins words with commas and a conjunction before the last: "a, b and c".
func list(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// on returns the names of squares, such as "c5 and d6".
func (b *board) on(s set, conjunction string) string {
	var names []string
	for _, q := range b.squares(s) {
		names = append(names, q.Algebraic(b.in.N))
	}
	return list(names, conjunction)
}

// counted returns a number with a noun, such as "two queens".
func counted(n int, noun string) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	number := strconv.Itoa(n)
	if n >= 0 && n < len(words) {
		number = words[n]
	}
	if n != 1 {
		noun += "s"
	}
	return number + " " + noun
}

// capital returns the text with its first letter in upper case.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// result returns the end of a sentence: "queen on c5" or "cross c5 and d6", or both.
func (b *board) result(d deduction) string {
	var parts []string
	if n := d.queens.len(); n > 0 {
		parts = append(parts, plural(n, "queen")+" on "+b.on(d.queens, "and"))
	}
	if !d.crosses.empty() {
		parts = append(parts, "cross "+b.on(d.crosses, "and"))
	}
	return strings.Join(parts, "; ")
}

// plural returns the noun, in the plural unless n is 1.
func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// tell returns a deduction in words, and the squares to look at.
func (b *board) tell(d deduction, known set) (text string, look set) {
	switch {
	case d.kind == One:
		text, look = b.tellOne(d, known)
	case d.kind <= More:
		text, look = b.tellSet(d)
	default:
		text, look = b.tellTrial(d)
	}
	return capital(text) + ": " + b.result(d) + ".", look
}

func (b *board) tellOne(d deduction, known set) (text string, look set) {
	k := d.constraints[0]
	c := &b.constraints[k]
	look = c.squares
	queens := plural(known.len(), "queen") + " on " + b.on(known, "and")
	switch {
	case c.kind == touching:
		return "no queen touches the " + queens, known
	case c.kind == knights:
		return "no queen is a knight's move from the " + queens, known
	case c.kind == square && !d.queens.empty():
		return fmt.Sprintf("only one square is left from which a queen attacks %s or stands on it", c.label), look
	case c.kind == number && d.queens.empty():
		return "all queens stand on the board", look
	case !d.queens.empty() && b.need(k) == 1:
		return b.owners(d.constraints) + " has one square left", look
	case !d.queens.empty():
		return fmt.Sprintf("%s has %s left for %s", b.owners(d.constraints), counted(b.left[k], "square"), counted(b.need(k), "queen")), look
	case c.high == 0:
		return c.String() + " has no queen", look
	case c.high == 1:
		return c.String() + " has its " + queens, look
	}
	return c.String() + " has its queens on " + b.on(known, "and"), look
}

// tellSet tells of a few constraints. Givers are the constraints whose need of queens matters,
// and takers those whose room for queens matters.
func (b *board) tellSet(d deduction) (text string, look set) {
	givers, takers := b.roles(d)
	look = b.newSet()
	need, room := 0, 0
	outside, overlap := false, false
	within := b.newSet()
	for _, k := range takers {
		room += b.room(k)
		for w := range within {
			within[w] |= b.constraints[k].squares[w]
		}
	}
	for _, k := range givers {
		need += b.need(k)
		for w, u := range b.unknown {
			here := b.constraints[k].squares[w] & u
			overlap = overlap || look[w]&here != 0
			outside = outside || here&^within[w] != 0
			look[w] |= here
		}
	}
	exclusion := b.exclusion >= 0 && slices.Contains(d.constraints, b.exclusion)
	rest := slices.DeleteFunc(slices.Clone(takers), func(k int) bool { return slices.Contains(givers, k) })
	if exclusion {
		rest = append(rest, b.exclusion)
	}
	if end := b.noWay(d.constraints); end != "" {
		switch {
		case d.queens.empty():
			return fmt.Sprintf("with a queen on %s, %s", b.on(d.crosses, "or"), end), look
		case d.crosses.empty():
			return fmt.Sprintf("without a queen on %s, %s", b.on(d.queens, "or"), end), look
		}
	}
	because := ""
	if len(rest) > 0 {
		because = "because of " + b.names(rest) + ", "
	}
	switch left := b.owners(givers); {
	case len(givers) == 0:
	case d.queens.empty() && !exclusion && !outside && !overlap && need == room && !meet(look, d.crosses):
		verb, other := "lies", "other queen"
		if len(givers) > 1 {
			verb = "lie"
		}
		if kind := b.constraints[givers[0]].kind; !slices.ContainsFunc(givers, func(k int) bool { return b.constraints[k].kind != kind }) && (kind == region || kind == rank || kind == column) {
			other = fmt.Sprintf("other %s has a queen", kind)
		} else {
			other += " stands"
		}
		what := left
		if b.someKnown(givers) {
			verb, what = "lie", "the squares left of "+left
		}
		return fmt.Sprintf("%s %s in %s only, so no %s there", what, verb, b.names(takers), other), look
	case d.queens.empty() && len(givers) == 1 && need == 1:
		return fmt.Sprintf("a queen on %s would leave %s no square", b.on(d.crosses, "or"), left), look
	case d.queens.empty() && len(givers) == 1:
		return fmt.Sprintf("a queen on %s would leave %s no room for %s", b.on(d.crosses, "or"), left, counted(need, "queen")), look
	case d.queens.empty():
		return fmt.Sprintf("%sa queen on %s would leave no room for the queens of %s", because, b.on(d.crosses, "or"), left), look
	case d.crosses.empty():
		return fmt.Sprintf("%sthe queens of %s have no room without %s", because, left, b.on(d.queens, "and")), look
	}
	return fmt.Sprintf("%s leave no other way", b.names(d.constraints)), look
}

// someKnown reports whether a square of the constraints is known.
func (b *board) someKnown(of []int) bool {
	return slices.ContainsFunc(of, func(k int) bool { return b.left[k] < b.constraints[k].squares.len() })
}

func meet(s, t set) bool {
	for w := range s {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

// roles divides the constraints of a deduction: a constraint is a giver if the deduction does not
// follow without its lower bound, and a taker if it does not follow without its upper bound.
func (b *board) roles(d deduction) (givers, takers []int) {
	s := &b.search
	follows := func() bool {
		if s.force(b, d.constraints); len(s.givers) == 0 {
			return false
		}
		for w := range d.crosses {
			if d.crosses[w]&^s.crosses[w] != 0 || d.queens[w]&^s.sure[w] != 0 {
				return false
			}
		}
		return true
	}
	for _, k := range d.constraints {
		c := &b.constraints[k]
		if c.pairs() {
			continue
		}
		low, high := c.low, c.high
		if c.low = 0; b.placed[k]+b.left[k] > 0 && low > 0 && !follows() {
			givers = append(givers, k)
		}
		c.low, c.high = low, c.squares.len()
		if !follows() {
			takers = append(takers, k)
		}
		c.high = high
	}
	return givers, takers
}

// tellTrial tells of an assumption that leads to a violated constraint, or to none that is
// as easy to tell.
func (b *board) tellTrial(d deduction) (text string, look set) {
	i, value := d.queens.first(), int8(-1)
	assumed := "without a queen on "
	if i < 0 {
		i, value, assumed = d.crosses.first(), 1, "with a queen on "
	}
	assumed += b.square(i).Algebraic(b.in.N)
	look = b.newSet()
	t, failed := b.try(i, value, d.constraints)
	if !failed {
		for _, k := range d.constraints {
			for w, u := range b.unknown {
				look[w] |= b.constraints[k].squares[w] & u
			}
		}
		if end := b.noWay(d.constraints); end != "" {
			return assumed + ", " + end, look
		}
		return assumed + ", the queens of " + b.owners(d.constraints) + " have no room", look
	}
	c := &b.constraints[t.violated]
	for w, u := range b.unknown {
		look[w] = c.squares[w] & u
	}
	name := b.owners([]int{t.violated})
	end := name + " has too few squares"
	b.assume(i, value, d.constraints, func() {
		switch {
		case c.kind == touching:
			end = "two queens touch"
		case c.kind == knights:
			end = "two queens are a knight's move apart"
		case b.placed[t.violated] > c.high:
			end = name + " has too many queens"
		case c.kind == square:
			end = fmt.Sprintf("no queen attacks %s", c.label)
		case b.placed[t.violated]+b.left[t.violated] == 0:
			end = name + " has no square left"
		}
	})
	if len(t.queens) == 0 {
		return assumed + ", " + end, look
	}
	chain := b.newSet()
	var names []string
	for _, q := range t.queens {
		chain.add(q)
		names = append(names, b.square(q).Algebraic(b.in.N))
	}
	for w := range look {
		look[w] |= chain[w]
	}
	verb := "follow"
	if len(names) == 1 {
		verb = "follows"
	}
	return fmt.Sprintf("%s, %s on %s %s, and then %s", assumed, map[bool]string{true: "a queen", false: "queens"}[len(names) == 1], list(names, "and"), verb, end), look
}
