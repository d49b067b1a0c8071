package formulas

import "queens/dimacs"

// Pigeonhole says that pigeons sit in holes, no two in one: unsatisfiable if
// there are more pigeons, and if there is one more, every proof by resolution is
// exponentially long. Variable holes*pigeon + 1 + hole says that the pigeon sits
// in the hole.
//
// References: Armin Haken, "The Intractability of Resolution", Theoretical
// Computer Science 39, 1985.
func Pigeonhole(pigeons, holes int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: pigeons * holes}
	sits := func(pigeon, hole int) dimacs.Lit { return dimacs.Lit(holes*pigeon + 1 + hole) }
	for pigeon := range pigeons {
		anywhere := make([]dimacs.Lit, holes)
		for hole := range anywhere {
			anywhere[hole] = sits(pigeon, hole)
		}
		f.Add(anywhere...)
	}
	for hole := range holes {
		guests := make([]dimacs.Lit, pigeons)
		for pigeon := range guests {
			guests[pigeon] = sits(pigeon, hole)
		}
		atMostOne(f, guests)
	}
	return f
}
