package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every function of package sat and every method of its Solver is used by an Example, which documents it.
func TestExamples(t *testing.T) {
	exported := regexp.MustCompile(`(?m)^func (?:\(\w+ \*Solver\) )?([A-Z]\w*)`)
	example := regexp.MustCompile(`(?ms)^func Example.*?^}`)
	var names [][]string
	var examples strings.Builder
	files, _ := filepath.Glob("qsat/sat/*.go")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			examples.WriteString(strings.Join(example.FindAllString(string(text), -1), "\n"))
		} else {
			names = append(names, exported.FindAllStringSubmatch(string(text), -1)...)
		}
	}
	for _, name := range names {
		if name[1] != "Engines" && name[1] != "Binary" && !regexp.MustCompile(`\.`+name[1]+`\b`).MatchString(examples.String()) {
			t.Errorf("no Example uses %s of package sat", name[1])
		}
	}
	if len(names) < 20 {
		t.Errorf("found %v", names)
	}
}
