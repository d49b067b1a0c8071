package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findGroups sets q.groups. With --groups or --valid, these are the groups of the formula. Otherwise, or if
// --valid finds no groups, each clause is a group. With --groups, it is an error if the formula has no groups.
func (r *run) findGroups(q *question) error {
	q.groups = q.Formula.NamedGroups()
	switch has := len(q.groups.Names) > 0 || q.Formula.Groups != nil; {
	case has && (r.groups || r.valid):
	case r.groups:
		return fmt.Errorf("%s: --groups found no groups: expected comments `c group NAME`, as qgen --annotate writes them, or the header `p gcnf`", q.name)
	default:
		each := lists.From(1, q.Formula.NumClauses())
		q.groups = dimacs.Groups{Of: each, Numbers: each}
	}
	return nil
}

// hasNames reports whether comments of the formula name the groups. In GCNF they do not.
func (q *question) hasNames() bool { return len(q.groups.Names) > 0 && q.Formula.Groups == nil }

// subsetFile returns the name of the file for the subset of --mus, from -o. It returns "" if the
// subset goes to standard output, if --mus lists several subsets, or without --mus.
func (r *run) subsetFile() string {
	if !r.mus || r.listsSubsets() || r.call.Output == "-" {
		return ""
	}
	return r.call.Output
}

// printsSubset reports whether the answer is a formula on standard output: the subset of --mus.
func (r *run) printsSubset() bool {
	return r.mus && !r.json && !r.listsSubsets() && r.subsetFile() == ""
}

// listsSubsets reports whether --all or --models is given, with which --mus lists several subsets.
func (r *run) listsSubsets() bool { return r.all || r.call.Given("models") }

// findSubset answers the question of --mus: it finds a minimal unsatisfiable subset, or a model. Until
// then, soFar gets the first unsatisfiable subset and each smaller one. If ctx ends, the subset may not
// be minimal. With assumptions, the answer has those that fail together with the subset. With --proof or
// --verify, findSubset also proves that the subset has no model under the assumptions. To list several
// subsets, it calls findSubsets.
func (r *run) findSubset(ctx context.Context) (a answer, err error) {
	q := r.question
	if r.listsSubsets() {
		return r.findSubsets(ctx)
	}
	found, err := sat.GroupCore(ctx, q.Problem, q.groups.Of, q.options, func(groups []int) {
		r.pass(func() error {
			r.reporter.soFar.subset.Groups, r.reporter.soFar.Failed = groups, q.Assume
			return nil
		})
	})
	about := *q
	if err == nil && found.Status == dimacs.Unsatisfiable {
		about.Formula, _ = q.reduced(found.Groups)
		if r.outputs.proof != nil {
			a, err = r.confirm(ctx, &about)
		} else {
			a.Answer = about.failed(ctx, q.assumes)
		}
	}
	a.Status, a.Model, a.subset = found.Status, found.Model, found
	return a, err
}

// reportSubset writes the subset of an answer to --mus, and returns the exit code. With a file for the
// subset or --json, the status and the numbers of the groups go to standard output, otherwise the
// subset. A remark says if it is not minimal. If there is a model, reportSubset reports the model.
// After a list of subsets it reports their number. If the search was stopped before the first subset,
// the status is UNKNOWN. The errors are those of writing, and of reportModel.
func (r *reporter) reportSubset(ctx context.Context, q *question, a answer) (int, error) {
	s := a.subset
	switch {
	case a.Status == dimacs.Satisfiable:
		if r.printsSubset() {
			r.comments(boardComments(q.Formula))
		}
		return r.reportModel(ctx, q, a)
	case r.listsSubsets() && (!a.stopped || r.soFar.Status == dimacs.Unsatisfiable):
		r.w.Total("muses", a.models, a.stopped || a.more)
		return program.ExitUnsatisfiable, nil
	case s.Groups == nil:
		return r.unknown(), nil
	case r.printsSubset():
		r.verified(a)
		if err := r.w.Flush(); err != nil {
			return 0, err
		}
		return program.ExitUnsatisfiable, writeSubset(ctx, dimacs.NewWriter(r.out), q, s)
	case r.outputs.subset != nil:
		if err := r.outputs.subset.CommitAfter(writeSubset(ctx, dimacs.NewWriter(r.outputs.subset), q, s)); err != nil {
			return 0, err
		}
	}
	if r.numbers("mus", q, s.Groups); !s.Minimal {
		r.w.Remark(notMinimal, "mus_not_minimal", true)
	}
	return r.unsatisfiable(q, a), nil
}

const notMinimal = "not minimal"

// findSubsets prints the minimal unsatisfiable subsets as it finds them, at most the number of
// --models, and with --corrections also the minimal correction sets. The answer has the number of
// subsets without the correction sets, also with an error. At the number of --models, more is set. If
// there is a model, the answer has the model.
func (r *run) findSubsets(ctx context.Context) (a answer, err error) {
	q := r.question
	for found, err := range sat.GroupCores(ctx, q.Problem, q.groups.Of, q.options) {
		switch {
		case err != nil:
			return a, err
		case found.Status == dimacs.Satisfiable:
			a.Status, a.Model = found.Status, found.Model
			return a, nil
		case found.Correction && !r.corrections:
			continue
		}
		if err := r.reporter.nextSubset(q, found); err != nil {
			return a, err
		}
		if !found.Correction {
			a.models++
		}
		if a.more = !found.Correction && a.models == r.models; a.more {
			break
		}
	}
	a.Status = dimacs.Unsatisfiable
	return a, nil
}

