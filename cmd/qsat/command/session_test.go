package command

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A sessionAnswer is the answer to a line of a session.
type sessionAnswer struct {
	Status, Reason, Error   string
	Model, Failed, Backbone []dimacs.Lit
	Count                   string
	Complete                bool
	Variables, Clauses      int
}

// askSession runs a session about a formula, or an empty one, and returns an answer for each line.
func askSession(t *testing.T, formula string, lines ...string) (answers []sessionAnswer) {
	t.Helper()
	args := []string{"--session"}
	if formula != "" {
		args = append(args, filepath.Join(t.TempDir(), "f.cnf"))
		if err := os.WriteFile(args[1], []byte(formula), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, code := qsat(strings.Join(lines, "\n"), args...)
	for line := range strings.Lines(out) {
		var a sessionAnswer
		if err := json.Unmarshal([]byte(line), &a); err != nil || line[len(line)-1] != '\n' {
			t.Fatalf("%v: %q", err, line)
		}
		answers = append(answers, a)
	}
	if code != 0 || len(answers) != len(lines) {
		t.Fatalf("exit code %d, %d answers to %d lines:\n%s", code, len(answers), len(lines), out)
	}
	return answers
}

// A step is a line of a random session, and the clauses after it.
type step struct {
	small
	line            map[string]any
	assume, project []dimacs.Lit
}

// under returns the models of the step in which literals are true.
func (s step) under(lits []dimacs.Lit) []uint {
	return slices.DeleteFunc(slices.Clone(s.models), func(m uint) bool { return slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return !holds(m, l) }) })
}

func holds(model uint, l dimacs.Lit) bool { return (model>>(l.Var()-1)&1 != 0) == (l > 0) }

// wrong says what is wrong with an answer to the step, or returns "".
func (s step) wrong(a sessionAnswer) string {
	models := s.under(s.assume)
	agree := func(of func(m uint, l dimacs.Lit) bool) (list []dimacs.Lit) {
		for _, v := range s.project {
			for _, l := range []dimacs.Lit{v, -v} {
				if !slices.ContainsFunc(models, func(m uint) bool { return !of(m, l) }) {
					list = append(list, l)
				}
			}
		}
		return list
	}
	different := map[string]bool{}
	for _, m := range models {
		key := ""
		for _, v := range s.project {
			key += fmt.Sprint(holds(m, v))
		}
		different[key] = true
	}
	satisfiable := len(models) > 0
	switch failed := s.under(a.Failed); {
	case a.Status != map[bool]string{true: "SATISFIABLE", false: "UNSATISFIABLE"}[satisfiable]:
		return "status"
	case s.line["count"] != nil && a.Count != fmt.Sprint(len(different)):
		return fmt.Sprint("count: want ", len(different))
	case !satisfiable && (len(failed) > 0 || slices.ContainsFunc(a.Failed, func(l dimacs.Lit) bool { return !slices.Contains(s.assume, l) })):
		return "failed"
	case !satisfiable && s.line["core"] != nil:
		for i := range a.Failed {
			if len(s.under(slices.Delete(slices.Clone(a.Failed), i, i+1))) == 0 {
				return "core"
			}
		}
	case satisfiable && s.line["backbone"] != nil:
		if want := agree(holds); !slices.Equal(a.Backbone, want) || !a.Complete {
			return fmt.Sprint("backbone: want ", want)
		}
	case satisfiable && s.line["count"] == nil:
		if len(a.Model) != s.Vars || !slices.ContainsFunc(models, func(m uint) bool {
			return !slices.ContainsFunc(a.Model, func(l dimacs.Lit) bool { return !holds(m, l) })
		}) {
			return "model"
		}
	}
	return ""
}

