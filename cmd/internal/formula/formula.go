// Package formula is what programs that are asked about a formula have in common: the
// formula as --strict or --relaxed reads it, the variables of --project, the literals of
// --assume, and the limits of --timeout and --memory.
package formula

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// Flags are what those flags say.
type Flags struct {
	Project []Range // of --project; nil if there is none
	Assume  []dimacs.Lit

	timeout         time.Duration // 0: none
	Memory          int64         // in bytes; 0: no limit
	strict, relaxed bool
}

// About returns the flags that say more about the formula, --project with this usage, whose
// value is called LIST, and --assume with that, whose value is called LITS.
func (f *Flags) About(project, assume string) []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "project", Usage: project, Value: program.Func(f.setProject)},
		&cli.GenericFlag{Name: "assume", Usage: assume, Value: program.Func(f.setAssume)},
	}
}

// Limits returns --timeout and --memory.
func (f *Flags) Limits() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "timeout", Aliases: []string{"t"}, Usage: "give up after `TIME`, seconds or as in 1m30s", Value: program.Duration(&f.timeout)},
		&cli.GenericFlag{Name: "memory", Usage: "give up when `SIZE` is in use, as in 500M or 2G", Value: program.Func(f.setMemory)},
	}
}

// Syntax returns --strict and --relaxed.
func (f *Flags) Syntax() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "strict", Usage: "read only the CNF that every solver reads", Destination: &f.strict},
		&cli.BoolFlag{Name: "relaxed", Usage: "read wrong headers, +1, a last clause without 0", Destination: &f.relaxed},
	}
}

// MemoryFlag names the limit of --memory.
const MemoryFlag = "--memory"

// ErrTimeout is the cause of a context that --timeout has ended.
var ErrTimeout = errors.New("out of time")

// Within sets the limits, until release is called.
func (f *Flags) Within(ctx context.Context) (_ context.Context, release func()) {
	cancel, free := func() {}, func() {}
	if f.timeout > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, f.timeout, ErrTimeout)
	}
	if f.Memory > 0 {
		ctx, free = memory.Within(ctx, f.Memory, MemoryFlag)
	}
	return ctx, func() { free(); cancel() }
}

// Read reads the formula of that name, which it returns as messages have it, and checks that
// it has the variables of --assume.
func (f *Flags) Read(ctx context.Context, call *program.Invocation, name string, o dimacs.Options) (*dimacs.Formula, string, error) {
	if f.strict && f.relaxed {
		return nil, "", program.Usagef("--strict and --relaxed do not go together")
	}
	call.Await(name, "a formula in DIMACS CNF")
	file, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	o.Name = file.Name
	switch {
	case f.strict:
		o.Mode = dimacs.Strict
	case f.relaxed:
		o.Mode = dimacs.Relaxed
	}
	formula, err := dimacs.ReadFormula(ctx, file.Reader, o)
	if e, is := errors.AsType[*dimacs.SyntaxError](err); is && e.Relaxed {
		e.Hint = "try '--relaxed'"
	}
	if err != nil {
		return nil, "", err
	}
	for _, w := range formula.Warnings {
		call.Notice("warning: %v", w)
	}
	for _, l := range f.Assume {
		if l.Var() > formula.Vars {
			return nil, "", fmt.Errorf("%s: there is no variable %d to assume, only %d", file.Name, l.Var(), formula.Vars)
		}
	}
	return formula, file.Name, nil
}

// WarnOfDoubts prints which comments may be meant for a projection or a weight. It is for
// questions whose answer depends on them.
func WarnOfDoubts(call *program.Invocation, f *dimacs.Formula) {
	for _, d := range f.Doubts {
		call.Notice("warning: %v", d)
	}
}

// WithUnits returns a formula with assumptions as clauses.
func WithUnits(f *dimacs.Formula, assume []dimacs.Lit) *dimacs.Formula {
	units := make([][]dimacs.Lit, len(assume))
	for i := range assume {
		units[i] = assume[i : i+1]
	}
	return f.With(units...)
}

