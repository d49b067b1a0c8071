package workbench

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"queens/cmd/qsat/explain"
	"queens/decode"
	"queens/encode"
)

// steps explains how a person solves the puzzle of the settings, or of the current formula without
// settings. It announces the command, and sets command, difficulty and board in r. The errors are the
// errors of instance, explain.Steps and show.
func (b *Bench) steps(q Request, r Reply) error {
	in, _, err := b.instance(q.Settings)
	if err != nil {
		return err
	}
	r["command"] = b.announce("qshow --puzzle --steps")
	steps, err := explain.Steps(background, *in)
	if err != nil {
		return err
	}
	hardest := explain.One
	for _, s := range steps {
		hardest = max(hardest, s.Kind)
	}
	r["difficulty"] = hardest.Grade()
	return r.show(explained(in, steps...))
}

// explained returns the puzzle of an instance with the given steps.
func explained(in *encode.Instance, steps ...explain.Step) *decode.Placement {
	p := decode.NewPuzzle(in, 0)
	for _, s := range steps {
		p.Steps = append(p.Steps, s.Marked())
	}
	return p
}

// whyNot explains why the board of the settings, or of the current formula without settings, has no solution.
// It sets command and board. The first step is a minimal conflict, and the steps of explain.Refute follow, if
// there are several. If the board cannot be explained, whyNot instead asks qsat for a minimal unsatisfiable
// subset of the groups of the current formula, and sets the fields of question. It is an error if the board has a solution.
func (b *Bench) whyNot(q Request, r Reply) error {
	in, _, err := b.instance(q.Settings)
	if err != nil {
		return err
	}
	r["command"] = b.announce("qsat --mus --groups | qshow")
	conflict, steps, err := explain.Refute(background, *in)
	if errors.Is(err, explain.ErrSolvable) {
		return err
	} else if err != nil {
		return b.question(Request{Question: "mus", Flags: Flags{"groups": true}}, r)
	}
	if len(steps) == 1 { // it is the conflict, or says the same
		steps = nil
	}
	return r.show(explained(in, append([]explain.Step{conflict}, steps...)...))
}

// makePuzzle makes a puzzle with one solution from the settings, with the flag unique if they have no difficulty
// and do not set it. It sets settings to the settings of the puzzle, and command. The current formula does not change. The
// errors are the errors of instance.
func (b *Bench) makePuzzle(q Request, r Reply) error {
	settings := Flags{"unique": q.Settings["difficulty"] == nil || q.Settings["difficulty"] == ""}
	maps.Copy(settings, q.Settings)
	in, _, err := b.instance(settings)
	if err != nil { // the page chooses another seed each time
		return errors.New(strings.NewReplacer("try another seed or", "try again, or choose", "try another seed", "try again").Replace(err.Error()))
	}
	args, err := boardArguments(settings)
	r["settings"], r["command"] = settingsOf(in), command(append([]string{"qgen"}, args...)...)
	return err
}

// puzzle makes a puzzle by makePuzzle, and a page to play it by play.
func (b *Bench) puzzle(q Request, r Reply) error {
	if err := b.makePuzzle(q, r); err != nil {
		return err
	}
	q.Settings = r["settings"].(Flags)
	return b.play(q, r)
}

// play sets page to a page to play the puzzle of the settings, or of the current formula without settings, with the
// steps that solve it and its difficulty, if qshow finds them. It is an error if there is no such puzzle, or if qshow
// also fails without steps.
func (b *Bench) play(q Request, r Reply) error {
	_, text, err := b.instance(q.Settings)
	if err != nil {
		return err
	}
	return b.showPuzzles(append([]string{"--puzzle", "--format=html", "--play"}, q.look()...), text, r)
}

// showPuzzles sets page to the output of qshow about the puzzles in text. If the arguments contain --play, the page has
// the steps that solve the puzzles, if qshow finds them, and otherwise note is the reason. The error is an error of qshow.
func (b *Bench) showPuzzles(args []string, text []byte, r Reply) error {
	shown, err := result{}, errors.New("no steps")
	if slices.Contains(args, "--play") {
		shown, err = b.run("qshow", append(slices.Clone(args), "--steps"), text, "the puzzle")
	}
	if err != nil {
		r["note"], _, _ = strings.Cut(strings.NewReplacer("--steps: ", "", "the puzzle: ", "").Replace(err.Error()), ": ")
		shown, err = b.run("qshow", args, text, "the puzzle")
	}
	if _, message, is := strings.Cut(shown.messages, "difficulty: "); is {
		r["difficulty"] = strings.TrimSpace(message)
	}
	r["page"] = shown.out
	return err
}

