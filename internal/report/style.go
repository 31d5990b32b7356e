package report

import (
	"github.com/fatih/color"

	"github.com/qlint-dev/qlint/internal/diag"
)

// style holds the colours; without colour each prints as it is.
type style struct {
	err, warning, info, bold, gutter, faint *color.Color
}

func newStyle(on bool) style {
	paint := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return style{
		err: paint(color.FgRed, color.Bold), warning: paint(color.FgYellow, color.Bold), info: paint(color.FgCyan, color.Bold),
		bold: paint(color.Bold), gutter: paint(color.FgBlue), faint: paint(color.Faint),
	}
}

func (s style) severity(of diag.Severity) *color.Color {
	switch of {
	case diag.Error:
		return s.err
	case diag.Warning:
		return s.warning
	default:
		return s.info
	}
}
