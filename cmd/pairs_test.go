package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/urfave/cli/v2"

	"queens/cmd/internal/program"
)

// A pairing says how TestPairsOfFlags tries the flags of a program, or of a command of qbench.
type pairing struct {
	lines  []string // command lines, to each of which the flags are added; _ is a blank in an argument
	before string   // a command that makes the files that a line changes
	values string   // NAME=VALUE of flags; others have the value new.NAME for a file, and 2
	fine   string   // pairs A+B, or all pairs of A, of which one flag has no effect in these lines
}

var pairings = []pairing{
	{
		lines: []string{"qgen 5", "qgen --variant=torus 5", "qgen --family=regions --regions=AABBB,AABBC,DDDCC,DEECC,EEEEC"},
		values: "family=superqueens encoding=ladder variant=torus difficulty=easy transform=xor:2 format=opb " +
			"compress=gz place=a1 block=b1 block-diagonals=s3 regions=AAAAA,ABBBA,ABCBA,ABDEE,EEEEE " +
			"plan=plan out-dir=new random-place=1 piece=rook pieces=queen*1+knight*1",
		fine: "stats dry-run+out-dir balance+family",
	},
	{
		lines:  []string{"qbench report set", "qbench report --format=changes set", "qbench report --format=comparison set"},
		values: "own=qsat against=old solver=qsat format=csv results=results match=a factor=9",
		fine:   "format solver+results",
	},
	{lines: []string{"qbench shuffle sat"}},
	{
		lines: []string{"qbench run --solver=echo_s_UNKNOWN new"}, before: "qgen --out-dir new 1..2",
		values: "solver=true checker=false results=new.tsv match=0001 memory=1G jobs=1",
		fine:   "solver limit+line results+line",
	},
	{lines: []string{"qbench submit set"}, values: "results=results own=qsat"},
	{
		lines:  []string{"qbench fuzz --formulas=1 --out-dir=new --solver=echo_s_UNKNOWN"},
		values: "solver=true checker=false track=pmc out-dir=new2",
		fine:   "formulas+solver",
	},
	{lines: []string{"qbench reduce one -- false"}, values: "checker=false"},
	{
		lines:  []string{"qcheck unsat proof", "qcheck sat model", "qcheck sat cpog"},
		values: "as=model used-clauses=new.cnf lrat=new.lrat part=1/2 project=1 assume=1 timeout=100 memory=1G",
		fine:   "strict-answer+as assume+used-clauses part",
	},
	{lines: []string{"qmerge part1 part2"}, values: "proof=new.proof timeout=100 memory=1G", fine: "proof"},
	{
		lines: []string{"qsat sat", "qsat unsat", "qsat soft"},
		values: "engine=cdcl solver=new.solver part=1/2 project=1 assume=-1 threads=64 timeout=100 memory=1G " +
			"from-graph=graph bound=new.cnf models=3 diff=sat simplify=sat keep=1",
		fine: "answer certificate engine solver json+session exit-zero+session exit-zero+split exit-zero+part checkpoint+part " +
			"verbose+stats no-model+groups strict ignore-objective+core checkpoint+ignore-objective from-graph+ignore-objective",
	},
	{
		lines: []string{"qshow answer", "qshow --format=svg answer", "qshow --puzzle --format=html puzzle unique"},
		values: "cnf=q.cnf size=5 model=1 format=latex symbol=star theme=print lang=de color=always paper=letter " +
			"answers=new.html",
		fine: "cnf color model paper+puzzle letters",
	},
}

// The rules of a program name its flags, with values that they accept, and its arguments.
func TestRules(t *testing.T) {
	for name, create := range newProgram {
		p := create()
		for _, of := range append(p.Commands, p) {
			for _, r := range of.Rules {
				for word := range strings.FieldsSeq(strings.Join([]string{r.Flags, r.With, r.Needs, r.Excludes, r.Only}, " ")) {
					known := word == "output" || word == "quiet" || word == strings.ToUpper(word) && strings.Contains(of.Args, word)
					for _, f := range of.Flags {
						flag, value, has := strings.Cut(word, "=")
						_, err := program.Parse([]cli.Flag{f}, nil, []string{"--" + word})
						known = known || f.Names()[0] == flag && (!has || value != "" && err == nil)
					}
					if !known {
						t.Errorf("%s %s: a rule names %q", name, of.Name, word)
					}
				}
			}
		}
	}
}

