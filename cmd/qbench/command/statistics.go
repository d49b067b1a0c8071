package command

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/manifest"
)

// A table holds the results for a set: for each instance and each version of a solver, the run that median
// chooses. In a table, a solver means a version of a solver.
type table struct {
	Solvers    []string       // the labels of the solvers; see labels
	Instances  []measurement  // the instances with at least one run, in the order of the manifest
	Summaries  []summary      // from the best solver to the worst, and then the virtual best
	Kinds      []instanceKind // see addKinds
	Parameters []string       // names of the numeric parameters that vary in the set
	versions   []pair         // indexed by solver: the column solver and the digest
	own        int            // index of the solver of --own, which the report compares with other solvers
	against    int            // index of the old version, for the format changes
	factor     float64        // of times that differ, for the format changes
	lost       int            // number of instances that the new version does not solve, but the old does; set by writeChanges
	slower     int            // number of instances on which the new version is slower; set by writeChanges
	wrong      []error        // errors of settle about the chosen solvers, in the whole set
	refuted    []bool         // indexed by solver: a run in Instances has a wrong answer
}

// A measurement is an instance with its runs.
type measurement struct {
	Name, Parameters, Status, Solutions, Kind string
	Values                                    map[string]float64 // numeric parameters, indexed by name
	Cells                                     []*result          // indexed by solver; nil without a run
}

// Text returns the result of the run in a few characters: the time in seconds, ">LIMIT" for a run that was
// stopped, or another answer in lower case. It returns "" if r is nil.
func (r *result) Text() string {
	switch {
	case r == nil:
		return ""
	case r.Solved():
		return digits(r.Seconds)
	case r.stopped():
		return fmt.Sprintf(">%g", r.Limit)
	}
	return strings.ToLower(r.Answer)
}

// Penalized returns the wall-clock time in seconds, or twice the limit if the instance was not solved.
func (r *result) Penalized() float64 {
	if r.Solved() {
		return r.Seconds
	}
	return 2 * r.Limit
}

// time returns the time of a run that solved the instance in seconds, at least leastTime.
func (r *result) time() float64 { return max(r.Seconds, leastTime) }

// leastTime is the resolution of times in seconds.
const leastTime = 0.001

// digits returns seconds as a text, with 3 decimals below 1, 2 decimals below 10, and otherwise 1 decimal.
func digits(seconds float64) string {
	switch {
	case seconds < 1:
		return strconv.FormatFloat(seconds, 'f', 3, 64)
	case seconds < 10:
		return strconv.FormatFloat(seconds, 'f', 2, 64)
	}
	return strconv.FormatFloat(seconds, 'f', 1, 64)
}

// A summary describes the runs of a solver on the instances that are compared; see common.
type summary struct {
	Solver                   string
	Version                  string  // the versions that it printed, separated by semicolons
	Runs, Solved, Sat, Unsat int     // numbers of instances: compared, solved, and with each answer
	Missing                  int     // number of instances in the report without a run
	Wrong                    int     // number of wrong answers on all instances in the report
	PAR2, Mean               float64 // the arithmetic and the geometric mean of the penalized times in seconds
	CPU, MB                  float64 // the sum of the processor times in seconds, and the largest memory
}

// Time returns a time of the summary as a text, which is empty if no instance is compared.
func (s summary) Time(seconds float64) string {
	return map[bool]string{true: digits(seconds)}[s.Runs > 0]
}

// Memory returns s.MB with one decimal, or "" if it is 0, which means unknown.
func (s summary) Memory() string { return map[bool]string{true: fmt.Sprintf("%.1f", s.MB)}[s.MB != 0] }

// virtualBest is the name of an imaginary solver that is as fast as the fastest solver on each
// instance.
const virtualBest = "virtual best"