// Projects reports whether there is a projection on variables that were named.
func (f *Flags) Projects(formula *dimacs.Formula) bool {
	return f.Project != nil || formula.Projection != nil
}

// Projection returns the variables to project on, ascending; nil
// stands for all, whether they were named or not.
func (f *Flags) Projection(formula *dimacs.Formula, name string) ([]int, error) {
	spans, n := joined(f.Project)
	if n > 0 && spans[len(spans)-1].last > formula.Vars {
		return nil, fmt.Errorf("%s: there is no variable %d to project on, only %d", name, spans[len(spans)-1].last, formula.Vars)
	}
	if f.Project == nil {
		n = len(formula.Projection)
	}
	switch {
	case !f.Projects(formula) || n == formula.Vars && n > 0:
		return nil, nil
	case f.Project == nil:
		list := slices.Clone(formula.Projection)
		slices.Sort(list)
		return list, nil
	}
	list := make([]int, 0, n)
	for _, p := range spans {
		for v := p.first; v <= p.last; v++ {
			list = append(list, v)
		}
	}
	return list, nil
}

// A Range is a range of variables.
type Range struct{ first, last int }

// joined returns ranges ascending, those that touch as one, and how many variables are in
// them.
func joined(ranges []Range) (list []Range, variables int) {
	for _, p := range slices.SortedFunc(slices.Values(ranges), func(a, b Range) int { return a.first - b.first }) {
		if n := len(list); n > 0 && p.first <= list[n-1].last+1 {
			variables += max(p.last-list[n-1].last, 0)
			list[n-1].last = max(list[n-1].last, p.last)
			continue
		}
		list = append(list, p)
		variables += p.last - p.first + 1
	}
	return list, variables
}

// setProject takes the value of --project, ranges of variables such as
// "1-64,80".
func (f *Flags) setProject(value string) error {
	f.Project = nil
	for word := range strings.FieldsFuncSeq(value, isSeparator) {
		from, to, ranged := strings.Cut(word, "-")
		first, err := program.ParseInteger(from, 1, dimacs.MaxVar)
		if err != nil {
			return err
		}
		last := first
		if ranged {
			if last, err = program.ParseInteger(to, first, dimacs.MaxVar); err != nil {
				return err
			}
		}
		f.Project = append(f.Project, Range{first, last})
	}
	if f.Project == nil {
		return fmt.Errorf("expected variables such as 1-64,80, found %q", value)
	}
	return nil
}

// setAssume takes the value of --assume, literals with blanks or commas
// between them.
func (f *Flags) setAssume(value string) error {
	for word := range strings.FieldsFuncSeq(value, isSeparator) {
		l, err := program.ParseInteger[dimacs.Lit](word, -dimacs.MaxVar, dimacs.MaxVar)
		if err == nil && l == 0 {
			err = fmt.Errorf("expected a literal, found 0")
		}
		if err != nil {
			return err
		}
		f.Assume = append(f.Assume, l)
	}
	return nil
}

// leastMemory is the least that --memory takes; programs have 25 MB before they read.
const leastMemory = 64 << 20

// setMemory takes the value of --memory, a whole number of bytes or with a unit:
// K, M, G or T, powers of 1024.
func (f *Flags) setMemory(value string) error {
	number, unit := value, int64(1)
	if n := len(value); n > 0 {
		if i := strings.IndexByte("KMGT", value[n-1]&^0x20); i >= 0 {
			number, unit = value[:n-1], 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < leastMemory/unit || n > math.MaxInt64/unit || n*unit < leastMemory {
		return fmt.Errorf("expected a size such as 2G, of at least %dM, found %s", leastMemory>>20, program.Found(value))
	}
	f.Memory = n * unit
	return nil
}

func isSeparator(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' }
