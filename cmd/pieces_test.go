package cmd

import (
	"strings"
	"testing"
)

// TestPieces counts boards of pieces, up to sizes that take less than a second, and compares the numbers with OEIS or
// formulas. It also finds the most pieces that do not attack each other, where the cost is the number of empty
// squares, and the fewest that dominate the board. The plan testdata/bench/pieces.plan has larger sizes.
func TestPieces(t *testing.T) {
	need(t, "bash")
	t.Parallel()
	dir := t.TempDir()
	for args, want := range map[string]string{
		"--piece bishop -k 7 7 | qsat --count":                                "int 1022320", // A002465
		"--piece rook 9 | qsat --count":                                       "int 362880",  // 9!
		"--piece rook -k 4 6x8 | qsat --count":                                "int 25200",   // binomial(6, 4) binomial(8, 4) 4!
		"--piece king -k 16 8 | qsat --count":                                 "int 281571",  // A018807
		"--piece king --break-symmetry -k 9 6 | qsat --count":                 "int 459",     // A319096
		"--piece knight -k 5 5 | qsat --count":                                "int 9386",    // A201540
		"--piece amazon 12 | qsat --count":                                    "int 156",     // A051223
		"--piece rider+0,1+rider+1,2 10 | qsat --count":                       "int 2304",    // A189837
		"--piece rider+0,1+rider+3,4 7 | qsat --count":                        "int 1566",    // A189858
		"--piece rider+0,1+rider+1,1 8 | qsat --count":                        "int 92",      // A000170
		"--maximum --piece king 7x8 | qsat":                                   "o 40",        // 16 kings
		"--maximum --piece knight 7 | qsat":                                   "o 24",        // 25 knights
		"--maximum --piece knight 2x9 | qsat":                                 "o 8",         // 10 knights
		"--maximum --piece bishop 8 | qsat":                                   "o 50",        // 14 bishops
		"--maximum --piece rook 5x9 | qsat":                                   "o 0",         // no empty row
		"--minimum --family domination --piece knight 8 | qsat":               "o 12",        // A006075
		"--minimum --family domination --piece king 7x8 | qsat":               "o 9",
		"--minimum --family domination --piece bishop 7 | qsat":               "o 7",
		"--minimum --family domination --piece rook --independent 4x6 | qsat": "o 4",
	} {
		got, stderr, _ := runLine(t, dir, "qgen "+args+" -j1 | grep '^o\\|exact' | tail -n 1")
		if !strings.HasSuffix(got, want+"\n") {
			t.Errorf("qgen %s: %s%s, want %s", args, got, stderr, want)
		}
	}
}
