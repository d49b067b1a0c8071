package command

import (
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// The lines that a flag adds to the head of the formula, or changes there.
func TestFlagsShowInTheHead(t *testing.T) {
	tests := []struct {
		args string
		want []string // lines
	}{
		{"-e sequential 8", []string{"c encoding: sequential", "p cnf 234 580"}},
		{"-e commander 8", []string{"c encoding: commander"}},
		{"-e product 8", []string{"c encoding: product", "p cnf 196 632"}},
		{"-e binary 8", []string{"c encoding: binary"}},
		{"-e bimander 8", []string{"c encoding: bimander"}},
		{"-e product 8", []string{"c p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 " +
			"35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 0"}},
		{"--variant torus 8", []string{"c variant: torus"}},
		{"-k 7 8", []string{"c queens: 7"}},
		{"--queens 9 8", []string{"c queens: 9"}},
		{"--place 1:5,c2 8", []string{"c placed: 1:5 7:3"}},
		{"--transform xor:2 -e product 6", []string{"c transform: xor:2", "c arguments: encoding=product transform=xor:2 6"}},
		{"-k N+1 8", []string{"c queens: 9"}},
		{"--random-diagonals .25N 8", []string{"c blocked-diagonals: d-5 d-1"}},
		{"8", []string{"c generator: qgen 7", "c arguments: 8"}},
		{"--variant torus --shuffle --seed 42 --place a8 -f cnf 8", []string{"c arguments: variant=torus place=1:1 shuffle seed=42 8"}},
		{"-f opb -k N-1 --random-block N 8", []string{"* arguments: format=opb queens=7 random-block=8 seed=1 8"}},
		{"--block h8,1:1,h8 8", []string{"c blocked: 1:1 1:8"}},
		{"--block-diagonals s7,d-2,d0 8", []string{"c blocked-diagonals: s7 d-2 d0"}},
		{"--random-place 3 8", []string{"c placed: 1:7 7:4 8:8", "c seed: 1"}},
		{"--random-block 4 8", []string{"c blocked: 5:8 7:2 7:3 7:4", "c seed: 1"}},
		{"--random-diagonals 2 8", []string{"c blocked-diagonals: d-5 d-1", "c seed: 1"}},
		{"--break-symmetry 8", []string{"c symmetry: broken"}},
		{"--shuffle --seed 5 8", []string{"c shuffle: 5"}},
		{"--difficulty medium 8", []string{"c puzzle: medium", "c arguments: difficulty=medium seed=1 8", "c placed: 2:6 3:8 5:1 7:7"}},
		{"--annotate 8", []string{"c variable 1: a queen on a8", "c row 8: at least one queen", "c row 8: at most one queen, pairwise"}},
		{"--allow-conflict --place 1:1,1:2 8", []string{"c placed: 1:1 1:2"}},
		{"-f knf 8", []string{"p knf 64 58"}},
		{"--format cnf+ 8", []string{"p cnf+ 64 58"}},
		{"-f opb 8", []string{"* #variable= 64 #constraint= 42"}},
		{"-f lp -k 8 8", []string{"  + x61 + x62 + x63 + x64 = 8"}},
		{"-f mzn 8", []string{"constraint all_different(q);"}},
		{"8x5", []string{"c arguments: 8x5", "c board: 8x5"}}, {"-k N+1 --random-block 0.4N 8x5", []string{"c queens: 6", "c blocked: 6:1 7:1"}},
		{"--piece knight -k 3 --annotate 3x4", []string{"c piece: knight", "c note: knights that do not attack each other: the true ones among variables 1 to 12 are the squares with a knight"}},
		{"--pieces queen*2+knight*1 --allow-same --annotate 4", []string{"c pieces: queen*2 knight*1 allow-same", "c group queen on a4", "c variable 17: a knight on a4"}},
		{"--family domination --piece knight --minimum --annotate 3x4", []string{"c note: knights that attack each square that holds none: the true ones among variables 1 to 12 are the squares with a knight", "c objective: no knight on a square"}},
		{"--family colouring --piece king --colours 4 --annotate 3x4", []string{"c window at a3: at most one square of colour 1, pairwise", "c arguments: family=colouring piece=king annotate 3x4"}},
		{"-f lp --piece king -k 4 3x4", []string{" kings: x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10", " window_1_1: x1 + x2 + x5 + x6 <= 1"}},
		{"-f lp --pieces rook*1+king*1 2", []string{" pieces: x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8", " kings_in_all: x5 + x6 + x7 + x8 = 1"}},
	}
	for _, tt := range tests {
		got := qgen(strings.Fields(tt.args)...)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("qgen %s: exit code %d, %s", tt.args, got.code, got.stderr)
		}
		for _, line := range tt.want {
			if !strings.Contains("\n"+got.stdout, "\n"+line+"\n") {
				t.Errorf("qgen %s: no line %q in\n%.300s", tt.args, line, got.stdout)
			}
		}
	}
}

