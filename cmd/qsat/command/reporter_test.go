package command

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/dimacs/result"
)

const mostBits = 3321928 // a million digits

// reported returns the text that tell prints to a reporter.
func reported(t *testing.T, noModel bool, tell func(r *reporter)) string {
	t.Helper()
	var out bytes.Buffer
	r := newReporter(&out, &run{flags: &flags{noModel: noModel}, gate: newGate()}, kinds[0])
	tell(r)
	if err := r.flush(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func variables(n int) *question {
	return &question{Problem: sat.Problem{Formula: &dimacs.Formula{Vars: n}}}
}

var without = answer{Answer: sat.Answer{Status: dimacs.Unsatisfiable}}

func TestReportCounted(t *testing.T) {
	count := func(m int64, shift uint64) dimacs.Count { return dimacs.Count{M: big.NewInt(m), Shift: shift} }
	tests := []struct {
		name    string
		n       dimacs.Count
		project []int
		stopped bool
		want    string
		code    int
	}{
		{"unconstrained variables", count(3, 4), nil, false, "s SATISFIABLE\nc s type mc\nc s log10-estimate 1.68124123737559\nc s exact arb int 48\n", 10},
		{"stopped", count(57, 0), nil, true, "s UNKNOWN\nc models 57+\n", 0},
		{"stopped, unconstrained variables", count(57, 1), nil, true, "s UNKNOWN\nc models 114+\n", 0},
		{"too long for digits", count(3, mostBits), nil, false, "s SATISFIABLE\nc s type mc\nc s log10-estimate 1000000.44855731\nc s exact 2^3321928 * 3\n", 10},
		{"too long, stopped", count(3, mostBits), nil, true, "s UNKNOWN\nc models 2^3321928 * 3+\n", 0},
	}
	for _, test := range tests {
		code := 0
		q := variables(1)
		q.projects = test.project != nil
		got := reported(t, false, func(r *reporter) {
			r.keepCount(test.n)
			r.soFar.stopped = test.stopped
			code, _ = r.reportCount(t.Context(), q, r.soFar)
		})
		if diff := cmp.Diff(test.want, got); diff != "" || code != test.code {
			t.Errorf("%s: exit code %d, want %d; (-want +got)\n%s", test.name, code, test.code, diff)
		}
	}
}

// A count of at most a million digits is written.
func TestReportLongCount(t *testing.T) {
	got := reported(t, false, func(r *reporter) {
		r.reportCount(t.Context(), variables(1), answer{count: dimacs.Count{M: big.NewInt(1), Shift: mostBits - 1}})
	})
	_, digits, _ := strings.Cut(got, "c s exact arb int ")
	last := new(big.Int).Exp(big.NewInt(2), big.NewInt(mostBits-1), big.NewInt(1e9)).String() + "\n"
	if len(digits) != 1_000_001 || !strings.HasSuffix(digits, last) {
		t.Errorf("%d digits and a line end, want %s at the end", len(digits), last)
	}
}

func TestReportModels(t *testing.T) {
	first, second := &dimacs.Assignment{}, &dimacs.Assignment{}
	first.SetLit(1)
	second.SetLit(3)
	tests := []struct {
		name    string
		noModel bool
		project []int
		models  []*dimacs.Assignment
		more    bool
		want    string
		code    int
	}{
		{"all", false, nil, []*dimacs.Assignment{first, second}, false, "s SATISFIABLE\nv 1 -2 -3 0\nv -1 -2 3 0\nc models 2\n", 10},
		{"projected", false, []int{1, 3}, []*dimacs.Assignment{first, second}, false, "s SATISFIABLE\nv 1 -3 0\nv -1 3 0\nc models 2\n", 10},
		{"projected on nothing", false, []int{}, []*dimacs.Assignment{first}, false, "s SATISFIABLE\nv 0\nc models 1\n", 10},
		{"no models shown", true, nil, []*dimacs.Assignment{first, second}, false, "s SATISFIABLE\nc models 2\n", 10},
		{"enough", false, nil, []*dimacs.Assignment{first}, true, "s SATISFIABLE\nv 1 -2 -3 0\nc models 1+\n", 10},
		{"stopped", true, nil, []*dimacs.Assignment{first}, true, "s SATISFIABLE\nc models 1+\n", 10},
		{"none", false, nil, nil, false, "s UNSATISFIABLE\n", 20},
		{"stopped before the first", false, nil, nil, true, "s UNKNOWN\n", 0},
	}
	for _, test := range tests {
		task := variables(3)
		task.Project = test.project
		code := 0
		got := reported(t, test.noModel, func(r *reporter) {
			for _, a := range test.models {
				if err := r.next(t.Context(), task, a); err != nil {
					t.Errorf("%s: %v", test.name, err)
				}
			}
			r.shut(nil)
			code, _ = r.reportModels(t.Context(), task, answer{Answer: without.Answer, models: r.soFar.models, more: test.more})
		})
		if diff := cmp.Diff(test.want, got); diff != "" || code != test.code {
			t.Errorf("%s: exit code %d, want %d; (-want +got)\n%s", test.name, code, test.code, diff)
		}
	}
}

// A model with more values than valuesAtOnce has each variable once.
func TestReportLongModel(t *testing.T) {
	const n = 3*valuesAtOnce + 5
	got := reported(t, false, func(r *reporter) { r.values(t.Context(), &dimacs.Assignment{}, n, func(i int) int { return i + 1 }) })
	model, err := result.NewReader(strings.NewReader("s SATISFIABLE\n"+got), "output").Read()
	if err != nil || len(model) != n {
		t.Fatalf("%d values, error %v", len(model), err)
	}
	for i, l := range model {
		if l != -dimacs.Lit(i+1) {
			t.Fatalf("value %d is %d", i, l)
		}
	}
}

// A large model is cut off, without the final 0, when the context ends or the output fails.
// That is a failure. A short model is always printed.
func TestModelCutOff(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(formula.ErrTimeout)
	for _, n := range []int{1000, shortModel, shortModel + 1, 1 << 30} {
		var err error
		code := 0
		found := answer{Answer: sat.Answer{Status: dimacs.Satisfiable, Model: &dimacs.Assignment{}}}
		got := reported(t, false, func(r *reporter) { code, err = r.reportModel(ctx, variables(n), found) })
		whole := strings.HasSuffix(got, " 0\n")
		if whole != (n <= shortModel) || whole != (err == nil) || code != program.ExitSatisfiable {
			t.Errorf("%d variables: exit code %d, %v, whole %t", n, code, err, whole)
		}
		if want := "the model is cut off after 131072 of "; !whole && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d variables: %v", n, err)
		}
	}

	full := errors.New("no space left")
	r := newReporter(writerFunc(func([]byte) (int, error) { return 0, full }), &run{flags: &flags{}, gate: newGate()}, kinds[0])
	asked := 0
	err := r.values(t.Context(), &dimacs.Assignment{}, 1<<30, func(i int) int { asked++; return i + 1 })
	if err != full || asked > shortModel {
		t.Errorf("a full disk: %v after %d values", err, asked)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// After the end of the context, a short model is still printed as one of several, and a
// large one is left out.
func TestLateModels(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(formula.ErrTimeout)
	for n, want := range map[int]string{
		2:              "s SATISFIABLE\nv -1 -2 0\nc models 1\n",
		shortModel + 1: "s UNKNOWN\n",
	} {
		got := reported(t, false, func(r *reporter) {
			err := r.next(ctx, variables(n), &dimacs.Assignment{})
			r.shut(nil)
			r.reportModels(ctx, variables(n), answer{Answer: without.Answer, models: r.soFar.models, more: err != nil})
		})
		if got != want {
			t.Errorf("%d variables: %q, want %q", n, got, want)
		}
	}
}

// Models are flushed while more of them are printed. After an enumeration, only flush
// writes out the rest, such as statistics, and no timer is left.
func TestFlushing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		r := newReporter(&out, &run{flags: &flags{}, gate: newGate()}, kinds[0])
		model := func() {
			if err := r.next(t.Context(), variables(2), &dimacs.Assignment{}); err != nil {
				t.Fatal(err)
			}
		}
		written := func(want string) {
			t.Helper()
			time.Sleep(2 * flushEvery)
			synctest.Wait()
			if got := out.String(); got != want {
				t.Errorf("written %q, want %q", got, want)
			}
		}
		model()
		written("s SATISFIABLE\nv -1 -2 0\n")
		for n := range 2 {
			model()
			written("s SATISFIABLE" + strings.Repeat("\nv -1 -2 0", n+2) + "\n")
		}
		r.shut(nil)
		r.reportModels(t.Context(), variables(2), r.soFar)
		before := out.String()
		r.w.CommentText("stats")
		written(before)
		if err := r.flush(); err != nil || !strings.HasSuffix(out.String(), "\nc stats\n") {
			t.Errorf("written %q, error %v", &out, err)
		}
	})
}
