package workbench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/program"
)

// An answer holds the fields of a reply that tests compare.
type answer struct {
	Error, Text, Command, Output, Page string
	Cut                                bool
	Board                              json.RawMessage
	Boards                             [][]int
	Settings                           Flags
}

// ask answers a request in JSON.
func ask(t *testing.T, b *Bench, request string) (a answer) {
	t.Helper()
	if err := json.Unmarshal(b.Answer([]byte(request), nil), &a); err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return a
}

// shell returns the standard output of a pipeline of the programs.
func shell(t *testing.T, pipeline string) string {
	t.Helper()
	var text string
	for line := range strings.SplitSeq(pipeline, " | ") {
		args := strings.Fields(strings.ReplaceAll(line, "'", "")) // no word has a blank
		var out, messages bytes.Buffer
		if code := program.Run(programs[args[0]](), args, strings.NewReader(text), &out, &messages); code == program.ExitFailure || code == program.ExitUsage {
			t.Fatalf("%s: %s", line, &messages)
		}
		text = out.String()
	}
	return text
}

// The page prints the same text as the pipelines that it shows.
func TestQuestions(t *testing.T) {
	for _, problem := range []string{`"n":1`, `"n":3`, `"n":6`, `"n":8`, `"n":6,"queens":7,"minimal":true`, `"n":7,"variant":"torus"`, `"n":5,"place":["a1","b3"]`, `"n":6,"encoding":"sequential","block":["a1"]`,
		`"n":5,"family":"domination","minimum":true`, `"n":4,"family":"colouring","colours":5`, `"n":4,"family":"dominoes"`, `"n":5,"family":"armies","queens":2`, `"n":6,"family":"regions","unique":true,"seed":3`,
		`"n":3,"columns":4,"piece":"king","queens":4`, `"n":4,"columns":3,"family":"domination","piece":"knight","queens":4`, `"n":3,"columns":5,"pieces":"queen*2+knight*1","allow-same":true`} {
		b := &Bench{Dir: t.TempDir()}
		made := ask(t, b, `{"ask":"problem","settings":{`+problem+`}}`)
		annotated := strings.Replace(made.Command, "qgen", "qgen --annotate", 1)
		if want := shell(t, annotated); made.Error != "" || made.Text != want || made.Cut || !strings.HasPrefix(string(made.Board), `{"n":`) {
			t.Errorf("%s: %s\n%s", problem, made.Error, made.Text)
		}
		for _, q := range []string{`"question":"solve"`, `"question":"count"`, `"question":"all"`, `"flags":{"sample":3,"seed":5}`} {
			r := ask(t, b, `{"ask":"question",`+q+`}`)
			if want := shell(t, annotated+" | "+r.Command); r.Error != "" || r.Output != want {
				t.Errorf("%s, %s: %s\n%s\nwant\n%s", problem, q, r.Error, r.Output, want)
			}
			if n := strings.Count("\n"+r.Output, "\nv ") > 0; n != (len(r.Boards) > 0) {
				t.Errorf("%s, %s: %d boards", problem, q, len(r.Boards))
			}
		}
		settings, _ := json.Marshal(made.Settings)
		if again := ask(t, b, `{"ask":"problem","settings":`+string(settings)+`}`); !reflect.DeepEqual(again.Settings, made.Settings) || clauses(again.Text) != clauses(made.Text) {
			t.Errorf("%s: the settings %s become %v", problem, settings, again.Settings)
		}
	}
}

