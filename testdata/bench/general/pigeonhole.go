package main

import "queens/dimacs"

// pigeonhole says that one pigeon more than there are holes sits alone in
// each: unsatisfiable, and every proof by resolution is exponentially long.
// Variable holes*pigeon + 1 + hole says that the pigeon sits in the hole.
//
// References: Armin Haken, "The Intractability of Resolution", Theoretical
// Computer Science 39, 1985.
func pigeonhole(holes int) *formula {
	f := &formula{vars: (holes + 1) * holes}
	sits := func(pigeon, hole int) dimacs.Lit { return dimacs.Lit(holes*pigeon + 1 + hole) }
	for pigeon := range holes + 1 {
		anywhere := make([]dimacs.Lit, holes)
		for hole := range anywhere {
			anywhere[hole] = sits(pigeon, hole)
		}
		f.add(anywhere...)
	}
	for hole := range holes {
		guests := make([]dimacs.Lit, holes+1)
		for pigeon := range guests {
			guests[pigeon] = sits(pigeon, hole)
		}
		f.atMostOne(guests)
	}
	return f
}
