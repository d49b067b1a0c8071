package formulas

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every line of the list makes a file with a name of its own.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	if err := WriteSet(dir, strings.NewReader("# two\n\ntseitin 28 4 1 UNSAT\nlangford 09\n")); err != nil {
		t.Fatal(err)
	}
	for name, head := range map[string]string{"tseitin-28-4-1.cnf": "c kind: tseitin 28 4 1\nc status: UNSAT\np cnf 56 224\n", "langford-09.cnf": "c kind: langford 09\np cnf "} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.HasPrefix(text, []byte(head)) {
			t.Errorf("%s: %v, %.80s", name, err, text)
		}
	}
	if err := WriteSet(dir, strings.NewReader("nothing 1\n")); err == nil || !strings.HasPrefix(err.Error(), "nothing 1: ") {
		t.Errorf("error %v", err)
	}
}
