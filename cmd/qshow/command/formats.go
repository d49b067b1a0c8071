package command

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/qshow/internal/pdf"
	"queens/cmd/qshow/internal/raster"
	"queens/decode"
)

// formats are those of package decode, with those that take more than the standard
// library before the last of them, and the one that takes an instance.
var formats = append(slices.Insert(slices.Clone(decode.Formats), len(decode.Formats)-1, raster.Format, pdf.Format), decode.LessonFormat)

// binary are the formats that are no text.
var binary = []string{raster.Format.Name, pdf.Format.Name}

func formatByName(name string) decode.Format {
	i := slices.IndexFunc(formats, func(f decode.Format) bool { return f.Name == name })
	return formats[i]
}

func formatChoices() []program.Choice {
	var list []program.Choice
	for _, f := range formats {
		list = append(list, program.Choice{Name: f.Name, About: f.Summary})
	}
	return list
}

// chooseForm sets the format and returns the compression.
func (s *settings) chooseForm(call *program.Invocation) (compression string, err error) {
	c := output.Choice{Binary: binary}
	switch {
	case s.count:
		c.Format, c.Flag = "a number", "--count"
	case s.verifyOnly:
		c.Format, c.Flag = "nothing", "--verify-only"
	}
	return call.ChooseForm(c, &s.format, formatChoices())
}

// chooseAnswersForm does so for --answers.
func (s *settings) chooseAnswersForm(call *program.Invocation) (compression string, err error) {
	if s.answersTo == "" {
		return "", nil
	}
	if s.answersTo == "-" {
		return "", program.Usagef("--answers: expected the name of a file, found -")
	}
	s.answersFormat = s.format
	return call.ChooseForm(output.Choice{Name: s.answersTo, Binary: binary}, &s.answersFormat, formatChoices())
}

// answersRenderer returns what is to become of the answers in a file of their own.
func (s *settings) answersRenderer(w *bufio.Writer, call *program.Invocation) decode.Renderer {
	style := s.style(call)
	style.Answers, style.Width = true, 0
	style.Color = s.color == colorAlways
	return drawn(s.answersFormat, w, style)
}

// drawn returns a renderer that a format has.
func drawn(format string, w *bufio.Writer, style decode.Style) decode.Renderer {
	f := formatByName(format)
	if !f.Can(decode.Pieces) {
		return queensOnly{f.New(w, style), format}
	}
	return f.New(w, style)
}

// checkFormat keeps what is no text off a terminal, and flags from formats that have no
// use for them.
func (s *settings) checkFormat(call *program.Invocation) error {
	if s.count || s.verifyOnly {
		return nil
	}
	if slices.Contains(binary, s.format) && call.PrintsToTerminal() {
		return program.Usagef("%s cannot be shown on a terminal: expected --output or a pipe", s.format)
	}
	for _, needs := range []struct {
		given   bool
		flag    string
		feature decode.Feature
	}{
		{s.puzzle, "--puzzle", decode.Puzzles},
		{s.columns > 0, "--columns", decode.Columns},
		{s.numbers, "--numbers", decode.Numbers},
		{s.pixels > 0, "--pixels", decode.Pixels},
		{s.attacked, "--attacked", decode.Pieces},
		{s.theme != "", "--theme", decode.Colors},
		{s.title != "", "--title", decode.Titles},
	} {
		used := formatByName(s.format).Can(needs.feature) ||
			s.answersTo != "" && needs.feature != decode.Puzzles && formatByName(s.answersFormat).Can(needs.feature)
		if needs.given && !used {
			return program.Usagef("%s does not go with the format %s: expected one of %s", needs.flag, s.format, strings.Join(formatsWith(needs.feature), ", "))
		}
	}
	return nil
}

func themes() []program.Choice {
	var list []program.Choice
	for _, t := range decode.Themes {
		list = append(list, program.Choice{Name: t.Name, About: t.About})
	}
	return list
}

func formatsWith(feature decode.Feature) []string {
	var names []string
	for _, f := range formats {
		if f.Can(feature) {
			names = append(names, f.Name)
		}
	}
	return names
}

// renderer returns what is to become of the boards; a lesson is about the instance
// known.
func (s *settings) renderer(w *bufio.Writer, call *program.Invocation, known decode.Options) (decode.Renderer, error) {
	var r decode.Renderer
	switch {
	case s.verifyOnly:
		r = nothing{}
	case s.count:
		r = &boardCount{w: w}
	case s.isLesson():
		return decode.NewLesson(w, s.style(call), known)
	default:
		r = drawn(s.format, w, s.style(call))
	}
	if s.upToSymmetry {
		r = &firsts{Renderer: r}
	}
	return r, nil
}

func (s *settings) isLesson() bool {
	return s.format == decode.LessonFormat.Name && !s.count && !s.verifyOnly
}

// style returns the look of the boards.
func (s *settings) style(call *program.Invocation) decode.Style {
	style := decode.Style{Color: s.colored(call), Attacks: s.attacks, Attacked: s.attacked, Numbers: s.numbers, Theme: decode.ThemeByName(s.theme), Columns: s.columns, Pixels: s.pixels, Title: s.title}
	if call.PrintsToTerminal() {
		style.Width = program.TerminalWidth(call.Stdout)
	}
	return style
}

// Values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// colored reports whether to use colours. NO_COLOR is the convention of
// no-color.org; TERM=dumb says that there are none.
func (s *settings) colored(call *program.Invocation) bool {
	switch s.color {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	return call.PrintsToTerminal() && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// queensOnly refuses boards with more than one kind of piece.
type queensOnly struct {
	decode.Renderer
	format string
}

func (q queensOnly) Render(ctx context.Context, p *decode.Placement) error {
	if p.Instance.Layers() > 1 {
		return program.Usagef("the format %s shows queens of one kind, not the family %v: expected one of %s", q.format, p.Instance.Family, strings.Join(formatsWith(decode.Pieces), ", "))
	}
	return q.Renderer.Render(ctx, p)
}

// nothing shows no board.
type nothing struct{}

func (nothing) Render(context.Context, *decode.Placement) error { return nil }
func (nothing) Close(context.Context) error                     { return nil }

// A boardCount prints how many boards there are.
type boardCount struct {
	w *bufio.Writer
	n int
}

func (c *boardCount) Render(context.Context, *decode.Placement) error {
	c.n++
	return nil
}

func (c *boardCount) Close(context.Context) error {
	_, err := fmt.Fprintln(c.w, c.n)
	return err
}

// firsts passes on the first board of each symmetry class.
type firsts struct {
	decode.Renderer
	classes decode.Classes
}

func (f *firsts) Render(ctx context.Context, p *decode.Placement) error {
	if !f.classes.Add(p) {
		return nil
	}
	return f.Renderer.Render(ctx, p)
}
