package command

import (
	"context"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"queens/cmd/internal/program"
	"queens/dimacs"
)

// A search that ignores its context, and goes on to find models and to write a proof, is
// left behind soon after the timeout. The answer and the proof are complete, and there are
// no other files.
func TestSearchIsLeftBehind(t *testing.T) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	ended, left := make(chan bool), sync.WaitGroup{}
	kind := kinds[len(kinds)-1]
	old := *kind
	defer func() { *kind = old }()
	kind.report = (*reporter).reportModels
	kind.search = func(r *run, _ context.Context) (answer, error) {
		left.Add(1)
		defer left.Done()
		r.outputs.proof.begun = true
		for {
			select {
			case <-ended:
				return answer{}, nil
			default:
				r.reporter.next(t.Context(), r.question, &dimacs.Assignment{})
				r.reporter.keepCount(dimacs.Count{M: big.NewInt(1)})
				r.outputs.proof.Add([]dimacs.Lit{100, -200, 300})
				r.progress.show(func() string { return "on" })
			}
		}
	}
	answer, proof := filepath.Join(dir, "answer"), filepath.Join(dir, "proof")
	const limit = 50 * time.Millisecond
	began := time.Now()
	said, code := qsat("p cnf 2 1\n1 2 0\n", "-v", "--verify", "-t", limit.String(), "-p", proof, "-o", answer)
	took := time.Since(began)
	if want := "qsat: stopped after "; code != program.ExitSatisfiable || !strings.HasPrefix(said, want) {
		t.Errorf("exit code %d, %q", code, said)
	}
	if took > limit+10*grace { // allows for a busy machine
		t.Errorf("it took %v", took)
	}
	wanted := map[string]string{
		answer: `\Ac read .*\ns SATISFIABLE\n(v -1 -2 0\n)+c models \d+\+\nc stats: .*\nc stats: .*\n\z`,
		proof:  `\A(100 -200 300 0\n)+\z`,
	}
	close(ended)
	left.Wait()
	for name, want := range wanted {
		if text, err := os.ReadFile(name); err != nil || !regexp.MustCompile(want).Match(text) {
			t.Errorf("%s ends in %q, %v", name, text[max(0, len(text)-200):], err)
		}
	}
	for dir, want := range map[string]int{dir: len(wanted), temporary: 0} {
		if files, err := os.ReadDir(dir); len(files) != want || err != nil {
			t.Errorf("files %v, error %v", files, err)
		}
	}
}
