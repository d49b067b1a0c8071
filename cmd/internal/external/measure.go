package external

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"

	"queens/cmd/internal/memory"
	"queens/dimacs"
)

// A Measurement holds the resources that one run of a solver used, and its answer. If Failure is not nil,
// the answer and Conflicts are empty.
type Measurement struct {
	Wall, CPU time.Duration // time until the solver ended; user and system time of its processes
	Memory    int64         // peak of the measured anonymous memory of all processes in bytes; 0 if unknown
	Stopped   bool          // the solver was killed at the limit of time
	Exceeded  bool          // the solver was killed at the limit of memory
	Answer
	Conflicts string           // number of conflicts in decimal; empty if the solver did not print it
	Failure   error            // the reason why there is no answer to use, or nil
	State     *os.ProcessState // how the solver ended
}

// Limits are the limits of a run.
type Limits struct {
	Time   time.Duration
	Memory int64 // in bytes of anonymous memory of all processes; 0 means no limit; Linux only
}

// Measure runs the solver on the formula in the file, which has vars variables. {in} becomes the name of
// the file; without {in}, the file is the standard input. At a limit, Measure kills the solver with all its
// processes. {out} becomes the file "result" in dir, and {proof} becomes proof. Measure leaves both files,
// which must not exist before. Failures of the solver are in Measurement.Failure. The error says that the
// solver could not run, or it is the cause of ctx if ctx ended.
//
// If this program was stopped and continued during the run, as by Ctrl-Z, the solver was not stopped.
// Measure then removes both files and runs the solver again, because it may have noticed the end of the
// run too late.
func (c Command) Measure(ctx context.Context, file string, vars int, limits Limits, dir, proof string) (Measurement, error) {
	continued := make(chan os.Signal, 1)
	notifyContinued(continued)
	defer signal.Stop(continued)
	c.Proof = proof
	for {
		m, err := c.measure(ctx, file, vars, limits, filepath.Join(dir, "result"))
		if err != nil || len(continued) == 0 {
			return m, err
		}
		<-continued
		os.Remove(filepath.Join(dir, "result"))
		os.Remove(proof)
	}
}

// measure runs the solver once, like Measure; result is the file for {out}. It measures memory every 1 ms
// at first and later after 1 % of the time passed, but at least every 20 ms.
func (c Command) measure(ctx context.Context, file string, vars int, limits Limits, result string) (m Measurement, err error) {
	limited, stop := context.WithCancel(ctx)
	defer stop()
	var conflicts conflicts
	var statuses statuses
	also := &lines{each: func(line []byte) { conflicts.note(line); statuses.note(line) }}
	p := c.process(limited, file, result, vars, also)
	defer p.output.Close()
	if !c.in {
		formula, err := os.Open(file)
		if err != nil {
			return m, err
		}
		defer formula.Close()
		p.Stdin = formula
	}
	m.Wall, m.CPU, err = execute(limited, p.Cmd, func(passed time.Duration) time.Duration {
		m.Memory = max(m.Memory, memory.Anonymous(p.Process.Pid))
		m.Exceeded = limits.Memory > 0 && m.Memory > limits.Memory
		left := limits.Time - passed
		if left <= 0 || m.Exceeded {
			stop()
			left = time.Second
		}
		return min(max(passed/100, time.Millisecond), 20*time.Millisecond, left)
	})
	switch {
	case ctx.Err() != nil:
		return m, context.Cause(ctx)
	case err != nil:
		return m, err
	}
	m.State = p.ProcessState
	killed := limited.Err() != nil && p.ProcessState.ExitCode() < 0
	m.Exceeded = m.Exceeded && killed
	m.Stopped = killed && !m.Exceeded
	m.Failure = p.finish(ctx)
	if ctx.Err() != nil {
		return m, context.Cause(ctx)
	}
	if m.Failure == nil {
		also.Write([]byte("\n")) // in case the last line has no line end
		m.Failure = p.doubt(&statuses)
	}
	if m.Failure == nil {
		m.Answer, m.Conflicts = p.Answer, conflicts.text
	}
	return m, nil
}

