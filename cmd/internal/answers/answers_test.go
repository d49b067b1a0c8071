package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/big"
	"strings"
	"testing"

	"queens/dimacs"
)

// write writes an answer with everything in it.
func write(w Writer) error {
	w.Comment("board", "8")
	w.CommentText("a \"b\" \x1b <")
	w.Status(dimacs.Satisfiable)
	w.BeginModel()
	w.Values([]dimacs.Lit{1, -2})
	w.Values(nil)
	w.Values([]dimacs.Lit{dimacs.MaxVar, -dimacs.MaxVar})
	w.EndModel()
	w.Total("models", dimacs.Count{M: big.NewInt(5), Shift: 70}, true)
	w.CountWeighted(true, big.NewRat(-1, 3))
	w.Each(maps.All(map[dimacs.Lit]dimacs.Count{-2: {M: big.NewInt(3), Shift: 70}}))
	w.Remark("proof verified", "proof_verified", true)
	w.Statistics("clauses=4 steps=a,b", "clauses=4", "steps=a,b", "note=x y")
	w.Statistics("engine=cdcl conflicts=7", "engine=cdcl", "conflicts=7", "search_seconds=0.125")
	return w.End()
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := write(NewText(&b)); err != nil {
		t.Fatal(err)
	}
	want := "c board: 8\nc a \"b\" \x1b <\ns SATISFIABLE\nv 1 -2 2147483647 -2147483647 0\nc models 5902958103587056517120+\n" +
		"c s type pwmc\nc s neglog10-estimate -0.477121254719662\nc s exact arb frac -1/3\nc each -2 3541774862152233910272\nc proof verified\n" +
		"c stats: clauses=4 steps=a,b\nc stats: engine=cdcl conflicts=7\n"
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", &b, want)
	}
}

func TestJSON(t *testing.T) {
	rest := `"models":"5902958103587056517120","complete":false,"count_type":"pwmc","count":"-1/3","each":{"-2":"3541774862152233910272"},"proof_verified":true,` +
		`"statistics":{"clauses":4,"steps":["a","b"],"note":"x y","engines":[{"engine":"cdcl","conflicts":7,"search_seconds":0.125}]},` +
		`"comments":["board: 8","a \"b\" \u001b \u003c"]}` + "\n"
	for several, want := range map[bool]string{
		false: `{"status":"SATISFIABLE","model":[1,-2,2147483647,-2147483647],` + rest,
		true:  `{"model":[1,-2,2147483647,-2147483647]}` + "\n" + `{"status":"SATISFIABLE",` + rest,
	} {
		var b bytes.Buffer
		if err := write(NewJSON(&b, several)); err != nil || b.String() != want {
			t.Errorf("%v\n%s\nwant\n%s", err, &b, want)
		}
		for line := range bytes.Lines(b.Bytes()) {
			if !json.Valid(line) {
				t.Errorf("invalid: %s", line)
			}
		}
	}
}

// Large models pass through a small buffer, and a model without values is an empty list.
func TestJSONModels(t *testing.T) {
	var b bytes.Buffer
	w := NewJSON(&b, true)
	var want []dimacs.Lit
	for i := range 3 * outputBlock {
		want = append(want, dimacs.Lit(1-2*(i&1))*dimacs.Lit(i+1))
	}
	for _, model := range [][]dimacs.Lit{want, nil} {
		w.BeginModel()
		w.Values(model)
		w.EndModel()
	}
	w.Verdict(false)
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	var got struct{ Model []dimacs.Lit }
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil || len(got.Model) != len(want) {
		t.Fatal(err, len(got.Model))
	}
	for i, l := range want {
		if got.Model[i] != l {
			t.Fatal(i, got.Model[i], l)
		}
	}
	if lines[1] != `{"model":[]}` || lines[2] != `{"status":"NOT VERIFIED"}` {
		t.Errorf("%q", lines[1:])
	}
}

