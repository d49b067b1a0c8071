package command

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formula"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A sessionAnswer is the answer to a line of a session.
type sessionAnswer struct {
	Status, Reason, Error, Count, Cost  string
	Model, Failed, Backbone, Propagated []dimacs.Lit
	List                                [][]dimacs.Lit
	Each                                map[string]string
	Groups                              []string
	Complete                            bool
	Variables, Clauses                  int
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

// A step is a line of a random session, with the state of the formula after its changes.
type step struct {
	vars            int
	question        string
	clauses         map[string][]func(model uint) bool // indexed by the name of a group, "" without a group: its clauses and constraints
	soft            []func(model uint) int64           // the cost of a model, for each soft clause
	assume, project []dimacs.Lit
	phase           []dimacs.Lit
	models          []uint // under the assumptions
}

func holds(model uint, l dimacs.Lit) bool { return (model>>(l.Var()-1)&1 != 0) == (l > 0) }

// under returns the models of the groups in which literals are true.
func (s *step) under(groups map[string]bool, lits []dimacs.Lit) (models []uint) {
	for m := range uint(1) << s.vars {
		good := !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return !holds(m, l) })
		for name, list := range s.clauses {
			for _, satisfied := range list {
				good = good && (groups != nil && name != "" && !groups[name] || satisfied(m))
			}
		}
		if good {
			models = append(models, m)
		}
	}
	return models
}

// number returns the model in which lits are true and the other variables false.
func number(lits []dimacs.Lit) (model uint) {
	for _, l := range lits {
		if l > 0 {
			model |= 1 << (l - 1)
		}
	}
	return model
}

// literals returns the literals of l and its complement that are true in all models.
func (s *step) fixed(lits []dimacs.Lit) (list []dimacs.Lit) {
	for _, v := range lits {
		for _, l := range []dimacs.Lit{v, -v} {
			if !slices.ContainsFunc(s.models, func(m uint) bool { return !holds(m, l) }) {
				list = append(list, l)
			}
		}
	}
	return list
}

// image returns the values of the projection in a model.
func (s *step) image(m uint) (lits string) {
	for _, v := range s.project {
		lits += fmt.Sprint(holds(m, v))
	}
	return lits
}

// count returns the number of models that differ on the projection and contain l, or all for 0.
func (s *step) count(l dimacs.Lit) string {
	different := map[string]bool{}
	for _, m := range s.models {
		if l == 0 || holds(m, l) {
			different[s.image(m)] = true
		}
	}
	return fmt.Sprint(len(different))
}

// wrong returns a description of a mistake in an answer to the step, or "" for a right answer.
func (s *step) wrong(a sessionAnswer) string {
	want := "SATISFIABLE"
	switch {
	case len(s.models) == 0:
		want = "UNSATISFIABLE"
	case s.question == "minimize":
		want = "OPTIMUM FOUND"
	}
	if s.question == "propagate" {
		if a.Status == "UNSATISFIABLE" && len(s.models) > 0 || slices.ContainsFunc(a.Propagated, func(l dimacs.Lit) bool { return !slices.Contains(s.fixed([]dimacs.Lit{l}), l) }) {
			return "propagated"
		}
		return ""
	}
	if a.Status != want {
		return "status: want " + want
	}
	if slices.Contains([]string{"count", "each"}, s.question) && a.Count != s.count(0) {
		return "count: want " + s.count(0)
	}
	if len(s.models) == 0 {
		return s.wrongFailed(a)
	}
	switch s.question {
	case "each":
		for _, v := range s.project {
			if a.Each[fmt.Sprint(v)] != s.count(v) || a.Each[fmt.Sprint(-v)] != s.count(-v) {
				return fmt.Sprintf("each %d: want %s, %s", v, s.count(v), s.count(-v))
			}
		}
	case "backbone":
		if want := s.fixed(s.project); !slices.Equal(a.Backbone, want) || !a.Complete {
			return fmt.Sprint("backbone: want ", want)
		}
	case "models", "sample":
		different := map[string]bool{}
		for _, lits := range a.List {
			m := number(lits)
			different[s.image(m)] = true
			if !slices.ContainsFunc(s.models, func(model uint) bool { return s.image(model) == s.image(m) }) {
				return "list"
			}
		}
		if s.question == "models" && (!a.Complete || fmt.Sprint(len(different)) != s.count(0) || len(a.List) != len(different)) || len(a.List) == 0 {
			return "list: want " + s.count(0)
		}
	case "solve", "core", "mus", "minimize":
		model := number(a.Model)
		if len(a.Model) != s.vars || !slices.Contains(s.models, model) {
			return "model"
		}
		cost := func(m uint) (sum int64) {
			for _, of := range s.soft {
				sum += of(m)
			}
			return sum
		}
		for _, m := range s.models {
			i := slices.IndexFunc(s.phase, func(l dimacs.Lit) bool { return holds(m, l) != holds(model, l) })
			if i >= 0 && holds(m, s.phase[i]) {
				return "phase"
			}
			if s.question == "minimize" && (cost(m) < cost(model) || a.Cost != fmt.Sprint(cost(model))) {
				return "cost"
			}
		}
	}
	return ""
}

