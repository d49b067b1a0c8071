package command

import (
	"math/big"

	"queens/dimacs"
	"queens/encode"
)

// The numbers of solutions for N = 1, 2, .. : A000170, and up to rotation and
// reflection A002562, of the On-Line Encyclopedia of Integer Sequences; on the
// torus A007705, for N = 1, 3, 5, .., and none for even N.
var (
	knownRegular = []string{"1", "0", "0", "2", "10", "4", "40", "92", "352", "724", "2680", "14200", "73712", "365596",
		"2279184", "14772512", "95815104", "666090624", "4968057848", "39029188884", "314666222712", "2691008701644",
		"24233937684440", "227514171973736", "2207893435808352", "22317699616364044", "234907967154122528"}
	knownClasses = []string{"1", "0", "0", "1", "2", "1", "6", "12", "46", "92", "341", "1787", "9233", "45752",
		"285053", "1846955", "11977939", "83263591", "621012754", "4878666808", "39333324973", "336376244042",
		"3029242658210", "28439272956934", "275986683743434", "2789712466510289", "29363495934315694"}
	knownTorus = []string{"1", "0", "10", "28", "0", "88", "4524", "0", "140692", "820496", "0", "128850048",
		"1957725000", "0", "605917055356"}
)

// known returns whether the instance has solutions and how many boards they are, as
// far as theorems and tables know. The count is nil if it is not known. The instance
// has to pass Check.
//
// References: Emil Pauls, "Das Maximalproblem der Damen auf dem Schachbrete",
// Deutsche Schachzeitung 29, 1874, for the regular board; Paul Monsky, "Problem
// E3162", American Mathematical Monthly 96, 1989, for the largest number of
// queens on the torus.
func known(in encode.Instance) (dimacs.Status, *big.Int) {
	given := len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) > 0
	if in.Family != encode.Queens {
		return knownOf(in, given)
	}
	if in.QueenCount() > in.N || in.Conflict() != nil {
		return dimacs.Unsatisfiable, new(big.Int)
	}
	if in.QueenCount() > mostQueens(in.Board()) {
		return dimacs.Unsatisfiable, new(big.Int)
	}
	if count := tabulated(in); !given && count != nil {
		return statusOf(count), count
	}
	if given {
		return dimacs.Unknown, nil
	}
	return dimacs.Satisfiable, nil
}

func statusOf(count *big.Int) dimacs.Status {
	if count.Sign() == 0 {
		return dimacs.Unsatisfiable
	}
	return dimacs.Satisfiable
}

// mostQueens returns how many queens fit on the board.
func mostQueens(b encode.Board) int {
	n := b.N
	switch {
	case b.Variant == encode.Torus && (n%3 == 0 || n%4 == 0):
		return n - 2
	case b.Variant == encode.Torus && n%2 == 0, b.Variant == encode.Regular && (n == 2 || n == 3):
		return n - 1
	}
	return n
}

// tabulated returns the number of solutions for N queens and nothing else
// given, nil if it is in no table.
func tabulated(in encode.Instance) *big.Int {
	var text string
	switch i := in.N - 1; {
	case in.QueenCount() != in.N:
	case in.Variant == encode.Torus && !in.SymmetryBroken && i%2 == 0 && i/2 < len(knownTorus):
		text = knownTorus[i/2]
	case in.Variant == encode.Regular && in.SymmetryBroken && i < len(knownClasses):
		text = knownClasses[i]
	case in.Variant == encode.Regular && !in.SymmetryBroken && i < len(knownRegular):
		text = knownRegular[i]
	}
	count, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil
	}
	return count
}