// Flags with their default values leave no trace.
func TestDefaultsLeaveNoTrace(t *testing.T) {
	want := qgen("8").stdout
	for _, args := range []string{
		"-k 8 8", "8x8", "--piece queen 8", "--piece rider+0,1+rider+1,1 8", "--variant regular 8", "--random-place 0 8", "--allow-conflict 8", "-f cnf 8", "-e pairwise 8",
	} {
		if got := qgen(strings.Fields(args)...); got.stdout != want {
			t.Errorf("qgen %s differs from qgen 8", args)
		}
	}
}

// All flags can be combined in CNF, and the arguments in the head describe the instance.
func TestFlagsCombine(t *testing.T) {
	args := "-e ladder --variant torus -k 5 --place 4:4 --block 1:1 --block-diagonals d3 --random-place 1 --random-block 2 " +
		"--random-diagonals 1 --seed 9 --minimal --break-symmetry --shuffle --annotate 7"
	got := qgen(strings.Fields(args)...)
	if got.code != 0 {
		t.Fatalf("exit code %d, %s", got.code, got.stderr)
	}
	f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(got.stdout), dimacs.Options{Mode: dimacs.Strict, Keys: encode.Keys})
	if err != nil {
		t.Fatal(err)
	}
	in, err := encode.ParseComments(f.Comments)
	if err != nil {
		t.Fatal(err)
	}
	if in.N != 7 || in.Variant != board.Torus || in.QueenCount() != 5 || len(in.Placed) != 2 || in.Blocked.Len() != 3 || len(in.BlockedDiagonals) != 2 ||
		*in.Seed != 9 || *in.Shuffle != 9 || !in.Minimal || !in.SymmetryBroken || in.Encoding != "ladder" {
		t.Errorf("the head says %+v", in)
	}
	size, err := in.Size()
	if err != nil || size.Variables != f.Vars || size.Clauses != int64(f.NumClauses()) {
		t.Errorf("the formula has %d variables and %d clauses; its comments make %+v, %v", f.Vars, f.NumClauses(), size, err)
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		args, message string // the first line
	}{
		{"0", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "0"`},
		{"-- -4", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "-4"`},
		{"0x8", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "0x8"`},
		{"16384", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "16384"`},
		{"--variant cylinder 8", `--variant: expected regular or torus, found "cylinder"`},
		{"-k -1 8", `--queens: expected a number from 0 to 9223372036854775807, one that depends on N such as N+1 or 1.2N, a range LO..HI, or a list of these, found "-1"`},
		{"-k 65 8", `--queens: family queens: number of queens is 65: expected 0 to 64, the number of squares`},
		{"--family domination -k 99999999999 4", `--queens: family domination: number of queens is 99999999999: expected 0 to 16, the number of squares`},
		{"--family colouring --colours 99999999999 4", `--colours: family colouring: number of colours is 99999999999: expected 1 to 16, the number of squares`},
		{"--difficulty cosy 8", `--difficulty: expected easy, medium or hard, found "cosy"`},
		{"--difficulty easy,hard 8", `expected one instance, found a list: --out-dir writes them all`},
		{"--unique --family armies -k 1 8", `--unique: family armies: a placed queen belongs to no army`},
		{"--solvable --random-place 9 8", `9 random queens would be placed, but the number of queens is 8: expected at most 8`},
		{"--family domination 8", `--family domination: expected --minimum or --queens K, because the default, N queens, always dominates the board`},
		{"--place e6,x 8", `--place: expected a square such as 3:5 or e6, found "x"`},
		{"-1", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "-1"`},
		{"-n 8", `unknown flag -n: the board size stands alone, as in 'qgen 8'`},
		{"--size=8", `unknown flag --size: the board size stands alone, as in 'qgen 8'`},
		{"--place 9:1 8", `--place: expected a square of a board of size 8, found "9:1"`},
		{"--place= 8", `--place: expected a square such as 3:5 or e6, found ""`},
		{"--block i1 8", `--block: expected a square of a board of size 8, found "i1"`},
		{"--block-diagonals s1 8", `--block-diagonals: expected a diagonal of a board of size 8, found "s1"`},
		{"--block-diagonals e6 8", `--block-diagonals: expected a diagonal such as s7 or d-2, found "e6"`},
		{"--random-place x 8", `--random-place: expected a number from 0 to 9223372036854775807, one that depends on N such as N+1 or 1.2N, a range LO..HI, or a list of these, found "x"`},
		{"--random-place 4 3", `found no way to place 4 random queens that do not attack each other on a board of size 3: expected fewer`},
		{"--random-place 3 -k 2 8", `--random-place: 3 queens would be placed, but their number is 2`},
		{"--random-block 65 8", `cannot block 65 random squares: expected at most 64, the number of free squares`},
		{"--random-diagonals 31 8", `cannot block 31 random diagonals: expected at most 30, the number of diagonals without a queen`},
		{"--seed -1 8", `--seed: expected a number from 0 to 9223372036854775807, one that depends on N such as N+1 or 1.2N, a range LO..HI, or a list of these, found "-1"`},
		{"--place 1:1,1:2 8", `the queens placed on a8 and b8 attack each other on row 8 (--allow-conflict writes the unsatisfiable instance)`},
		{"--place 1:1 --block a8 8", `square a8 holds a placed queen and is blocked (--allow-conflict writes the unsatisfiable instance)`},
		{"--block 1:1,1:2 2", `all squares of row 2 are blocked, but it needs a queen (--allow-conflict writes the unsatisfiable instance)`},
		{"-f knf -e product 8", `format knf has constraints of its own: expected no encoding, found product`},
		{"-f opb -e pairwise 8", `format opb has constraints of its own: expected no encoding, found pairwise`},
		{"-f lp --shuffle 8", `format lp cannot be shuffled`},
		{"-f mzn --break-symmetry 8", `format mzn cannot break symmetries`},
		{"-f mzn --minimal 8", `format mzn has no minimal form`},
		{"-f xml 8", `--format: expected cnf, wcnf, knf, `},
		{"--compress bz2 8", `--compress: expected gz, xz or zst, found "bz2"`},
		{"-e sequential 7400", `board size 7400 needs more than 213675455 auxiliary variables with these parameters: expected at most 2^28-1 variables in all`},
		{"--out-dir x -o y 8", `--output with --out-dir needs --dry-run: a set has names of its own`},
		{"--out-dir x", `expected board sizes N, RxC or LO..HI`},
		{"--out-dir x 9..8", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "9..8"`},
		{"--out-dir x 8..", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "8.."`},
		{"--transform xor 8", `--transform: expected xor:K, or:K, majority:K with an odd number, or flip, K from 2 to 8, found "xor"`},
		{"--transform xor:2 40", `the transform makes more than 2^31 clauses`},
		{"--transform flip --annotate 8", `transformed variables cannot be annotated`},
		{"--transform flip -f opb 8", `format opb cannot be transformed`},
		{"-k N-9 8", `--queens: family queens: number of queens is -1: expected 0 to 64, the number of squares`},
		{"-k 2N..N 8", `the ranges contain no number for these board sizes`},
		{"--out-dir x -k N..7 8", `the ranges contain no number for these board sizes`},
		{"--random-block N-9 8", `--random-block: expected a number from 0 to 268402689, found -1`},
		{"--seed 1,2 --shuffle 8", `expected one instance, found a list: --out-dir writes them all`},
		{"-f cnf,opb 8", `expected one instance, found a list: --out-dir writes them all`},
		{"-e pairwise,x 8", `--encoding: expected pairwise, sequential, `},
		{"--plan p --dry-run --random-block 3", `--plan excludes --random-block: the plan contains the arguments of all instances`},
		{"8..9", `expected one board size, found "8..9": --out-dir DIR writes a file for each size`},
		{"8x", `board size: expected`}, {"x8", `board size: expected`}, {"0x5", `board size: expected`}, {"5x0", `board size: expected`}, {"8x5x3", `board size: expected`}, {"Nx5", `board size: expected`},
		{"20000x20000", `board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found "20000x20000"`}, {"--dry-run 4..8xN-5", `board size: expected`}, {"--dry-run 8x5..4", `board size: expected`}, {"99999999999999999999", `board size: expected`},
		{"--dry-run 1..2000x1..2000", `board sizes: expected at most 1048576, found more`},
		{"--piece pawn 8", `--piece: expected queen, rook, bishop, knight, king, amazon, archbishop, chancellor, or steps such as rider 1,1 leaper 1,2, found "pawn"`},
		{"--piece leaper+0,0 8", `--piece: expected queen`}, {"--piece rider+1 8", `--piece: expected queen`}, {"--piece= 8", `--piece: expected queen`}, {"--piece rook,pawn 8", `--piece: expected queen`},
		{"--piece knight 8", `--piece knight: expected --maximum or --queens K, because the default, N, is for pieces that attack along rows`},
		{"--piece leaper+1,3 --family domination 8", `--piece leaper 1,3: expected --minimum or --queens K, because the default, N, is for`},
		{"--piece rook --family domination 8", `--piece rook: expected --minimum or --queens K, because the default, N pieces, always dominates`},
		{"--piece knight -k 41 5x8", `--queens: family queens: number of knights is 41: expected 0 to 40, the number of squares`},
		{"--pieces queen*20+knight*21 5x8", `--pieces: family queens: number of pieces is 41: expected 0 to 40, the number of squares`},
		{"--pieces queen*5 8", `--pieces: expected at least two different pieces and how many of each, such as queen*5 knight*3, found "queen*5"`},
		{"--pieces queen*2+rook*1 -k 3 8", `--pieces excludes --queens: it gives the number of pieces of each kind`},
		{"--pieces queen*2+rook*1 --piece rook 8", `--piece excludes --pieces`},
		{"--piece king --minimal -k 3 8", `--minimal: family queens: mixtures and pieces that do not attack along rows have only one form`}, {"--pieces queen*1+king*1 --minimal 8", `--minimal: family queens: mixtures and pieces that do not attack along rows have only one form`},
		{"--piece king --allow-same -k 3 8", `--allow-same needs --pieces`},
		{"--pieces queen*2+rook*1 --family colouring 8", `--pieces: family colouring: its pieces are of one kind`},
		{"--piece king --family regions --unique 8", `--piece: family regions: it has no other pieces`},
		{"--piece king -k 3 -f mzn 8", `--format: family queens: the format mzn`}, {"-f mzn 8x5", `--format: family queens: the format mzn`},
		{"--family regions --regions AABB,AABB,CCDD", `--regions: expected --queens K, the number of regions, on a board of size 3x4, which is not square`},
		{"--family regions --regions AABB,AABB,CCDD -k 3", `--queens: family regions: number of queens is 3: expected 4, one in each region`},
		{"--family regions --unique --repair 5", `--repair needs --regions`},
		{"--family regions --repair --regions AB/AB 2", `--repair needs --unique`},
		{"--family regions --unique --repair --random-block 1 --regions AB/AB 2", `--repair excludes --random-block`},
		{"--family regions --unique 5x6", `board size is 5x6: expected a square board`},
	}
	for _, tt := range tests {
		got := qgen(strings.Fields(tt.args)...)
		first, _, _ := strings.Cut(got.stderr, "\n")
		if got.code != 2 || got.stdout != "" || !strings.HasPrefix(first, "qgen: "+tt.message) {
			t.Errorf("qgen %s: exit code %d, %q; want %q", tt.args, got.code, first, "qgen: "+tt.message)
		}
	}
}

// A family that refuses an option names the flag.
func TestFamiliesRefuseByFlag(t *testing.T) {
	refused := 0
	for _, family := range []string{"queens", "superqueens", "colouring", "domination --minimum", "domination -k 3", "armies", "regions --unique", "regions --regions AABBB,AABBC,DDDCC,DEECC,EEEEC", "dominoes", "queens --piece king -k 3", "queens --pieces queen*1+king*1", "domination --piece rook -k 3"} {
		for _, flag := range []string{
			"-k 3", "--colours 3", "--stars 2", "--independent", "--variant torus", "--place 1:1", "--random-place 1", "--block 1:1", "--random-block 1", "--block-diagonals s3", "--random-diagonals 1",
			"--break-symmetry", "--minimal", "-e sequential", "--unique", "--difficulty easy", "--minimum", "--maximum", "--regions AB,BA", "-f lp", "-f mzn", "--piece bishop", "--pieces queen*2+rook*1", "--allow-same",
		} {
			got := qgen(strings.Fields("--stats --family " + family + " " + flag + " 5")...)
			rectangle := qgen(strings.Fields("--stats --family " + family + " " + flag + " 4x5")...)
			if strings.HasPrefix(got.stderr, "qgen: family") || strings.HasPrefix(rectangle.stderr, "qgen: family") || max(got.code, rectangle.code) > 2 {
				t.Errorf("qgen --family %s %s: %s", family, flag, got.stderr+rectangle.stderr)
			}
			if strings.HasPrefix(got.stderr, "qgen: --") && strings.Contains(got.stderr, ": family") {
				refused++
			}
		}
	}
	if refused < 60 {
		t.Errorf("only %d options are refused", refused)
	}
}