// wrongFailed is wrong for a step without a model.
func (s *step) wrongFailed(a sessionAnswer) string {
	if s.question == "mus" {
		all := map[string]bool{}
		for _, name := range a.Groups {
			all[name] = true
		}
		if len(s.under(all, s.assume)) > 0 {
			return "groups"
		}
		for _, name := range a.Groups {
			if all[name] = false; len(s.under(all, s.assume)) == 0 {
				return "minimal groups"
			}
			all[name] = true
		}
		return ""
	}
	if len(s.under(nil, a.Failed)) > 0 || slices.ContainsFunc(a.Failed, func(l dimacs.Lit) bool { return !slices.Contains(s.assume, l) }) {
		return "failed"
	}
	for i := range a.Failed {
		if s.question == "core" && len(s.under(nil, slices.Delete(slices.Clone(a.Failed), i, i+1))) == 0 {
			return "core"
		}
	}
	return ""
}

// randomStep returns a random line of a session that has the formula of s before the line, and the step of this
// line.
func randomStep(random *rand.Rand, s *step) (map[string]any, *step) {
	line, next := map[string]any{}, &step{vars: s.vars, clauses: maps.Clone(s.clauses), soft: slices.Clone(s.soft)}
	some := func(n int) []dimacs.Lit {
		list := []dimacs.Lit{}
		for range n {
			list = append(list, dimacs.Lit((1+random.IntN(next.vars))*(1-2*random.IntN(2))))
		}
		return list
	}
	if n := random.IntN(4); s.vars == 0 || n == 1 && s.vars < 8 {
		next.vars += 1 + n
		line["new"] = 1 + n
	}
	group := []string{"", "a", "b"}[random.IntN(3)]
	if _, is := s.clauses["a"]; is && random.IntN(5) == 0 {
		line["drop"] = "a"
		delete(next.clauses, "a")
	}
	add := func(key string, value any, satisfied func(m uint) bool) {
		line[key] = value
		if next.clauses[group] = append(slices.Clip(next.clauses[group]), satisfied); group != "" {
			line["group"] = group
		}
	}
	sum := func(lits []dimacs.Lit, coefs []int64, m uint) (sum int64) {
		for i, l := range lits {
			if holds(m, l) {
				sum += coefs[i]
			}
		}
		return sum
	}
	ones, k := []int64{1, 1, 1, 1}, random.Int64N(4)
	switch lits := some(4); random.IntN(6) {
	case 0:
		add("add", [][]dimacs.Lit{lits[:2], lits[2:]}, func(m uint) bool { return sum(lits[:2], ones, m) > 0 && sum(lits[2:], ones, m) > 0 })
	case 1:
		add("atmost", []any{k, lits}, func(m uint) bool { return sum(lits, ones, m) <= k })
	case 2:
		add("atleast", []any{k, lits}, func(m uint) bool { return sum(lits, ones, m) >= k })
	case 3:
		coefs := []int64{3, -2, 1, 1}
		terms := [][]any{}
		for i, l := range lits {
			terms = append(terms, []any{coefs[i], l})
		}
		add("linear", []any{terms, []string{">=", "<=", "="}[k%3], 1}, func(m uint) bool {
			n := sum(lits, coefs, m)
			return k%3 == 0 && n >= 1 || k%3 == 1 && n <= 1 || k%3 == 2 && n == 1
		})
	case 4:
		line["soft"] = []any{[]any{k + 1, lits[:2]}}
		next.soft = append(next.soft, func(m uint) int64 {
			if sum(lits[:2], ones, m) > 0 {
				return 0
			}
			return k + 1
		})
	}
	next.assume = some(random.IntN(4))
	line["assume"] = next.assume
	for v := 1; v <= next.vars; v++ {
		next.project = append(next.project, dimacs.Lit(v))
	}
	next.question = []string{"solve", "core", "count", "backbone", "mus", "minimize", "each", "propagate", "models", "sample"}[random.IntN(10)]
	line[next.question] = true
	switch next.question {
	case "solve", "core":
		next.phase = some(random.IntN(3))
		line["phase"], line["conflicts"] = next.phase, 1000
	case "models", "sample":
		line[next.question] = map[string]int{"models": 1000, "sample": 2}[next.question]
		fallthrough
	case "count", "backbone", "each":
		if random.IntN(3) == 0 {
			next.project = next.project[random.IntN(next.vars):]
			line["project"] = next.project
		}
	}
	next.models = next.under(nil, next.assume)
	return line, next
}