// Random sessions of up to 12 variables get the answers that brute force finds.
func TestSessionRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 28))
	for range 30 {
		f := &dimacs.Formula{}
		var steps []step
		var lines []string
		for i := range 12 {
			line := map[string]any{}
			if more := random.IntN(4); i == 0 || more == 1 && f.Vars < 12 {
				line["new"] = 1 + more
				f.Vars += 1 + more
			}
			some := func(n int) []dimacs.Lit {
				list := []dimacs.Lit{}
				for range n {
					list = append(list, dimacs.Lit((1+random.IntN(f.Vars))*(1-2*random.IntN(2))))
				}
				return list
			}
			s := step{line: line, assume: some(random.IntN(4))}
			if clauses := [][]dimacs.Lit{some(2), some(3)}; random.IntN(2) == 0 {
				line["add"] = clauses
				f = f.With(clauses...)
			}
			for v := 1; v <= f.Vars; v++ {
				s.project = append(s.project, dimacs.Lit(v))
			}
			switch key := []string{"solve", "core", "count", "backbone"}[random.IntN(4)]; key {
			case "count", "backbone":
				if random.IntN(2) == 0 {
					s.project = s.project[random.IntN(f.Vars):]
					line["project"] = s.project
				}
				line[key] = true
			default:
				line[key] = true
			}
			line["assume"] = s.assume
			s.small = small{Formula: f.With()}
			for bits := range uint(1) << f.Vars {
				if f.Falsified(assignment(bits, f.Vars)) == nil {
					s.models = append(s.models, bits)
				}
			}
			text, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			steps, lines = append(steps, s), append(lines, string(text))
		}
		for i, a := range askSession(t, "", lines...) {
			if wrong := steps[i].wrong(a); wrong != "" {
				t.Fatalf("%s\nanswer %d: %+v: %s", strings.Join(lines[:i+1], "\n"), i+1, a, wrong)
			}
		}
	}
}

// A mistake in a line is answered with its place, and changes nothing.
func TestSessionMistakes(t *testing.T) {
	const formula = "p cnf 3 1\nc 1 Wheel\nc 2 Brake\nc 3 Brake\n1 2 0\n"
	for line, want := range map[string]string{
		``:                                       `<stdin>:1:1: unexpected end of JSON input`,
		`{"count":true`:                          `<stdin>:1:14: unexpected end of JSON input`,
		`{"count":true}}`:                        `<stdin>:1:15: invalid character '}' after top-level value`,
		`[1]`:                                    `<stdin>:1: the line: expected another type, found a JSON array`,
		`null`:                                   `<stdin>:1: the line: expected another type, found a JSON null`,
		`{"cuont":true}`:                         `<stdin>:1: unknown key "cuont"`,
		`{"Count":true}`:                         `<stdin>:1: unknown key "Count"`,
		`{"count":true,"count":true}`:            `<stdin>:1: the key "count" occurs twice`,
		`{"solve":true,"count":true}`:            `<stdin>:1: expected one of solve, core, count and backbone in a line, found several`,
		`{"count":null}`:                         `<stdin>:1: count: expected another type, found a JSON null`,
		`{"add":[null]}`:                         `<stdin>:1: add: expected another type, found a JSON null`,
		`{"add":[[1],{}]}`:                       `<stdin>:1: add: expected another type, found a JSON object`,
		`{"assume":[true]}`:                      `<stdin>:1: assume: expected another type, found a JSON bool`,
		`{"assume":[1,null]}`:                    `<stdin>:1: assume: expected another type, found a JSON null`,
		`{"count":true,"project":[{"a":1}]}`:     `<stdin>:1: project: expected another type, found a JSON object`,
		`{"solve":true,"timeout":0}`:             `<stdin>:1: timeout: expected a number of seconds above 0, found 0`,
		`{"solve":true,"timeout":-1}`:            `<stdin>:1: timeout: expected a number of seconds above 0, found -1`,
		`{"new":1,"timeout":1}`:                  `<stdin>:1: timeout needs a question`,
		`{"count":1}`:                            `<stdin>:1: count: expected another type, found a JSON number`,
		`{"add":[1]}`:                            `<stdin>:1: add: expected another type, found a JSON number`,
		`{"new":1,"add":[[3,5]]}`:                `<stdin>:1: expected a literal of a variable from 1 to 4, found "5"`,
		`{"add":[[1],["1 2"]]}`:                  `<stdin>:1: expected a literal of a variable from 1 to 3, found "1 2"`,
		`{"add":[[1],[0]]}`:                      `<stdin>:1: expected a literal, found 0`,
		`{"add":[[1]],"assume":["Wheel\u001b"]}`: `found "Wheel\x1b"`,
		`{"assume":["Brake"]}`:                   `2 variables have it`,
		`{"assume":[[[]]]}`:                      `<stdin>:1: assume: expected another type, found a JSON array`,
		`{"assume":[1e9]}`:                       `found "1e9"`,
		`{"new":-1}`:                             `<stdin>:1: new: expected 0 to 1073741821 variables, found -1`,
		`{"new":2147483647}`:                     `<stdin>:1: new: expected 0 to 1073741821 variables, found 2147483647`,
		`{"solve":true,"project":[1]}`:           `<stdin>:1: project needs count or backbone`,
		`{"timeout":1e999}`:                      `<stdin>:1: timeout: expected another type, found a JSON number 1e999`,
		"{\"assume\":" + strings.Repeat("[", 100000): `<stdin>:1:10010: invalid character '[' exceeded max depth`,
		strings.Repeat(" ", maxLine+1):               `<stdin>:1: expected a line of at most 16777216 bytes`,
	} {
		if len(line) > maxLine && !enginetest.Long() {
			continue
		}
		got := askSession(t, formula, line, `{}`, `{"assume":["-Wheel"],"count":true}`)
		if !strings.Contains(got[0].Error, want) || got[1].Variables != 3 || got[1].Clauses != 1 || got[2].Count != "2" {
			t.Errorf("%.40s: %+v, want %s", line, got, want)
		}
	}
}

