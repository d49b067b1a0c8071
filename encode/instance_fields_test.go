package encode

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// onlyComments holds the fields that change the comments of a file, but not its formula.
var onlyComments = []string{"Seed", "Puzzle"}

// fieldChanges holds, for each field of Instance, an instance and another value of the field. The
// test fills in partitions.
var fieldChanges = map[string]struct {
	in Instance
	to any
}{
	"N":                {Instance{N: 4}, 5},
	"Family":           {Instance{N: 4}, Superqueens},
	"Variant":          {Instance{N: 4}, Torus},
	"Minimal":          {Instance{N: 4}, true},
	"Encoding":         {Instance{N: 6}, "sequential"},
	"Queens":           {Instance{N: 4}, to(3)},
	"Colours":          {Instance{N: 3, Family: Colouring}, to(5)},
	"Aim":              {Instance{N: 3, Family: Domination}, Minimum},
	"Regions":          {Instance{N: 4, Family: Regions}, nil},
	"Stars":            {Instance{N: 4, Family: Regions}, 2},
	"Independent":      {Instance{N: 4, Family: Domination}, true},
	"Placed":           {Instance{N: 4}, []Square{{1, 2}}},
	"Blocked":          {Instance{N: 4}, SquaresOf(Square{1, 2})},
	"BlockedDiagonals": {Instance{N: 4}, []Diagonal{{true, 4}}},
	"Shuffle":          {Instance{N: 4}, to(int64(1))},
	"Seed":             {Instance{N: 4}, to(int64(1))},
	"Puzzle":           {Instance{N: 4}, Solvable},
	"SymmetryBroken":   {Instance{N: 4}, true},
	"Transform":        {Instance{N: 3}, &Transform{"xor", 2}},
}

// TestFieldsReachEveryFormat changes one field after the other, also of instances with an aim. Each
// format and Formula refuse the new instance or show the change.
func TestFieldsReachEveryFormat(t *testing.T) {
	for i := range reflect.TypeFor[Instance]().NumField() {
		name := reflect.TypeFor[Instance]().Field(i).Name
		change, found := fieldChanges[name]
		if !found {
			t.Errorf("the field %s is not tested", name)
			continue
		}
		in := change.in
		if in.Family == Regions {
			in.Regions = partition(t, "AABB,AABB,CCDD,CCDD")
		}
		if name == "Regions" {
			change.to = partition(t, "AAAA,BBBB,CCDD,CCDD")
		}
		checkChange(t, name, in, change.to)
		for _, aim := range []Aim{Minimum, Maximum} {
			if in.Aim = aim; name != "Aim" && in.Check() == nil {
				checkChange(t, name, in, change.to)
			}
		}
	}
}

func checkChange(t *testing.T, name string, in Instance, to any) {
	t.Helper()
	changed := in
	reflect.ValueOf(&changed).Elem().FieldByName(name).Set(reflect.ValueOf(to))
	if changed.Check() != nil { // every way refuses it
		return
	}
	ways := map[string]func(Instance) string{"Formula": func(in Instance) string {
		f, err := in.Formula(t.Context())
		if err != nil {
			return ""
		}
		return fmt.Sprint(f.Vars, f.Projection, slices.Collect(f.Clauses()), f.Soft)
	}, "comments": func(in Instance) string { return textOf(in.Comments()) }}
	for _, f := range Formats() {
		ways[f.Name] = func(in Instance) string {
			var text strings.Builder
			if err := (File{Instance: in, Format: f.Name}).Write(t.Context(), &text); err != nil {
				return ""
			}
			lines := slices.Collect(strings.Lines(text.String()))
			return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
				return strings.Contains(line, ": ") && strings.ContainsAny(line[:1], "c*\\%") || strings.HasPrefix(line, "output")
			}), "")
		}
	}
	for way, show := range ways {
		before, after := show(in), show(changed)
		if same := slices.Contains(onlyComments, name) && way != "comments"; before != "" && after != "" && (before == after) != same {
			t.Errorf("%s: the field %s of %+v is lost", way, name, changed)
		}
	}
	if back, err := ParseComments(changed.Comments()); err != nil || textOf(back.Comments()) != textOf(changed.Comments()) {
		t.Errorf("the comments of %+v are read as %+v, %v", changed, back, err)
	}
}

// TestFormulaWithAim compares Formula with the WCNF of the same instance.
func TestFormulaWithAim(t *testing.T) {
	for _, tt := range optima {
		f, err := tt.in.Formula(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want, err := dimacs.ReadFormula(t.Context(), strings.NewReader(write(t, tt.in, "wcnf")), dimacs.Options{Soft: true, Keys: Keys})
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Comments {
			want.Comments[i].Line, want.Comments[i].Column = 0, 0
		}
		checkSameFormula(t, f, want)
		if err := tt.in.Encode(dimacs.NewCollector(t.Context(), f.Vars)); err == nil {
			t.Errorf("%+v: Encode loses the objective", tt.in)
		}
		if groups, err := tt.in.Groups(); err != nil || !groups[len(groups)-1].Soft {
			t.Errorf("%+v: the last group is not soft, %v", tt.in, err)
		}
	}
	puzzle := Sample{Puzzle: Unique}
	if _, err := (Instance{N: 5, Aim: Maximum}).Sample(t.Context(), puzzle); err == nil {
		t.Error("a puzzle that looks for a number of queens: no error")
	}
}
