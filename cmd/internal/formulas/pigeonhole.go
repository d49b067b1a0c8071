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
	c := new(circuit)
	guests := make([]word, holes)
	for range pigeons {
		anywhere := c.inputs(holes)
		c.Add(anywhere...)
		for hole, l := range anywhere {
			guests[hole] = append(guests[hole], l)
		}
	}
	for _, lits := range guests {
		atMostOne(&c.Formula, lits)
	}
	return &c.Formula
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