// Each pair of flags of a program is used or refused by name: a flag that has an effect without the
// other flag has an effect beside it, too. Only the long test tries all pairs, others try every fourth.
func TestPairsOfFlags(t *testing.T) {
	files, err := txtar.ParseFile(filepath.Join("testdata", "pairs.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, f := range files.Files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(f.Name), 0o777), os.WriteFile(f.Name, f.Data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(string(files.Comment)) {
		if command, is := strings.CutPrefix(line, "> "); is {
			(&pairTest{seen: map[string]string{}}).result(command, nil)
		}
	}
	for _, p := range pairings {
		name, command, _ := strings.Cut(p.lines[0], " ")
		of := newProgram[name]()
		for _, sub := range of.Commands {
			if strings.HasPrefix(command, sub.Name) {
				of, name = sub, name+" "+sub.Name
			}
		}
		t.Run(name, func(t *testing.T) { (&pairTest{pairing: p, Program: of, seen: map[string]string{}}).run(t) })
	}
}

// A pairTest is the state of the test of one program.
type pairTest struct {
	pairing
	program.Program
	seen  map[string]string // the results by command line
	keeps bool              // the new files stay
}

// measured matches times, dates and sizes of memory in results: of qbench run, of --part, of --stats.
var measured = regexp.MustCompile(
	`(\t\d+\.\d+){2}\t(-|\d+\.\d+)|\t\d+-\d+-\d+T[0-9:]+Z|c part end: .*|(seconds|memory_mb)"?[=:][0-9.]+|in [0-9.]+ s\b`)

// run tries each flag alone and each pair of flags.
func (p *pairTest) run(t *testing.T) {
	visible := map[string]bool{}
	var names []string
	var pairs [][]string
	for _, f := range p.Flags {
		name := f.Names()[0]
		set := p.completed(name)
		visible[name] = p.matters(name, set)
		if p.ends(set, "1", "2") && !p.ends(nil, "1") && !strings.Contains(p.messages(set), name) {
			t.Errorf("%v: %s", set, p.messages(set))
		}
		for _, other := range names {
			pairs = append(pairs, []string{name, other})
		}
		names = append(names, name)
	}
	for i, pair := range pairs {
		if i%4 > 0 && !long() {
			continue
		}
		set := p.completed(pair...)
		if p.ends(set, "2") {
			if !slices.ContainsFunc(set, func(name string) bool { return strings.Contains(p.messages(set), name) }) {
				t.Errorf("%v: the message names no flag: %s", set, p.messages(set))
			}
			continue
		}
		for _, name := range pair {
			if visible[name] && !p.isFine(pair) && !p.matters(name, set) {
				t.Errorf("--%s has no effect: %v", name, set)
			}
		}
	}
	unseen := slices.DeleteFunc(names, func(name string) bool { return visible[name] })
	t.Logf("%d pairs, %d runs; these flags alone have no effect: %v", len(pairs), len(p.seen), unseen)
}

// isFine reports whether fine lists a pair or one of its flags.
func (p *pairTest) isFine(pair []string) bool {
	return slices.ContainsFunc(strings.Fields(p.fine), func(word string) bool {
		return slices.Contains(pair, word) || word == strings.Join(pair, "+")
	})
}

// completed returns flags with further flags that they need, if possible such that a line is accepted.
func (p *pairTest) completed(flags ...string) []string {
	isGiven := func(word string) bool { return slices.Contains(flags, word) }
	for _, r := range p.Rules {
		needs := strings.Fields(r.Needs)
		if r.With != "" || !slices.ContainsFunc(strings.Fields(r.Flags), isGiven) || slices.ContainsFunc(needs, isGiven) {
			continue
		}
		var set []string
		for _, word := range needs {
			if set = p.completed(append(slices.Clone(flags), word)...); !p.ends(set, "2") {
				break
			}
		}
		if set != nil {
			return set
		}
	}
	return flags
}

// ends reports whether all lines with flags end with one of the exit codes.
func (p *pairTest) ends(flags []string, codes ...string) bool {
	return !slices.ContainsFunc(p.lines, func(line string) bool {
		code, _, _ := strings.Cut(p.result(line, flags), "\n")
		return !slices.Contains(codes, code)
	})
}

// messages returns the results of all lines with flags.
func (p *pairTest) messages(flags []string) (text string) {
	for _, line := range p.lines {
		text += p.result(line, flags)
	}
	return text
}

// matters reports whether a flag changes the result of a line beside the other flags.
func (p *pairTest) matters(flag string, flags []string) bool {
	others := slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == flag })
	return slices.ContainsFunc(p.lines, func(line string) bool { return p.result(line, flags) != p.result(line, others) })
}

// result returns the exit code and the outputs of a line with flags.
func (p *pairTest) result(line string, flags []string) string {
	line, command, hasCommand := strings.Cut(line, " -- ")
	args := strings.Fields(line)
	for _, f := range slices.Sorted(slices.Values(flags)) {
		args = append(args, p.argument(f))
	}
	if hasCommand {
		args = append(args, "--", command)
	}
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "_", " ")
	}
	key := strings.Join(args, " ")
	if p.seen[key] == "" {
		if p.before != "" {
			(&pairTest{seen: map[string]string{}, keeps: true}).result(p.before, nil)
		}
		var out, messages bytes.Buffer
		session := strings.NewReader("{\"count\":true}\n{\"assume\":[2]}\n{\"minimize\":true}\n") // questions of qsat --session
		code := program.Run(newProgram[args[0]](), args, session, &out, &messages)
		text := fmt.Sprintf("%d\n%s%s", code, &messages, &out)
		files, _ := filepath.Glob("new*")
		inside, _ := filepath.Glob("new*/*")
		for _, name := range append(files, inside...) {
			content, _ := os.ReadFile(name)
			text += name + ":\n" + string(content)
		}
		for _, name := range files {
			if !p.keeps {
				os.RemoveAll(name)
			}
		}
		p.seen[key] = measured.ReplaceAllString(text, "")
	}
	return p.seen[key]
}

// argument returns a flag with its value.
func (p *pairTest) argument(name string) string {
	for _, f := range p.Flags {
		if f.Names()[0] != name || !f.(cli.DocGenerationFlag).TakesValue() {
			continue
		}
		for word := range strings.FieldsSeq(p.values) {
			if strings.HasPrefix(word, name+"=") {
				return "--" + word
			}
		}
		if program.NamesFile(f) {
			return "--" + name + "=new." + name
		}
		return "--" + name + "=2"
	}
	return "--" + name
}
