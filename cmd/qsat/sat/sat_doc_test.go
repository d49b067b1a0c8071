package sat

import (
	"os"
	"reflect"
	"regexp"
	"testing"
)

// TestAliases checks that the comments of aliases of internal types name all fields, because go doc shows
// none of them.
func TestAliases(t *testing.T) {
	text, err := os.ReadFile("sat.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []reflect.Type{reflect.TypeFor[Work](), reflect.TypeFor[Counts](), reflect.TypeFor[Technique]()} {
		comment := regexp.MustCompile(`(?m)(^//.*\n)+type ` + of.Name() + " =").Find(text)
		for field := range of.Fields() {
			if !regexp.MustCompile(`\b` + field.Name + `\b`).Match(comment) {
				t.Errorf("the comment of %s does not name the field %s", of.Name(), field.Name)
			}
		}
	}
}
