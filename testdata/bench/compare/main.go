// Command compare runs several programs on one task in turn, A B C A B C ..,
// and prints a line of medians for each.
//
//	compare -group count -row pairwise-12 -expect 14200 <<'EOF'
//	clasp	clasp 0 -q pairwise-0012.cnf
//	queens	queens 12
//	EOF
//
// Standard input has a line for each program: its name, a tab, and its command
// as for bash -c. Standard output gets tab-separated values, see columns; lines
// with # are remarks. A program that fails or runs out of time is not run again.
//
// In turn, because the speed of a shared machine drifts: what each round sees
// is alike for all. The median, because a disturbed run is only ever slower.
//
// The exit code is 1 if an answer is wrong: another than expected, or two
// programs disagree.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

var errWrong = errors.New("programs gave wrong answers")

func main() {
	err := run()
	switch {
	case errors.Is(err, context.Canceled):
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run() error {
	var t task
	header := flag.Bool("header", false, "print the names of the columns and nothing else")
	flag.StringVar(&t.group, "group", "", "first column")
	flag.StringVar(&t.row, "row", "", "second column")
	flag.StringVar(&t.expect, "expect", "", "the right answer: sat, unsat or a number; `count` if it is a number not known, or empty")
	flag.IntVar(&t.rounds, "runs", 5, "runs of each program")
	flag.DurationVar(&t.limit, "timeout", time.Minute, "limit of a run")
	flag.BoolVar(&t.discard, "discard", false, "send output to /dev/null and do not look for an answer")
	summary := flag.Bool("summary", false, "read such a table from standard input and print its geometric means, of each family of rows (`family-..`) and of the families")
	exactCover := flag.String("exact-cover", "", "with -summary: families with exact-cover structure, which one of the means leaves out")
	flag.Parse()
	if *header {
		fmt.Println(strings.Join(columns, "\t"))
		return nil
	}
	if *summary {
		return summarize(os.Stdin, os.Stdout, t.limit, strings.Fields(*exactCover))
	}
	programs, err := readPrograms(os.Stdin)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := t.measureInTurn(ctx, programs); err != nil {
		return err
	}
	return t.report(os.Stdout, programs)
}

// A task is what all the programs have to do.
type task struct {
	group, row string
	expect     string
	rounds     int
	limit      time.Duration
	discard    bool
}

// A program is one of those compared, with what its runs took.
type program struct {
	name, command string
	runs          []measurement
}

func readPrograms(r io.Reader) ([]*program, error) {
	var programs []*program
	for in := bufio.NewScanner(r); ; {
		if !in.Scan() {
			return programs, in.Err()
		}
		name, command, ok := strings.Cut(in.Text(), "\t")
		if !ok {
			return nil, fmt.Errorf("<stdin>: expected a name, a tab and a command, found %q", in.Text())
		}
		programs = append(programs, &program{name: name, command: command})
	}
}

func (t *task) measureInTurn(ctx context.Context, programs []*program) error {
	for range t.rounds {
		for _, p := range programs {
			if p.failed() {
				continue
			}
			m, err := measure(ctx, p.command, t.limit, t.discard)
			if err != nil {
				return err
			}
			p.runs = append(p.runs, m)
		}
	}
	return nil
}

// failed reports whether the last run was stopped or ended with an error.
func (p *program) failed() bool {
	if len(p.runs) == 0 {
		return false
	}
	last := p.runs[len(p.runs)-1]
	return last.timedOut || last.failure != ""
}
