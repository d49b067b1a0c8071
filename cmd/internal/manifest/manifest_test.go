package manifest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const line = "a.cnf\t8\t64\t744\tUNKNOWN\t-\t01\t02"

// What is written is read again, sorted, and the sums are those of the files.
func TestWriteAndRead(t *testing.T) {
	m, err := Read(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.cnf", "a.cnf"} {
		m.Put(Row{name, "--queens 7 8", 64, 744, Satisfiable, "92", "ff", NotKnown})
	}
	if err := m.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, err := Read(m.Dir)
	if err != nil || len(again.Rows()) != 2 || again.Rows()[0] != m.rows["a.cnf"] {
		t.Errorf("%v, %v", again, err)
	}
	if got, err := os.ReadFile(filepath.Join(m.Dir, Sums)); string(got) != "ff  a.cnf\nff  b.cnf\n" || err != nil {
		t.Errorf("sums %q, %v", got, err)
	}
	again.Forget()
	if len(again.Rows()) != 0 {
		t.Error("files that are not there stay")
	}
}

// What was found out about the same bytes stays, and about others it goes.
func TestPutKeepsWhatIsKnown(t *testing.T) {
	for _, tt := range []struct{ sha256, want string }{{"01", "SAT 92"}, {"02", "UNKNOWN -"}} {
		m := &Manifest{rows: map[string]Row{}}
		m.Put(Row{Name: "a", Status: Satisfiable, Solutions: "92", SHA256: "01"})
		m.Put(Row{Name: "a", Status: Unknown, Solutions: NotKnown, SHA256: tt.sha256})
		if r, _ := m.Row("a"); r.Status+" "+r.Solutions != tt.want {
			t.Errorf("%s: %v, want %s", tt.sha256, r, tt.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, at := range map[string]string{
		"":                                       ":1:1: ",
		"notes\n":                                ":1:1: ",
		Header + "\n\n":                          ":2:1: ",
		Header + "\n" + line + "\nx\n":           ":3:1: ",
		Header + "\n" + line + "\tmore\n":        ":2:1: ",
		Header + "\n../" + line + "\n":           ":2:1: ",
		Header + "\n/" + line[1:] + "\n":         ":2:1: ",
		Header + "\n" + line[1:] + "\n\t" + line: ":3:1: ",
		Header + "\n" + strings.Replace(line, "744", "many", 1) + "\n": ":2:1: ",
		Header + "\n" + strings.Replace(line, "UNKNOWN", "maybe", 1):   ":2:1: ",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, Name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if m, err := Read(dir); err == nil || !strings.Contains(err.Error(), Name+at) {
			t.Errorf("%q: %v, %v", text, m, err)
		}
	}
}

// FuzzRead demands of any text that it is refused with a position, or that its rows are
// what they are once written and read again.
func FuzzRead(f *testing.F) {
	f.Add(Header + "\n" + line + "\n")
	f.Add(Header + "\nb.cnf.gz\tplace=a1 8\t1\t2\tSAT\t92\tff\t-\n" + line)
	m := &Manifest{Dir: f.TempDir()}
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(filepath.Join(m.Dir, Name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		first, err := Read(m.Dir)
		if err != nil {
			if !strings.Contains(err.Error(), Name+":") {
				t.Errorf("no position: %v", err)
			}
			return
		}
		for _, row := range first.Rows() {
			if again, ok := parse(row.String()); !ok || again != row {
				t.Errorf("%v, then %v", row, again)
			}
		}
	})
}
