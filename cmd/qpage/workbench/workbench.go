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
	Dir      string            // the directory for files that a program writes or reads
	Progress func(text string) // is called with "$ " and the command of a question, and with lines of progress; nil shows none

	formula []byte
	name    string           // of the formula, in messages
	problem *dimacs.Formula  // formula after parsing; names of variables are left out
	board   *encode.Instance // the board in the comments of formula; nil without one
}

// A Request is a message of the page.
type Request struct {
	Ask      string // a key of asks
	Settings Flags  // of qgen; the setting n is the size of the board
	Question string // a flag of qsat, such as count, all or mus; "" and "solve" ask for one model
	Flags    Flags  // further flags of qsat
	Proof    bool   // write a proof, or a certificate of a count
	Text     string // of a file, if it is not in the bytes
	Name     string // of the file, for messages
	Format   string // of a file to make: cnf, or a format of qshow
	Model    []int  // of the file: the true variables of a board; nil for the puzzle
}

// A Reply holds the fields of the answer to a request; those that do not apply are missing. All replies have
// seconds.
//
//	error       a sentence, if the request is wrong
//	text, cut   the formula or the file; cut means that text is only its beginning
//	command     the command that prints text or output in a shell
//	note        what qgen remarks on the settings, or ""
//	vars, clauses, settings, board  of the formula; the last two only if its comments describe a board
//	board       the puzzle, for the scripts of package page; also steps that solve or refute it
//	difficulty  of the steps
//	output, messages, code          what a program printed, and its exit code
//	boards      for each solution the variables of its pieces, as decode.Placement.Variables
//	files       the files that a program wrote, with name and text
//	name        of the file that text is
//	page, link  a page of HTML, a link to puzz.link
type Reply map[string]any

// asks lists the methods that answer the requests, by Request.Ask.
var asks = map[string]func(*Bench, Request, Reply) error{
	"problem":  (*Bench).makeProblem,
	"open":     (*Bench).openFile,
	"question": (*Bench).question,
	"steps":    (*Bench).steps,
	"whynot":   (*Bench).whyNot,
	"puzzle":   (*Bench).puzzle,
	"play":     (*Bench).play,
	"lesson":   (*Bench).lesson,
	"draw":     (*Bench).draw,
	"link":     (*Bench).link,
}

// Answer answers a request, whose file has the given content unless it is nil. The reply has an error if
// the request is wrong.
func (b *Bench) Answer(request, content []byte) []byte {
	q, r, start := Request{}, Reply{}, time.Now()
	err := json.Unmarshal(request, &q)
	if content != nil {
		q.Text = string(content)
	}
	if ask := asks[q.Ask]; err == nil && ask == nil {
		err = fmt.Errorf("unknown request %.40q", q.Ask)
	} else if err == nil {
		err = ask(b, q, r)
	}
	if err != nil {
		r["error"] = err.Error()
	}
	r["seconds"] = time.Since(start).Seconds()
	text, _ := json.Marshal(r) // every field suits JSON
	return text
}

var background = context.Background() // a request cannot be stopped: the page ends its worker instead