// A worksheet and a page to play are the pages that the pipeline in the reply makes. Boards come from their seeds there.
func TestSheet(t *testing.T) {
	b := &Bench{Dir: t.TempDir()}
	var puzzles []Flags
	for i, kind := range []Flags{{"n": 5, "family": "regions", "difficulty": "easy"}, {"n": 6, "difficulty": "medium"}, {"n": 4, "piece": "king", "queens": 4}, {"n": 5}} {
		kind["seed"] = i
		text, _ := json.Marshal(Request{Ask: "make", Settings: kind})
		made := ask(t, b, string(text)).Settings
		made["difficulty"], made["seed"] = kind["difficulty"], i
		if i == 3 {
			delete(made, "seed") // as in a link
		}
		puzzles = append(puzzles, made)
	}
	for _, flags := range []Flags{{"answers": true, "columns": 3, "lang": "de", "title": "it's <b>"}, {"paper": "letter", "symbol": "star"}, {"play": true}} {
		text, _ := json.Marshal(Request{Ask: "sheet", Puzzles: puzzles, Flags: flags})
		r := ask(t, b, string(text))
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		formulas, show, _ := strings.Cut(strings.TrimPrefix(r.Command, "("), ") | ")
		var all, page, messages bytes.Buffer
		for line := range strings.SplitSeq(formulas, "; ") {
			all.WriteString(shell(t, line))
		}
		args := strings.Fields(strings.ReplaceAll(show, `'--title=it'\''s <b>'`, "--title"))
		if i := slices.Index(args, "--title"); i > 0 {
			args[i] = "--title=it's <b>"
		}
		if flags["play"] == true {
			args = append(args, "--steps")
		}
		program.Run(programs["qshow"](), args, &all, &page, &messages)
		if r.Page != page.String() || !strings.Contains(formulas, "--seed=2") {
			t.Errorf("%v: %s %s\n%.3000s\nwant\n%.3000s", flags, r.Command, &messages, r.Page, &page)
		}
	}
}

// clauses returns a formula without its comments.
func clauses(text string) string { _, text, _ = strings.Cut(text, "\np "); return text }

