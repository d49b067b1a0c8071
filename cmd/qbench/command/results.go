package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/manifest"
)

// resultsName is the file in the directory of a set with a line for each run. Lines are
// added only, each at once, so that an interruption loses nothing.
const resultsName = "RESULTS.tsv"

// resultsHeader is its first line. Others like it are ignored, so that cat merges files.
const resultsHeader = olderHeader + "\tdate\tmachine\tversion\tretry"

// olderHeader is that of files without the last columns.
const olderHeader = "instance\tsha256\tsolver\tlimit\tanswer\tcount\tseconds\tcpu\tmemory_mb\tconflicts\tproof\tnote"

// none is what a column says that has nothing to say.
const none = "-"

// Answers of a run, the first three as manifests have them.
const (
	answerSat     = manifest.Satisfiable
	answerUnsat   = manifest.Unsatisfiable
	answerUnknown = manifest.Unknown // the solver gave up
	answerTimeout = "TIMEOUT"
	answerFailed  = "FAILED" // a crash, text that is no answer, or SAT without a model
	answerWrong   = "WRONG"  // a wrong model or proof; in reports also an answer that is contradicted
)

// A result is what one run gave.
type result struct {
	instance, sha256 string
	solver           string // its command
	limit            time.Duration
	answer           string
	count            string // number of models, if the solver counts
	wall, cpu        time.Duration
	memory           int64 // bytes; 0 if it is not known
	conflicts        string
	proof            string // verified, also of a model beside a count; unchecked
	note             string // what went wrong
	date             string // when it began, by RFC 3339 in UTC
	machine          string
	version          string // of the solver
	retry            string // retried if it stands for one that was stopped at the same limit
}

// retried is what the column retry says.
const retried = "yes"

func (r result) stopped() bool { return r.answer == answerTimeout }

func (r result) solved() bool { return r.answer == answerSat || r.answer == answerUnsat }

// String returns the line of the file.
func (r result) String() string {
	memory := none
	if r.memory > 0 {
		memory = fmt.Sprintf("%.1f", float64(r.memory)/1e6)
	}
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
	fields := []string{r.instance, r.sha256, r.solver, fmt.Sprint(r.limit.Seconds()), r.answer, r.count,
		seconds(r.wall), seconds(r.cpu), memory, r.conflicts, r.proof, r.note, r.date, r.machine, r.version, r.retry}
	for i, f := range fields {
		if fields[i] = strings.Map(inColumn, f); f == "" {
			fields[i] = none
		}
	}
	return strings.Join(fields, "\t")
}

// inColumn keeps what ends columns and lines, and what garbles a terminal, out of them.
func inColumn(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// parseResult is the inverse of String, and reads older lines.
func parseResult(line string) (r result, ok bool) {
	f := strings.Split(line, "\t")
	columns := strings.Count(resultsHeader, "\t") + 1
	if len(f) == strings.Count(olderHeader, "\t")+1 {
		f = append(f, make([]string, columns-len(f))...)
	}
	if len(f) != columns {
		return r, false
	}
	for i := range f {
		if f[i] == none {
			f[i] = ""
		}
	}
	var numbers [4]float64 // limit, wall, cpu, megabytes
	for i, column := range []int{3, 6, 7, 8} {
		n, err := strconv.ParseFloat(f[column], 64)
		if numbers[i] = n; n < 0 || n != n || err != nil && f[column] != "" {
			return r, false
		}
	}
	duration := func(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
	r = result{f[0], f[1], f[2], duration(numbers[0]), f[4], f[5], duration(numbers[1]), duration(numbers[2]),
		int64(numbers[3] * 1e6), f[9], f[10], f[11], f[12], f[13], f[14], f[15]}
	if r.answer == answerSat && r.note == noModel { // as older versions recorded it
		r.answer = answerFailed
	}
	return r, true
}

// readResults returns what was measured in the directory, in the order of time; what
// an interruption has cut off at the end is left out.
func readResults(dir string) ([]result, error) {
	name := filepath.Join(dir, resultsName)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []result
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		text, complete := strings.CutSuffix(line, "\n")
		if text == resultsHeader || text == olderHeader || !complete {
			continue
		}
		r, ok := parseResult(text)
		if !ok {
			return nil, fmt.Errorf("%s:%d:1: expected a line written by qbench, found another one", name, number)
		}
		all = append(all, r)
	}
	return all, nil
}

// appendResults opens the file to add lines, after one that was cut off and older columns.
func appendResults(dir string) (*os.File, error) {
	name := filepath.Join(dir, resultsName)
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if end := strings.LastIndexByte(string(text), '\n') + 1; end < len(text) {
		if err := os.Truncate(name, int64(end)); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	last := func(header string) int { return strings.LastIndex(string(text), header+"\n") }
	if err == nil && last(resultsHeader) <= last(olderHeader) {
		_, err = f.WriteString(resultsHeader + "\n")
	}
	return f, err
}

// A measured pair is a solver on an instance.
type pair struct{ sha256, solver string }

// pairs returns the runs that count of each solver on each instance: where there is a later
// one, none that has failed, was stopped at a lower limit, or lacks the proof that the later
// one has; and a retry counts in place of the first that was stopped.
func pairs(results []result) map[pair][]result {
	all := map[pair][]result{}
	for _, r := range results {
		key := pair{r.sha256, r.solver}
		runs := slices.DeleteFunc(all[key], func(old result) bool {
			return old.answer == answerFailed || old.answer == answerTimeout && old.limit < r.limit ||
				old.answer == answerUnsat && old.proof == "" && r.proof != ""
		})
		if i := slices.IndexFunc(runs, result.stopped); i >= 0 && r.retry == retried {
			runs = slices.Delete(runs, i, i+1)
		}
		all[key] = append(runs, r)
	}
	return all
}
