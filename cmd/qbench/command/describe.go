package command

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"queens/cmd/internal/manifest"
	"queens/encode"
	"queens/encode/atmostone"
)

//go:embed text
var texts embed.FS

// flagTexts holds sentences of the description about flags of qgen.
var flagTexts = []struct{ flag, text string }{
	{"variant", `On a torus diagonals wrap around, and $N$ queens fit if and only if $N$ is coprime to 6~\cite{pauls1874,monsky1989}; in practice, refutations for other tori are hard for resolution.`},
	{"queens", `Some instances require a number of queens other than $N$; if it is larger than $N$, the instance contains a pigeonhole principle.`},
	{"random-diagonals", `In some instances, randomly chosen diagonals must stay empty: the $n$-Queens Excluded Diagonals problem (CSPLib 079)~\cite{gent2017}, which is hard near the density at which solutions vanish.`},
	{"block-diagonals", `In some instances, given diagonals must stay empty, as in the $n$-Queens Excluded Diagonals problem (CSPLib 079)~\cite{gent2017}.`},
	{"random-place", `In some instances, queens are placed at random: $n$-Queens Completion (CSPLib 079), which is NP-complete~\cite{gent2017}.`},
	{"place", `In some instances, queens are placed: $n$-Queens Completion (CSPLib 079), which is NP-complete~\cite{gent2017}.`},
	{"random-block", `In some instances, randomly chosen squares must stay empty: the Blocked $n$-Queens problem (CSPLib 080)~\cite{gent2017}.`},
	{"block", `In some instances, given squares must stay empty: the Blocked $n$-Queens problem (CSPLib 080)~\cite{gent2017}.`},
	{"break-symmetry", `Lexicographic constraints keep one solution of each class under rotations and reflections.`},
	{"transform", `Some formulas are transformed as by CNFgen~\cite{lauria2017}: each variable becomes a function of new variables (exclusive or, disjunction, majority or negation), which makes refutations longer or hides the board.`},
	{"shuffle", `In shuffled instances, variables are renamed and flipped, and clauses and literals are in random order.`},
}

// describeFamilies returns a sentence about all families of instances except the default.
func describeFamilies() string {
	var texts []string
	for _, f := range encode.Families()[1:] {
		texts = append(texts, fmt.Sprintf(`\emph{%v}, %s (%s)`, f, f.About(), f.Sources()))
	}
	return "Some instances are of other families, with their sequences in the OEIS: " + strings.Join(texts, "; ") + "."
}

// A description holds the data for the template of the description.
type description struct {
	Title, Author, Encoding          string
	Flags, Solvers                   []string
	Instances                        []described
	Sat, Unsat, Unknown, Interesting int
}

type described struct {
	candidate
	Arguments, Minisat, Best, By string
}

// describeSet returns the description of a set in LaTeX and the references in BibTeX. The text names
// the encodings in the parameters of the instances, and explains the flags of qgen that occur there.
// An error can come only from the embedded templates.
func describeSet(title, author string, all []candidate) (text, references string, err error) {
	d := description{Title: title, Author: author}
	flags, encodings := map[string]bool{}, []string{}
	for _, c := range all {
		d.add(c)
		encoding := atmostone.Default
		words := strings.Fields(c.Parameters)
		for i, word := range words {
			flags[strings.TrimPrefix(word, "--")] = strings.HasPrefix(word, "--") || flags[word]
			if word == "--encoding" && i+1 < len(words) {
				encoding = words[i+1]
			}
		}
		if !slices.Contains(encodings, encoding) {
			encodings = append(encodings, encoding)
		}
	}
	if flags["family"] {
		d.Flags = append(d.Flags, describeFamilies())
	}
	for _, f := range flagTexts {
		if flags[f.flag] {
			d.Flags = append(d.Flags, f.text)
		}
	}
	d.Encoding = describeEncodings(encodings)
	funcs := template.FuncMap{"tex": tex}
	page, err := template.New("").Delims("[[", "]]").Funcs(funcs).ParseFS(texts, "text/description.tex")
	if err != nil {
		return "", "", err
	}
	var b strings.Builder
	if err := page.ExecuteTemplate(&b, "description.tex", d); err != nil {
		return "", "", err
	}
	bib, err := texts.ReadFile("text/references.bib")
	return b.String(), string(bib), err
}

// add adds an instance to the table, the numbers of statuses and the solvers of the description.
func (d *description) add(c candidate) {
	switch c.Status {
	case manifest.Satisfiable:
		d.Sat++
	case manifest.Unsatisfiable:
		d.Unsat++
	default:
		d.Unknown++
	}
	if c.Interesting {
		d.Interesting++
	}
	i := described{candidate: c, Arguments: c.Parameters, Minisat: texTime(c.minisat), Best: texTime(c.best)}
	const longest = 60 // the number of characters that fit into the table
	if i.Arguments == manifest.NotKnown || len(i.Arguments) > longest {
		i.Arguments = c.Name
	}
	if c.best != nil {
		i.By = programOf(c.best.solver)
		if !slices.Contains(d.Solvers, c.best.solver) {
			d.Solvers = append(d.Solvers, c.best.solver)
		}
	}
	d.Instances = append(d.Instances, i)
}

// texTime returns the cell of a run in LaTeX: its time if the run has solved the instance, otherwise
// its answer. It returns "--" if r is nil.
func texTime(r *result) string {
	if r == nil {
		return "--"
	}
	return tex(newCell([]result{*r}).Text())
}

// describeEncodings returns a sentence that names the encodings and cites their authors, except
// for the default.
func describeEncodings(names []string) string {
	var words []string
	for _, name := range names {
		if name != atmostone.Default {
			name += `~\cite{` + name + "}"
		}
		words = append(words, name)
	}
	if len(words) == 1 {
		return "At-most-one constraints are in the " + words[0] + " encoding."
	}
	return "At-most-one constraints are in several encodings: " + strings.Join(words, ", ") + "."
}

// tex escapes characters with a meaning in LaTeX. Hyphens are put in braces so that LaTeX does
// not join them to dashes.
var tex = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "-", `{-}`, "<", `\textless{}`, ">", `\textgreater{}`).Replace
