package decode

import (
	"encoding/json"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"queens/dimacs"
	"queens/encode"
)

// readJSON parses an object according to the manual. The instance gets its family, variant and
// size.
func readJSON(t *testing.T, text string) *Placement {
	t.Helper()
	var b struct {
		Family, Variant      string
		N                    int
		Queens, White, Black [][2]int
		Colours              [][]string
		Dominoes             [][2][2]int
	}
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	family, err := encode.ParseFamily(b.Family)
	if err != nil {
		t.Fatal(err)
	}
	p := &Placement{Instance: &encode.Instance{Family: family, N: b.N}}
	if b.Variant == encode.Torus.String() {
		p.Instance.Variant = encode.Torus
	}
	type piece struct {
		encode.Square
		layer int
	}
	var all []piece
	add := func(at [2]int, layer int) { all = append(all, piece{encode.Square{Row: at[0], Col: at[1]}, layer}) }
	for layer, squares := range [][][2]int{append(b.Queens, b.White...), b.Black} {
		if !slices.IsSortedFunc(squares, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
			t.Errorf("%s: not in reading order", text)
		}
		for _, at := range squares {
			add(at, layer)
		}
	}
	for row, line := range b.Colours {
		for col, letters := range line {
			for _, letter := range letters {
				add([2]int{row + 1, col + 1}, int(letter-'A'))
			}
		}
	}
	for _, d := range b.Dominoes {
		layer := 0 // left, right, upper or lower
		if d[0][1] == d[1][1] {
			layer = 2
		}
		add(d[0], layer)
		add(d[1], layer+1)
	}
	slices.SortStableFunc(all, func(a, b piece) int { return a.Square.Compare(b.Square) })
	for _, one := range all {
		p.Queens = append(p.Queens, one.Square)
		if family == encode.Colouring || family == encode.Armies || family == encode.Dominoes {
			p.Layers = append(p.Layers, one.layer)
		}
	}
	return p
}

// checkJSON compares a placement with the placement parsed from its JSON.
func checkJSON(t *testing.T, p *Placement) {
	t.Helper()
	text := rendered(t, jsonFormat, Style{}, p)
	got, in := readJSON(t, text), p.Instance
	if got.Instance.Family != in.Family || got.Instance.N != in.N || got.Instance.Variant != in.Variant {
		t.Errorf("%s of %v", text, in.Comments())
	}
	if !slices.Equal(got.Queens, p.Queens) {
		t.Errorf("%s (-want +got)\n%s", text, gocmp.Diff(p.Queens, got.Queens))
		return
	}
	for i, s := range p.Queens {
		if got.at(i) != p.at(i) {
			t.Errorf("%s: %v has the layer %d, want %d", text, s, got.at(i), p.at(i))
		}
	}
}

// For every family, JSON holds all pieces of a model: parsing it gives the same placement, and
// Check the same result.
func TestJSONRoundTrip(t *testing.T) {
	families := map[encode.Family]int{}
	for _, in := range smallInstances() {
		vars := in.BoardVariables()
		model := make([]dimacs.Lit, vars)
		for values := 0; values < 1<<vars; values += 1<<max(0, vars-5) | 1 {
			for v := range model {
				if model[v] = dimacs.Lit(v + 1); values>>v&1 == 0 {
					model[v] = -model[v]
				}
			}
			var p Placement
			p.set(&in, model)
			if Check(&p) != nil && (in.Family == encode.Colouring || in.Family == encode.Dominoes) {
				continue // two colours or dominoes on a square, which Check refuses
			}
			checkJSON(t, &p)
			families[in.Family]++
		}
	}
	for _, p := range goldenFamilies() {
		checkJSON(t, p)
	}
	checkJSON(t, &Placement{Instance: &encode.Instance{Family: encode.Dominoes, N: 2},
		Queens: []encode.Square{{Row: 1, Col: 1}, {Row: 1, Col: 2}, {Row: 2, Col: 1}, {Row: 2, Col: 2}}, Layers: []int{2, 2, 3, 3}})
	for _, f := range encode.Families() {
		if families[f] == 0 {
			t.Errorf("no board of %v", f)
		}
	}
}
