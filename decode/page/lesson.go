package page

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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
	maxLesson        = 5000 // largest number of clauses, and of variables, because the page shows them all
	maxLessonSize    = 30   // largest board, because its squares are buttons
	maxLessonVars    = 60   // largest number of variables of a formula without a board
	maxLessonClauses = 300  // largest number of its clauses
	maxNameBytes     = 40   // size of the longest name of a variable that is on the page
)

// A Lesson is a page that shows an instance with all its clauses. Users decide values of
// squares and variables, see which clauses are satisfied, falsified, unit or unresolved,
// propagate step by step, and learn a clause from each conflict, until they reach a model or
// the empty clause. The page works without a network, like the page of the format html. Of the
// texts of the input, only names of variables are on it, if the formula describes no board.
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
	Variables []string       `json:"variables,omitzero"` // names of the variables of a formula without a board, by number; nil for a board
	Solution  []dimacs.Lit   `json:"solution,omitempty"` // variables of the squares with queens; empty if no solution is known
}

// A lessonGroup describes consecutive clauses.
type lessonGroup struct {
	Text    string `json:"text"`    // their meaning
	Clauses int64  `json:"clauses"` // their number
}

// NewLesson returns a Lesson about the formula in o, which Close writes to w. If the formula describes a board,
// the first placement with queens that Render gets is the solution that the page can show. NewLesson returns the
// error of Options.Instance, or an error if the formula is no CNF or has soft clauses. A formula without a board
// may have up to maxLessonVars variables and maxLessonClauses clauses; o.Formula.Names names its variables. For a
// board, it is an error if the pieces are of several kinds or attack each other, if the instance is shuffled or
// exceeds maxLesson or maxLessonSize, or if it has fewer variables than squares.
func NewLesson(w *bufio.Writer, s draw.Style, o read.Options) (*Lesson, error) {
	in, err := o.Instance()
	switch {
	case err != nil:
		return nil, err
	case in != nil && in.Mixed():
		return nil, fmt.Errorf("%s: a lesson needs pieces of one kind, found a mixture", o.FormulaName)
	case in != nil && in.Family.Definition().Rule != encode.Peaceful:
		return nil, fmt.Errorf("%s: a lesson needs pieces that do not attack each other, found the family %v", o.FormulaName, in.Family)
	case o.Formula == nil:
		return nil, fmt.Errorf("%s: a lesson needs a formula in CNF", o.FormulaName)
	case o.Formula.Soft != nil:
		return nil, fmt.Errorf("%s: a lesson needs a formula without soft clauses", o.FormulaName)
	case in == nil && (o.Formula.Vars > maxLessonVars || o.Formula.NumClauses() > maxLessonClauses):
		return nil, fmt.Errorf("%s: a lesson about a formula without a board has at most %d variables and %d clauses, because the page shows them all; found %d and %d",
			o.FormulaName, maxLessonVars, maxLessonClauses, o.Formula.Vars, o.Formula.NumClauses())
	case in == nil:
	case in.Shuffle != nil:
		return nil, fmt.Errorf("%s: a lesson needs an instance that is not shuffled, because it explains the clauses by their squares", o.FormulaName)
	case o.Formula.NumClauses() > maxLesson:
		return nil, fmt.Errorf("%s: a lesson has at most %d clauses, because the page shows them all; found %d", o.FormulaName, maxLesson, o.Formula.NumClauses())
	case in.Board().LongSide() > maxLessonSize || o.Formula.Vars > maxLesson:
		return nil, fmt.Errorf("%s: a lesson has boards up to size %d and at most %d variables, found size %s and %d variables",
			o.FormulaName, maxLessonSize, maxLesson, in.Board().Size(), o.Formula.Vars)
	case o.Formula.Vars < in.Board().Count():
		return nil, fmt.Errorf("%s: expected a variable for each of the %d squares, found %d", o.FormulaName, in.Board().Count(), o.Formula.Vars)
	}
	l := &Lesson{w: w, style: s, noun: "queen"}
	l.page.Vars, l.page.Clauses = o.Formula.Vars, slices.AppendSeq([][]dimacs.Lit{}, o.Formula.Clauses())
	for i, c := range l.page.Clauses {
		if c == nil {
			l.page.Clauses[i] = []dimacs.Lit{} // so that JSON has [] and not null
		}
	}
	l.page.Groups, l.page.Auxiliary, l.page.Notes = []lessonGroup{{"clauses of the file", int64(len(l.page.Clauses))}}, []string{}, []string{}
	if in == nil {
		l.page.Variables = variableNames(o.Formula)
		return l, nil
	}
	l.page.htmlPuzzle, l.noun = newHTMLPuzzle(in, s), nounOf(in)
	l.explain(in)
	return l, nil
}

// variableNames returns the names of the variables of f, by number. The number is the name of a variable
// without a name of at most maxNameBytes bytes that no variable before it in f.Names has.
func variableNames(f *dimacs.Formula) []string {
	names, taken := make([]string, f.Vars), map[string]bool{}
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
		taken[names[i]] = true
	}
	for _, n := range f.Names {
		if n.Var <= f.Vars && len(n.Text) <= maxNameBytes && !taken[n.Text] {
			names[n.Var-1], taken[n.Text] = n.Text, true
		}
	}
	return names
}

// explain replaces the single group by groups with their meanings, and adds the auxiliary variables and the
// notes, if package encode writes exactly these clauses for the instance.
func (l *Lesson) explain(in *encode.Instance) {
	var own *dimacs.Formula
	groups, err := in.Groups()
	if err == nil {
		own, err = in.Formula(context.Background())
	}
	if err != nil || !slices.EqualFunc(l.page.Clauses, slices.Collect(own.Clauses()), slices.Equal[[]dimacs.Lit]) {
		return
	}
	l.page.Groups = []lessonGroup{}
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
	title := named("Queens as clauses", l.noun)
	if l.page.Variables != nil {
		title = "Clauses"
	}
	_, err = l.w.WriteString(framedPage(l.style, "lesson", boardTheme(l.style.Theme), l.noun, "{{title}}", title, "{{data}}", string(text)))
	return err
}
