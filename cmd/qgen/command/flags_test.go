package command

import (
	"iter"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// The lines that a flag adds to the head of the formula, or changes there, stand in testdata/heads.txt.
func TestFlagsShowInTheHead(t *testing.T) {
	for args, lines := range commands(t, "heads.txt") {
		got := qgen(strings.Fields(args)...)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("qgen %s: exit code %d, %s", args, got.code, got.stderr)
		}
		for _, line := range lines {
			if !strings.Contains("\n"+got.stdout, "\n"+line+"\n") {
				t.Errorf("qgen %s: no line %q in\n%.300s", args, line, got.stdout)
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

// testdata/refused.txt lists command lines and the beginnings of their messages.
func TestRefused(t *testing.T) {
	for args, messages := range commands(t, "refused.txt") {
		got := qgen(strings.Fields(args)...)
		if got.code != 2 || got.stdout != "" || !strings.HasPrefix(got.stderr, "qgen: "+messages[0]) {
			t.Errorf("qgen %s: exit code %d, %q; want %q", args, got.code, got.stderr, "qgen: "+messages[0])
		}
	}
}

// commands yields the arguments of the commands of qgen in a file of testdata, each with the indented lines that follow it.
func commands(t *testing.T, name string) iter.Seq2[string, []string] {
	text := expected(t, name)
	return func(yield func(string, []string) bool) {
		for command := range strings.SplitSeq("\n"+strings.TrimSpace(text), "\nqgen ") {
			lines := strings.Split(command, "\n\t")
			if len(lines) > 1 && !yield(lines[0], lines[1:]) {
				return
			}
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