// sheet sets page to a worksheet of q.Puzzles, or with the flag play to a page to play them, and command to the shell
// commands that write it. The flags are flags of qshow, except that the flag answers is true to solve the puzzles and
// add the answers. Puzzles whose difficulty the settings name show it. A puzzle with a seed is made from its seed and
// its difficulty in the shell. It is an error if a difficulty is unknown; other errors are errors of writeFormula,
// Flags.arguments and qshow.
func (b *Bench) sheet(q Request, r Reply) error {
	flags, args := maps.Clone(q.Flags), []string{"--puzzle", "--format=html"}
	if flags["answers"] == true {
		args = append(args, "--answers=-")
	}
	delete(flags, "answers")
	more, err := flags.arguments("qshow")
	if err != nil {
		return err
	}
	var text []byte
	var commands []string
	for _, settings := range q.Puzzles {
		drawn, made := maps.Clone(settings), maps.Clone(settings)
		difficulty, _ := settings["difficulty"].(string)
		maps.DeleteFunc(drawn, func(name string, _ any) bool { return name == "difficulty" || name == "seed" })
		formula, shell, _, err := b.writeFormula(drawn)
		if err != nil {
			return err
		}
		if difficulty != "" {
			grade, err := encode.ParsePuzzle(difficulty)
			if err != nil {
				return err
			}
			text = fmt.Appendf(text, "c puzzle: %s\n", grade)
		}
		if settings["seed"] != nil {
			maps.DeleteFunc(made, func(name string, _ any) bool { return name == "place" || name == "regions" })
			made["unique"] = difficulty == ""
			words, err := boardArguments(made)
			if err != nil {
				return err
			}
			shell = command(append([]string{"qgen"}, words...)...)
		}
		text, commands = append(text, formula...), append(commands, shell)
	}
	args = append(args, more...)
	r["command"] = "(" + strings.Join(commands, "; ") + ") | " + command(append([]string{"qshow"}, args...)...)
	return b.showPuzzles(args, text, r)
}

// lesson sets page to a lesson that steps through the clauses of the current formula. It is an error if qshow
// refuses the formula.
func (b *Bench) lesson(q Request, r Reply) error {
	shown, err := b.run("qshow", append([]string{"--format=lesson"}, q.look()...), b.formula, b.name)
	r["page"] = shown.out
	return err
}

// look returns the flags of qshow for the language and the symbol of the request.
func (q Request) look() (flags []string) {
	if q.Lang != "" {
		flags = append(flags, "--lang="+q.Lang)
	}
	if q.Symbol != "" {
		flags = append(flags, "--symbol="+q.Symbol)
	}
	return flags
}

// draw sets text to a file about the settings, or about the current formula if there are no
// settings. In the format cnf, it is the formula. In a format of qshow, it is the board with the model of the
// request, or the puzzle if Model is nil. It is an error if the settings make no board, or if qshow fails.
func (b *Bench) draw(q Request, r Reply) error {
	text := b.formula
	if q.Settings != nil {
		var err error
		if _, text, err = b.instance(q.Settings); err != nil {
			return err
		}
	}
	r["text"] = string(text)
	if q.Format == "cnf" {
		return nil
	}
	args := []string{"--format=" + q.Format}
	if q.Model == nil {
		args = append(args, "--puzzle")
	} else {
		comments, _, _ := strings.Cut(string(text), "\np ")
		text = fmt.Appendf(nil, "%s\ns SATISFIABLE\nv %s 0\n", comments, strings.Trim(fmt.Sprint(q.Model), "[]"))
	}
	shown, err := b.run("qshow", args, text, "the board")
	r["text"] = shown.out
	return err
}

// link sets link to a link to puzz.link for the puzzle of the settings, which must have regions. Each region
// must be connected.
func (b *Bench) link(q Request, r Reply) error {
	in, _, err := b.instance(q.Settings)
	if err != nil {
		return err
	}
	if in.Regions == nil {
		return errors.New("only puzzles with regions have a link to puzz.link")
	}
	r["link"], err = in.Regions.Link(in.StarCount())
	return err
}
