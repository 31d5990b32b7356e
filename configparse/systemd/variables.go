package systemd

import (
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// ParseVariables reads a file of EnvironmentFile= (env-file.c): lines of NAME=value, comments behind # and ;, values in quotes, and
// backslashes. Each is returned as its text without quotes, NAME=value.
func ParseVariables(file *source.File) []Text {
	var out []Text
	for _, l := range split(file.Data) {
		if len(out) >= maxAssignments {
			break
		}
		start := l.start
		for start < l.end && isBlank(file.Data[start]) {
			start++
		}
		line := string(file.Data[start:l.end])
		equals := strings.IndexByte(line, '=')
		if equals <= 0 || line[0] == '#' || line[0] == ';' {
			continue
		}
		v := &valueReader{data: file.Data, at: start + equals + 1, end: l.end}
		v.out.file(file.Data, start, start+equals+1)
		v.read()
		t := v.out.done(Text{file: file}, v.at)
		if v.open {
			t.Why = "it goes on over several lines"
		}
		out = append(out, t)
	}
	return out
}

// valueReader reads one value.
type valueReader struct {
	data    []byte
	at, end int
	out     builder
	// open says that the value is not at its end.
	open bool
}

func (v *valueReader) read() {
	var quote byte
	for v.at < v.end && (v.data[v.at] == ' ' || v.data[v.at] == '\t') {
		v.at++
	}
	for stop := trimmedEnd(v.data, v.at, v.end); v.at < stop; v.at++ {
		c := v.data[v.at]
		switch {
		case c == '\\' && quote != '\'':
			if v.at+1 >= stop {
				v.open = true
				return
			}
			// Within double quotes a backslash protects "\`$ alone, and stays before others.
			if next := v.data[v.at+1]; quote == '"' && strings.IndexByte("\"\\`$", next) < 0 {
				v.out.add(c, v.at, v.at+1)
			}
			v.at++
			v.out.add(v.data[v.at], v.at-1, v.at+1)
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		default:
			v.out.add(c, v.at, v.at+1)
		}
	}
	v.open = quote != 0
}

func trimmedEnd(data []byte, start, end int) int {
	for end > start && (data[end-1] == ' ' || data[end-1] == '\t') {
		end--
	}
	return end
}
