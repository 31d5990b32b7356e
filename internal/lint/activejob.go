package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/activejob"
	"github.com/qlint-dev/qlint/configparse/ruby"
	"github.com/qlint-dev/qlint/configparse/solidqueue"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// loadActiveJobs reads the job classes of Rails applications: what they say of attempts, and where Solid Queue works on them, their queues.
func (p *parsed) loadActiveJobs(stray *application) {
	solid := p.railsRoots("solid_queue")
	for _, root := range p.railsRoots("rails") {
		a := p.owner(path.Join(root, "Gemfile"), stray)
		jobs := activejob.Read(p.jobFiles(root))
		for _, j := range jobs {
			for i := range j.Retries {
				a.retries = append(a.retries, &j.Retries[i])
			}
		}
		if slices.Contains(solid, root) && p.runsOnSolidQueue(root) {
			p.addQueues(a, root, jobs, stray)
		}
	}
}

// jobFiles are the files of an application's job classes.
func (p *parsed) jobFiles(root string) []*source.File {
	var out []*source.File
	for _, at := range p.tree.Under(root) {
		if !activejob.Is(at) || development(at) || inFolder(at, "test", "spec", "vendor") {
			continue
		}
		if file, err := p.tree.Read(at); err == nil {
			out = append(out, file)
		}
	}
	return out
}

// runsOnSolidQueue says that jobs are known to be put on Solid Queue's queues under the names that they give: the adapter is set to it, and
// nothing puts a prefix before names.
func (p *parsed) runsOnSolidQueue(root string) bool {
	set := false
	for _, at := range p.tree.Under(path.Join(root, "config")) {
		if path.Ext(at) != ".rb" {
			continue
		}
		file, err := p.tree.Read(at)
		if err != nil || bytes.Contains(file.Data, []byte("queue_name_prefix")) || bytes.Contains(file.Data, []byte("default_queue_name")) {
			return false
		}
		relative := strings.TrimPrefix(at, root+"/")
		if relative != "config/application.rb" && relative != "config/environments/production.rb" || !bytes.Contains(file.Data, []byte("queue_adapter")) {
			continue
		}
		for _, s := range ruby.Parse(file).Statements {
			if adapter := s.Assigned("config", "active_job", "queue_adapter"); adapter != nil {
				if len(adapter) != 1 || adapter[0].Kind != ruby.Symbol || adapter[0].Text != "solid_queue" || !s.Certain() {
					return false
				}
				set = true
			}
		}
	}
	return set
}

// addQueues notes which queues the workers of config/queue.yml take, and what is put on the others.
func (p *parsed) addQueues(a *application, root string, jobs []*activejob.Job, stray *application) {
	file := p.queueFile(root)
	if file == nil || p.toldOtherwise(stray) {
		return
	}
	takers, why := solidqueue.Takers(file, "production")
	if why != "" {
		return
	}
	a.takers = append(a.takers, takers...)
	tasks := p.recurring(root)
	for _, j := range jobs {
		name, known := j.Queue.Get()
		if !known || j.Parent || j.Module || slices.ContainsFunc(takers, func(t *queue.Taker) bool { return t.Takes(name) }) {
			continue
		}
		from := p.enqueued(root, j.Class)
		for _, t := range tasks {
			if from.IsZero() && t.Class == j.Class && t.Queue.IsAbsent() {
				from = t.Span
			}
		}
		if !from.IsZero() {
			a.postings = append(a.postings, &queue.Posting{What: j.Class, Span: j.Span, From: from, Queue: j.Queue})
		}
	}
	for _, t := range tasks {
		q := t.Queue
		if t.Class == "" {
			q = q.Or(queue.Is(solidqueue.CommandQueue, &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Solid Queue's queue for commands"}))
		}
		if _, known := q.Get(); known {
			a.postings = append(a.postings, &queue.Posting{What: `the recurring task "` + t.Name + `"`, Span: t.Span, Queue: q})
		}
	}
}

// otherFiles are variables that name other files than config/queue.yml and config/recurring.yml, or leave the second out.
var otherFiles = []string{"SOLID_QUEUE_CONFIG", "SOLID_QUEUE_RECURRING_SCHEDULE", "SOLID_QUEUE_SKIP_RECURRING"}

// queueFile is config/queue.yml where it is the only file that may tell Solid Queue's workers what to take.
func (p *parsed) queueFile(root string) *source.File {
	var out *source.File
	for _, at := range p.tree.Under(path.Join(root, "config")) {
		if ext := path.Ext(at); ext != ".yml" && ext != ".yaml" {
			continue
		}
		file, err := p.tree.Read(at)
		switch {
		case err != nil:
			return nil
		case at == path.Join(root, "config/queue.yml"):
			out = file
		case bytes.Contains(file.Data, []byte("workers:")) && bytes.Contains(file.Data, []byte("queues:")) || slices.ContainsFunc(otherFiles, func(name string) bool { return bytes.Contains(file.Data, []byte(name)) }):
			return nil
		}
	}
	return out
}

// toldOtherwise says that a command of Solid Queue's has options or variables that may name another file.
func (p *parsed) toldOtherwise(stray *application) bool {
	told := false
	p.eachOther(stray, solidqueue.Starts, func(_ *application, w *queue.Worker) {
		told = told || slices.ContainsFunc(w.Command.Words, func(word queue.Word) bool { return word.Why != "" || strings.HasPrefix(word.Text, "-") }) ||
			slices.ContainsFunc(w.Program.Environment, func(v queue.Variable) bool { return slices.Contains(otherFiles, v.Name) })
	})
	return told
}

func (p *parsed) recurring(root string) []*solidqueue.Task {
	file, err := p.tree.Read(path.Join(root, "config/recurring.yml"))
	if err != nil {
		return nil
	}
	return solidqueue.Tasks(file, "production")
}

// enqueued is a place of an application's code that puts a class on its own queue.
func (p *parsed) enqueued(root, class string) source.Span {
	call := []byte(class + ".perform_later")
	for _, folder := range []string{"app", "lib"} {
		for _, at := range p.tree.Under(path.Join(root, folder)) {
			if path.Ext(at) != ".rb" || inFolder(at, "test", "spec") {
				continue
			}
			file, err := p.tree.Read(at)
			if err != nil || !bytes.Contains(file.Data, call) {
				continue
			}
			if span := callOf(file, call); !span.IsZero() {
				return span
			}
		}
	}
	return source.Span{}
}

// callOf finds a call in a file's code: not behind another name, nor in a comment.
func callOf(file *source.File, call []byte) source.Span {
	for at := 0; ; {
		i := bytes.Index(file.Data[at:], call)
		if i < 0 {
			return source.Span{}
		}
		start := at + i
		at = start + len(call)
		line := file.Data[bytes.LastIndexByte(file.Data[:start], '\n')+1 : start]
		if bytes.IndexByte(line, '#') >= 0 || start > 0 && isName(file.Data[start-1]) || at < len(file.Data) && isName(file.Data[at]) {
			continue
		}
		return file.Span(start, at)
	}
}

func isName(c byte) bool {
	return c == '_' || c == ':' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
