// Command differential compares the answers of qsat with those of other solvers, on
// formulas that are larger than those of the tests and about something: kinds of
// testdata/formulas, boards in all encodings, and formulas that invite arguments by counting,
// changed at random.
//
//	go run ./testdata/differential -formulas 10000
//
// It asks qsat with -j 1 and -j 2, one of them for a proof, which qcheck and, if
// it is there, drat-trim check, and once more until a random moment, when it may
// answer or not, but not wrongly. Models are checked. A formula with which something is
// wrong is made as small as can be and written to a file, and the exit code is 1 then.
// The formula and the questions depend on a number alone, the moments on the clock, too.
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

// A search looks for formulas with which something is wrong.
type search struct {
	formulas, first uint64 // how many, and the number of the first one
	slow            uint64 // one of so many is large
	workers         int    // formulas at a time
	limit           time.Duration
	others          []string // other solvers
	qsat, qcheck    string   // qcheck is beside qsat
	found           string   // directory of the formulas that are found

	out   io.Writer
	mu    sync.Mutex     // of what follows
	count map[string]int // of what was done
	start time.Time
}

func main() {
	s := &search{out: os.Stdout}
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

// run goes through all formulas, says each minute and at the end what was done, and
// returns an error if something is wrong.
func (s *search) run(ctx context.Context) error {
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
		c := &comparison{search: s, dir: filepath.Join(dir, fmt.Sprint(i))}
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
		return errors.New("something is wrong")
	}
	return context.Cause(ctx)
}

// did counts something, and says now and then what was done.
func (s *search) did(what string) {
	s.mu.Lock()
	s.count[what]++
	n := s.count["formulas"]
	s.mu.Unlock()
	if what == "formulas" && n%100 == 0 {
		s.report()
	}
}

func (s *search) report() {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, "%v: %v\n", time.Since(s.start).Round(time.Second), s.count)
}

// compare compares the answers to the formula of a number, makes it small if something is
// wrong, and writes it.
func (c *comparison) compare(ctx context.Context, number uint64) error {
	f, made, err := sample(number, number%c.slow == 0)
	if err != nil {
		return err
	}
	c.number = number
	err = c.ask(ctx, f)
	if c.did("formulas"); !errors.As(err, new(wrong)) {
		return err
	}
	c.did("wrong")
	small := formulas.Reduced(f, func(g *dimacs.Formula) bool { return errors.As(c.ask(ctx, g), new(wrong)) })
	name := filepath.Join(c.found, fmt.Sprintf("found-%d.cnf", number))
	file, createErr := os.Create(name)
	if createErr != nil {
		return createErr
	}
	fmt.Fprintf(c.out, "%s: %d (%s): %v\n", name, number, made, err)
	return errors.Join(small.Write(ctx, file), file.Close())
}
