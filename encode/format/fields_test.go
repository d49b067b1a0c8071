package format

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens/encode"
	"queens/encode/board"
)

// onlyComments holds the fields that change the comments of a file, but not its formula.
var onlyComments = []string{"Seed", "Puzzle"}

// fieldChanges holds, for each field of encode.Instance, an instance and another value of the field. The
// test fills in partitions.
var fieldChanges = map[string]struct {
	in encode.Instance
	to any
}{
	"N":                {encode.Instance{N: 4}, 5},
	"Family":           {encode.Instance{N: 4}, encode.Superqueens},
	"Variant":          {encode.Instance{N: 4}, board.Torus},
	"Minimal":          {encode.Instance{N: 4}, true},
	"Encoding":         {encode.Instance{N: 6}, "sequential"},
	"Queens":           {encode.Instance{N: 4}, new(3)},
	"Colours":          {encode.Instance{N: 3, Family: encode.Colouring}, new(5)},
	"Aim":              {encode.Instance{N: 3, Family: encode.Domination}, encode.Minimum},
	"Regions":          {encode.Instance{N: 4, Family: encode.Regions}, nil},
	"Stars":            {encode.Instance{N: 4, Family: encode.Regions}, 2},
	"Independent":      {encode.Instance{N: 4, Family: encode.Domination}, true},
	"Placed":           {encode.Instance{N: 4}, []board.Square{{Row: 1, Col: 2}}},
	"Blocked":          {encode.Instance{N: 4}, board.SquaresOf(board.Square{Row: 1, Col: 2})},
	"BlockedDiagonals": {encode.Instance{N: 4}, []board.Diagonal{{Rising: true, Index: 4}}},
	"Shuffle":          {encode.Instance{N: 4}, new(int64(1))},
	"Seed":             {encode.Instance{N: 4}, new(int64(1))},
	"Puzzle":           {encode.Instance{N: 4}, encode.Solvable},
	"SymmetryBroken":   {encode.Instance{N: 4}, true},
	"Columns":          {encode.Instance{N: 4}, 5},
	"Pieces":           {encode.Instance{N: 4, Queens: new(2)}, rook()},
	"AllowSame":        {encode.Instance{N: 4, Pieces: mixture()}, true},
	"Transform":        {encode.Instance{N: 3}, &encode.Transform{Function: "xor", K: 2}},
}

// rook returns a kind of piece, and mixture two kinds.
func rook() []encode.Kind {
	k, err := encode.ParsePiece("rook")
	return must([]encode.Kind{k}, err)
}

func mixture() []encode.Kind { return must(encode.ParsePieces("rook*2 knight*1")) }

// must returns the list, and panics after an error.
func must(list []encode.Kind, err error) []encode.Kind {
	if err != nil {
		panic(err)
	}
	return list
}

// TestFieldsReachEveryFormat changes one field after the other, also of instances with an aim. Each
// format and Formula refuse the new instance or show the change.
func TestFieldsReachEveryFormat(t *testing.T) {
	for i := range reflect.TypeFor[encode.Instance]().NumField() {
		name := reflect.TypeFor[encode.Instance]().Field(i).Name
		change, found := fieldChanges[name]
		if !found {
			t.Errorf("the field %s is not tested", name)
			continue
		}
		in := change.in
		if in.Family == encode.Regions {
			in.Regions = partition(t, "AABB,AABB,CCDD,CCDD")
		}
		if name == "Regions" {
			change.to = partition(t, "AAAA,BBBB,CCDD,CCDD")
		}
		checkChange(t, name, in, change.to)
		for _, aim := range []encode.Aim{encode.Minimum, encode.Maximum} {
			if in.Aim = aim; name != "Aim" && in.Check() == nil {
				checkChange(t, name, in, change.to)
			}
		}
	}
}

func checkChange(t *testing.T, name string, in encode.Instance, to any) {
	t.Helper()
	changed := in
	reflect.ValueOf(&changed).Elem().FieldByName(name).Set(reflect.ValueOf(to))
	if changed.Check() != nil { // every way refuses it
		return
	}
	ways := map[string]func(encode.Instance) string{"Formula": func(in encode.Instance) string {
		f, err := in.Formula(t.Context())
		if err != nil {
			return ""
		}
		return fmt.Sprint(f.Vars, f.Projection, slices.Collect(f.Clauses()), f.Soft)
	}, "comments": func(in encode.Instance) string { return fmt.Sprint(in.Comments()) }}
	for _, f := range Formats() {
		ways[f.Name] = func(in encode.Instance) string {
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
	if back, err := encode.ParseComments(changed.Comments()); err != nil || fmt.Sprint(back.Comments()) != fmt.Sprint(changed.Comments()) {
		t.Errorf("the comments of %+v are read as %+v, %v", changed, back, err)
	}
}