// newTable returns the table of the results for instances of the manifest whose names match, and for
// the solvers that the list selects; see among. It settles all results, which changes the records of m. The
// fields own, against, factor, lost and slower are not set.
func newTable(m *manifest.Manifest, results []result, match *regexp.Regexp, solvers []string) *table {
	t := &table{}
	var runs map[pair][]result
	runs, t.wrong = settle(m, results, func(r *result) bool { return among(solvers, r.solver) })
	listed := map[string]bool{}
	for _, record := range m.Records {
		listed[record.SHA256] = true
	}
	for _, r := range results {
		if v := r.version(); listed[r.sha256] && among(solvers, r.solver) && !slices.Contains(t.versions, v) {
			t.versions = append(t.versions, v)
		}
	}
	t.Solvers = labels(t.versions, results)
	first := map[string]float64{} // indexed by parameter: its first value
	for _, record := range m.Records {
		if !match.MatchString(record.Name) {
			continue
		}
		record.Name, record.Parameters = valid(record.Name), valid(record.Parameters)
		in := measurement{Name: record.Name, Parameters: record.Parameters, Status: record.Status, Solutions: record.Solutions, Kind: kindOf(record), Values: values(record)}
		for _, v := range t.versions {
			v.sha256 = record.SHA256
			in.Cells = append(in.Cells, median(runs[v]))
			for _, r := range runs[v] { // which agree, or are WRONG
				if known(in.Status) == "" {
					in.Status = cmp.Or(r.status(), in.Status)
				}
				switch {
				case known(in.Solutions) != "":
				case r.Answer == answerUnsat:
					in.Solutions = "0"
				case r.Answer == answerSat && r.Count != "":
					in.Solutions = r.Count
				}
			}
		}
		if !slices.ContainsFunc(in.Cells, func(c *result) bool { return c != nil }) {
			continue
		}
		t.Instances = append(t.Instances, in)
		for name, v := range in.Values {
			if old, known := first[name]; !known {
				first[name] = v
			} else if v != old && !slices.Contains(t.Parameters, name) {
				t.Parameters = append(t.Parameters, name)
			}
		}
	}
	slices.SortFunc(t.Parameters, func(a, b string) int {
		return cmp.Or(slices.Index(varied, b)-slices.Index(varied, a), strings.Compare(a, b))
	})
	t.summarize()
	t.addKinds()
	return t
}

// valid returns text in which U+FFFD replaces invalid UTF-8, which a file name may contain.
func valid(text string) string { return strings.ToValidUTF8(text, "\ufffd") }

// version returns the version of the solver, without an instance.
func (r *result) version() pair { return pair{"", r.solver, r.digest} }

// labels returns a text for each of the versions of solvers: the name of the solver, or its command line if
// it has no name. If other solvers have the same name, the text is the value of --solver. If there are
// several versions of this solver, brackets follow, with the version that its last run printed, or with the
// digest if another version printed the same or nothing was printed, or with "older" if there is no digest.
func labels(versions []pair, results []result) (names []string) {
	printed := map[pair]string{}
	for _, r := range results {
		printed[r.version()] = r.Version
	}
	for _, v := range versions {
		hasOther := func(alike func(w pair) bool) bool {
			return slices.ContainsFunc(versions, func(w pair) bool { return w != v && alike(w) })
		}
		name := nameOf(v.solver)
		if hasOther(func(w pair) bool { return w.solver != v.solver && nameOf(w.solver) == name }) {
			name = v.solver
		}
		switch {
		case hasOther(func(w pair) bool { return w.solver == v.solver && printed[w] == printed[v] }):
			name += " [" + cmp.Or(v.digest, "older") + "]"
		case hasOther(func(w pair) bool { return w.solver == v.solver }):
			name += " [" + cmp.Or(printed[v], v.digest, "older") + "]"
		}
		names = append(names, name)
	}
	return names
}

// varied lists the parameters that a sweep usually varies. A table lists these first, in reverse order.
var varied = []string{"N", "placed per row", "blocked per row", "diagonals per row"}

// values returns the numeric parameters of an instance, indexed by name: "variables", "clauses", the flags
// of qgen with a number as the next argument, without dashes, and "N", the size of the board, if the last
// argument is a number. If N > 0, the values of random-place, random-block and random-diagonals, divided by
// N, are the densities in varied.
func values(record manifest.Record) map[string]float64 {
	all := map[string]float64{"variables": float64(record.Variables), "clauses": float64(record.Clauses)}
	words := strings.Fields(record.Parameters)
	for i, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		case i == len(words)-1:
			all["N"] = v
		case strings.HasPrefix(words[max(0, i-1)], "--"):
			all[words[i-1][2:]] = v
		}
	}
	for name, density := range map[string]string{"random-diagonals": "diagonals per row", "random-block": "blocked per row", "random-place": "placed per row"} {
		if v, ok := all[name]; ok && all["N"] > 0 {
			all[density] = v / all["N"]
		}
	}
	return all
}

// median returns the first run with a wrong answer, or else the run with the median penalized time. For an
// even number of runs, this is the longer of the two in the middle. It returns nil if there are no runs.
func median(runs []result) *result {
	if i := slices.IndexFunc(runs, func(r result) bool { return r.Answer == answerWrong }); i >= 0 {
		return &runs[i]
	}
	if len(runs) == 0 {
		return nil
	}
	sorted := slices.SortedStableFunc(slices.Values(runs), func(a, b result) int { return cmp.Compare(a.Penalized(), b.Penalized()) })
	return &sorted[len(sorted)/2]
}