// Names follow a model, and the literals of a model may be words.
func TestTrue(t *testing.T) {
	const list = "c true Wheel \"York ham\" \"a\\\"\" \\x1b\n"
	name := func(l dimacs.Lit) string { return []string{"", "Wheel", "York ham", `a"`, `\x1b`, ""}[l] }
	named := func(w Writer, spell func(l dimacs.Lit) string) Writer { w.SetNames(name, spell); return w }
	spell := func(l dimacs.Lit) string { return map[bool]string{true: "-"}[l < 0] + "x" }
	for want, writer := range map[string]func(io.Writer) Writer{
		"s SATISFIABLE\nv 1 -6 2 3 4 5 0\n" + list:  func(w io.Writer) Writer { return named(NewText(w), nil) },
		"s SATISFIABLE\nv x -x x\nv x x x\n" + list: func(w io.Writer) Writer { return named(NewText(w), spell) },
		`{"status":"SATISFIABLE","model":[1,-6,2,3,4,5],"true":["Wheel","York ham","a\"","\\x1b"],"models":"1","complete":true}` + "\n":              func(w io.Writer) Writer { return named(NewJSON(w, false), nil) },
		`{"model":[1,-6,2,3,4,5],"true":["Wheel","York ham","a\"","\\x1b"]}` + "\n" + `{"status":"SATISFIABLE","models":"1","complete":true}` + "\n": func(w io.Writer) Writer { return named(NewJSON(w, true), nil) },
	} {
		var b bytes.Buffer
		w := writer(&b)
		w.Status(dimacs.Satisfiable)
		w.BeginModel()
		w.Values([]dimacs.Lit{1, -6, 2})
		w.Values([]dimacs.Lit{3, 4, 5})
		w.EndModel()
		if want[0] == '{' {
			w.Total("models", 1, false)
		}
		if w.End() != nil || b.String() != want {
			t.Errorf("%s, want %s", &b, want)
		}
	}
}

// The costs of all models are lines of text, and JSON has the last one.
func TestOptimum(t *testing.T) {
	for want, writer := range map[string]func(io.Writer) Writer{
		"o 7\nc satisfied: 2 of 9\no 5\nc satisfied: 4 of 9\ns OPTIMUM FOUND\nv 1 0\n":               NewText,
		`{"status":"OPTIMUM FOUND","model":[1],"cost":"5","satisfied":"4","soft_weight":"9"}` + "\n": func(w io.Writer) Writer { return NewJSON(w, false) },
	} {
		var b bytes.Buffer
		w := writer(&b)
		w.Objective("7", "2", "9")
		w.Objective("5", "4", "9")
		w.OptimumFound()
		w.BeginModel()
		w.Values([]dimacs.Lit{1})
		if w.EndModel(); w.End() != nil || b.String() != want {
			t.Errorf("%s, want %s", &b, want)
		}
	}
}

// Lists are comments, with each name once, or fields, and several lists are several objects. A model
// that is cut off leaves the next line to others.
func TestLists(t *testing.T) {
	for want, w := range map[string]func(io.Writer) Writer{
		"c name 2 b\nc name 5 e\nc mus 2 5\nc name 7 g\nc mus 5 7\nc cube\nc muses 2+\nv 1":                                               NewText,
		`{"mus":[2,5],"names":["b","e"]}` + "\n" + `{"mus":[5,7],"names":["e","g"]}` + "\n" + `{"cube":[]}` + "\n" + `{"model":[1` + "\n": func(w io.Writer) Writer { return NewJSON(w, true) },
	} {
		var b bytes.Buffer
		w := w(&b)
		w.List("mus", []int{2, 5}, []string{"b", "e"})
		w.List("mus", []int{5, 7}, []string{"e", "g"})
		w.List("cube", nil, nil)
		w.Total("muses", 2, true)
		w.BeginModel()
		w.Values([]dimacs.Lit{1})
		w.Cut()
		if w.Flush(); b.String() != want {
			t.Errorf("%q, want %q", &b, want)
		}
	}
}

// A backbone is lines of text, or a field that says whether it is complete.
func TestBackbone(t *testing.T) {
	for complete, want := range map[bool][2]string{
		true:  {"b 3\nb -7\nb 0\ns SATISFIABLE\n", `{"status":"SATISFIABLE","backbone":[3,-7],"complete":true}` + "\n"},
		false: {"b 3\nb -7\ns SATISFIABLE\n", `{"status":"SATISFIABLE","backbone":[3,-7],"complete":false}` + "\n"},
	} {
		var text, object bytes.Buffer
		for _, w := range []Writer{NewText(&text), NewJSON(&object, false)} {
			w.Backbone(3)
			w.Backbone(-7)
			w.EndBackbone(complete)
			w.Status(dimacs.Satisfiable)
			w.End()
		}
		if got := [2]string{text.String(), object.String()}; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// The error of a write sticks.
func TestErrors(t *testing.T) {
	for _, w := range []Writer{NewText(full{}), NewJSON(full{}, false), NewJSON(full{}, true)} {
		if w.Status(dimacs.Unknown); w.Err() != nil {
			t.Error(w.Err())
		}
		w.BeginModel()
		w.Values([]dimacs.Lit{1})
		w.EndModel()
		if err := w.Flush(); err != errFull || w.Err() != errFull || w.End() != errFull {
			t.Errorf("%T: %v, %v", w, err, w.Err())
		}
	}
}
