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
	"queens/decode"
	"queens/decode/draw"
	"queens/decode/page"
	"queens/decode/words"
)

// formats lists all formats in the order of the help: the formats of package draw, the binary formats,
// html, and the lesson.
var formats = slices.Concat(draw.Formats, binaryFormats, []draw.Format{page.Format, page.LessonFormat})

// formatByName returns the format called name, which must exist.
func formatByName(name string) draw.Format {
	i := slices.IndexFunc(formats, func(f draw.Format) bool { return f.Name == name })
	return formats[i]
}

func formatKeywords() []program.Keyword {
	return program.Keywords(formats, func(f draw.Format) program.Keyword {
		return program.Keyword{Name: f.Name, About: f.Summary}
	})
}

// chooseForms sets s.format, which holds the value of --format before the call, and s.answersFormat, according to this
// value and the endings of the names of the outputs. It returns the compression of the output and, with --answers FILE,
// of the file of answers. It returns the errors of ChooseForm and checkFormat. With --count, --verify-only or --hint,
// an ending of the output that chooses a format is a usage error.
func (s *settings) chooseForms(call *program.Invocation) (compressions []string, err error) {
	s.answersFormat = s.format
	if s.answersApart() {
		compression, err := call.ChooseForm(output.Form{Name: s.answersTo, Binary: binary}, &s.answersFormat, formatKeywords())
		if err != nil {
			return nil, err
		}
		compressions = append(compressions, compression)
	}
	c := output.Form{Binary: binary}
	switch {
	case s.count:
		c.Format, c.Flag = "a number", "--count"
	case s.verifyOnly:
		c.Format, c.Flag = "nothing", "--verify-only"
	case s.hint > 0:
		c.Format, c.Flag = "a hint", "--hint"
	}
	compression, err := call.ChooseForm(c, &s.format, formatKeywords())
	if err != nil {
		return nil, err
	}
	return append([]string{compression}, compressions...), s.checkFormat(call)
}

// create creates the outputs and their renderers. The argument compressions is the result of
// chooseForms. A file of answers has the style of the other boards, except that Answers is set, that it
// is no page to play, that text has colours only with --color always, and that no terminal limits its
// width. After an error, d.outputs has the outputs that were created.
func (d *display) create(ctx context.Context, compressions []string) error {
	style := d.style(d.call)
	if err := d.add(ctx, d.call.Output, compressions[0], d.format, style); err != nil || !d.answersApart() {
		return err
	}
	style.Answers, style.Play, style.Width, style.Color = true, false, 0, d.color == colorAlways
	return d.add(ctx, d.answersTo, compressions[1], d.answersFormat, style)
}

// add creates an output called name and its renderer, and appends them to d.outputs. "" and "-" are
// standard output. The format called format must exist. With --verify-only, --hint or --count there is
// no renderer. A lesson is about the first instance. The errors are the errors of output.Create and
// page.NewLesson.
func (d *display) add(ctx context.Context, name, compression, format string, style draw.Style) error {
	file, err := output.Create(ctx, name, d.call.Stdout, compression)
	if err != nil {
		return err
	}
	t := &target{file: file, w: bufio.NewWriterSize(file, outputBlock), format: formatByName(format), style: style}
	d.outputs = append(d.outputs, t)
	switch {
	case d.verifyOnly || d.hint > 0 || d.count:
	case d.isLesson():
		t.renderer, err = page.NewLesson(t.w, style, d.known[0])
	default:
		t.renderer = t.format.New(t.w, style)
	}
	return err
}

// Render renders a placement, and adds 1 to t.boards. If its board shows no letters of regions, the text of its
// marks names regions by their place. It translates the texts of the marks and steps in
// p to the language of the output; the script of a page translates the steps itself. Without a renderer,
// it only counts. It returns a usage error if p has several kinds of pieces and the format cannot show
// them, or the error of the renderer.
func (t *target) Render(ctx context.Context, p *decode.Placement) error {
	t.boards++
	switch {
	case t.renderer == nil:
		return nil
	case !t.format.Shows(p.Instance):
		return program.Usagef("the format %s shows pieces of one kind and colour: expected one of %s", t.format.Name,
			strings.Join(formatsThat(func(f draw.Format) bool { return f.Shows(p.Instance) }), ", "))
	case p.Marked != nil:
		if s := t.style; !s.Letters && s.Theme != draw.PrintTheme && (s.Color || t.format.Can(draw.Colors) || t.format.Name == "box") {
			p.Marked.Text = decode.RegionsByPlace(p.Marked.Text, p.Instance.Regions)
		}
		p.Marked.Text, p.Marked.Kind = t.style.Language.Say(p.Marked.Text), t.style.Language.Say(p.Marked.Kind)
	}
	for i := 0; i < len(p.Steps) && t.format.Name != "html"; i++ {
		p.Steps[i].Text = t.style.Language.Say(p.Steps[i].Text)
	}
	return t.renderer.Render(ctx, p)
}

