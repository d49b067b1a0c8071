package board

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Links of others give their boards, and the same links again.
func TestLink(t *testing.T) {
	for link, want := range map[string]string{
		"https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk":                                   "AAAABB,ACDABB,CCDDDB,CBBBBB,CEEBEF,CCEEEF",
		"https://pzprxs.vercel.app/p?starbattle/10/10/2/5g252c2qkgbakk98igse7g88cp3730so000u": "AAABBCDDDD,BBBBBCCCCD,BBEEEECCCD,BEEEEEECCD,BFFEEFFCCC,BFFFFFFGGH,BFFIIFFGGH,JJJIIGGGGH,JJJIIGGGGH,JJJIIHHHHH",
		" http://puzz.link/p?starbattle/1/1/1/\n":                                             "A,",
		"puzz.link/p?starbattle/2/2/1/o0":                                                     "AB,AB",
		"www.puzz.link/p?starbattle/1/1/1/":                                                   "A,",
	} {
		p, stars, err := ParseLink(link)
		if err != nil || !IsLink(link) || p.String() != want {
			t.Errorf("%s: %v, %v", link, p, err)
			continue
		}
		_, puzzle, _ := strings.Cut(strings.TrimSpace(link), "?")
		if again, err := p.Link(stars); err != nil || again != "https://puzz.link/p?"+puzzle {
			t.Errorf("%s became %s, %v", link, again, err)
		}
	}
}

// Boards with random regions survive a link.
func TestLinkOfRandomBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		n := 2 + r.IntN(14)
		cells, regions := newMerger(n*n), n*n
		for regions > n {
			i := r.IntN(n * n)
			if j := i + []int{1, n}[r.IntN(2)]; j < n*n && (j == i+n || j%n > 0) && cells.find(i) != cells.find(j) {
				cells.join(i, j)
				regions--
			}
		}
		p, err := NewPartition(Board{N: n}, cells.names())
		if err != nil {
			t.Fatal(err)
		}
		link, err := p.Link(2)
		if err != nil {
			t.Fatal(err)
		}
		if q, stars, err := ParseLink(link); err != nil || stars != 2 || !q.Equal(p) || len(link) > 2000 {
			t.Fatalf("%s: %v became %v, %v", link, p, q, err)
		}
	}
}

func TestLinkErrors(t *testing.T) {
	for link, want := range map[string]string{
		"https://puzz.link/p?slither/6/6/1/2u9gn9c9jpmk":         "expected a link",
		"https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpm-":      "expected a link",
		"https://puzz.link/p?starbattle/6/7/1/2u9gn9c9jpmk":      "expected a square board of size 1 to 16383, found 6 by 7",
		"https://puzz.link/p?starbattle/99999/99999/1/2u9gn9c9j": "expected a square board",
		"https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpm":       "expected 12 digits of borders for a board of size 6, found 11",
		"https://puzz.link/p?starbattle/6/6/1/vvvvvvvvvvvv":      "expected at most 12 regions, found 36",
	} {
		if _, _, err := ParseLink(link); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", link, err)
		}
	}
	if _, err := partition(t, "AB,BA").Link(1); err == nil {
		t.Error("a board whose regions are not connected has a link")
	}
}