// TestAsks answers requests of all kinds, except questions for models. Each field of a reply must contain the
// text in the table.
func TestAsks(t *testing.T) {
	const four = `"settings":{"n":4,"family":"regions","regions":"ACDD/ACDD/ACDD/BBBB"}`
	var told []string
	b := &Bench{Dir: t.TempDir(), Progress: func(text string) { told = append(told, text) }}
	for _, test := range []struct{ request, field, want string }{
		{`{"ask":"lesson"}`, "error", "a lesson needs a formula"},
		{`{"ask":"open","name":"a.cnf","text":"p cnf 2 1\n1 x 0\n"}`, "error", `a.cnf:2:3: expected a literal, found "x"`},
		{`{"ask":"problem","settings":{"n":3}}`, "vars", "9"},
		{`{"ask":"question","proof":true}`, "files", `[{"name":"proof.drat","text":"-3 0\n-1 0\n0\n"}]`},
		{`{"ask":"question","proof":true}`, "command", "qsat --proof=proof.drat"},
		{`{"ask":"open","name":"x.drat","text":"-3 0\n-1 0\n0\n"}`, "output", "s VERIFIED"},
		{`{"ask":"open","name":"x.drat","text":"-3 0\n0\n"}`, "output", "c x.drat: line 2"},
		{`{"ask":"open","name":"x.drat","text":"-3 0\n0\n"}`, "code", "3"},
		{`{"ask":"open","name":"-x.drat","text":"0\n"}`, "command", "qcheck - ./-x.drat"},
		{`{"ask":"question","question":"mus","flags":{"groups":true}}`, "output", "c group column"},
		{`{"ask":"whynot","settings":{"n":3,"family":"dominoes"}}`, "output", "c group column"},
		{`{"ask":"question","question":"core"}`, "error", "--core needs --assume"},
		{`{"ask":"question","flags":{"proof":"/etc/passwd"}}`, "error", `unknown setting "proof"`},
		{`{"ask":"question","flags":{"solver":"sh"}}`, "error", `unknown setting "solver"`},
		{`{"ask":"problem","settings":{"n":4,"out-dir":"x"}}`, "error", `unknown setting "out-dir"`},
		{`{"ask":"problem","settings":{"n":4}}`, "clauses", "84"},
		{`{"ask":"question","question":"count","proof":true}`, "files", "proof.cpog"},
		{`{"ask":"question","flags":{"assume":["a2"]}}`, "boards", "[[2,8,9,15]]"},
		{`{"ask":"lesson"}`, "page", "Queens as clauses"},
		{`{"ask":"draw","format":"json","model":[2,8,9,15]}`, "text", `"squares":["b4","d3","a2","c1"]`},
		{`{"ask":"draw","format":"svg","settings":{"n":5}}`, "text", "<svg "},
		{`{"ask":"whynot"}`, "error", "the board has a solution"},
		{`{"ask":"whynot","settings":{"n":2}}`, "board", `"steps":[{"text":"No solution: `},
		{`{"ask":"whynot","settings":{"n":2}}`, "board", `"lines":[[3,4],[1,3],[1,4],[2,4],[2,3]]`},
		{`{"ask":"steps",` + four + `}`, "board", `"Region A lies in column a only`},
		{`{"ask":"steps",` + four + `}`, "difficulty", "easy"},
		{`{"ask":"steps","settings":{"n":4}}`, "error", "solutions"},
		{`{"ask":"play",` + four + `}`, "page", "Next step"},
		{`{"ask":"play","settings":{"n":4}}`, "page", "Queens: a puzzle of 4 × 4"},
		{`{"ask":"puzzle","settings":{"n":6,"seed":12345678}}`, "settings", `"place":["`},
		{`{"ask":"puzzle","settings":{"n":5,"family":"regions","difficulty":"easy","seed":2}}`, "page", "script-src"},
		{`{"ask":"sheet","puzzles":[{"n":5,"difficulty":"cosy"}]}`, "error", "expected solvable, unique, easy, medium or hard"},
		{`{"ask":"sheet","puzzles":[{"n":5}],"flags":{"cnf":"/etc/passwd"}}`, "error", `unknown setting "cnf"`},
		{`{"ask":"sheet","puzzles":[{"n":"x"}]}`, "error", "expected the size of a board"},
		{`{"ask":"puzzle","settings":{"n":5,"family":"regions","difficulty":"easy","seed":2}}`, "difficulty", "easy"},
		{`{"ask":"link",` + four + `}`, "link", "https://puzz.link/p?starbattle/4/4/1/"},
		{`{"ask":"link","settings":{"n":4}}`, "error", "only puzzles with regions"},
		{`{"ask":"problem","settings":{"n":5,"family":"regions","regions":"ABBBB/BBBBB/CCCCC/DDDDD/EEEEA"}}`, "note", "region A is not connected: it has a part around e1"},
		{`{"ask":"problem","settings":{"n":5,"family":"regions","regions":"ABBBB/BBBBB/CCCCC/DDDDD/EEEEA"}}`, "command", "qgen --family=regions --regions=ABBBB,BBBBB,CCCCC,DDDDD,EEEEA 5"},
		{`{"ask":"problem","settings":{"n":5,"family":"regions","regions":"AAAAA/BBBBB/CCCCC/DDDDD/DDDDD"}}`, "error", "the board has 4 regions: expected 5"},
		{`{"ask":"puzzle","settings":{"n":4,"difficulty":"hard","seed":1}}`, "error", "try again, or choose a larger board"},
		{`{"ask":"make","settings":{"n":5,"family":"regions","regions":"AAABB/AAABB/CCCDD/CCCDD/EEEEE","repair":true,"seed":1}}`, "settings", `"regions":"AAABB/`},
		{`{"ask":"make","settings":{"n":5,"family":"regions","regions":"AAABB/AAABB/CCCDD/CCCDD/EEEEE","repair":true,"seed":1}}`, "command", "qgen --family=regions --regions=AAABB,AAABB,CCCDD,CCCDD,EEEEE --repair --seed=1 --unique 5"},
		{`{"ask":"make","settings":{"n":3,"family":"regions","regions":"AAB/ABB/CCC","repair":true}}`, "error", "no puzzle: the board has no solution with any regions"},
		{`{"ask":"play","settings":{"n":5,"family":"regions","regions":"AAAAA/BBBBB/CCCCC/DDDDD/EEEEE"}}`, "note", "the board has several solutions"},
		{`{"ask":"open","name":"x.txt","text":"1 1 2 2\n1 1 2 30\n4 4 30 30\n4 4 30 30\n"}`, "settings", `"regions":"AABB/AABC/DDCC/DDCC"`},
		{`{"ask":"open","name":"formula.cnf","text":"[[\"x\", \"x\", 7, 7], [\"x\", \"x\", 7, 8], [9, 9, 8, 8], [9, 9, 8, 8]]"}`, "command", "qgen --allow-conflict --family=regions --regions=xx77,xx78,9988,9988"},
		{`{"ask":"open","name":"x.json","text":"{\"puzzle\": 3, \"regions\": [\n [1, 1], [2, 2]]}"}`, "settings", `"regions":"AA/BB"`},
		{`{"ask":"open","name":"the link","text":"aabbaabcddccddcc"}`, "settings", `"regions":"AABB/AABC/DDCC/DDCC"`},
		{`{"ask":"open","name":"the link","text":"AABB/AAB/DDCC"}`, "error", "the regions:1:9: expected a row of 4 cells like the first, found 3"},
		{`{"ask":"open","name":"the link","text":"https://puzz.link/p?nurikabe/4/4/0"}`, "error", "the link: expected one that this page has copied"},
		{`{"ask":"open","name":"the link","text":" \n"}`, "error", "the link: expected one that this page has copied"},
		{`{"ask":"open","name":"x.drat","text":"1 0\n2 0\n"}`, "output", "c x.drat"},
		{`{"ask":"open","text":"https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk"}`, "settings", `"regions":"AAAABB/ACDABB/CCDDDB/CBBBBB/CEEBEF/CCEEEF"`},
		{`{"ask":"open","name":"m.wcnf","text":"h 1 2 0\n3 -1 0\n4 -2 0\n"}`, "clauses", "3"},
		{`{"ask":"question"}`, "output", "o 3\n"},
		{`{"ask":"open","name":"g.gcnf","text":"p gcnf 1 2 2\n{1} 1 0\n{2} -1 0\n"}`, "clauses", "2"},
		{`{"ask":"question","question":"mus","flags":{"groups":true}}`, "output", "c mus 1 2"},
		{`{"ask":"problem","settings":{"n":40}}`, "cut", "true"},
		{`{"ask":"problem","settings":{"n":{"x":1}}}`, "error", "expected the size"},
		{`{"ask":"problem","settings":{"n":"--output=x"}}`, "error", "expected the size"},
		{`{"ask":"problem","settings":{"n":4,"columns":"5 --x"}}`, "error", "setting columns: expected the size"},
		{`{"ask":"problem","settings":{"n":5,"columns":4,"piece":"knight","queens":9,"place":["a5"]}}`, "command", "qgen --piece=knight --place=a5 --queens=9 5x4"},
		{`{"ask":"lesson"}`, "page", "Knights as clauses"},
		{`{"ask":"play"}`, "page", "Knights: a puzzle of 5 × 4"},
		{`{"ask":"puzzle","settings":{"n":3,"columns":4,"piece":"king","queens":4,"seed":1}}`, "settings", `"columns":4,`},
		{`{"ask":"problem","settings":{"queens":{"x":1},"n":4}}`, "error", "--queens: "},
		{`{"ask":"puzzle","settings":{"n":4,"piece":"king","queens":4,"seed":1}}`, "settings", `"queens":4`},
		{`{"ask":"puzzle"}`, "error", "expected a board size N"},
		{`{"ask":"open","text":"* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n","name":"x"}`, "clauses", "1"},
		{`{"ask":"problem","settings":{"n":4,"place":[1,{}]}}`, "error", "--place"},
		{`{"ask":"lesson"}`, "error", "a lesson needs a formula in CNF"},
		{`{"ask":"open","text":"c 1 Ada\np cnf 1 1\n1 0\n"}`, "clauses", "1"},
		{`{"ask":"lesson"}`, "page", `"variables":["Ada"]`},
		{`{"ask":"open","name":"q.cnf.xz","text":"\u0042Zh91AY"}`, "error", "q.cnf.xz: compressed by bzip2, which the page cannot read: expected gzip or no compression"},
		{`{"ask":"compare","text":"1 2 0\n1 x 0","vars":[1]}`, "error", `line 2, column 3: expected a literal, found "x"`},
		{`{"ask":"compare","text":"c all\n1 2","vars":[1]}`, "error", "line 2, column 4: expected 0 at the end of the clause"},
		{`{"ask":"compare","text":"p cnf 1 2\n1 0\n","vars":[1]}`, "error", "line 1, column 1"},
		{`{"ask":"compare","text":"a 1 0","vars":[1]}`, "error", "cubes"},
		{`{"ask":"compare","text":"10001 0","vars":[1]}`, "error", "at most 10000 variables"},
		{`{"ask":"compare","right":"1 0","vars":[2,1]}`, "weak", "[-2,-1]"},
		{`{"ask":"compare","text":"1 0\n0","right":"p cnf 2 1\n1 0\n","vars":[2,1]}`, "strong", "[-2,1]"},
		{`{"ask":"format the disk"}`, "error", "unknown request"},
		{`{"ask":7}`, "error", "cannot unmarshal"},
	} {
		var r map[string]json.RawMessage
		if err := json.Unmarshal(b.Answer([]byte(test.request), nil), &r); err != nil {
			t.Fatal(err)
		}
		got := string(r[test.field])
		var text string
		if json.Unmarshal(r[test.field], &text) == nil {
			got = text
		}
		if !strings.Contains(got, test.want) || test.field != "error" && r["error"] != nil {
			t.Errorf("%s: %s is %.300s, want %s; error %s; fields %q", test.request, test.field, got, test.want, r["error"], slices.Sorted(maps.Keys(r)))
		}
	}
}