// close writes the text after the last board of t, or the number of boards with --count. With --hint or
// --verify-only, it writes nothing. It does not flush t.w.
func (d *display) close(ctx context.Context, t *target) (err error) {
	if t.renderer != nil {
		return t.renderer.Close(ctx)
	}
	if d.count {
		_, err = fmt.Fprintln(t.w, t.boards)
	}
	return err
}

func (d *display) abort() {
	for _, t := range d.outputs {
		t.file.Abort()
	}
}

// status returns the renderer of t if its format shows the status of an answer without boards, or nil.
func (t *target) status() draw.StatusRenderer {
	s, _ := t.renderer.(draw.StatusRenderer)
	return s
}

// checkFormat returns a usage error if a binary format would go to a terminal, or if a flag has no
// effect in the chosen formats. For --puzzle and --play, the format of --answers does not count. With
// --count, --verify-only or --hint, checkFormat returns nil.
func (s *settings) checkFormat(call *program.Invocation) error {
	if s.count || s.verifyOnly || s.hint > 0 {
		return nil
	}
	if slices.Contains(binary, s.format) && call.PrintsToTerminal() {
		return program.Usagef("%s cannot be shown on a terminal: expected --output or a pipe", s.format)
	}
	for _, needs := range []struct {
		flag    string
		feature draw.Feature
	}{
		{"puzzle", draw.Puzzles}, {"columns", draw.Columns}, {"play", draw.Play}, {"numbers", draw.Numbers},
		{"letters", draw.Letters}, {"pixels", draw.Pixels}, {"attacked", draw.Pieces}, {"theme", draw.Colors},
		{"symbol", draw.Glyphs}, {"title", draw.Titles}, {"paper", draw.Papers},
	} {
		used := formatByName(s.format).Can(needs.feature) ||
			s.answersApart() && needs.feature&(draw.Puzzles|draw.Play) == 0 && formatByName(s.answersFormat).Can(needs.feature)
		if call.Given(needs.flag) && !used {
			return program.Usagef("--%s has no effect in the format %s: expected one of %s", needs.flag, s.format,
				strings.Join(formatsThat(func(f draw.Format) bool { return f.Can(needs.feature) }), ", "))
		}
	}
	return nil
}

func languages() []program.Keyword {
	return program.Keywords(words.Languages(), func(l words.Language) program.Keyword {
		return program.Keyword{Name: string(l)}
	})
}

func themes() []program.Keyword {
	return program.Keywords(draw.Themes, func(t *draw.Theme) program.Keyword {
		return program.Keyword{Name: t.Name, About: t.About}
	})
}

func symbols() []program.Keyword {
	return program.Keywords(draw.Symbols, func(s *draw.Symbol) program.Keyword {
		return program.Keyword{Name: s.Name, About: s.About}
	})
}

// formatsThat returns the names of the formats for which is returns true.
func formatsThat(is func(draw.Format) bool) (names []string) {
	for _, f := range formats {
		if is(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// isLesson reports whether qshow writes a lesson.
func (s *settings) isLesson() bool {
	return s.format == page.LessonFormat.Name && !s.count && !s.verifyOnly
}

// style returns the style that the flags choose for the boards. Its Width is 0 if the output is not a
// terminal.
func (s *settings) style(call *program.Invocation) draw.Style {
	style := s.look
	style.Color, style.Theme, style.Symbol = s.colored(call), draw.ThemeByName(s.theme), draw.SymbolByName(s.symbol)
	style.Language, style.Paper = words.Language(s.language), draw.Paper(s.paper)
	if s.symbol == "star" {
		style.Language = style.Language.WithStars()
	}
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

// colored reports whether to use colours in text, by --color. With auto, it does if the output is a
// terminal, NO_COLOR is unset or empty (see no-color.org), and TERM is not dumb.
func (s *settings) colored(call *program.Invocation) bool {
	auto := s.color == colorAuto && call.PrintsToTerminal() && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return auto || s.color == colorAlways
}
