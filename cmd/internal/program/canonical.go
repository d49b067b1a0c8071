package program

import "strings"

// canonical brings arguments into the form that urfave/cli understands: every
// flag as --name or --name=value under its long name, then "--", then the
// positional arguments. A flag that acts at once (--help, --version) ends the
// scan and stands alone. The errors are usage errors.
func canonical(flags []Flag, args []string) ([]string, error) {
	s := scanner{long: map[string]*Flag{}, short: map[string]*Flag{}, rest: args}
	for i := range flags {
		s.long[flags[i].Name] = &flags[i]
		if flags[i].Short != "" {
			s.short[flags[i].Short] = &flags[i]
		}
	}
	for len(s.rest) > 0 && !s.immediate {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	if s.immediate {
		return s.flags[len(s.flags)-1:], nil
	}
	return append(append(s.flags, "--"), s.positional...), nil
}

// scanner holds what is left of the arguments and what they gave so far.
type scanner struct {
	long, short map[string]*Flag
	rest        []string
	flags       []string
	positional  []string
	immediate   bool // the last flag is one that acts at once
}

// next consumes one argument, and the next one if that is the first's value.
func (s *scanner) next() error {
	arg := s.rest[0]
	s.rest = s.rest[1:]
	switch {
	case arg == "--":
		s.positional = append(s.positional, s.rest...)
		s.rest = nil
		return nil
	case strings.HasPrefix(arg, "--"):
		return s.longFlag(arg)
	case len(arg) > 1 && arg[0] == '-':
		return s.shortFlags(arg)
	}
	s.positional = append(s.positional, arg)
	return nil
}

func (s *scanner) longFlag(arg string) error {
	name, value, attached := strings.Cut(arg[2:], "=")
	f := s.long[name]
	switch {
	case f == nil:
		return Usagef("unknown flag --%s%s", printable(name), didYouMean(s.nearestFlag(name)))
	case f.isSwitch() && attached:
		return Usagef("flag --%s takes no value, found %q", name, value)
	case f.isSwitch():
		s.addSwitch(f)
		return nil
	case attached:
		s.addValue(f, value)
		return nil
	}
	return s.detachedValue(f, "--"+name)
}

// shortFlags reads the short flags that are combined in one argument.
func (s *scanner) shortFlags(arg string) error {
	if name, _, _ := strings.Cut(arg[1:], "="); len(name) > 1 && s.long[name] != nil {
		return Usagef("unknown flag -%s%s", name, didYouMean("--"+name))
	}
	for i, r := range arg {
		if i == 0 {
			continue
		}
		letter := string(r)
		f := s.short[letter]
		switch {
		case f == nil:
			return s.unknownShort(arg, letter)
		case f.isSwitch():
			s.addSwitch(f)
		case i+len(letter) < len(arg):
			s.addValue(f, arg[i+len(letter):])
			return nil
		default:
			return s.detachedValue(f, "-"+letter)
		}
		if s.immediate {
			return nil
		}
	}
	return nil
}

func (s *scanner) unknownShort(arg, letter string) error {
	if arg == "-"+letter {
		return Usagef("unknown flag -%s", printable(letter))
	}
	return Usagef("unknown flag -%s in %s%s", printable(letter), printable(arg), didYouMean(s.nearestFlag(arg[1:])))
}

// detachedValue takes the next argument as the value of f, written as spelled.
func (s *scanner) detachedValue(f *Flag, spelled string) error {
	if len(s.rest) == 0 {
		return Usagef("flag %s needs a value %s", spelled, f.placeholder())
	}
	value := s.rest[0]
	if looksLikeFlag(value) {
		return Usagef("flag %s needs a value %s, found %s (if that is the value, write --%s=%s)",
			spelled, f.placeholder(), printable(value), f.Name, printable(value))
	}
	s.rest = s.rest[1:]
	s.addValue(f, value)
	return nil
}

// looksLikeFlag tells a flag from a negative number and from "-".
func looksLikeFlag(arg string) bool {
	if len(arg) < 2 || arg[0] != '-' {
		return false
	}
	return !strings.ContainsRune("0123456789.", rune(arg[1]))
}

func (s *scanner) addSwitch(f *Flag) {
	s.flags = append(s.flags, "--"+f.Name)
	s.immediate = f.Name == "help" || f.Name == "version"
}

func (s *scanner) addValue(f *Flag, value string) {
	s.flags = append(s.flags, "--"+f.Name+"="+value)
}

// nearestFlag returns the flag, with its dashes, that a user may have meant.
func (s *scanner) nearestFlag(name string) string {
	names := make([]string, 0, len(s.long))
	for n := range s.long {
		names = append(names, n)
	}
	if n := nearest(name, names); n != "" {
		return "--" + n
	}
	return ""
}