// compare finds the same differences as brute force over all values, also of auxiliary variables.
func TestCompare(t *testing.T) {
	const vars, all = 3, 5
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 300 {
		texts, models := [2]string{}, [2]map[int]bool{{}, {}}
		for i := range texts {
			var clauses [][]int
			for range random.IntN(8) {
				clause := make([]int, 1+random.IntN(3))
				for j := range clause {
					clause[j] = (1 + random.IntN(all)) * (1 - 2*random.IntN(2))
				}
				clauses = append(clauses, clause)
				texts[i] += strings.Trim(fmt.Sprint(clause), "[]") + " 0\n"
			}
			for values := range 1 << all {
				holds := func(l int) bool { return (values>>(max(l, -l)-1)&1 == 1) == (l > 0) }
				if !slices.ContainsFunc(clauses, func(c []int) bool { return !slices.ContainsFunc(c, holds) }) {
					models[i][values%(1<<vars)] = true
				}
			}
		}
		request, _ := json.Marshal(map[string]any{"ask": "compare", "text": texts[0], "right": texts[1], "vars": []int{1, 2, 3}})
		var r map[string]json.RawMessage
		json.Unmarshal((&Bench{}).Answer(request, nil), &r)
		for i, name := range []string{"weak", "strong"} {
			differ := slices.ContainsFunc(slices.Collect(maps.Keys(models[i])), func(m int) bool { return !models[1-i][m] })
			var lits []int
			json.Unmarshal(r[name], &lits)
			m := 0
			for _, l := range lits {
				if l > 0 {
					m |= 1 << (l - 1)
				}
			}
			if r["error"] != nil || differ != (lits != nil) || differ && (!models[i][m] || models[1-i][m]) {
				t.Errorf("%s: %s is %v; error %s", request, name, lits, r["error"])
			}
			seen[fmt.Sprint(name, differ)]++
		}
	}
	if len(seen) != 4 {
		t.Error(seen)
	}
}