// Literals may be numbers, strings, names and squares. The assumptions and the projection of the flags
// hold for every line. A question that runs out of time leaves the next one alone.
func TestSession(t *testing.T) {
	const formula = "p cnf 16 3\nc board: 4\nc 16 Corner\n1 2 0\n-1 3 0\n-3 -2 0\n"
	want := []sessionAnswer{
		{Status: "SATISFIABLE", Count: "2048"},
		{Status: "SATISFIABLE", Backbone: []dimacs.Lit{1, -2, 3}, Complete: true},
		{Status: "UNSATISFIABLE", Failed: []dimacs.Lit{-1, -2}},
		{Status: "UNKNOWN", Reason: "out of time"},
		{Status: "SATISFIABLE", Count: "8192"},
		{Variables: 17, Clauses: 3},
	}
	if d := cmp.Diff(want, askSession(t, formula,
		`{"assume":[-1,"a3","-Corner"],"count":true}`,
		`{"assume":["1"],"project":[1,2,3],"backbone":true}`,
		`{"assume":["-1","b1",-2],"core":true}`,
		`{"backbone":true,"timeout":1e-9}`,
		`{"assume":["3"],"count":true}`,
		`{"new":1}`)); d != "" {
		t.Error(d)
	}
}

// The flags --project and --assume hold for every line, also after a line with a new variable. The list
// "failed" is there whenever the flag or the line has assumptions, even none.
func TestSessionFlags(t *testing.T) {
	for _, test := range []struct{ formula, flags, lines, want string }{
		{
			"p cnf 16 3\nc 16 Corner\n1 2 0\n-1 3 0\n-3 -2 0\n", "--no-model --project 1,5 --assume=-Corner",
			`{"count":true}` + "\n" + `{"assume":[-1]}`,
			`{"status":"SATISFIABLE","count_type":"pmc","count":"4"}` + "\n" + `{"status":"SATISFIABLE"}`,
		},
		{
			"p cnf 1 1\n1 0\n", "--project 1",
			`{"new":2,"count":true}` + "\n" + `{"add":[[2]],"backbone":true}` + "\n" + `{"count":true,"project":[1,3]}`,
			`{"status":"SATISFIABLE","count_type":"pmc","count":"1"}` + "\n" + `{"status":"SATISFIABLE","backbone":[1],"complete":true}` +
				"\n" + `{"status":"SATISFIABLE","count_type":"pmc","count":"2"}`,
		},
		{
			"p cnf 2 1\nc p show 1 2 0\n1 2 0\n", "",
			`{"new":1,"count":true}`, `{"status":"SATISFIABLE","count_type":"pmc","count":"3"}`,
		},
		{
			"p cnf 1 2\n1 0\n-1 0\n", "",
			`{"assume":[]}` + "\n" + `{"solve":true}` + "\n" + `{"assume":[1],"count":true}`,
			`{"status":"UNSATISFIABLE","failed":[]}` + "\n" + `{"status":"UNSATISFIABLE"}` + "\n" + `{"status":"UNSATISFIABLE","failed":[],"count_type":"mc","count":"0"}`,
		},
	} {
		file := filepath.Join(t.TempDir(), "f.cnf")
		if err := os.WriteFile(file, []byte(test.formula), 0o666); err != nil {
			t.Fatal(err)
		}
		got, code := qsat(test.lines, append(append([]string{"--session"}, strings.Fields(test.flags)...), file)...)
		if got != test.want+"\n" || code != 0 {
			t.Errorf("%s: exit code %d\n%s", test.flags, code, got)
		}
	}
}

