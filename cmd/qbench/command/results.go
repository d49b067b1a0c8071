package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/opened"
)

// resultsName is the name of the file with a line for each run, in the directory of the set, unless
// --results names another file. Each line is appended by one write, so an interruption loses no
// earlier line.
const resultsName = "RESULTS.tsv"

// resultsHeader is the first line of the file. Further header lines are ignored, so that files
// can be joined with cat. Older files lack up to maxLacking of the last columns.
const (
	resultsHeader = headerBegin + "\tlimit\tanswer\tcount\tseconds\tcpu\tmemory_mb\tconflicts\tproof\tnote\tdate\tmachine\tversion\tretry\tdigest"
	headerBegin   = "instance\tsha256\tsolver"
	maxLacking    = 5
)

// emptyColumn is the text of a column without a value.
const emptyColumn = "-"

// Values of the column answer. The first three also occur in manifests.
const (
	answerSat     = manifest.Satisfiable
	answerUnsat   = manifest.Unsatisfiable
	answerUnknown = manifest.Unknown // the solver gave up
	answerTimeout = "TIMEOUT"
	answerMemory  = "MEMORY" // stopped at the limit of memory
	answerFailed  = "FAILED" // a crash, text that is no answer, both statuses, or SAT with neither a model nor a count
	answerWrong   = "WRONG"  // a wrong model or proof; in reports also a contradicted answer
)

// Marks before the number in the column count, and in the column solutions of a manifest.
const (
	weightedMark = "wmc " // a weighted count, as a fraction in lowest terms
	costMark     = "o "   // the cost of a model of a WCNF; with the answer SAT, the claimed optimum
)

// A result is the line of one run.
type result struct {
	instance, sha256 string
	solver           string // the solver as in --solver: its command line, or NAME=CMD
	limit            time.Duration
	answer           string
	count            string // the number of models, or a number after a mark, if the solver printed it
	wall, cpu        time.Duration
	memory           int64 // in bytes; 0 if unknown
	conflicts        string
	proof            string // verified, modelChecked, "backbone", "unchecked", "disputed", or ""
	note             string // reason for an answer FAILED or WRONG
	date             string // start of the run, in the format of RFC 3339 in UTC
	machine          string
	version          string // version of the solver
	retry            string // "yes" if the run replaces a run that was stopped at the same limit
	digest           string // of the files that the command line names; see external.Command.Digest
}

// retried is the value of the column retry for a run that replaces a run that was stopped at the
// same limit. For other runs the column is empty.
const retried = "yes"

func (r result) stopped() bool { return r.answer == answerTimeout }

func (r result) solved() bool { return r.answer == answerSat || r.answer == answerUnsat }

// String returns the line for the file, without a line end.
func (r result) String() string {
	memory := emptyColumn
	if r.memory > 0 {
		memory = fmt.Sprintf("%.1f", float64(r.memory)/1e6)
	}
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
	fields := []string{r.instance, r.sha256, r.solver, fmt.Sprint(r.limit.Seconds()), r.answer, r.count,
		seconds(r.wall), seconds(r.cpu), memory, r.conflicts, r.proof, r.note, r.date, r.machine, r.version, r.retry, r.digest}
	for i, f := range fields {
		if fields[i] = strings.Map(inColumn, f); f == "" {
			fields[i] = emptyColumn
		}
	}
	return strings.Join(fields, "\t")
}