// Random sessions of up to 11 variables get the answers that brute force finds.
func TestSessionRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 28))
	for range 40 {
		s := &step{clauses: map[string][]func(uint) bool{}}
		var steps []*step
		var lines []string
		for range 20 {
			var line map[string]any
			line, s = randomStep(random, s)
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
		`{"solve":true,"count":true}`:            `<stdin>:1: expected one question in a line, found solve and count`,
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
		`{"new":1,"add":[[3,5]]}`:                `<stdin>:1: add: expected a literal of a variable from 1 to 4, found "5"`,
		`{"add":[[1],["1 2"]]}`:                  `<stdin>:1: add: expected a literal of a variable from 1 to 3, found "1 2"`,
		`{"add":[[1],[0]]}`:                      `<stdin>:1: add: expected a literal, found 0`,
		`{"add":[[1]],"assume":["Wheel\u001b"]}`: `found "Wheel\x1b"`,
		`{"assume":["Brake"]}`:                   `2 variables have it`,
		`{"assume":[[[]]]}`:                      `<stdin>:1: assume: expected another type, found a JSON array`,
		`{"assume":[1e9]}`:                       `found "1e9"`,
		`{"new":-1}`:                             `<stdin>:1: new: expected 0 to 1073741821 variables, found -1`,
		`{"new":2147483647}`:                     `<stdin>:1: new: expected 0 to 1073741821 variables, found 2147483647`,
		`{"solve":true,"project":[1]}`:           `<stdin>:1: project needs count or backbone or models or sample or each`,
		`{"models":0}`:                           `<stdin>:1: models: expected at least 1, found 0`,
		`{"more":1}`:                             `<stdin>:1: more: there is no list of models to continue`,
		`{"more":1,"assume":[1]}`:                `<stdin>:1: more goes with timeout and conflicts only`,
		`{"drop":"g"}`:                           `<stdin>:1: drop: there is no group "g"`,
		`{"drop":""}`:                            `<stdin>:1: drop: expected a name, found ""`,
		`{"group":"g","new":1}`:                  `<stdin>:1: group needs add or atmost or atleast or linear`,
		`{"phase":[1],"count":true}`:             `<stdin>:1: phase needs solve or core or models`,
		`{"conflicts":5,"count":true}`:           `<stdin>:1: conflicts needs`,
		`{"seed":5,"count":true}`:                `<stdin>:1: seed needs sample`,
		`{"atmost":[1]}`:                         `<stdin>:1: atmost: expected another type, found a JSON array`,
		`{"atleast":["1",[2]]}`:                  `<stdin>:1: atleast: expected another type, found a JSON string`,
		`{"atmost":[1,[2,4]],"group":"g"}`:       `<stdin>:1: atmost: expected a literal of a variable from 1 to 3, found "4"`,
		`{"linear":[[[1,2]],"<",4]}`:             `<stdin>:1: linear: expected the relation <=, >= or =, found "<"`,
		`{"linear":[[[1,[2]]],"=",4]}`:           `<stdin>:1: linear: expected another type, found a JSON array`,
		`{"linear":[[[9223372036854775807,1],[9,2]],"=",4]}`: `<stdin>:1: the coefficients of a linear constraint have a sum above`,
		`{"soft":[[0,[1]]]}`:                           `<stdin>:1: a soft clause has the weight 0: expected positive weights`,
		`{"soft":[[9,[1]],[9223372036854775807,[1]]]}`: `<stdin>:1: a soft clause has the weight 9223372036854775807: expected`,
		`{"timeout":1e999}`:                            `<stdin>:1: timeout: expected another type, found a JSON number 1e999`,
		"{\"assume\":" + strings.Repeat("[", 100000):   `<stdin>:1:10010: invalid character '[' exceeded max depth`,
		strings.Repeat(" ", 1<<24+1):                   `<stdin>:1: expected a line of at most 16777216 bytes`,
	} {
		if len(line) > 1<<24 && !enginetest.Long() {
			continue
		}
		got := askSession(t, formula, line, `{}`, `{"assume":["-Wheel"],"count":true}`)
		if !strings.Contains(got[0].Error, want) || got[1].Variables != 3 || got[1].Clauses != 1 || got[2].Count != "2" {
			t.Errorf("%.40s: %+v, want %s", line, got, want)
		}
	}
}

