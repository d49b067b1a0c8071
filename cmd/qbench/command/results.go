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
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/program"
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

// A result is the line of one run. Times are in seconds. The page of qbench report gets the exported fields.
type result struct {
	instance string
	pair
	Limit        float64
	Answer       string
	Count        string // the number of models, or a number after a mark, if the solver printed it
	Seconds, CPU float64
	MB           float64 // 0 if unknown
	Conflicts    string
	Proof        string // verified, modelChecked, "backbone", "unchecked", "disputed", or ""
	Note         string // reason for an answer FAILED or WRONG, or for a proof that was not checked or is disputed
	Date         string // start of the run, in the format of RFC 3339 in UTC
	Machine      string
	Version      string // version of the solver
	retry        string // "yes" if the run replaces a run that was stopped at the same limit
}

// columns returns pointers to the fields, in the order of the columns.
func (r *result) columns() []any {
	return []any{&r.instance, &r.sha256, &r.solver, &r.Limit, &r.Answer, &r.Count, &r.Seconds, &r.CPU, &r.MB,
		&r.Conflicts, &r.Proof, &r.Note, &r.Date, &r.Machine, &r.Version, &r.retry, &r.digest}
}

// retried is the value of the column retry for a run that replaces a run that was stopped at the
// same limit. For other runs the column is empty.
const retried = "yes"

func (r result) stopped() bool { return r.Answer == answerTimeout }

// Solved reports whether the run has an answer that is not wrong.
func (r result) Solved() bool { return r.Answer == answerSat || r.Answer == answerUnsat }

// String returns the line for the file, without a line end. A blank replaces a control character in a column.
// A column without a value is emptyColumn. Times have 3 decimals, and MB has 1.
func (r result) String() string {
	var fields []string
	for _, column := range r.columns() {
		text := ""
		switch c := column.(type) {
		case *string:
			text = strings.Map(inColumn, *c)
		case *float64:
			switch {
			case c == &r.Limit:
				text = fmt.Sprint(*c)
			case c != &r.MB:
				text = fmt.Sprintf("%.3f", *c)
			case *c > 0:
				text = fmt.Sprintf("%.1f", *c)
			}
		}
		fields = append(fields, cmp.Or(text, emptyColumn))
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

// parseResult returns the result of a line without its line end, as String writes it. It also reads lines of
// older files, which lack up to maxLacking of the last columns. ok is false for a line with another number of
// columns, and for one with a time, a limit or a size that is no number of at least 0.
func parseResult(line string) (r result, ok bool) {
	fields, columns := strings.Split(line, "\t"), r.columns()
	if lacking := len(columns) - len(fields); lacking < 0 || lacking > maxLacking {
		return r, false
	}
	for i, text := range fields {
		if text == emptyColumn || text == "" {
			continue
		}
		switch c := columns[i].(type) {
		case *string:
			*c = text
		case *float64:
			n, err := strconv.ParseFloat(text, 64)
			if *c = n; err != nil || !(n >= 0) {
				return r, false
			}
		}
	}
	return r, true
}

// resultsFile returns the name of the file of results for a set: file, which is the value of
// --results, or else the file in the directory of the set.
func resultsFile(dir, file string) string { return cmp.Or(file, filepath.Join(dir, resultsName)) }

// readMeasured returns the manifest of the set in dir, the name of its file of results, and the results in
// this file. file is the value of --results. The error is an error of manifest.Read or readResults, such as for
// a missing file of results.
func readMeasured(dir, file string) (m *manifest.Manifest, name string, results []result, err error) {
	name = resultsFile(dir, file)
	if m, err = manifest.Read(dir); err == nil {
		results, err = readResults(name)
	}
	return m, name, results, err
}

// readResults returns the results in a file, in its order. It ignores headers, empty lines and an incomplete
// last line; any other malformed line is an error. The error for a missing file wraps fs.ErrNotExist.
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

// lockResults opens or creates a file of results for reading and appending, and locks it against other calls
// of qbench until it is closed. It is an error if another call has locked the file, or if it cannot be opened.
func lockResults(name string) (*os.File, error) {
	f, err := opened.Locked(name)
	if errors.Is(err, opened.ErrLocked) {
		err = fmt.Errorf("%s: another qbench run writes it: wait for its end, or keep the results of this run in another file with --results", name)
	}
	return f, err
}

// prepareResults makes a locked file of results, whose position is its start, ready for appending. It removes
// an incomplete last line, and appends resultsHeader unless a line equals it.
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
// value has the form NAME=CMD, with a name without blanks, slashes, backslashes, quotes and braces. Then the
// command is the whole value.
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

// inColumns returns a value of --solver in the form of the column solver: without blanks at its ends, and with
// blanks for control characters.
func inColumns(solver string) string { return strings.Map(inColumn, strings.TrimSpace(solver)) }

// among reports whether the list is empty or contains a solver of the column solver, in the sense of isSolver.
func among(list []string, solver string) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(text string) bool { return isSolver(text, solver) })
}

// isSolver reports whether text is the value of --solver for a solver of the column solver, or the name of this
// solver if it has one.
func isSolver(text, solver string) bool {
	return inColumns(text) == solver || text == nameOf(solver)
}

// A pair is an instance and a version of a solver.
type pair struct {
	sha256 string // of the file of the instance; "" in a pair for a version alone
	solver string // as in --solver: its command line, or NAME=CMD; see inColumns
	digest string // of the files that the command line names; see external.Command.Digest
}

