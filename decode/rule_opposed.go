package decode

import "fmt"

// opposed: equally many white and black queens that do not attack queens of the other colour.
var opposed = rule{
	otherLayers: true, check: checkArmies,
	title: func(p *Placement) string { return fmt.Sprintf("armies of %d", p.Instance.QueenCount()) + p.onBoard() },
	question: func(p *Placement) string {
		return fmt.Sprintf("Place %s and %s so that no queen attacks a queen of the other colour.", Count(p.Instance.QueenCount(), "white queen"), Count(p.Instance.QueenCount(), "black queen"))
	},
}

// checkArmies returns an error if an army does not have QueenCount queens, and otherwise an *AttackError if
// a white and a black queen are on one line or on one square.
func checkArmies(p *Placement) error {
	white, black := p.InLayer(0), p.InLayer(1)
	for _, army := range []struct {
		is     string
		queens *Placement
	}{{"white", white}, {"black", black}} {
		if have, want := len(army.queens.Queens), p.Instance.QueenCount(); have != want {
			return fmt.Errorf("the board of size %d has %s, expected %d", p.Instance.N, Count(have, army.is+" queen"), want)
		}
	}
	a := attacksOf(white)
	for _, q := range black.Queens {
		if err := a.attackOn(q, white); err != nil {
			return err
		}
	}
	return nil
}