// nextSubset prints a minimal unsatisfiable subset, which soFar.models counts, or a correction set.
// The status comes before the first. The error is an error of the output, or errStopped.
func (r *reporter) nextSubset(q *question, a sat.GroupAnswer) error {
	return r.pass(func() error {
		if r.soFar.Status != dimacs.Unsatisfiable {
			r.soFar.Status = dimacs.Unsatisfiable
			r.w.Status(dimacs.Unsatisfiable)
		}
		kind := "mcs"
		if !a.Correction {
			kind = "mus"
			r.soFar.models++
		}
		r.numbers(kind, q, a.Groups)
		return r.w.Flush()
	})
}

// numbers prints a list of groups, which begins with the word kind. If comments name the groups, the
// names follow. If each clause is a group, --names adds the clauses in words. With --names, groups in GCNF
// have empty names.
func (r *reporter) numbers(kind string, q *question, groups []int) {
	var names []string
	switch {
	case q.hasNames():
		names = lists.Map(groups, func(g int) string { return program.Printable(q.groups.Names[g-1]) })
	case r.names && q.Formula.Groups == nil:
		f, _ := q.reduced(groups)
		for c := range f.Clauses() {
			names = append(names, r.inWords(c))
		}
	case r.names: // the names of failed assumptions may follow
		names = make([]string, len(groups))
	}
	r.w.List(kind, q.numbers(groups), names)
}

// numbers returns the numbers that messages give to the groups, ascending.
func (q *question) numbers(groups []int) []int {
	numbers := lists.Map(groups, func(g int) int { return q.groups.Numbers[g-1] })
	slices.Sort(numbers)
	return numbers
}

// reduced returns the formula of a subset of the groups, with the variables of q.Formula and without
// comments. The result in, indexed by group, reports whether the formula contains the group; it
// always contains group 0.
func (q *question) reduced(groups []int) (f *dimacs.Formula, in []bool) {
	in = make([]bool, len(q.groups.Numbers)+1)
	in[0] = true
	for _, g := range groups {
		in[g] = true
	}
	f = &dimacs.Formula{}
	i := 0
	for c := range q.Formula.Clauses() {
		if in[q.groups.Of[i]] {
			f.Add(c...)
		}
		i++
	}
	f.Vars = q.Formula.Vars
	return f, in
}

// writeSubset writes the answer in comments, and the subset s as DIMACS CNF, with the comments of the
// formula between the same clauses. A comment after `c group NAME` belongs to this group, and is left
// out with it. Comments for which isAnswer or isHeader holds are left out, too. If the formula is in
// GCNF, writeSubset begins each group with a comment `c group NUMBER`. The assumptions follow as unit
// clauses of group 0, so that the output has no model. When ctx ends after shortModel clauses, it returns
// an error. Other errors are those of w.
func writeSubset(ctx context.Context, w *dimacs.Writer, q *question, s sat.GroupAnswer) error {
	f, in := q.reduced(s.Groups)
	w.CommentText("s UNSATISFIABLE")
	if w.CommentText(answers.ListText("mus", q.numbers(s.Groups))); !s.Minimal {
		w.CommentText(notMinimal)
	}
	lines, byName, shown := q.Formula.Lines, map[string]int{}, true
	if q.hasNames() {
		byName["0"] = 0
		for i, name := range q.groups.Names {
			byName[name] = i + 1
		}
	}
	comments := func(before int) { // writes the comments before clause number before
		for ; len(lines) > 0 && lines[0].Before <= before; lines = lines[1:] {
			name, is := lines[0].Group()
			if g, known := byName[name]; is && known {
				shown = in[g]
			}
			if text := lines[0].Text; shown && !isAnswer(text) && !isHeader(text) {
				w.CommentText(strings.TrimPrefix(program.Printable(text), " "))
			}
		}
	}
	comments(-1)
	w.Header(f.Vars, int64(f.NumClauses()+len(q.Assume)))
	i, last := 0, 0
	for c := range q.Formula.Clauses() {
		if i&0xfff == 0 && (ctx.Err() != nil && i >= shortModel || w.Err() != nil) {
			return cmp.Or(w.Err(), fmt.Errorf("the subset is cut off: %v", context.Cause(ctx)))
		}
		if comments(i); in[q.groups.Of[i]] {
			if g := q.groups.Of[i]; q.Formula.Groups != nil && g != last {
				w.CommentText("group " + strconv.Itoa(q.Formula.Groups[i]))
				last = g
			}
			w.Clause(c...)
		}
		i++
	}
	comments(i)
	if len(q.Assume) > 0 {
		w.CommentText("group 0")
	}
	for _, l := range q.Assume {
		w.Clause(l)
	}
	return w.Flush()
}

// isAnswer reports whether a comment looks like a line with the answer, which writeSubset adds. The
// formula may be the output of an earlier run of --mus.
func isAnswer(text string) bool {
	return strings.HasPrefix(text, " s ") || strings.HasPrefix(text, " mus ") || text == " mus" || text == " "+notMinimal
}

// isHeader reports whether a comment contains a header such as `p cnf 9 9`, which some programs
// would take for the header of the subset. The text begins after the c.
func isHeader(text string) bool {
	words := strings.Fields(text)
	return len(words) > 1 && words[0] == "p" && strings.HasSuffix(words[1], "cnf")
}
