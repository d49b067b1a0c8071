// Command differential compares the answers of qsat with the answers of other solvers. Its formulas
// are larger and more structured than the formulas of the tests and of qbench fuzz: kinds of
// testdata/formulas, boards in all encodings, and formulas for counting arguments, all
// changed at random.
//
//	go run ./testdata/differential -formulas 10000
//
// For each formula it runs qsat with -j 1 and -j 2. One of these runs writes a proof, which
// qcheck and, if it is installed, drat-trim check. A third run is interrupted at a random
// moment: it may give an answer, but not a wrong answer. All models are checked. If an
// answer is wrong, the formula is reduced and written to a file, and the exit code is 1.
// Formulas and options depend only on the number of the formula, but the moment of the
// interruption also on the clock.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"queens/dimacs"
	"queens/testdata/formulas"
)

// A campaign runs the comparisons for a range of formula numbers and collects their
// results.
type campaign struct {
	formulas, first uint64        // number of formulas, and the number that identifies the first formula
	slow            uint64        // every slow-th formula is large
	workers         int           // formulas compared at the same time
	limit           time.Duration // for each run of a solver
	others          []string      // commands of other solvers
	qsat, qcheck    string        // paths; qcheck is in the directory of qsat
	found           string        // directory for the formulas with wrong answers

	out   io.Writer
	mu    sync.Mutex     // guards count
	count map[string]int // number of events, indexed by their name
	start time.Time
}

func main() {
	s := &campaign{out: os.Stdout}
	flag.Uint64Var(&s.formulas, "formulas", 1000, "how many `formulas`")
	flag.Uint64Var(&s.first, "first", 1, "`number` of the first one")
	flag.Uint64Var(&s.slow, "slow", 30, "one of so `many` is to take 0.05 to 2 seconds")
	flag.IntVar(&s.workers, "workers", 2, "how `many` at a time")
	flag.DurationVar(&s.limit, "limit", 20*time.Second, "`time` of each solver")
	others := flag.String("others", "minisat,cadical,clasp", "`names` of other solvers")
	flag.StringVar(&s.qsat, "qsat", "", "the `program` qsat, with qcheck beside it; by default they are built")
	flag.StringVar(&s.found, "found", ".", "`directory` of what is found")
	flag.Parse()
	s.others = strings.Split(*others, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(1)
	}
}

// run compares all formulas, and reports the counts for every 100 formulas and at the end.
// It returns an error if an answer is wrong, or the first system error.
func (s *campaign) run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "differential-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if s.qsat == "" {
		s.qsat = filepath.Join(dir, "qsat")
		if text, err := exec.Command("go", "build", "-o", dir+"/", "queens/cmd/qsat", "queens/cmd/qcheck").CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, text)
		}
	}
	s.qcheck = filepath.Join(filepath.Dir(s.qsat), "qcheck")
	s.count, s.start = map[string]int{}, time.Now()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	numbers := make(chan uint64)
	var wg sync.WaitGroup
	for i := range s.workers {
		c := &comparison{campaign: s, dir: filepath.Join(dir, fmt.Sprint(i))}
		if err := os.Mkdir(c.dir, 0o777); err != nil {
			return err
		}
		wg.Go(func() {
			for n := range numbers {
				if err := c.compare(ctx, n); err != nil {
					stop(err)
				}
			}
		})
	}
	for n := s.first; n < s.first+s.formulas && ctx.Err() == nil; n++ {
		numbers <- n
	}
	close(numbers)
	wg.Wait()
	s.report()
	if s.count["wrong"] > 0 {
		return errors.New("found a wrong answer")
	}
	return context.Cause(ctx)
}

// record counts an event. It reports all counts after every 100 formulas.
func (s *campaign) record(what string) {
	s.mu.Lock()
	s.count[what]++
	n := s.count["formulas"]
	s.mu.Unlock()
	if what == "formulas" && n%100 == 0 {
		s.report()
	}
}

func (s *campaign) report() {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, "%v: %v\n", time.Since(s.start).Round(time.Second), s.count)
}

// compare compares the answers to the formula with the number. If an answer is wrong, it
// reduces the formula and writes it to a file. It returns only system errors.
func (c *comparison) compare(ctx context.Context, number uint64) error {
	f, made, err := formulas.Sample(number, number%c.slow == 0)
	if err != nil {
		return err
	}
	c.number = number
	err = c.ask(ctx, f)
	if c.record("formulas"); !errors.As(err, new(wrong)) {
		return err
	}
	c.record("wrong")
	small := formulas.Reduced(ctx, f, func(g *dimacs.Formula) bool { return errors.As(c.ask(ctx, g), new(wrong)) })
	name := filepath.Join(c.found, fmt.Sprintf("found-%d.cnf", number))
	file, createErr := os.Create(name)
	if createErr != nil {
		return createErr
	}
	fmt.Fprintf(c.out, "%s: %d (%s): %v\n", name, number, made, err)
	return errors.Join(small.Write(ctx, file), file.Close())
}
