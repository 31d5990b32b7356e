// Package pattern holds regular expressions that are compiled when they are first used: a run needs few of qlint's, and compiling all of
// them at start takes longer than linting a small repository.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression of package regexp, with the methods of regexp.Regexp that qlint uses. It may be used from several
// goroutines.
type Pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// New holds an expression. One that does not compile panics when it is first used.
func New(text string) *Pattern { return &Pattern{text: text} }

func (p *Pattern) re() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	return p.compiled
}

// Find is that of regexp.Regexp.
func (p *Pattern) Find(b []byte) []byte { return p.re().Find(b) }

// FindAllIndex is that of regexp.Regexp.
func (p *Pattern) FindAllIndex(b []byte, n int) [][]int { return p.re().FindAllIndex(b, n) }

// FindAllString is that of regexp.Regexp.
func (p *Pattern) FindAllString(s string, n int) []string { return p.re().FindAllString(s, n) }

// FindAllStringIndex is that of regexp.Regexp.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int { return p.re().FindAllStringIndex(s, n) }

// FindAllStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.re().FindAllStringSubmatch(s, n)
}

// FindAllSubmatch is that of regexp.Regexp.
func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte { return p.re().FindAllSubmatch(b, n) }

// FindIndex is that of regexp.Regexp.
func (p *Pattern) FindIndex(b []byte) []int { return p.re().FindIndex(b) }

// FindString is that of regexp.Regexp.
func (p *Pattern) FindString(s string) string { return p.re().FindString(s) }

// FindStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.re().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatchIndex(s string) []int { return p.re().FindStringSubmatchIndex(s) }

// FindSubmatch is that of regexp.Regexp.
func (p *Pattern) FindSubmatch(b []byte) [][]byte { return p.re().FindSubmatch(b) }

// Match is that of regexp.Regexp.
func (p *Pattern) Match(b []byte) bool { return p.re().Match(b) }

// MatchString is that of regexp.Regexp.
func (p *Pattern) MatchString(s string) bool { return p.re().MatchString(s) }

// ReplaceAll is that of regexp.Regexp.
func (p *Pattern) ReplaceAll(src, by []byte) []byte { return p.re().ReplaceAll(src, by) }

// ReplaceAllStringFunc is that of regexp.Regexp.
func (p *Pattern) ReplaceAllStringFunc(src string, by func(string) string) string {
	return p.re().ReplaceAllStringFunc(src, by)
}

// Split is that of regexp.Regexp.
func (p *Pattern) Split(s string, n int) []string { return p.re().Split(s, n) }
