package encode

import "iter"

// domination asks for queens so that every square holds one or is attacked; with
// independence they do not attack each other, either.
//
// Size: a clause for each square, of the squares that attack it; with independence
// those of the queens, too.
//
// References: Ernest J. Cockayne, "Chessboard Domination Problems", Discrete Mathematics
// 86, 1990; Patric R. J. Östergård and William D. Weakley, "Values of Domination Numbers
// of the Queen's Graph", Electronic Journal of Combinatorics 8, 2001.
func (in Instance) domination() rules {
	r := rules{
		name: "domination", about: "queens that attack each square that holds none",
		piece: queen, queens: in.QueenCount(), peaceful: in.Independent,
		symmetryGroups: in.notAfterImages,
		constraints: func(maximise bool) iter.Seq[Constraint] {
			if in.Independent {
				return concat(in.lines(maximise), in.cover())
			}
			return in.cover()
		},
		tallies: func(maximise bool) []tally {
			if in.Independent {
				return append(in.lineTallies(maximise), in.coverTallies()...)
			}
			return in.coverTallies()
		},
		refused: map[feature]string{withColours: noColours, inLP: noLP, inMiniZinc: noMiniZinc},
	}
	if !in.Independent {
		r.refused[withEncoding], r.refused[withMinimal] = noEncoding, noMinimal
	}
	return r
}

// cover yields, for each square, that it holds a queen or is attacked: once where that
// is the same for all squares, and not where the number of queens says so.
func (in Instance) cover() iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		if in.single() {
			return
		}
		for s := range in.Board().squares() {
			if !yield(Constraint{Scope: around{in.Board(), s}, AtLeastOne: true}) || in.Board().complete() {
				return
			}
		}
	}
}

// coverTallies counts what cover yields.
func (in Instance) coverTallies() []tally {
	list := in.Board().rings()
	switch {
	case in.single():
		return nil
	case in.Board().complete():
		list = []tally{{count: 1, length: in.N * in.N}}
	}
	for i := range list {
		list[i].AtLeastOne = true
	}
	return list
}
