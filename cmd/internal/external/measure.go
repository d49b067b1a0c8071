package external

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"

	"queens/cmd/internal/memory"
	"queens/dimacs"
)

// A Measurement is what one run of a solver on a file took, and what it said.
type Measurement struct {
	Wall, CPU time.Duration // CPU is user and system time of all processes waited for
	Memory    int64         // peak of anonymous memory in bytes, of all processes; 0 if it is not known
	Stopped   bool          // at the limit
	Status    dimacs.Status
	Model     *dimacs.Assignment // the first that was printed, not checked; nil without one
	Count     *big.Int           // number of models; nil if it was not told
	Conflicts string             // their number; empty if it was not told
	Failure   error              // why there is no answer to read; nil if there is
}

// Measure runs the solver on a formula in a file, of that many variables, and kills it
// with all its processes at the limit. dir is for its temporary files; a proof goes to
// the file of that name, if the command says where. The error is that of measuring.
func (c Command) Measure(ctx context.Context, file string, vars int, limit time.Duration, dir, proof string) (Measurement, error) {
	var m Measurement
	limited, stop := context.WithCancel(ctx)
	defer stop()
	c.Proof = proof
	var conflicts conflicts
	var statuses statuses
	p := c.process(limited, file, filepath.Join(dir, "result"), vars, io.MultiWriter(&conflicts, &statuses))
	defer p.output.Close()
	if !c.in {
		formula, err := os.Open(file)
		if err != nil {
			return m, err
		}
		defer formula.Close()
		p.Stdin = formula
	}
	if err := m.watch(ctx, p.Cmd, limit, stop); err != nil {
		return m, err
	}
	m.Stopped = limited.Err() != nil && p.ProcessState.ExitCode() < 0
	m.Failure = p.finish(ctx)
	if ctx.Err() != nil {
		return m, context.Cause(ctx)
	}
	if m.Failure == nil {
		statuses.Write([]byte("\n")) // a last line may lack it
		m.Failure = p.doubt(&statuses)
	}
	if m.Failure != nil {
		return m, nil
	}
	m.Status, m.Count, m.Conflicts = p.status, p.count, conflicts.String()
	if p.printed {
		m.Model = &p.model
	}
	return m, nil
}

// watch runs cmd, calls stop at the limit, and looks at the memory of cmd: often at first, and
// later in steps that are short beside the time passed. What cmd leaves behind is killed. Time for
// which Ctrl-Z has stopped cmd does not count.
func (m *Measurement) watch(ctx context.Context, cmd *exec.Cmd, limit time.Duration, stop func()) error {
	before, began := suspended(), time.Now()
	passed := func() time.Duration { // suspended waits for the end of a stop, so it comes first
		stopped := suspended() - before
		return time.Since(began) - stopped
	}
	wait, err := start(ctx, cmd)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- wait() }()
	tick := time.NewTimer(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			m.Wall, m.CPU = passed(), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
			killGroup(cmd)
			return unlessEnded(err)
		case <-tick.C:
			m.Memory = max(m.Memory, memory.Anonymous(cmd.Process.Pid))
			now := passed()
			if now >= limit {
				stop()
			}
			step := min(max(now/100, time.Millisecond), 20*time.Millisecond)
			if left := limit - now; left > 0 {
				step = min(step, left)
			}
			tick.Reset(step)
		}
	}
}

// doubt returns an error if the answer of a process that has ended does not count: a signal
// killed the process, or it printed both statuses. In an enumeration of several models
// "s UNSATISFIABLE" means that there are no more.
func (p *process) doubt(s *statuses) error {
	switch {
	case p.isSignaled() && p.status != dimacs.Unknown:
		return fmt.Errorf("it answered %v and died (%v)", p.status, p.ProcessState)
	case (s.sat || p.status == dimacs.Satisfiable) && (s.unsat || p.status == dimacs.Unsatisfiable) && p.models < 2:
		return fmt.Errorf("it answered both %v and %v (%v)", dimacs.Satisfiable, dimacs.Unsatisfiable, p.ProcessState)
	}
	return nil
}

// lines splits a text into lines.
type lines struct{ line []byte }

// write calls each with the beginning of each line that p completes.
func (l *lines) write(p []byte, each func([]byte)) {
	const most = 200 // bytes of a line that matter
	for text := p; len(text) > 0; {
		line, after, ended := bytes.Cut(text, []byte("\n"))
		l.line = append(l.line, line[:min(len(line), max(0, most-len(l.line)))]...)
		if ended {
			each(l.line)
			l.line = l.line[:0]
		}
		text = after
	}
}

// statuses notes which statuses a solver prints.
type statuses struct {
	lines
	sat, unsat bool
}

// Write never fails.
func (s *statuses) Write(p []byte) (int, error) {
	s.write(p, func(line []byte) {
		word := string(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("s "))))
		s.sat = s.sat || word == dimacs.Satisfiable.String() || word == "SAT"
		s.unsat = s.unsat || word == dimacs.Unsatisfiable.String() || word == "UNSAT"
	})
	return len(p), nil
}

// conflicts finds in what a solver prints how many conflicts it has had: the last
// number in a line of statistics, of qsat the sum of its engines.
type conflicts struct {
	lines
	found bool
	n     int64
}

// The forms of cadical, cryptominisat, glucose, kissat and minisat; of clasp and picosat; of
// an engine of qsat, which leaves out 0.
var conflictsLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:c )?\s*(?i:conflicts)\s*[:=]?\s*(\d+)|^c (?:stats: )?(\d+) conflicts|^(c stats: engine=)(?:.* conflicts=(\d+))?`)
})

// Write never fails.
func (c *conflicts) Write(p []byte) (int, error) {
	c.write(p, func(line []byte) {
		if bytes.Contains(line, []byte("onflicts")) || bytes.HasPrefix(line, []byte("c stats")) {
			if m := conflictsLine().FindSubmatch(line); m != nil {
				c.add(m)
			}
		}
	})
	return len(p), nil
}

// add counts what was matched.
func (c *conflicts) add(m [][]byte) {
	n, err := strconv.ParseInt(string(bytes.Join([][]byte{m[1], m[2], m[4]}, nil)), 10, 64)
	if ofEngine := m[3] != nil; ofEngine {
		c.found, c.n = true, c.n+n
	} else if err == nil {
		c.found, c.n = true, n
	}
}

// String returns the number, or nothing.
func (c *conflicts) String() string {
	if !c.found {
		return ""
	}
	return strconv.FormatInt(c.n, 10)
}
