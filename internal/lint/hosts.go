package lint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/circus"
	"github.com/qlint-dev/qlint/configparse/crontab"
	"github.com/qlint-dev/qlint/configparse/pm2"
	"github.com/qlint-dev/qlint/configparse/procfile"
	"github.com/qlint-dev/qlint/configparse/servicedir"
	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/marks"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// hostWords are what a file of a process manager holds that starts a queue worker.
var hostWords = append([]string{"queue:work", "queue:listen", "horizon"}, otherWorkers...)

// otherWorkers are what starts workers of other frameworks.
var otherWorkers = []string{"sidekiq", "celery", "bin/jobs", "solid_queue", "messenger:consume"}

func isProcfile(p, _, _ string) bool   { return procfile.Is(p) }
func isPM2(p, _, _ string) bool        { return pm2.Is(p) }
func isCircus(p, _, _ string) bool     { return circus.Is(p) }
func isServiceDir(p, _, _ string) bool { return servicedir.Is(p) }
func isCrontab(p, _, _ string) bool    { return crontab.Is(p) }

// mayRunPackage says that a process manager's file starts workers, or what may be one in JavaScript.
func mayRunPackage(s *scanned, p string, text marks.Text) bool {
	return hasWorker(s, p, text) || slices.ContainsFunc(packageWords, func(word string) bool { return bytes.Contains(text.Data, []byte(word)) })
}

// packageWords are what starts programs in JavaScript.
var packageWords = []string{"npm", "yarn", "node", ".js"}

func hasWorker(_ *scanned, _ string, text marks.Text) bool { return text.HasAny(hostWords...) }

// loadHosts loads the process managers of machines and platforms beside supervisord and systemd.
func (p *parsed) loadHosts(s *scanned, stray *application) {
	for _, file := range s.files(procFile) {
		for _, x := range procfile.Load(s.tree, file) {
			p.place(started{program: x.Program, words: lineWords(x.File, x.Text, x.Offset), parse: shellLine(x.File, x.Text, x.Offset)}, stray)
		}
	}
	for _, file := range s.files(pm2File) {
		load := pm2.Load
		if pm2.IsYAML(file.Path) {
			load = pm2.LoadYAML
		}
		for _, x := range load(file) {
			words := worker.Words(queue.Command{Words: x.Words})
			p.place(started{program: x.Program, words: words, parse: func(o worker.Options) []*worker.Command { return worker.ParseWords(words, o) }}, stray)
		}
	}
	for _, file := range s.files(circusFile) {
		for _, x := range circus.Load(file) {
			words := append(worker.CommandWords(x.Command), worker.CommandWords(x.Arguments)...)
			p.place(started{program: x.Program, words: words, parse: func(o worker.Options) []*worker.Command { return worker.ParseWords(words, o) }}, stray)
		}
	}
	for _, file := range s.files(serviceDir) {
		if x := servicedir.Load(s.tree, file); x != nil {
			x.Outer = p.overlayStages(file.Path)
			p.place(started{program: x.Program, variables: withinContainers(x.Program, p.overlays[file.Path]), parse: p.serviceRun(x)}, stray)
		}
	}
	for _, file := range s.files(cronFile) {
		for _, x := range crontab.Load(file) {
			p.place(started{program: x.Program, parse: shellLine(x.File, x.Text, x.Offset)}, stray)
		}
	}
}

// shellLine reads a command that a shell reads; what only mentions a worker's command starts none.
func shellLine(file *source.File, text string, offset int) func(worker.Options) []*worker.Command {
	return func(o worker.Options) []*worker.Command {
		var out []*worker.Command
		for _, c := range worker.ParseShell(text, worker.In(file, offset), o) {
			if c.Worker == nil || runs(c) {
				out = append(out, c)
			}
		}
		return out
	}
}

// lineWords are those of a line that is one command for the shell; none where it is more.
func lineWords(file *source.File, text string, offset int) []worker.Word {
	if strings.ContainsAny(text, "&|;<>`()#") {
		return nil
	}
	split, _ := shlex.Split(text)
	out := make([]worker.Word, len(split))
	for i, w := range split {
		out[i] = worker.Word{Text: w.Text, At: func(int, int) source.Span { return file.Span(offset+w.Start, offset+w.End) }}
	}
	return out
}

// serviceRun reads the run script of a service.
func (p *parsed) serviceRun(s *servicedir.Service) func(worker.Options) []*worker.Command {
	if s.Execline {
		words := worker.Words(queue.Command{Words: servicedir.ExeclineWords(s.Run)})
		return func(o worker.Options) []*worker.Command { return worker.ParseWords(words, o) }
	}
	return func(o worker.Options) []*worker.Command {
		o.Script = p.scriptAt
		return worker.ParseScript(s.Run, s.Span, o)
	}
}