// Answer uses the bytes of a file instead of the text of the request. Messages begin with the name of the file.
func TestContent(t *testing.T) {
	b := &Bench{Dir: t.TempDir()}
	if got := string(b.Answer([]byte(`{"ask":"open","name":"f.cnf"}`), []byte("c \xff\np cnf 1 1\n1 0\n"))); !strings.Contains(got, `"clauses":1,`) || !strings.Contains(got, "\ufffd") {
		t.Error(got)
	}
	if r := ask(t, b, `{"ask":"question","flags":{"assume":"9"}}`); !strings.HasPrefix(r.Error, "f.cnf: ") {
		t.Error(r.Error)
	}
}

// Lines of progress reach the page, and do not become messages. Output has a limit.
func TestStreams(t *testing.T) {
	var told []string
	s := &screen{progress: func(text string) { told = append(told, text) }}
	fmt.Fprint(s, "\r\x1b[Kqsat: 5 conflicts")
	fmt.Fprint(s, "\r\x1b[K")
	fmt.Fprint(s, "qsat: done\n")
	if !s.IsTerminal() || s.text.String() != "qsat: done\n" || !slices.Equal(told, []string{"5 conflicts"}) {
		t.Errorf("%q, %q", told, &s.text)
	}
	defer func(before int) { maxOutput = before }(maxOutput)
	b := &Bench{Dir: t.TempDir(), Progress: s.progress}
	ask(t, b, `{"ask":"problem","settings":{"n":6}}`)
	maxOutput = 100
	if r := ask(t, b, `{"ask":"question","question":"all"}`); r.Error != "the answer has more than 64 MB: use the programs in a shell" || told[1] != "$ qsat --all" {
		t.Error(r.Error, told)
	}
}

func TestCommand(t *testing.T) {
	if got := command("qcheck", "-", "it's; rm -rf *.drat", ""); got != `qcheck - 'it'\''s; rm -rf *.drat' ''` {
		t.Error(got)
	}
}
