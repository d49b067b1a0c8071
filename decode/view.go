package decode

import "queens/encode"

// A view determines what a board shows on its squares, in text and in pictures.
type view struct {
	p        *Placement
	symbol   *Symbol
	marks    marks
	regions  *regionMap             // nil without regions
	roles    map[encode.Square]role // of the squares in p.Marked
	pairs    []*AttackError         // the attacks, if Style.Attacks
	attacks  map[encode.Square]bool // the queens of pairs
	attacked attackedBy             // the attacked squares, if Style.Attacked
	numbered bool                   // squares show their variables
}

func newView(p *Placement, s Style) view {
	v := view{p: p, symbol: s.symbol(), marks: newMarks(p.Instance), regions: newRegionMap(p.Instance, s.Theme), roles: p.Marked.roles(), attacks: map[encode.Square]bool{},
		numbered: s.numbered(p.Instance)}
	if s.Attacked {
		v.attacked = newAttacked(p)
	}
	if s.Attacks {
		v.pairs = Attacks(p)
	}
	for _, a := range v.pairs {
		v.attacks[a.A], v.attacks[a.B] = true, true
	}
	return v
}
