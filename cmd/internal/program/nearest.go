package program

import "strings"

// nearest returns the word that word most likely stands for: one that it
// abbreviates or misspells by a letter or two. It is empty if none comes close.
// The order of words does not matter: ties go to the alphabet.
func nearest(word string, words []string) string {
	best, bestDistance := "", 3
	for _, w := range words {
		d := distance(word, w)
		if len(word) > 1 && strings.HasPrefix(w, word) {
			d = 1
		}
		if 2*d > len(w) {
			continue // as much wrong as right
		}
		if d < bestDistance || d == bestDistance && best != "" && w < best {
			best, bestDistance = w, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to get from a to b.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	var older, old, row [65]int
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}

// didYouMean returns the question to append to a message, if there is one.
func didYouMean(word string) string {
	if word == "" {
		return ""
	}
	return ", did you mean " + word + "?"
}
