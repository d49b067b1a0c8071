// Package words translates the texts of captions and pages. Its tables words.tsv, page.tsv and stars.tsv have
// a column for each language.
package words

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Language is the language of worksheets, explanations and pages: a code of ISO 639-1. The zero
// value means English.
//
// The table words.tsv has a row for each text and a column for each language. A text in English may have placeholders:
// "{1}" means a text that is translated in turn, "{1#}" for a number in digits or in words, "{1=}" for a name that
// stays as it is, and "square‹s›" for the singular or the plural. In a translation, "{1}" is the translated text, the
// number in digits, or the name, and "{1|Feld|Felder}" is the form of a word that goes with the number. A row without
// placeholders wins, and then the first row that matches. So rows that divide sentences and their parts come first,
// then phrases, names, and lists. A translation of a translation is the same text. The scripts of pages read the same
// table; see decode/page/board/words.js.
//
// The table stars.tsv has the translations with stars instead of queens of the rows that contain
// queens in English. The table page.tsv has the rows that only the page of qpage needs; see PageTable.
type Language string

// withStars ends a language in which texts are about stars.
const withStars = " stars"

// WithStars returns the language in which texts are about stars instead of queens.
func (l Language) WithStars() Language { return Language(l.Code()) + withStars }

// asStars replaces queens by stars in a text of the table in English.
var asStars = strings.NewReplacer("queen", "star", "Queen", "Star", "#}", "}", "=}", "}")

//go:embed words.tsv
var wordsTSV string

//go:embed stars.tsv
var starsTSV string

//go:embed page.tsv
var pageTSV string

// table and stars return the rows of the tables. The first row has the codes of the languages.
var table, stars = sync.OnceValue(readTable(wordsTSV)), sync.OnceValue(readTable(starsTSV))

// PageTable returns the rows for the page of qpage as lines with tabs. The rows of page.tsv with a name, such as
// {1=}, come first. Then follow the rows of words.tsv that divide texts, the other rows of page.tsv, and the other
// rows of words.tsv. Behind the languages, a row has the translations of stars.tsv in the same order, if it has any.
func PageTable() string {
	var text strings.Builder
	for _, row := range pageRows() {
		ofStars := make([]string, len(row)-1)
		if i := slices.IndexFunc(stars(), func(other []string) bool { return other[0] == row[0] }); i > 0 {
			ofStars = stars()[i][1:]
		}
		text.WriteString(strings.TrimRight(strings.Join(append(slices.Clone(row), ofStars...), "\t"), "\t") + "\n")
	}
	return text.String()
}