// pairs returns the runs that count, indexed by instance and version of the solver, in their order. A run
// makes earlier runs of the same pair obsolete if they failed, if they were stopped at a lower limit of time,
// or if they were not proved and the later run was checked; see unproved. A run with the column retry also
// replaces the first run that was stopped.
func pairs(results []result) map[pair][]result {
	all := map[pair][]result{}
	for _, r := range results {
		runs := slices.DeleteFunc(all[r.pair], func(old result) bool {
			return old.Answer == answerFailed || old.Answer == answerTimeout && old.Limit < r.Limit ||
				old.unproved() && !r.unproved() && (r.Solved() || r.Answer == answerWrong)
		})
		if i := slices.IndexFunc(runs, result.stopped); i >= 0 && r.retry == retried {
			runs = slices.Delete(runs, i, i+1)
		}
		all[r.pair] = append(runs, r)
	}
	return all
}

// machine returns a description of the computer, such as "AMD EPYC 7B13, 8 processors, 33.6 GB". If
// /proc/cpuinfo does not name the processor, as on systems other than Linux and on some processors, it has the
// system and the architecture instead, such as "darwin/arm64". Without /proc/meminfo it has no memory.
func machine() string {
	cpus, _ := os.ReadFile("/proc/cpuinfo")
	memory, _ := os.ReadFile("/proc/meminfo")
	return describeMachine(string(cpus), string(memory), runtime.NumCPU())
}

// describeMachine returns the description for machine, made from the texts of /proc/cpuinfo and
// /proc/meminfo, which may be empty, and the number of processors.
func describeMachine(cpus, memory string, n int) string {
	text := cmp.Or(value(cpus, "model name"), runtime.GOOS+"/"+runtime.GOARCH) + ", " + quantity(n, "processor")
	kilobytes, err := strconv.ParseInt(strings.TrimSuffix(value(memory, "MemTotal"), " kB"), 10, 64)
	if err == nil {
		text += fmt.Sprintf(", %.1f GB", float64(kilobytes<<10)/1e9)
	}
	return text
}

// value returns the value of the first line "KEY: VALUE" in text, without blanks around it, or ""
// if there is no such line.
func value(text, key string) string {
	for line := range strings.Lines(text) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// checkLimit compares r.limit with the longest limit of the existing runs on instances of m, without failed
// runs, because times up to different limits must not be compared. Without such runs, it does nothing.
// Without the flag --limit it sets r.limit to that limit. With the flag, another limit is a usage error,
// except a longer limit with --retry if jobs repeats, with any version of the solver, all runs that were
// stopped at a limit of time.
func (r *running) checkLimit(call *program.Invocation, m *manifest.Manifest, results []result, jobs []job) error {
	limit, again := 0.0, map[pair]bool{}
	for _, j := range jobs {
		again[pair{j.sha256, j.solver, ""}] = true
	}
	var other *result // a run that was stopped and is not among the jobs
	of := byInstance(pairs(results))
	for _, record := range m.Records {
		for _, old := range of[record.SHA256] {
			if old.Answer != answerFailed { // a failed run is repeated
				limit = max(limit, old.Limit)
			}
			if other == nil && old.stopped() && !again[pair{old.sha256, old.solver, ""}] {
				other = old
			}
		}
	}
	advice := ""
	switch {
	case limit == 0 || r.limit.Seconds() == limit:
		return nil
	case !call.Given("limit"):
		r.limit = time.Duration(math.Round(limit * float64(time.Second)))
		return nil
	case !r.retry || r.limit.Seconds() < limit:
		advice = "for a longer limit add --retry and all solvers, for a shorter one use a copy of the set"
	case other != nil:
		advice = fmt.Sprintf("a longer limit must repeat all runs that were stopped, but this command does not repeat %s on %s", other.solver, other.instance)
	default:
		return nil
	}
	return program.Usagef("--limit: expected %g, as for the runs in %s, found %g: %s", limit, resultsName, r.limit.Seconds(), advice)
}

// missing returns the jobs that still have to run, where done holds the existing runs of pairs. It increments
// pending of their instances and sets their column retry. A failed run is repeated. A run that was
// stopped is repeated if the limit is now longer, or with --retry. With --check-proofs, a run is
// also repeated if an answer UNSAT, a count or an optimum was not proved, and the command writes proofs. An
// answer within a lower limit counts. A run of another version of the solver does not count, but a
// run of an unknown version does.
func (r *running) missing(jobs []job, done map[pair][]result) (left []job) {
	counted, retries := map[pair]int{}, map[pair]int{}
	for key, runs := range done {
		for _, old := range runs {
			switch {
			case old.Answer == answerFailed, old.stopped() && old.Limit < r.limit.Seconds():
			case old.stopped() && r.retry:
				retries[key]++
			default:
				counted[key]++
			}
		}
	}
	for _, j := range jobs {
		key := j.pair
		if _, known := done[key]; !known {
			key.digest = "" // results of an older qbench
		}
		again := r.checkProofs && j.command.Proves() && slices.ContainsFunc(done[key], result.unproved)
		if counted[key] > 0 && !again {
			counted[key]--
			continue
		}
		if retries[key] > 0 {
			retries[key]--
			j.retry = retried
		}
		left = append(left, j)
		j.pending.Add(1)
	}
	return left
}
