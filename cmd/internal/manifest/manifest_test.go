package manifest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const line = "a.cnf\t8\t64\t744\tUNKNOWN\t-\t01\t02"

// Update merges records by name and removes those that keep refuses; the sums follow the records.
func TestUpdate(t *testing.T) {
	dir := t.TempDir()
	record := func(name, solutions string) Record {
		return Record{name, "--queens 7 8", 64, 744, Satisfiable, solutions, "ff", NotKnown}
	}
	gone := func(r Record) bool { return r.Name != "d.cnf" }
	var sums string
	for _, tt := range []struct {
		records string
		keep    func(Record) bool
		want    string
	}{{"bd", nil, "bd"}, {"ace", nil, "abcde"}, {"b", gone, "abce"}, {"d", gone, "abcde"}, {"", nil, "abcde"}} {
		var records, want []Record
		for _, name := range strings.Split(tt.records, "")[:len(tt.records)] {
			records = append(records, record(name+".cnf", "92"))
		}
		sums = ""
		for _, name := range strings.Split(tt.want, "") {
			want = append(want, record(name+".cnf", "92"))
			sums += "ff  " + name + ".cnf\n"
		}
		err := Update(t.Context(), dir, records, tt.keep)
		if m, readErr := Read(dir); err != nil || readErr != nil || !slices.Equal(m.Records, want) {
			t.Errorf("%s: %v, %v, %v", tt.records, m, err, readErr)
		}
		if got, err := os.ReadFile(filepath.Join(dir, Sums)); string(got) != sums || err != nil {
			t.Errorf("%s: sums %q, %v", tt.records, got, err)
		}
	}
}

// Updates at the same time lose no record, and leave no other file.
func TestUpdateAtTheSameTime(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			r := Record{Name: string(rune('a'+i)) + ".cnf", Status: Unknown, SHA256: "ff"}
			if err := Update(t.Context(), dir, []Record{r}, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	m, err := Read(dir)
	sums, _ := os.ReadFile(filepath.Join(dir, Sums))
	if files, _ := os.ReadDir(dir); err != nil || len(m.Records) != 24 || strings.Count(string(sums), "\n") != 24 || len(files) != 2 {
		t.Errorf("%d records, %v, %v\n%s", len(m.Records), err, files, sums)
	}
}

// Hash returns the cause of the context.
func TestHashEnds(t *testing.T) {
	name, stop := filepath.Join(t.TempDir(), "a.cnf"), errors.New("stop")
	if err := os.WriteFile(name, []byte("p cnf 0 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	if _, err := Hash(ctx, name); err != stop {
		t.Errorf("error %v", err)
	}
}

// A new record keeps the old parameters, status and solutions of the same bytes, but not of other bytes, and
// not the solutions that belong to another status.
func TestUpdateKeepsWhatIsKnown(t *testing.T) {
	for _, tt := range []struct{ status, sha256, want string }{
		{Unknown, "01", "SAT 92"},
		{Satisfiable, "01", "SAT 92"},
		{Unsatisfiable, "01", "UNSAT -"},
		{Unknown, "02", "UNKNOWN -"},
	} {
		dir := t.TempDir()
		for _, r := range []Record{
			{Name: "a", Status: Satisfiable, Solutions: "92", SHA256: "01"},
			{Name: "a", Status: tt.status, Solutions: NotKnown, SHA256: tt.sha256},
		} {
			if err := Update(t.Context(), dir, []Record{r}, nil); err != nil {
				t.Fatal(err)
			}
		}
		m, err := Read(dir)
		if err != nil || m.Records[0].Status+" "+m.Records[0].Solutions != tt.want {
			t.Errorf("%s %s: %v, %v, want %s", tt.status, tt.sha256, m, err, tt.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, at := range map[string]string{
		"":                                ":1:1: ",
		"notes\n":                         ":1:1: ",
		Header + "\n\n":                   ":2:1: ",
		Header + "\n" + line + "\nx\n":    ":3:1: ",
		Header + "\n" + line + "\tmore\n": ":2:1: ",
		Header + "\n../" + line + "\n":    ":2:1: ",
		Header + "\n/" + line[1:] + "\n":  ":2:1: ",
		Header + "\n." + line[5:] + "\n":  ":2:1: ",
		Header + "\n.." + line[5:] + "\n": ":2:1: ",
		Header + "\n/" + line[5:] + "\n":  ":2:1: ",
		Header + "\n" + strings.Replace(line, "64", "-64", 1):          ":2:1: ",
		strings.Repeat("x", longestLine) + "\n":                        ":1:1: expected a line of less than 2 MB",
		Header + "\n" + line + "\n" + strings.Repeat("x", 50<<20):      ":3:1: expected a line of less than 2 MB",
		Header + "\n" + line[1:] + "\n\t" + line:                       ":3:1: ",
		Header + "\n" + line + "\n" + line + "\n":                      ":3:1: ",
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

// FuzzRead reads any text as a manifest. Read must return an error with a position, or records
// that parse reads back from their own lines.
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
		for _, record := range first.Records {
			if again, ok := parse(record.String()); !ok || again != record {
				t.Errorf("%v, then %v", record, again)
			}
		}
	})
}

// Comments stay, sorted, until the file that they name has a record.
func TestComments(t *testing.T) {
	dir := t.TempDir()
	read := func() string {
		text, err := os.ReadFile(filepath.Join(dir, Name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	r, ok := parse(line)
	if err := Update(t.Context(), dir, []Record{r}, nil, "# z.cnf: left out", "# b.cnf: left out", "# z.cnf: left out"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	want := Header + "\n# b.cnf: left out\n# z.cnf: left out\n" + line + "\n"
	if got := read(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	m, err := Read(dir)
	if err == nil {
		err = m.Write(t.Context())
	}
	if got := read(); got != want || err != nil || len(m.Records) != 1 {
		t.Errorf("%v, got %q, want %q", err, got, want)
	}
	r.Name = "z.cnf"
	if err := Update(t.Context(), dir, []Record{r}, nil); err != nil || strings.Contains(read(), "# z.cnf") || !strings.Contains(read(), "# b.cnf") {
		t.Errorf("%v, %q", err, read())
	}
}