// doubt returns an error if the answer of a process, for which finish returned no error, does not count: the
// process gave an answer but was killed by a signal, or it gave both answers, also counting the printed
// statuses in s. After two or more models, "s UNSATISFIABLE" is not a contradiction: it says that there are no
// more.
func (p *process) doubt(s *statuses) error {
	switch {
	case IsSignaled(p.ProcessState) && p.Status != dimacs.Unknown:
		return fmt.Errorf("it answered %v and died (%v)", p.Status, p.ProcessState)
	case (s.sat || p.Status == dimacs.Satisfiable) && (s.unsat || p.Status == dimacs.Unsatisfiable) && p.Result.Models() < 2:
		return fmt.Errorf("it answered both %v and %v (%v)", dimacs.Satisfiable, dimacs.Unsatisfiable, p.ProcessState)
	}
	return nil
}

// A lines value is a writer that calls each with the first 200 bytes of each line, without the line end. It
// does so at the line end. The slice is valid only during the call.
type lines struct {
	each func([]byte)
	line []byte // the beginning of a line whose end has not been written
}

// Write never fails.
func (l *lines) Write(p []byte) (int, error) {
	const most = 200 // number of bytes of a line that matter
	for text := p; len(text) > 0; {
		line, after, ended := bytes.Cut(text, []byte("\n"))
		l.line = append(l.line, line[:min(len(line), max(0, most-len(l.line)))]...)
		if ended {
			l.each(l.line)
			l.line = l.line[:0]
		}
		text = after
	}
	return len(p), nil
}

// A statuses value records the statuses that a solver has printed.
type statuses struct{ sat, unsat, unknown bool }

// note sets a field of s if a line of the output is a status: "SATISFIABLE", "UNSATISFIABLE", "SAT" or
// "UNSAT", perhaps after "s ", or "s UNKNOWN".
func (s *statuses) note(line []byte) {
	word := string(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("s "))))
	s.unknown = s.unknown || string(line) == "s UNKNOWN"
	s.sat = s.sat || word == dimacs.Satisfiable.String() || word == "SAT"
	s.unsat = s.unsat || word == dimacs.Unsatisfiable.String() || word == "UNSAT"
}

// A conflicts value finds the number of conflicts in the output of a solver. If
// several lines of statistics give a number of conflicts, the last line counts. For qsat, which
// prints one line per engine, n is the sum of these lines.
type conflicts struct {
	n    int64  // the number of conflicts so far
	text string // the same in decimal; empty before a line with a number, or of an engine of qsat, was noted
}

// conflictsLine matches a line with the number of conflicts. The number is group 1, 2 or 4. Group 3
// matches if an engine of qsat printed the line. The alternatives are: cadical,
// cryptominisat, glucose, kissat and minisat; clasp and picosat; an engine of qsat, which prints no
// number if it is 0.
var conflictsLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:c )?\s*(?i:conflicts)\s*[:=]?\s*(\d+)|^c (?:stats: )?(\d+) conflicts|^(c stats: engine=)(?:.* conflicts=(\d+))?`)
})

// note takes a line of the output. It adds the number of an engine of qsat to c.n. Any other number
// of conflicts replaces c.n.
func (c *conflicts) note(line []byte) {
	if !bytes.Contains(line, []byte("onflicts")) && !bytes.HasPrefix(line, []byte("c stats")) {
		return
	}
	m := conflictsLine().FindSubmatch(line)
	if m == nil {
		return
	}
	n, err := strconv.ParseInt(string(bytes.Join([][]byte{m[1], m[2], m[4]}, nil)), 10, 64)
	if ofEngine := m[3] != nil; ofEngine {
		n += c.n
	} else if err != nil {
		return
	}
	c.n, c.text = n, strconv.FormatInt(n, 10)
}
