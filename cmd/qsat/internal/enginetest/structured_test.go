package enginetest

import (
	"testing"

	"queens/dimacs"
)

// The reference agrees with brute force, and so does what problems say of assignments.
func TestReference(t *testing.T) {
	compared := 0
	for i := range 1000 {
		p := sampleProblem(i)
		want, ok := few(p.number())
		if !ok || p.task.Formula.Vars > 20 {
			continue
		}
		compared++
		s := newStructured(p.name, p.task)
		if !s.solve() || len(s.models) != want {
			t.Errorf("%d models, want %d\n%v", len(s.models), want, p)
		}
		images := map[string]string{}
		s.visit(func(a *dimacs.Assignment) bool {
			if image, known := images[s.image(a)]; !p.isModel(a) || !s.isModel(a) || known && image != p.image(a) {
				t.Errorf("%s is another model\n%v", s.show(a), p)
			}
			images[s.image(a)] = p.image(a)
			return true
		})
		is, _ := p.satisfiableUnder(nil)
		if other, certain := s.satisfiableUnder(nil); certain && other != is || len(images) != want {
			t.Errorf("the formula alone has a model: %v, want %v; %d images, want %d\n%v", other, is, len(images), want, p)
		}
	}
	if compared < 500 {
		t.Errorf("%d compared", compared)
	}
}
