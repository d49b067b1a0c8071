package read

import (
	"bytes"
	"io"
	"slices"

	"queens/dimacs"
)

// glpkStatus maps the status in the head of a report to the answer.
var glpkStatus = map[string]dimacs.Status{"INTEGER OPTIMAL": dimacs.Satisfiable, "INTEGER NON-OPTIMAL": dimacs.Satisfiable,
	"INTEGER EMPTY": dimacs.Unsatisfiable, "INTEGER UNDEFINED": dimacs.Unknown}

// readGLPK reads reports that `glpsol -o FILE` of GLPK writes: a head with the status, a table of rows, a
// table of columns, and a closing line.
//
//	Status:     INTEGER OPTIMAL
//	..
//	   No. Column name       Activity     Lower bound   Upper bound
//	------ ------------    ------------- ------------- -------------
//	     1 x1           *              0             0             1
//
// A name of more than twelve characters, which no variable of a board has, is on a line of its own.
//
// It returns the model of the next report with a solution, or io.EOF after the last. It sets s.optimal at
// each status, and calls answer at the end of each report. It returns a *dimacs.SyntaxError if a report is
// cut off, begins otherwise or has an unknown status, and the errors of next and add.
func readGLPK(s *solutions) ([]dimacs.Lit, error) {
	const table, end = "the table of columns", "the end of the report"
	s.values = map[int]bool{}
	var status dimacs.Status
	awaited := "" // the next part of the report; "" before a report
	for {
		err := s.next()
		switch {
		case err == io.EOF && awaited != "":
			return nil, s.cut(awaited)
		case err != nil:
			return nil, err
		case awaited == "" && s.has("Problem:"):
			awaited = table
		case awaited == "" && len(s.text) > 0:
			return nil, s.unexpected("a report of GLPK", s.whole())
		case awaited == table && s.has("Status:"):
			text, known := string(bytes.TrimSpace(s.text[len("Status:"):])), false
			s.optimal = text == "INTEGER OPTIMAL"
			if status, known = glpkStatus[text]; !known {
				return nil, s.unexpected("the status of an integer program", s.whole())
			}
		case s.has("   No. Column name"):
			awaited = end
		case awaited == end && s.has("End of output"):
			s.answer(status)
			if awaited = ""; status == dimacs.Satisfiable {
				return s.board()
			}
		case awaited == end && status == dimacs.Satisfiable:
			words := s.split()
			if len(words) > 3 && words[2].is("*") { // marks an integer variable
				words = slices.Delete(words, 2, 3)
			}
			if len(words) < 3 {
				continue
			}
			if err := s.add(words[1], words[2]); err != nil {
				return nil, err
			}
		}
	}
}
