package command

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/qsat/sat"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

// expand replaces each directory by the files that its manifest lists or, without a manifest, by its
// instances, sorted by name. It reports whether there was a directory.
func expand(names []string) (files []string, found bool, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() { // whoever opens the file reports the error
			files = append(files, name)
			continue
		}
		set, err := manifest.Read(name)
		if err != nil {
			return nil, true, err
		}
		var all []string
		for _, r := range set.Records {
			all = append(all, r.Name)
		}
		if all == nil {
			all, err = manifest.Instances(name)
		}
		if err == nil && len(all) == 0 {
			err = fmt.Errorf("%s: expected formulas, found none", name)
		}
		if err != nil {
			return nil, true, err
		}
		for _, file := range all {
			files = append(files, filepath.Join(name, file))
		}
		found = true
	}
	return files, found, nil
}

// sortSet sorts puzzles by difficulty, then by size, then by number, which is their seed. Puzzles
// that are equal in all three keep their order.
func sortSet(known []decode.Options) {
	key := func(o decode.Options) []int64 {
		in, err := o.Instance()
		if err != nil || in == nil { // whoever shows the puzzle reports the error
			return nil
		}
		difficulty := slices.Index(encode.Difficulties(), in.Puzzle)
		return []int64{int64(difficulty), int64(in.N), *cmp.Or(in.Seed, new(int64))}
	}
	slices.SortStableFunc(known, func(a, b decode.Options) int { return slices.Compare(key(a), key(b)) })
}

// solve returns an answer to each puzzle, as a solver would write it.
func (s *settings) solve(ctx context.Context, known []decode.Options) (answers inputs, err error) {
	for _, o := range known {
		f := o.Formula
		if f == nil {
			in, err := o.Instance()
			if err == nil {
				f, err = cmp.Or(in, &encode.Instance{N: s.size}).Formula(ctx)
			}
			if err != nil {
				return nil, err
			}
		}
		status, model, err := answer(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.FormulaName, err)
		}
		var text bytes.Buffer
		w := dimacs.NewResultWriter(&text)
		if status == dimacs.Satisfiable && f.Soft != nil {
			w.OptimumFound()
		} else {
			w.Status(status)
		}
		if status == dimacs.Satisfiable {
			w.Model(model.Lits(f.Vars))
		}
		w.Flush() // a bytes.Buffer returns no errors
		answers = append(answers, &input.File{Reader: &text, Name: o.FormulaName})
	}
	return answers, nil
}

// answer returns a model of a formula, with soft clauses an optimum. The model depends only on the
// formula.
func answer(ctx context.Context, f *dimacs.Formula) (dimacs.Status, *dimacs.Assignment, error) {
	p, o := sat.Problem{Formula: f}, sat.Options{Threads: 1}
	if f.Soft != nil {
		best, err := sat.Minimize(ctx, p, o, nil)
		return best.Status, best.Model, err
	}
	one, err := sat.Solve(ctx, p, o)
	return one.Status, one.Model, err
}
