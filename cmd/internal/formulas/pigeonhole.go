package formulas

import "queens/dimacs"

// Pigeonhole states that every pigeon is in a hole and no hole has two pigeons. It is
// unsatisfiable if there are more pigeons than holes. If there is one pigeon more, every
// resolution proof has exponential length. Variable holes*pigeon + 1 + hole means that the
// pigeon is in the hole.
//
// References: Armin Haken, "The Intractability of Resolution", Theoretical Computer Science
// 39, 1985.
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

// pigeonholesOfTwo states that every pigeon is in a hole and no hole has three pigeons. The
// variables are those of Pigeonhole.
//
// References: Armin Biere, "Two Pigeons per Hole Problem", Proceedings of SAT Competition
// 2013.
func pigeonholesOfTwo(pigeons, holes int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: pigeons * holes}
	for c := range Pigeonhole(pigeons, holes).Clauses() {
		if c[0] > 0 {
			f.Add(c...)
		}
	}
	for a := range f.Vars {
		for b := a + holes; b < f.Vars; b += holes {
			for c := b + holes; c < f.Vars; c += holes {
				f.Add(dimacs.Lit(-a-1), dimacs.Lit(-b-1), dimacs.Lit(-c-1))
			}
		}
	}
	return f
}
