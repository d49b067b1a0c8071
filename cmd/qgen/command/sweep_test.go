package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/manifest"
)

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		text string
		size int
		want string
	}{
		{"0", 8, "[0]"},
		{"9223372036854775807", 8, "[9223372036854775807]"},
		{"9223372036854775806..9223372036854775807", 8, "[9223372036854775806 9223372036854775807]"},
		{"N", 8, "[8]"},
		{"N-1..N+1,3", 8, "[7 8 9 3]"},
		{"1.2N..1.4N", 22, "[26 27 28 29 30]"},
		{"1.2N..1.4N", 15, "[18 19 20 21]"},
		{".5N", 7, "[3]"},
		{"0.333333N+1", 3, "[1]"},
		{"2N..N", 8, "[]"},
		{"999999.999999N", 16383, "[16382999999]"},
	} {
		list, err := parseNumbers(tt.text)
		if got := fmt.Sprint(slices.Collect(list.at(tt.size))); err != nil || strings.Replace(got, "<nil>", "", 1) != tt.want {
			t.Errorf("%s for N=%d: %s, %v; want %s", tt.text, tt.size, got, err, tt.want)
		}
	}
	for _, text := range []string{"", "-1", "n", "N+", "1.N", "1.1234567N", "1234567N", "9223372036854775808", "2..1", "N+2..N+1", "1..", "1,,2", "1...3", "N*2"} {
		if list, err := parseNumbers(text); err == nil {
			t.Errorf("%q is read as %v", text, list)
		}
	}
}

// names returns the file names that a dry run lists.
func names(t *testing.T, args ...string) []string {
	t.Helper()
	got := qgen(append([]string{"--dry-run", "-q"}, args...)...)
	if got.code != 0 || got.stderr != "" || !strings.HasPrefix(got.stdout, manifest.Header+"\n") {
		t.Fatalf("%q: %+v", args, got)
	}
	var list []string
	for line := range strings.Lines(got.stdout[len(manifest.Header)+1:]) {
		name, _, _ := strings.Cut(line, "\t")
		list = append(list, strings.TrimPrefix(name, "queens-"))
	}
	return list
}

// A sweep contains all combinations, without impossible ones and repetitions.
func TestSweeps(t *testing.T) {
	for args, want := range map[string]string{
		"4..5,4":                             "0004-pairwise.cnf 0005-pairwise.cnf",
		"-e pairwise,product 4":              "0004-pairwise.cnf 0004-product.cnf",
		"--variant torus,regular -k N,N+1 4": "0004-torus-pairwise.cnf 0004-torus-k0005-pairwise.cnf 0004-pairwise.cnf 0004-k0005-pairwise.cnf",
		"--random-block 0 --seed 1..3 4":     "0004-pairwise.cnf",
		"--seed 1..2,7 --shuffle 4":          "0004-shuf-s0001-pairwise.cnf 0004-shuf-s0002-pairwise.cnf 0004-shuf-s0007-pairwise.cnf",
		"--random-diagonals N..1.5N 4..5": "0004-d004-s0001-pairwise.cnf 0004-d005-s0001-pairwise.cnf 0004-d006-s0001-pairwise.cnf " +
			"0005-d005-s0001-pairwise.cnf 0005-d006-s0001-pairwise.cnf 0005-d007-s0001-pairwise.cnf",
		"--random-block 0,15..17 4":                 "0004-pairwise.cnf 0004-b015-s0001-pairwise.cnf 0004-b016-s0001-pairwise.cnf",
		"-k N..5 4..6":                              "0004-pairwise.cnf 0004-k0005-pairwise.cnf 0005-pairwise.cnf",
		"-f cnf,opb --shuffle 4":                    "0004-shuf-s0001-pairwise.cnf",
		"--place a1,b3 --place b3,4:1 --place c1 4": "0004-p002-ga19fa26e-pairwise.cnf 0004-p001-g4cda4e5a-pairwise.cnf",
		"--transform xor:2,flip 4":                  "0004-pairwise-xor2.cnf 0004-pairwise-flip.cnf",
		"--block e5 4..5":                           "0005-b001-g17c406ed-pairwise.cnf",
		"6x5..7,3":                                  "0003-pairwise.cnf 0006x0005-pairwise.cnf 0006-pairwise.cnf 0006x0007-pairwise.cnf",
		"4..5x5 4 x N":                              "0004-pairwise.cnf 0004x0005-pairwise.cnf 0005-pairwise.cnf",
		"4..5 x N..N+1 5x4":                         "0004-pairwise.cnf 0004x0005-pairwise.cnf 0005x0004-pairwise.cnf 0005-pairwise.cnf 0005x0006-pairwise.cnf",
		"-k N-1,N 4x6":                              "0004x0006-k0003-pairwise.cnf 0004x0006-pairwise.cnf",
		"--piece queen,rook,king -k 4 4":            "0004-pairwise.cnf 0004-rook-pairwise.cnf 0004-king-k0004-pairwise.cnf",
		"--piece rider+1,1+leaper+1,2 -k 4 4":       "0004-rider1_1-leaper1_2-k0004-pairwise.cnf",
		"--pieces queen*2+rook*1,rook*1+king*1 4":   "0004-queen2-rook1-pairwise.cnf 0004-rook1-king1-pairwise.cnf",
		"--pieces rook*1+king*1 --allow-same 4x5":   "0004x0005-rook1-king1-same-pairwise.cnf",
	} {
		if d := cmp.Diff(strings.Fields(want), names(t, strings.Fields(args)...)); d != "" {
			t.Errorf("qgen --dry-run %s (-want +got):\n%s", args, d)
		}
	}
	got := qgen(strings.Fields("--dry-run --random-block 15..18 4")...)
	if want := "qgen: impossible combinations left out: 2; the first: cannot block 17 random squares: " +
		"expected at most 16, the number of free squares\nqgen: files: 2, clauses: 199\n"; got.stderr != want || got.code != 0 {
		t.Errorf("exit code %d, %q; want %q", got.code, got.stderr, want)
	}
}