// inColumn returns a blank for an ASCII control character, and otherwise r. Control characters
// would end columns and lines, or disturb a terminal.
func inColumn(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// parseResult is the inverse of String. It also reads lines of older files, and reports false for
// malformed lines.
func parseResult(line string) (r result, ok bool) {
	f := strings.Split(line, "\t")
	lacking := strings.Count(resultsHeader, "\t") + 1 - len(f)
	if lacking < 0 || lacking > maxLacking {
		return r, false
	}
	f = append(f, make([]string, lacking)...)
	for i := range f {
		if f[i] == emptyColumn {
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
	duration := func(seconds float64) time.Duration { return time.Duration(math.Round(seconds * float64(time.Second))) }
	r = result{f[0], f[1], f[2], duration(numbers[0]), f[4], f[5], duration(numbers[1]), duration(numbers[2]),
		int64(numbers[3] * 1e6), f[9], f[10], f[11], f[12], f[13], f[14], f[15], f[16]}
	if r.answer == answerSat && r.note == noModel { // older versions recorded it as SAT
		r.answer = answerFailed
	}
	return r, true
}

// resultsFile returns the name of the file of results for a set: file, which is the value of
// --results, or else the file in the directory of the set.
func resultsFile(dir, file string) string { return cmp.Or(file, filepath.Join(dir, resultsName)) }

// readResults returns the results in a file, in its order. An incomplete last line and empty lines are
// ignored; another malformed line is an error. The error for a missing file wraps fs.ErrNotExist.
func readResults(name string) ([]result, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: expected results of qbench run: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	var all []result
	number := 0
	for line := range strings.Lines(valid(string(text))) {
		number++
		text, complete := strings.CutSuffix(line, "\n")
		if strings.HasPrefix(text, headerBegin) || text == "" || !complete {
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

// lockResults opens a file of results for appending, and locks it against other calls of qbench
// until it is closed. If another call has locked it, that is an error.
func lockResults(name string) (*os.File, error) {
	f, err := opened.Locked(name)
	if errors.Is(err, opened.ErrLocked) {
		err = fmt.Errorf("%s: another qbench run writes it: wait for its end, or keep the results of this run in another file with --results", name)
	}
	return f, err
}

// prepareResults makes a locked file of results ready for appending. It removes an incomplete last
// line, and writes the header unless the file has it.
func prepareResults(f *os.File) error {
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	if end := strings.LastIndexByte(string(text), '\n') + 1; end < len(text) {
		if err := f.Truncate(int64(end)); err != nil {
			return err
		}
	}
	if !strings.Contains("\n"+string(text), "\n"+resultsHeader+"\n") {
		_, err = f.WriteString(resultsHeader + "\n")
	}
	return err
}

// cutName splits the value of --solver into the name and the command line. The name is "" unless the
// value has the form NAME=CMD, with a name without blanks, slashes, quotes and braces.
func cutName(solver string) (name, command string) {
	name, command, found := strings.Cut(solver, "=")
	if !found || name == "" || strings.ContainsAny(name, " \t\n/\\'\"{}") {
		return "", solver
	}
	return name, command
}

// nameOf returns the name of a solver, or its command line if it has no name.
func nameOf(solver string) string {
	name, _ := cutName(solver)
	return cmp.Or(name, solver)
}

// inColumns returns a command line in the form of the column solver: without control characters.
func inColumns(solver string) string { return strings.Map(inColumn, strings.TrimSpace(solver)) }

// among reports whether a solver is in a list of solvers or of their names, or whether the list is empty.
func among(list []string, solver string) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(text string) bool { return isSolver(text, solver) })
}

// isSolver reports whether text is a solver as in --solver, or its name.
func isSolver(text, solver string) bool {
	return inColumns(text) == solver || text == nameOf(solver)
}

// A pair is an instance and a version of a solver: the column solver, and the digest of its files.
type pair struct{ sha256, solver, digest string }

// pair returns the instance and the solver of a run.
func (r *result) pair() pair { return pair{r.sha256, r.solver, r.digest} }

// pairs returns the runs that count, indexed by solver and instance. A run makes earlier runs of
// the same pair obsolete if they failed, if they were stopped at a lower limit, or if they
// were not proved and the later run was checked. A retry also replaces the first run
// that was stopped.
func pairs(results []result) map[pair][]result {
	all := map[pair][]result{}
	for _, r := range results {
		key := r.pair()
		runs := slices.DeleteFunc(all[key], func(old result) bool {
			return old.answer == answerFailed || old.answer == answerTimeout && old.limit < r.limit ||
				old.unproved() && !r.unproved() && (r.solved() || r.answer == answerWrong)
		})
		if i := slices.IndexFunc(runs, result.stopped); i >= 0 && r.retry == retried {
			runs = slices.Delete(runs, i, i+1)
		}
		all[key] = append(runs, r)
	}
	return all
}