// pageRows returns the rows of PageTable without the translations of stars.tsv.
func pageRows() [][]string {
	rows, own := table(), readTable(pageTSV)()[1:]
	rest := 1 + slices.IndexFunc(rows[1:], func(row []string) bool { return strings.ContainsFunc(row[0], unicode.IsLetter) })
	hasName := func(row []string) int {
		if strings.Contains(row[0], "=}") {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(own, func(a, b []string) int { return hasName(a) - hasName(b) })
	names := slices.IndexFunc(own, func(row []string) bool { return hasName(row) == 1 })
	return slices.Concat(rows[:1], own[:names], rows[1:rest], own[names:], rows[rest:])
}

// readTable returns a function that divides a table into its rows and columns.
func readTable(text string) func() [][]string {
	return func() (rows [][]string) {
		for line := range strings.Lines(text) {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
		return rows
	}
}

// Languages lists all languages; the first is English.
func Languages() (all []Language) {
	for _, code := range table()[0] {
		all = append(all, Language(code))
	}
	return all
}

// Code returns the code of the language, such as "en", also for a language of stars. The zero value gives "en".
func (l Language) Code() string {
	code := strings.TrimSuffix(string(l), withStars)
	return cmp.Or(code, string(Languages()[0]))
}

// rows returns pairs of a text in English and its translation, in the order of the table all. A text with
// optional letters has a pair for each of its variants. rows returns nil for English with queens and for an
// unknown language. An unknown language with stars is not allowed.
func (l Language) rows(all [][]string) (pairs [][2]string) {
	column, ofStars := slices.Index(table()[0], l.Code()), map[string]string{}
	if strings.HasSuffix(string(l), withStars) {
		for _, row := range stars() {
			ofStars[row[0]] = row[column]
		}
	} else if column <= 0 {
		return nil
	}
	for _, row := range all[1:] {
		for _, text := range variants(row[0]) {
			translation := cmp.Or(ofStars[row[0]], row[column])
			if column == 0 {
				translation = asStars.Replace(text)
			}
			pairs = append(pairs, [2]string{text, translation})
		}
	}
	return pairs
}

// variants returns the texts without and with each group of optional letters, which is between ‹ and ›.
func variants(text string) []string {
	before, rest, found := strings.Cut(text, "‹")
	option, after, _ := strings.Cut(rest, "›")
	if !found {
		return []string{text}
	}
	return append(variants(before+after), variants(before+option+after)...)
}

// placeholder matches a placeholder. Its groups are the number of the placeholder, one digit, and the rest.
var placeholder = regexp.MustCompile(`\{(\d)([^}]*)\}`)

// A phrase is a row of a language with placeholders.
type phrase struct {
	literals    []string // the texts before, between and after the placeholders
	kinds       []string // indexed by placeholder, in the order of the text in English: "#" for a number, "=" for a name, or ""
	translation string
}

// A translator holds the rows of a language.
type translator struct {
	language Language
	phrases  []phrase          // the rows with placeholders
	exact    map[string]string // indexed by a text in English, for the rows without placeholders: its translation
}

// translators holds the translator of each language, with queens and with stars. English with queens has no rows.
var translators = sync.OnceValue(func() map[Language]translator {
	all := map[Language]translator{}
	for _, l := range Languages() {
		all[l], all[l.WithStars()] = l.translator(table()), l.WithStars().translator(table())
	}
	return all
})

// translator returns the translator with the rows of l in a table.
func (l Language) translator(table [][]string) translator {
	all := translator{language: l, exact: map[string]string{}}
	for _, row := range l.rows(table) {
		p := phrase{literals: placeholder.Split(row[0], -1), translation: row[1]}
		for _, m := range placeholder.FindAllStringSubmatch(row[0], -1) {
			p.kinds = append(p.kinds, m[2])
		}
		if p.kinds == nil {
			all.exact[row[0]] = row[1]
		} else {
			all.phrases = append(all.phrases, p)
		}
	}
	return all
}

// Say returns the translation of a text in English. A part for which the table has no row stays as it
// is, such as the name of a square. If the table has the text only with a small first letter, the translation
// begins with a capital letter.
func (l Language) Say(text string) string {
	if text == "" || l == "" {
		return text
	}
	return translators()[l].say(text)
}

// say does the work of Say. The text must not be empty.
func (t translator) say(text string) string {
	lower := changed(text, unicode.ToLower)
	if said, ok := t.exact[text]; ok {
		return said
	} else if said, ok := t.exact[lower]; ok {
		return changed(said, unicode.ToUpper)
	}
	for _, p := range t.phrases {
		if parts := p.parts(text); parts != nil {
			return t.fill(p, parts)
		} else if parts := p.parts(lower); parts != nil {
			return changed(t.fill(p, parts), unicode.ToUpper)
		}
	}
	return text
}

// changed returns a text with its first letter replaced by the result of to. The text must not be empty.
func changed(text string, to func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(to(first)) + text[size:]
}

// parts returns the parts of a text in the places of the placeholders, each as short as possible except the
// last. No part is empty. Numbers are in digits. It returns nil if the text does not match.
func (p phrase) parts(text string) (parts []string) {
	last := len(p.literals) - 1
	rest, ok := strings.CutPrefix(text, p.literals[0])
	if !ok || !strings.HasSuffix(rest, p.literals[last]) {
		return nil
	}
	for i, literal := range p.literals[1:] {
		end := strings.Index(rest, literal)
		if i+1 == last {
			end = len(rest) - len(literal)
		}
		if end <= 0 {
			return nil
		}
		part := rest[:end]
		if n := slices.Index(numberWords, part); p.kinds[i] == "#" && n >= 0 {
			part = strconv.Itoa(n)
		} else if p.kinds[i] == "#" && !number.MatchString(part) {
			return nil
		}
		parts, rest = append(parts, part), rest[end+len(literal):]
	}
	return parts
}

// number matches a number in digits, perhaps with commas between thousands and a decimal point.
var number = regexp.MustCompile(`^[\d,]+(\.\d+)?$`)

// numberWords holds the words for the numbers 0 to 10 in texts, indexed by number.
var numberWords = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// fill returns the translation of p with its placeholders replaced by the parts: translations, numbers, names, or
// forms of words; see Language. The part with index 0 belongs to placeholder 1.
func (t translator) fill(p phrase, parts []string) string {
	return placeholder.ReplaceAllStringFunc(p.translation, func(found string) string {
		m := placeholder.FindStringSubmatch(found)
		i := m[1][0] - '1'
		part := parts[i]
		switch {
		case m[2] != "":
			n, _ := strconv.Atoi(strings.ReplaceAll(part, ",", ""))
			forms := strings.Split(m[2][1:], "|")
			return forms[min(t.language.plural(n), len(forms)-1)]
		case p.kinds[i] == "#":
			return t.language.digits(part)
		case p.kinds[i] == "=" || part == "":
			return part
		}
		return t.say(part)
	})
}

// thousands holds the character between thousands in languages other than English, by code (Unicode CLDR).
var thousands = map[string]string{"de": ".", "fr": "\u202f", "es": ".", "pl": "\u00a0"}

// digits returns a number in digits as the language writes it. Spanish and Polish do not divide numbers of
// four digits.
func (l Language) digits(n string) string {
	space, other := thousands[l.Code()]
	if !other {
		return n
	}
	whole, fraction, _ := strings.Cut(n, ".")
	if len(whole) == len("1,234") && (l.Code() == "es" || l.Code() == "pl") {
		space = ""
	}
	return strings.TrimSuffix(strings.ReplaceAll(whole, ",", space)+","+fraction, ",")
}

// plural returns the form of a word for a number of things: 0 for the singular, and 1 for the plural. In
// Polish, form 1 is for numbers that end in 2, 3 or 4 but not in 12, 13 or 14, and form 2 for all others
// except 1, also for 0. In French, 0 takes the singular.
func (l Language) plural(n int) int {
	switch {
	case n == 1 || l.Code() == "fr" && n == 0:
		return 0
	case l.Code() == "pl" && (n%10 < 2 || n%10 > 4 || n/10%10 == 1):
		return 2
	}
	return 1
}

// PageWords returns the rows of a language as an element script in HTML. It returns "" for English with
// queens and for an unknown language.
func (l Language) PageWords() string {
	rows := l.rows(table())
	if rows == nil {
		return ""
	}
	text, err := json.Marshal(rows)
	if err != nil {
		panic(err) // strings can be written as JSON
	}
	return `<script type="application/json" id="words">` + string(text) + "</script>\n"
}