// A session that is cut anywhere answers the lines until then, and the rest of a line with an error.
func TestSessionCut(t *testing.T) {
	const session = `{"new":2,"add":[[1,2]]}` + "\n" + `{"assume":[-1],"count":true}` + "\n" + `{"backbone":true}`
	whole, _ := qsat(session, "--session")
	for n := range len(session) {
		out, code := qsat(session[:n], "--session")
		lines := strings.SplitAfter(out, "\n")
		lines = lines[:len(lines)-1]
		if rest := session[strings.LastIndexByte(session[:n], '\n')+1 : n]; rest != "" && rest[len(rest)-1] != '}' {
			last := lines[len(lines)-1]
			if lines = lines[:len(lines)-1]; !strings.Contains(last, `"error"`) {
				t.Errorf("cut after %d bytes: %s", n, out)
			}
		}
		if code != 0 || !strings.HasPrefix(whole, strings.Join(lines, "")) || len(lines) != strings.Count(session[:n], "}") {
			t.Errorf("cut after %d bytes: exit code %d\n%s", n, code, out)
		}
	}
}

// FuzzSession checks that each line has an answer, which is an object with a status, an error or the size.
func FuzzSession(f *testing.F) {
	for _, seed := range []string{`{"new":3,"add":[[1,-2],["3"]]}`, `{"assume":[1,"-2"],"core":true}`, `{"count":true,"project":[1]}` + "\n" + `{"backbone":true,"timeout":0.5}`} {
		f.Add(`{"new":3,"add":[[-1,2,3]]}` + "\n" + seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text != "" && slices.Contains([]byte{0x1f, 0xfd, 'B', '('}, text[0]) {
			return // may be compressed
		}
		out, code := qsat(text, "--session", "-t", "5", "-j", "1", "--no-model")
		lines := strings.Count(text, "\n")
		if text != "" && text[len(text)-1] != '\n' {
			lines++
		}
		if got := strings.Count(out, "\n"); code != 0 || got != lines {
			t.Fatalf("exit code %d, %d answers to %d lines of %q:\n%s", code, got, lines, text, out)
		}
		for line := range strings.Lines(out) {
			var a sessionAnswer
			if json.Unmarshal([]byte(line), &a) != nil || a.Status == "" && a.Error == "" && !strings.HasPrefix(line, `{"clauses":`) {
				t.Fatalf("%q: %s", text, line)
			}
		}
	})
}
