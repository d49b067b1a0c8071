package page

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"queens/decode"
	"queens/decode/draw"
	"queens/decode/read"
	"queens/dimacs"
	"queens/encode"
)

// LessonFormat is the format of a Lesson. It has no New, because a lesson also needs the
// clauses of an instance.
var LessonFormat = draw.Format{Name: "lesson", Summary: "a page on which a student steps through the clauses of a formula", Features: draw.Colors | draw.Glyphs}

const (
	maxLesson     = 5000 // largest number of clauses, and of variables, because the page shows them all
	maxLessonSize = 30   // largest board, because its squares are buttons
)

// A Lesson is a page that shows an instance with all its clauses. Users decide values of
// squares and variables, see which clauses are satisfied, falsified, unit or unresolved,
// propagate step by step, and learn a clause from each conflict, until they reach a model or
// the empty clause. The page works without a network, like the page of the format html. No text
// of the input is on it.
type Lesson struct {
	w     *bufio.Writer
	style draw.Style
	page  lessonPage
	noun  string // the name of a piece
}

// A lessonPage holds the data for the script of the page.
type lessonPage struct {
	htmlPuzzle
	Vars      int            `json:"vars"` // number of variables
	Clauses   [][]dimacs.Lit `json:"clauses"`
	Groups    []lessonGroup  `json:"groups"`             // in the order of the clauses
	Auxiliary []string       `json:"auxiliary"`          // meanings of the auxiliary variables, by number; empty if they are not known
	Notes     []string       `json:"notes"`              // sentences that explain the clauses
	Solution  []dimacs.Lit   `json:"solution,omitempty"` // variables of the squares with queens; empty if no solution is known
}

// A lessonGroup describes consecutive clauses.
type lessonGroup struct {
	Text    string `json:"text"`    // their meaning
	Clauses int64  `json:"clauses"` // their number
}

// NewLesson returns a Lesson about the instance in o, which Close writes to w. The first placement with
// queens that Render gets is the solution that the page can show. NewLesson returns the error of
// Options.Instance, or an error if the instance is not a CNF that describes a board with pieces of one kind that
// do not attack each other, has soft clauses, is shuffled, exceeds maxLesson or maxLessonSize, or has fewer
// variables than squares.
func NewLesson(w *bufio.Writer, s draw.Style, o read.Options) (*Lesson, error) {
	in, err := o.Instance()
	switch {
	case err != nil:
		return nil, err
	case in != nil && in.Mixed():
		return nil, fmt.Errorf("%s: a lesson needs pieces of one kind, found a mixture", o.FormulaName)
	case in != nil && in.Family.Definition().Rule != encode.Peaceful:
		return nil, fmt.Errorf("%s: a lesson needs pieces that do not attack each other, found the family %v", o.FormulaName, in.Family)
	case o.Formula == nil || in == nil:
		return nil, fmt.Errorf("%s: a lesson needs a CNF with comments that describe the board", o.FormulaName)
	case o.Formula.Soft != nil:
		return nil, fmt.Errorf("%s: a lesson needs a formula without soft clauses", o.FormulaName)
	case in.Shuffle != nil:
		return nil, fmt.Errorf("%s: a lesson needs an instance that is not shuffled, because it explains the clauses by their squares", o.FormulaName)
	case o.Formula.NumClauses() > maxLesson:
		return nil, fmt.Errorf("%s: a lesson has at most %d clauses, because the page shows them all; found %d", o.FormulaName, maxLesson, o.Formula.NumClauses())
	case max(in.N, in.Columns) > maxLessonSize || o.Formula.Vars > maxLesson:
		return nil, fmt.Errorf("%s: a lesson has boards up to size %d and at most %d variables, found size %s and %d variables",
			o.FormulaName, maxLessonSize, maxLesson, in.Board().Size(), o.Formula.Vars)
	case o.Formula.Vars < in.Board().Count():
		return nil, fmt.Errorf("%s: expected a variable for each of the %d squares, found %d", o.FormulaName, in.Board().Count(), o.Formula.Vars)
	}
	l := &Lesson{w: w, style: s, noun: nounOf(in)}
	l.page.htmlPuzzle = newHTMLPuzzle(in, s)
	l.page.Vars, l.page.Clauses = o.Formula.Vars, slices.AppendSeq([][]dimacs.Lit{}, o.Formula.Clauses())
	for i, c := range l.page.Clauses {
		if c == nil {
			l.page.Clauses[i] = []dimacs.Lit{} // so that JSON has [] and not null
		}
	}
	l.explain(in)
	return l, nil
}

// explain adds the meaning of the groups of clauses, the auxiliary variables and the notes, if package
// encode writes exactly these clauses for the instance. Otherwise there is one group without a meaning.
func (l *Lesson) explain(in *encode.Instance) {
	l.page.Groups, l.page.Auxiliary, l.page.Notes = []lessonGroup{}, []string{}, []string{}
	var own *dimacs.Formula
	groups, err := in.Groups()
	if err == nil {
		own, err = in.Formula(context.Background())
	}
	if err != nil || !slices.EqualFunc(l.page.Clauses, slices.Collect(own.Clauses()), slices.Equal[[]dimacs.Lit]) {
		l.page.Groups = append(l.page.Groups, lessonGroup{"clauses of the file", int64(len(l.page.Clauses))})
		return
	}
	for _, g := range groups {
		l.page.Groups = append(l.page.Groups, lessonGroup{g.Comment, g.Clauses})
		l.page.Auxiliary = append(l.page.Auxiliary, g.Auxiliary...)
	}
	for note := range in.Notes() {
		l.page.Notes = append(l.page.Notes, strings.ToUpper(note[:1])+note[1:]+".")
	}
}

// Render stores the queens of the first placement that has any as the solution. It ignores other
// placements, and returns no error.
func (l *Lesson) Render(_ context.Context, p *decode.Placement) error {
	if l.page.Solution == nil {
		l.page.Solution = variables(p.Queens, p.Instance.Board())
	}
	return nil
}

// Close writes the page, even if Render was not called. It does not flush.
func (l *Lesson) Close(context.Context) error {
	text, err := json.Marshal(l.page)
	if err != nil {
		return fmt.Errorf("lesson: %w", err)
	}
	_, err = l.w.WriteString(framedPage(l.style, "lesson", boardTheme(l.style.Theme), l.noun, "{{title}}", named("Queens as clauses", l.noun), "{{data}}", string(text)))
	return err
}