// A plan that is too large for memory is refused, even if its compressed file is small.
func TestLongPlan(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan")
	if err := errors.Join(os.WriteFile(plan, []byte("4\n"), 0o666), os.Truncate(plan, planBytes+1)); err != nil {
		t.Fatal(err)
	}
	if got := qgen("--dry-run", "--plan", plan); got.code != 1 || !strings.Contains(got.stderr, plan+": expected a plan of at most 16 MB") {
		t.Errorf("%+v", got)
	}
}

// A plan has one sweep per line, in the words of the command line or of a file's comments.
// It comes from a file or from standard input.
func TestPlan(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan")
	write := func(text string) {
		if err := os.WriteFile(plan, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("piece=rook,knight --queens=N 4 x N+1\n# two\n\n--variant torus -e product,binary 5\nvariant=torus minimal 5  \n 4..5 --allow-conflict\n4")
	want := "0004x0005-rook-pairwise.cnf 0004x0005-knight-k0004-pairwise.cnf 0005-torus-product.cnf 0005-torus-binary.cnf 0005-torus-min-pairwise.cnf 0004-pairwise.cnf 0005-pairwise.cnf"
	if d := cmp.Diff(strings.Fields(want), names(t, "--plan", plan)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for text, message := range map[string]string{
		"4\n--varian torus 4\n":   plan + ":2: unknown flag --varian, did you mean --variant?",
		"4\n\n-k 99 4..5 4 # x\n": plan + ":3: board size: expected 1 to 16383, rows and columns such as 8x5 with at most 2^28-1 squares, or a range LO..HI, found \"#\"",
		"-k 99 4..5\n":            plan + ":1: --queens: family queens: number of queens is 99: expected 0 to 16, the number of squares",
		"--out-dir x 4\n":         plan + ":1: unknown flag --out-dir",
		"# none\n":                "--plan: expected a file with arguments of qgen on each line, found none",
		"4\n4 seed=3\n":           plan + ":2: --seed needs --random-place, --random-block, --random-diagonals, --unique, --difficulty or --shuffle: nothing else depends on it",
		"-e\n":                    plan + ":1: flag -e needs a value ENCODING",
	} {
		write(text)
		got := qgen("--dry-run", "--plan", plan)
		if first, _, _ := strings.Cut(got.stderr, "\n"); got.code != 2 || first != "qgen: "+message || got.stdout != "" {
			t.Errorf("%q: %+v; want %s", text, got, message)
		}
	}
}

// The arguments in the comments of a file reproduce it, as a line of a plan.
func TestArgumentsMakeTheFile(t *testing.T) {
	var squares []string
	for i := range 400 {
		squares = append(squares, fmt.Sprintf("%d:%d", i/20+1, i%20+1))
	}
	for _, args := range []string{
		"8", "-f lp -k 8 8", "--variant torus -k N+1 -e ladder --minimal --annotate 8", "--random-place 2 --random-block N --shuffle --seed 5 9",
		"--allow-conflict --place 1:1,1:2 8", "--block " + strings.Join(squares, ",") + " -k 0 20", "--break-symmetry --block-diagonals d-2,s7 8",
		"--transform majority:3 --shuffle 5", "-e binary --variant torus --minimal 8", "--random-place 2 --random-block 3 --random-diagonals 1 --seed 77 8",
		"8x5", "-k 4 -f lp 4x6", "--piece knight -k 4 4x5", "--piece bishop -k 8 8", "--piece rider+1,1+leaper+1,2 -k 5 --break-symmetry 6x5", "--pieces queen*3+knight*2 --allow-same 5x6",
		"--family colouring --colours 7 5x6", "--family colouring --piece king 5x6", "--family armies --piece knight -k 3 4x5", "--family domination --piece king --minimum 5x6", "--piece king --maximum -f opb 5x6",
		"--piece king -k 4 --random-place 2 --random-block N --seed 3 5x6", "--piece king -k 9 --unique --seed 2 5x6", "--family regions --regions AAAAABB,CAAABBB,CCDDBBB,CCDDDBB -k 4", "--piece amazon 5",
		"-f cnf+ -k 3 8", "-f mzn 8", "--place a1,b3 --block=8:8 --block-diagonals s3,d1 8",
	} {
		file := qgen(strings.Fields(args)...).stdout
		plan := ""
		for line := range strings.Lines(file) {
			if len(line) > 1000 {
				t.Errorf("qgen %s: a line of %d bytes", args, len(line))
			}
			if _, words, ok := strings.Cut(line, " arguments: "); ok {
				if strings.TrimRight(plan, ",\n") != strings.TrimRight(plan, "\n") {
					plan = strings.TrimRight(plan, "\n")
				}
				plan += words
			}
		}
		f, err := parseSweep(strings.Fields(plan))
		if err != nil {
			t.Fatal(err)
		}
		again := qgen(strings.Fields(parameters(strings.Fields(plan)))...)
		if len(f.sizes) != 1 || again.stdout != file || file == "" || strings.Contains(plan, " -") {
			t.Errorf("qgen %s: %q makes another file", args, plan)
		}
	}
}

// The plans in testdata are valid.
func TestOurPlans(t *testing.T) {
	plans, err := filepath.Glob("../../../testdata/*/*.plan")
	if err != nil || len(plans) < 3 {
		t.Fatal(plans, err)
	}
	for _, plan := range plans {
		if got := qgen("--dry-run", "-q", "--plan", plan); got.code != 0 || got.stderr != "" {
			t.Errorf("%s: %s", plan, got.stderr)
		}
	}
}

// FuzzPlan checks that any text yields sweeps with sizes, or an error with a position.
func FuzzPlan(f *testing.F) {
	f.Add("# boards\n\nvariant=torus queens=N+1 5..9\n--random-place 0.2N 20,30\n")
	f.Add("encoding=product,ladder shuffle seed=1..3 8\nnonsense 1")
	f.Fuzz(func(t *testing.T, text string) {
		err := readPlan("plan", text, func(f *sweep) error {
			if len(f.sizes) == 0 {
				t.Error("a sweep without sizes")
			}
			return nil
		})
		if err != nil && !strings.HasPrefix(err.Error(), "plan:") {
			t.Errorf("no position: %v", err)
		}
	})
}
