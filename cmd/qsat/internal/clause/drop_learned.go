package clause

import (
	"cmp"
	"slices"
)

// With tiers, DropLearned keeps learned clauses of glue <= Tier1, and of glue <= Tier2 while they
// are used. On 9 formulas without a model, limits that follow the use of each glue, as in Kissat 4,
// saved neither conflicts nor time.
const (
	Tier1 = 2
	Tier2 = 6
)

// NoteUse records that r was used in an analysis. It raises the activity of the clause by
// activityStep, up to maxActivity. If the glue is above Tier1 and the literals, which must all be
// assigned, are on fewer levels now, it lowers the glue to their number. Then it marks the clause
// as used: for the next two calls of Unuse if the glue is at most Tier2, otherwise for at least the
// next one. It does nothing unless r is a learned clause of three or more literals.
func (a *Analysis) NoteUse(r Reason) {
	c := r.Ref()
	if r.IsBinary() || !a.Has(c, Learned) {
		return
	}
	glue := a.Glue(c)
	if glue > Tier1 {
		a.glueRound++
		levels := 0
		for _, l := range a.Lits(c) {
			if level := a.LevelOf(l); a.glueMarks[level] != a.glueRound {
				a.glueMarks[level] = a.glueRound
				if levels++; levels >= glue {
					break
				}
			}
		}
		glue = levels
		a.SetGlue(c, glue)
	}
	a.setActivity(c, a.activity(c)+activityStep)
	uses := Lit(usedOnce)
	if glue <= Tier2 {
		uses = usedTwice
	}
	flags := a.arena[c+1]
	a.arena[c+1] = flags&^usedBits | max(flags&usedBits, uses)
}

// Unuse returns the counter of uses of c, from 0 to 2, and decrements it unless it is 0. NoteUse
// and AddWatched raise the counter.
func (d *Database) Unuse(c Ref) int {
	uses := d.arena[c+1] & usedBits >> usedShift
	if uses > 0 {
		d.arena[c+1] -= usedOnce
	}
	return int(uses)
}

// DropLearned removes the worst share of the candidates, where share is from 0 to 1 and the number
// is rounded down, and then collects garbage as Collect does. Candidates are learned clauses of
// three or more literals that are no reason on the trail. It calls Unuse for every learned clause
// of three or more literals. Clauses must be watched.
//
// With tiers, clauses of glue at most Tier1 are no candidates, nor are clauses of glue at most
// Tier2 for which Unuse returns more than 0. The clauses with the highest glue are the worst.
// Without tiers, as in a search for all models, the clauses with the lowest quotient of activity
// and squared size are the worst, and the activity of every candidate falls by a quarter before.
// Among equal clauses, longer ones are worse, and then older ones.
//
// Source: G. Audemard and L. Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers",
// IJCAI 2009; the tiers of C. Oh, SAT 2015; N. Eén and N. Sörensson, "An Extensible SAT-solver",
// SAT 2003, for the activity.
func (d *Database) DropLearned(share float64, tiers bool) {
	var candidates []Ref
	for c := range d.All {
		if !d.Has(c, Learned) {
			continue
		}
		used := d.Unuse(c)
		isReason := func(l Lit) bool { return d.Values[l] > 0 && d.ReasonOf(l) == LongReason(c) }
		glue := d.Glue(c)
		if tiers && (glue <= Tier1 || glue <= Tier2 && used > 0) || slices.ContainsFunc(d.Lits(c)[:2], isReason) {
			continue
		}
		if !tiers {
			d.setActivity(c, d.activity(c)*3/4)
		}
		candidates = append(candidates, c)
	}
	slices.SortFunc(candidates, func(a, b Ref) int {
		m, n := uint64(d.Size(a)), uint64(d.Size(b))
		order := cmp.Compare(d.Glue(b), d.Glue(a))
		if !tiers {
			order = cmp.Compare(uint64(d.activity(a))*n*n, uint64(d.activity(b))*m*m)
		}
		return cmp.Or(order, cmp.Compare(n, m), cmp.Compare(a, b))
	})
	for _, c := range candidates[:int(share*float64(len(candidates)))] {
		d.Remove(c)
	}
	d.Collect()
}

func (d *Database) activity(c Ref) Lit { return d.arena[c+1] >> activityShift }

func (d *Database) setActivity(c Ref, activity Lit) {
	d.arena[c+1] = d.arena[c+1]&(1<<activityShift-1) | min(activity, maxActivity)<<activityShift
}