// Models come in portions, in the order of phase, until another line. A line with a mistake keeps them.
func TestSessionMore(t *testing.T) {
	want := []sessionAnswer{
		{Status: "SATISFIABLE", List: [][]dimacs.Lit{{1, 2}}},
		{Error: "<stdin>:2: unknown key \"mroe\""},
		{Status: "SATISFIABLE", List: [][]dimacs.Lit{{1, -2}, {-1, 2}}, Complete: true},
		{Error: "<stdin>:4: more: there is no list of models to continue"},
		{Status: "SATISFIABLE", List: [][]dimacs.Lit{{2}}},
		{Status: "SATISFIABLE", List: [][]dimacs.Lit{{-2}}, Complete: true},
		{Status: "SATISFIABLE", Count: "3"},
		{Error: "<stdin>:8: more: there is no list of models to continue"},
	}
	if d := cmp.Diff(want, askSession(t, "p cnf 2 1\n1 2 0\n", `{"models":1,"phase":[1,2]}`, `{"mroe":1}`, `{"more":3}`, `{"more":1}`,
		`{"models":1,"project":[2],"phase":[2]}`, `{"more":2}`, `{"count":true}`, `{"more":1}`)); d != "" {
		t.Error(d)
	}
}

// The samples of a session are the samples of --sample with the same seed, whatever was asked before.
func TestSessionSamples(t *testing.T) {
	const formula = "p cnf 4 2\n1 2 3 0\n-1 -4 0\n"
	got := askSession(t, formula, `{"sample":3,"seed":5}`, `{"count":true}`, `{"count":true}`, `{"each":true}`, `{"sample":3,"seed":5}`, `{"sample":3,"seed":-1}`)
	out, _ := qsat(formula, "--sample", "3", "--seed", "5", "--json")
	for i, lits := range got[0].List {
		if text, _ := json.Marshal(lits); !strings.Contains(strings.Split(out, "\n")[i], string(text)) {
			t.Errorf("sample %d: %s, want %s", i, text, out)
		}
	}
	if d := cmp.Diff(got[0], got[4]); d != "" || len(got[0].List) != 3 || got[5].Error != "<stdin>:6: seed: expected at least 0, found -1" {
		t.Error(d, got[5].Error)
	}
}

