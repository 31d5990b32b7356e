// Package crontab reads the lines of cron tables. cron starts what stands there at its times, and stops nothing.
package crontab

import (
	"path"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Entry is one line: a program whose command a shell reads.
type Entry struct {
	*queue.Program
	// Text is the command up to the first percent sign, which ends it; Offset its place in the file.
	Text   string
	Offset int
	File   *source.File
	// Schedule is what stands before it.
	Schedule string
}

// Is says whether a path may be that of a cron table.
func Is(at string) bool {
	base := path.Base(at)
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".j2"), ".erb")
	if name == "crontab" || strings.HasSuffix(name, ".cron") || strings.HasSuffix(name, ".crontab") || strings.HasPrefix(name, "crontab.") || strings.HasPrefix(name, "crontab-") {
		return true
	}
	if path.Ext(name) != "" {
		return false
	}
	folder := path.Base(path.Dir(at))
	return folder == "cron.d" || folder == "crontabs"
}

var (
	schedule = pattern.New(`^[ \t]*(@[a-z]+|(?:[0-9A-Za-z*/,-]+[ \t]+){4}[0-9A-Za-z*/,-]+)[ \t]+`)
	user     = pattern.New(`^[a-z_][a-z0-9_-]*[ \t]+`)
)

// maxEntries bounds what is read of one file.
const maxEntries = 1000

// Load reads the lines of a table. One of the system has the user before the command.
func Load(file *source.File) []*Entry {
	system := path.Base(path.Dir(file.Path)) == "cron.d" || strings.HasSuffix(file.Path, "etc/crontab")
	var out []*Entry
	offset := 0
	for text := range strings.Lines(string(file.Data)) {
		start := offset
		offset += len(text)
		text = strings.TrimRight(text, "\r\n")
		m := schedule.FindString(text)
		if m == "" || len(out) >= maxEntries {
			continue
		}
		at := len(m)
		if system {
			at += len(user.FindString(text[at:]))
		}
		command := text[at:]
		if i := percent(command); i >= 0 {
			command = command[:i]
		}
		span := file.Span(start+at, start+at+len(command))
		p := &queue.Program{
			Manager: queue.Cron, Kind: "line", Span: span, Settings: map[string]queue.Setting{},
			Command:    queue.Command{Text: command, Span: span},
			Processes:  queue.NotKnown[int]("cron starts another one each time", nil),
			StopWait:   queue.NotKnown[time.Duration]("cron stops nothing", nil),
			StopSignal: queue.NotKnown[string]("cron stops nothing", nil),
			Restart:    queue.Restart{AfterSuccess: queue.NotKnown[bool]("cron starts it at its times", nil)},
		}
		out = append(out, &Entry{Program: p, Text: command, Offset: start + at, File: file, Schedule: strings.TrimSpace(m)})
	}
	return out
}

// percent is the place of the first percent sign that no backslash protects: the rest of the line is input for the command.
func percent(command string) int {
	for i := range len(command) {
		if command[i] == '%' && (i == 0 || command[i-1] != '\\') {
			return i
		}
	}
	return -1
}
