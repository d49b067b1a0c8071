package decode

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens/dimacs"
	"queens/encode"
)

// LessonFormat is the page of a Lesson, which needs the clauses of an instance: it has
// no New.
var LessonFormat = Format{Name: "lesson", Summary: "a page on which a student steps through the clauses of the instance of --cnf", Features: Colors}

const (
	maxLesson     = 5000 // clauses, as each of them is on the page
	maxLessonSize = 30   // of a board with squares that can be pressed
)

// A Lesson is a page that shows an instance with all its clauses: users decide values of
// squares and variables, see which clauses are satisfied, falsified, unit or unresolved,
// propagate step by step, and learn a clause from each conflict, until there is a model or
// the empty clause. It works without a network, as the page of html does; all
// text on it is that of this program.
type Lesson struct {
	w     *bufio.Writer
	style Style
	page  lessonPage
}

// lessonPage is what the script of the page reads.
type lessonPage struct {
	htmlPuzzle
	Vars      int            `json:"vars"`
	Clauses   [][]dimacs.Lit `json:"clauses"`
	Groups    []lessonGroup  `json:"groups"`
	Auxiliary []string       `json:"auxiliary"`
	Notes     []string       `json:"notes"`
	Solution  []dimacs.Lit   `json:"solution,omitempty"` // squares with queens; none without a solution
}

type lessonGroup struct {
	Text    string `json:"text"`
	Clauses int64  `json:"clauses"`
}

// NewLesson returns the lesson about the instance of the options, of which the first
// placement rendered is the solution. It is an error if the instance is no CNF that
// describes a board, is shuffled, or is too large to be shown.
func NewLesson(w *bufio.Writer, s Style, o Options) (*Lesson, error) {
	in, err := o.Instance()
	switch {
	case err != nil:
		return nil, err
	case in != nil && in.Family != encode.DefaultFamily:
		return nil, fmt.Errorf("%s: a lesson is about the family %v, found %v", o.FormulaName, encode.DefaultFamily, in.Family)
	case o.Formula == nil || in == nil:
		return nil, fmt.Errorf("%s: a lesson needs a CNF with comments that describe the board", o.FormulaName)
	case in.Shuffle != nil:
		return nil, fmt.Errorf("%s: a lesson needs an instance that is not shuffled, as its clauses would tell nothing", o.FormulaName)
	case o.Formula.NumClauses() > maxLesson:
		return nil, fmt.Errorf("%s: a lesson shows every clause and takes at most %d of them, found %d", o.FormulaName, maxLesson, o.Formula.NumClauses())
	case in.N > maxLessonSize || o.Formula.Vars > maxLesson:
		return nil, fmt.Errorf("%s: a lesson shows every variable and takes boards up to size %d and %d variables, found size %d and %d variables",
			o.FormulaName, maxLessonSize, maxLesson, in.N, o.Formula.Vars)
	case o.Formula.Vars < in.N*in.N:
		return nil, fmt.Errorf("%s: expected a variable for each of the %d squares, found %d", o.FormulaName, in.N*in.N, o.Formula.Vars)
	}
	l := &Lesson{w: w, style: s}
	l.page.htmlPuzzle = newHTMLPuzzle(in, s)
	l.page.Vars, l.page.Clauses = o.Formula.Vars, slices.AppendSeq([][]dimacs.Lit{}, o.Formula.Clauses())
	for i, c := range l.page.Clauses {
		if c == nil {
			l.page.Clauses[i] = []dimacs.Lit{} // an empty clause is no null
		}
	}
	l.explain(in)
	return l, nil
}

// explain adds what the clauses are about, if they are those that package encode has
// for the instance.
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
	board := in.Board()
	for _, g := range groups {
		l.page.Groups = append(l.page.Groups, lessonGroup{asOnBoard(g.Comment, board), g.Clauses})
		for _, text := range g.Auxiliary {
			l.page.Auxiliary = append(l.page.Auxiliary, asOnBoard(text, board))
		}
	}
	for note := range in.Notes() {
		l.page.Notes = append(l.page.Notes, asOnBoard(strings.ToUpper(note[:1])+note[1:]+".", board))
	}
}

// lineName matches what package encode calls a line.
var lineName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(row|column|falling diagonal|rising diagonal) [ds]?(-?\d+)\b`)
})

// asOnBoard replaces the names of lines in a text by those of the puzzle page, which can be
// read off the border of the board: "row 1 (rank 4)", "column 1 (file a)", and a diagonal
// through its first square in reading order.
func asOnBoard(text string, b encode.Board) string {
	return lineName().ReplaceAllStringFunc(text, func(name string) string {
		parts := lineName().FindStringSubmatch(name)
		i, err := strconv.Atoi(parts[2])
		if err != nil {
			return name
		}
		first := encode.Square{Row: 1, Col: i - 1} // of a rising diagonal
		switch {
		case parts[1] == "row":
			return fmt.Sprintf("%s (rank %d)", name, b.N+1-i)
		case parts[1] == "column":
			return fmt.Sprintf("%s (file %s)", name, strings.TrimRight(encode.Square{Row: 1, Col: i}.Algebraic(b.N), "0123456789"))
		case parts[1] == "falling diagonal" && i <= 0:
			first.Col = 1 - i
		case parts[1] == "falling diagonal" && b.Variant == encode.Torus:
			first.Col = b.N + 1 - i
		case parts[1] == "falling diagonal":
			first = encode.Square{Row: i + 1, Col: 1}
		case first.Col > b.N:
			first = encode.Square{Row: i - b.N, Col: b.N}
		}
		return parts[1] + " through " + first.Algebraic(b.N)
	})
}

// Render takes the first placement for the solution.
func (l *Lesson) Render(_ context.Context, p *Placement) error {
	if l.page.Solution == nil {
		l.page.Solution = variables(p.Queens, p.Instance.Board())
	}
	return nil
}

// Close writes the page.
func (l *Lesson) Close(context.Context) error {
	text, err := json.Marshal(l.page)
	if err != nil {
		return fmt.Errorf("lesson: %w", err)
	}
	_, err = l.w.WriteString(framedPage("lesson", boardTheme(l.style.Theme), "{{title}}", "Queens as clauses", "{{data}}", string(text)))
	return err
}
