// Package workbench answers the requests of the page that qpage writes. It runs the programs qgen, qsat,
// qshow and qcheck in the same process, so that the page prints the same answers as a shell.
//
// It knows nothing about browsers. Requests and replies are JSON.
package workbench

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"queens/dimacs"
	"queens/encode"
)

// A Bench holds the current formula, which most requests are about. It answers one request at a time.
type Bench struct {
	Dir      string            // the directory for temporary files, such as a proof
	Progress func(text string) // called with "$ " and the command of a question, and with lines of progress; may be nil

	formula []byte           // the text of the current formula; nil before the first
	name    string           // of the formula, in messages
	problem *dimacs.Formula  // the formula after parsing
	board   *encode.Instance // the board that comments of the formula describe, or nil
}

// A Request is a message of the page.
type Request struct {
	Ask      string  // a key of methods
	Settings Flags   // flags of qgen, and n and columns, the size of the board; nil for the current formula
	Question string  // a flag of qsat, such as count, all or mus; "" and "solve" request one model
	Flags    Flags   // further flags of qsat
	Proof    bool    // whether to write a proof, or for a count a certificate
	Text     string  // contents of a file to open, unless Answer gets them
	Name     string  // name of the file to open, for messages
	Format   string  // format of a file to make: cnf, or a format of qshow
	Lang     string  // language of a page of qshow: a value of its flag --lang, or ""
	Symbol   string  // symbol of queens in a page: a value of its flag --symbol, or ""
	Model    []int   // true variables of the board to draw; nil draws the puzzle
	Puzzles  []Flags // settings of the puzzles of a worksheet, also with the difficulty and the seed that made each board
	Right    string  // clauses with which to compare Text
	Vars     []int   // variables on which to compare them
}

// A Reply holds the fields of the answer to a request. Fields that do not apply are missing. All replies
// have seconds, the time that the request took.
//
//	error           a message, if the request failed; other fields may be set, too
//	text, cut       the text of a formula or a file; cut means that text is only its beginning
//	name            the name of a file to save with the contents text
//	command         the command that prints text or output in a shell
//	note            a notice of qgen, such as about regions that are not connected, or "", or why a page has no steps
//	vars, clauses   numbers of variables and of clauses, with soft clauses and linear constraints
//	settings        settings that make the instance again, if the comments of the formula describe a board
//	board           the puzzle for the scripts of package page, with steps that solve or refute it
//	difficulty      the difficulty of the steps
//	output, messages, code  standard output and messages of a program, and its exit code
//	boards          for each solution, the result of decode.Placement.Variables
//	files           the files that a program wrote, each with name and text
//	page            a page of HTML
//	link            a link to puzz.link
//	weak, strong    literals in which two formulas differ; see compare
type Reply map[string]any

// methods holds the methods that answer requests, indexed by Request.Ask. They set fields of the reply, also
// before an error.
var methods = map[string]func(*Bench, Request, Reply) error{
	"problem":  (*Bench).makeProblem,
	"open":     (*Bench).openFile,
	"question": (*Bench).question,
	"steps":    (*Bench).steps,
	"whynot":   (*Bench).whyNot,
	"puzzle":   (*Bench).puzzle,
	"make":     (*Bench).makePuzzle,
	"sheet":    (*Bench).sheet,
	"play":     (*Bench).play,
	"lesson":   (*Bench).lesson,
	"draw":     (*Bench).draw,
	"link":     (*Bench).link,
	"compare":  (*Bench).compare,
}

// Answer answers a Request in JSON, and returns the Reply in JSON. If content is not nil, it replaces the
// Text of the request. If the request fails, the reply has the field error.
func (b *Bench) Answer(request, content []byte) []byte {
	q, r, start := Request{}, Reply{}, time.Now()
	err := json.Unmarshal(request, &q)
	if content != nil {
		q.Text = string(content)
	}
	if method := methods[q.Ask]; err == nil && method == nil {
		err = fmt.Errorf("unknown request %.40q", q.Ask)
	} else if err == nil {
		err = method(b, q, r)
	}
	if err != nil {
		r["error"] = err.Error()
	}
	r["seconds"] = time.Since(start).Seconds()
	text, _ := json.Marshal(r) // every field suits JSON
	return text
}

var background = context.Background() // a request cannot be stopped: the page ends its worker instead
