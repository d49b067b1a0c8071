package encode

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A bound states that at least a number of literals are true.
type bound struct {
	lits []int
	low  int
}

func (b bound) holds(board string) bool {
	n := 0
	for _, l := range b.lits {
		if (board[max(l, -l)-1] == 'A') == (l > 0) {
			n++
		}
	}
	return n >= b.low
}

// parsers parse the constraints of a file by the grammar of its format, and check the
// number of constraints if the header declares it.
var parsers = map[string]func(t *testing.T, file string) []bound{
	"knf": func(t *testing.T, file string) []bound {
		return parseClausal(t, file, "p knf ", func(words []string) bound {
			if words[0] == "k" {
				return bound{numbers(t, words[2:len(words)-1]), numbers(t, words[1:2])[0]}
			}
			return bound{numbers(t, words[:len(words)-1]), 1}
		})
	},
	"cnf+": func(t *testing.T, file string) []bound {
		return parseClausal(t, file, "p cnf+ ", func(words []string) bound {
			last := len(words) - 1
			switch {
			case words[last-1] == ">=":
				return bound{numbers(t, words[:last-1]), numbers(t, words[last:])[0]}
			case words[last-1] == "<=":
				return atMost(numbers(t, words[:last-1]), numbers(t, words[last:])[0])
			}
			return bound{numbers(t, words[:last]), 1}
		})
	},
	"opb": func(t *testing.T, file string) []bound {
		var all []bound
		header := regexp.MustCompile(`^\* #variable= (\d+) #constraint= (\d+)\n`).FindStringSubmatch(file)
		if header == nil {
			t.Fatalf("header of %q", file)
		}
		constraint := regexp.MustCompile(`^((?:[+-]1 x\d+ )+)(>=|=) (-?\d+) ;\n$`)
		n := 0
		for line := range strings.Lines(file) {
			if line[0] == '*' {
				continue
			}
			n++
			m := constraint.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("constraint %q", line)
			}
			all = append(all, linearBounds(t, m[1], m[2], m[3])...)
		}
		if header[2] != strconv.Itoa(n) {
			t.Errorf("%s constraints declared, %d found", header[2], n)
		}
		return all
	},
	"lp": func(t *testing.T, file string) []bound {
		var all []bound
		names := map[string]bool{}
		_, body, _ := strings.Cut(file, "\nSubject To\n")
		body, rest, _ := strings.Cut(body, "Binary\n")
		if !strings.HasSuffix(rest, "\nEnd\n") {
			t.Fatalf("no end: %q", rest)
		}
		constraint := regexp.MustCompile(`^ ([a-z]\w*): (x\d+(?:\s+\+ x\d+)*) (<=|=) (\d+)$`)
		for _, line := range strings.Split(strings.ReplaceAll(strings.TrimSuffix(body, "\n"), "\n  +", " +"), "\n") {
			m := constraint.FindStringSubmatch(line)
			if m == nil || names[m[1]] {
				t.Fatalf("constraint %q", line)
			}
			names[m[1]] = true
			all = append(all, linearBounds(t, strings.ReplaceAll("+ "+m[2], "+ ", "+1 "), m[3], m[4])...)
		}
		return all
	},
}

func parseClausal(t *testing.T, file, header string, parse func([]string) bound) []bound {
	t.Helper()
	var all []bound
	declared := -1
	for line := range strings.Lines(file) {
		words := strings.Fields(line)
		switch {
		case line[0] == 'c':
		case line[0] == 'p':
			declared = numbers(t, strings.Fields(strings.TrimPrefix(line, header)))[1]
		default:
			all = append(all, parse(words))
		}
	}
	if len(all) != declared {
		t.Errorf("%d constraints declared, %d found", declared, len(all))
	}
	return all
}

func numbers(t *testing.T, words []string) []int {
	t.Helper()
	var all []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

func atMost(lits []int, high int) bound {
	b := bound{low: len(lits) - high}
	for _, l := range lits {
		b.lits = append(b.lits, -l)
	}
	return b
}

// linearBounds parses a sum whose coefficients are all 1 or all -1, with its relation and
// its right-hand side.
func linearBounds(t *testing.T, terms, relation, right string) []bound {
	t.Helper()
	var vars []int
	for _, word := range strings.Fields(terms) {
		if word[0] == 'x' {
			vars = append(vars, numbers(t, []string{word[1:]})[0])
		}
	}
	value := numbers(t, []string{right})[0]
	switch {
	case relation == "=":
		return []bound{{vars, value}, atMost(vars, value)}
	case strings.HasPrefix(terms, "-"):
		return []bound{atMost(vars, -value)}
	case relation == "<=":
		return []bound{atMost(vars, value)}
	}
	return []bound{{vars, value}}
}