// If a session is stopped, UNKNOWN is the answer to the last line only if the line has no answer yet.
func TestSessionStopped(t *testing.T) {
	for asked, want := range map[bool]string{true: `{"status":"UNKNOWN","reason":"out of time"}` + "\n", false: ""} {
		var out strings.Builder
		r := newReporter(&out, &run{flags: &flags{json: true}}, &kind{})
		r.asked, r.cause = asked, formula.ErrTimeout
		if _, err := r.reportSession(t.Context(), nil, answer{stopped: true}); err != nil || r.flush() != nil || out.String() != want {
			t.Errorf("asked %t: %q, want %q", asked, out.String(), want)
		}
	}
}

// The groups of a formula with --groups may be dropped, and soft clauses of a WCNF or OPB count for minimize only.
func TestSessionFormulas(t *testing.T) {
	for _, test := range []struct{ formula, flags, lines, want string }{
		{
			"p gcnf 2 3 2\n{1} 1 0\n{2} -1 0\n{0} 2 0\n", "--groups",
			`{"mus":true}` + "\n" + `{"drop":"2"}` + "\n" + `{"each":true}`,
			`{"status":"UNSATISFIABLE","groups":["1","2"]}` + "\n" + `{"clauses":4,"variables":2}` + "\n" +
				`{"status":"SATISFIABLE","count_type":"mc","count":"1","each":{"1":"1","-1":"0","2":"1","-2":"0"}}`,
		},
		{
			"h 1 2 0\n3 -1 0\n5 -2 0\n", "--no-model",
			`{"count":true}` + "\n" + `{"minimize":true}` + "\n" + `{"soft":[[3,[-1]]],"minimize":true}`,
			`{"status":"SATISFIABLE","count_type":"mc","count":"3"}` + "\n" + `{"status":"OPTIMUM FOUND","cost":"3","satisfied":"5","soft_weight":"8"}` +
				"\n" + `{"status":"OPTIMUM FOUND","cost":"5","satisfied":"6","soft_weight":"11"}`,
		},
		{
			"* #variable= 3 #constraint= 1\nmin: 2 x1 +3 x2 -4 x3;\n2 x1 +2 x2 +1 x3 >= 2;\n", "",
			`{"minimize":true}` + "\n" + `{"new":1,"add":[[4,-3]],"count":true}`,
			`{"status":"OPTIMUM FOUND","model":[1,-2,3],"cost":"-2","satisfied":"7","soft_weight":"9"}` + "\n" +
				`{"status":"SATISFIABLE","count_type":"mc","count":"9"}`,
		},
	} {
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(file, []byte(test.formula), 0o666); err != nil {
			t.Fatal(err)
		}
		got, code := qsat(test.lines, append(append([]string{"--session"}, strings.Fields(test.flags)...), file)...)
		if got != test.want+"\n" || code != 0 {
			t.Errorf("%s: exit code %d\n%s", test.flags, code, got)
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
		{Status: "UNKNOWN", Reason: "out of time", Backbone: []dimacs.Lit{}},
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
	for _, seed := range []string{`{"new":3,"add":[[1,-2],["3"]]}`, `{"assume":[1,"-2"],"core":true}`, `{"count":true,"project":[1]}` + "\n" + `{"backbone":true,"timeout":0.5}`,
		`{"atmost":[1,[1,2]],"group":"g","mus":true}` + "\n" + `{"drop":"g","soft":[[2,[1]]],"minimize":true}`, `{"models":1,"phase":[1]}` + "\n" + `{"more":1}`,
		`{"linear":[[[2,1],[-3,2]],"=",1],"each":true}` + "\n" + `{"sample":2,"seed":1}`, `{"propagate":true,"assume":[1]}`} {
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