// common returns the instances on which all solvers ran. Solvers are compared only on these.
func (t *table) common() []measurement {
	return slices.DeleteFunc(slices.Clone(t.Instances), func(in measurement) bool { return slices.Contains(in.Cells, nil) })
}

// summarize sets t.Summaries and t.refuted. The summaries are sorted from best to worst, by the number of
// solved instances and then PAR-2. Solvers with wrong answers come last. If there are several solvers, the
// virtual best solver comes after them.
func (t *table) summarize() {
	common := t.common()
	for i, solver := range t.Solvers {
		of := func(in measurement) *result { return in.Cells[i] }
		s, all := summarize(solver, common, of), summarize(solver, t.Instances, of)
		s.Missing, s.Wrong = len(t.Instances)-all.Runs, all.Wrong
		s.Version = strings.Join(t.distinct(i, func(c *result) string { return c.Version }), "; ")
		t.Summaries, t.refuted = append(t.Summaries, s), append(t.refuted, s.Wrong > 0)
	}
	slices.SortStableFunc(t.Summaries, func(a, b summary) int {
		return cmp.Or(min(a.Wrong, 1)-min(b.Wrong, 1), b.Solved-a.Solved, cmp.Compare(a.PAR2, b.PAR2))
	})
	if len(t.Solvers) > 1 {
		t.Summaries = append(t.Summaries, summarize(virtualBest, common, t.best))
	}
}

// distinct returns the distinct results of say for the runs in t.Instances of the solver with index i, or of
// all solvers if i is -1, sorted as texts. Empty results are left out.
func (t *table) distinct(i int, say func(*result) string) (all []string) {
	for _, in := range t.Instances {
		for j, c := range in.Cells {
			if c != nil && (i < 0 || i == j) && say(c) != "" && !slices.Contains(all, say(c)) {
				all = append(all, say(c))
			}
		}
	}
	slices.Sort(all)
	return all
}

// quantity returns a number of things in words, such as "1 solver" or "2 solvers".
func quantity(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Title returns the numbers of instances and solvers in words.
func (t *table) Title() string {
	return quantity(len(t.Instances), "instance") + ", " + quantity(len(t.Solvers), "solver")
}

// Measured returns a sentence with the limits, the dates and the machines of the runs. If some runs are
// missing, a second sentence gives the number of instances on which solvers are compared.
func (t *table) Measured() string {
	text := "Limit " + strings.Join(t.distinct(-1, func(c *result) string { return fmt.Sprintf("%g s", c.Limit) }), ", ")
	if dates := t.distinct(-1, func(c *result) string { day, _, _ := strings.Cut(c.Date, "T"); return day }); len(dates) > 0 {
		text += "; measured " + dates[0]
		if last := dates[len(dates)-1]; last != dates[0] {
			text += " to " + last
		}
	}
	if machines := t.distinct(-1, func(c *result) string { return c.Machine }); len(machines) > 0 {
		text += " on " + strings.Join(machines, "; ")
	}
	if n := len(t.common()); n < len(t.Instances) {
		text += fmt.Sprintf(". Solvers are compared on the %d of %d instances on which every solver ran", n, len(t.Instances))
	}
	return text + "."
}

// best returns the run on the instance r with the least penalized time, or nil if there is no run. It does
// not choose a wrong run, nor an answer of a solver with wrong runs that is not proven. If there are only
// such runs, it returns a new run with the answer UNKNOWN and the limit of one of them.
func (t *table) best(r measurement) *result {
	var best, wrong *result
	for i, c := range r.Cells {
		switch {
		case c == nil:
		case c.Answer == answerWrong, t.refuted[i] && c.Solved() && !c.proven():
			wrong = c
		case best == nil || c.Penalized() < best.Penalized():
			best = c
		}
	}
	if best == nil && wrong != nil {
		return &result{Answer: answerUnknown, Limit: wrong.Limit}
	}
	return best
}

// summarize returns the summary of a solver for the runs that of returns for the instances; nil means no run.
// It does not set Missing and Version.
func summarize(solver string, instances []measurement, of func(measurement) *result) summary {
	s := summary{Solver: solver}
	logs := 0.0
	for _, in := range instances {
		c := of(in)
		if c == nil {
			continue
		}
		s.Runs++
		s.PAR2 += c.Penalized()
		s.CPU += c.CPU
		s.MB = max(s.MB, c.MB)
		logs += math.Log(max(c.Penalized(), leastTime))
		switch c.Answer {
		case answerSat:
			s.Sat++
		case answerUnsat:
			s.Unsat++
		case answerWrong:
			s.Wrong++
		}
	}
	s.Solved = s.Sat + s.Unsat
	s.PAR2 /= float64(max(1, s.Runs))
	s.Mean = math.Exp(logs / float64(max(1, s.Runs)))
	return s
}
