package command

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"queens/cmd/internal/manifest"
)

// An instanceKind is a group of similar instances, with the mean time of each solver.
type instanceKind struct {
	Name      string
	Instances int
	Means     []float64 // geometric means in seconds, indexed by solver; 0 if the solver did not run on all instances
}

// numbered matches the name of a file up to the first number at the end of a word; group 1 is the text
// before the number, without a mark between them. Such numbers distinguish similar files: r1, uf20-01,
// large3sat-020.
var numbered = regexp.MustCompile(`^(.*?[^0-9])[-_.]*[0-9]+([-_.]|$)`)

// leading matches numbers at the beginning of a name.
var leading = regexp.MustCompile(`^([0-9]+([-_.]+|$))+`)

// kindOfName returns the part of a file name before the number that numbered finds, without
// leading numbers. If there is no such number, it returns the whole name without leading numbers and
// suffixes (see manifest.Stem), or "numbered" if nothing is left.
func kindOfName(name string) string {
	stem := leading.ReplaceAllString(manifest.Stem(name), "")
	if m := numbered.FindStringSubmatch(stem); m != nil {
		return m[1]
	}
	return cmp.Or(stem, "numbered")
}

// kindOf returns the name of the kind of an instance. If qgen made the instance, the name consists of
// its flags except --seed, without their values. The values of --family, --encoding, --variant, --format,
// --transform and --difficulty replace the flags: "--random-block 9 --encoding product 8" gives
// "random-block product". If no word is left, the name is "regular". If qgen did not make the instance, see
// kindOfName.
func kindOf(record manifest.Record) string {
	if record.Parameters == manifest.NotKnown {
		return kindOfName(record.Name)
	}
	var words []string
	args := strings.Fields(record.Parameters)
	for i, word := range args {
		switch {
		case i == 0 || !strings.HasPrefix(args[i-1], "--") || strings.HasPrefix(word, "--"):
			if flag, ok := strings.CutPrefix(word, "--"); ok && flag != "seed" {
				words = append(words, flag)
			}
		case slices.Contains([]string{"--family", "--encoding", "--variant", "--format", "--transform", "--difficulty"}, args[i-1]):
			words[len(words)-1] = word
		}
	}
	if len(words) == 0 {
		return "regular"
	}
	return strings.Join(words, " ")
}

// addKinds appends the kinds of t.Instances to t.Kinds, in the order of their first instances. If there are
// several kinds, a last entry has the number of all instances and, for each solver, the geometric mean of its
// means, which is 0 if one of them is 0.
func (t *table) addKinds() {
	of := map[string][]measurement{}
	var names []string
	for _, in := range t.Instances {
		if of[in.Kind] == nil {
			names = append(names, in.Kind)
		}
		of[in.Kind] = append(of[in.Kind], in)
	}
	all := instanceKind{Name: fmt.Sprintf("all %d kinds", len(names)), Means: slices.Repeat([]float64{1}, len(t.Solvers))}
	for _, name := range names {
		f := instanceKind{Name: name, Instances: len(of[name])}
		for i, solver := range t.Solvers {
			s := summarize(solver, of[name], func(r measurement) *result { return r.Cells[i] })
			if s.Runs < f.Instances {
				s.Mean = 0
			}
			f.Means = append(f.Means, s.Mean)
			all.Means[i] *= math.Pow(s.Mean, 1/float64(len(names)))
		}
		all.Instances += f.Instances
		t.Kinds = append(t.Kinds, f)
	}
	if len(names) > 1 {
		t.Kinds = append(t.Kinds, all)
	}
}

// Texts returns f.Means, indexed by solver, as texts for a table, made by digits. The text of a mean
// of 0 is empty.
func (f instanceKind) Texts() []string {
	texts := make([]string, len(f.Means))
	for i, mean := range f.Means {
		if mean > 0 {
			texts[i] = digits(mean)
		}
	}
	return texts
}

// against compares the solver with the index own with the fastest other solver. wrong is indexed by solver;
// other solvers for which it is true are left out. The result other is the index of the other solver, or -1
// if no such solver has a mean. ratio is the ratio of the means in words, such as "2.5 times as fast" or "as
// fast". It is "wrong answers" if wrong[own] is true, and otherwise empty if a mean is unknown.
func (f instanceKind) against(own int, wrong []bool) (other int, ratio string) {
	other = -1
	for i, mean := range f.Means {
		if i != own && !wrong[i] && mean > 0 && (other < 0 || mean < f.Means[other]) {
			other = i
		}
	}
	switch {
	case wrong[own]:
		return other, "wrong answers"
	case other < 0 || f.Means[own] == 0:
		return other, ""
	}
	faster, how := f.Means[other]/f.Means[own], "fast"
	if faster < 1 {
		faster, how = 1/faster, "slow"
	}
	switch {
	case faster < 1.05:
		return other, "as fast"
	case faster < 9.95:
		return other, fmt.Sprintf("%.1f times as %s", faster, how)
	}
	return other, fmt.Sprintf("%.0f times as %s", faster, how)
}
