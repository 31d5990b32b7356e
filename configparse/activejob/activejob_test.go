package activejob

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func show(j *Job) string {
	q, known := j.Queue.Get()
	if !known {
		q = "?"
	}
	text := j.Class + " " + q
	for _, r := range j.Retries {
		n := "?"
		if i, ok := r.Attempts.Get(); ok {
			n = strconv.Itoa(i)
		} else if r.Attempts.IsInfinite() {
			n = "all"
		}
		text += fmt.Sprintf(" [%s x%s]", r.On, n)
	}
	return text
}

func TestClassesSayTheirQueueAndTheirRetries(t *testing.T) {
	const base = "class ApplicationJob < ActiveJob::Base\nend\n"
	for _, c := range []struct{ name, text, want string }{
		{"symbol", "class A < ApplicationJob\n  queue_as :low\nend\n", "A low"},
		{"text in parentheses", "class A < ApplicationJob\n  queue_as(\"low\")\nend\n", "A low"},
		{"none", "class A < ApplicationJob\n  def perform; end\nend\n", "A default"},
		{"block", "class A < ApplicationJob\n  queue_as { :low }\nend\n", "A ?"},
		{"do block", "class A < ApplicationJob\n  queue_as do\n    :low\n  end\nend\n", "A ?"},
		{"condition", "class A < ApplicationJob\n  queue_as :low if x\nend\n", "A ?"},
		{"constant", "class A < ApplicationJob\n  queue_as LOW\nend\n", "A ?"},
		{"inherited", "class B < ApplicationJob\n  queue_as :low\nend\nclass A < B\n  def x\n  end\nend\n", "B low\nA low"},
		{"unknown parent", "class A < Elsewhere\n  def x\n  end\nend\n", "A ?"},
		{"module", "class A < ApplicationJob\n  include Slow\nend\n", "A ?"},
		{"own beside a module", "class A < ApplicationJob\n  include Slow\n  queue_as :low\nend\n", "A low"},
		{"namespace", "module É\n  class B::A < ApplicationJob\n    queue_as :low\n  end\nend\n", "É::B::A low"},
		{"twice", "class A < ApplicationJob\n  queue_as :low\nend\nclass A\n  queue_as :high\nend\n", "A ?\nA ?"},
		{"own adapter", "class A < ApplicationJob\n  self.queue_adapter = :inline\nend\n", "A ?"},
		{"retries", "class A < ApplicationJob\n  retry_on B::C, D, wait: 5, attempts: :unlimited do |j|\n    x\n  end\n  retry_on E\n  retry_on F, attempts: 3\n  retry_on G, **h\nend\n", "A default [B::C, D xall] [E x5] [F x3] [G x?]"},
		{"broken", "class A < ApplicationJob\n  queue_as :low\n", ""},
		{"metaclass", "class A < ApplicationJob\n  class << self\n    def x; end\n  end\nend\n", "A default"},
	} {
		var got []string
		for _, j := range Read([]*source.File{source.New("app/jobs/application_job.rb", []byte(base)), source.New("app/jobs/a.rb", []byte(c.text))}) {
			if j.Class != "ApplicationJob" && !j.Module {
				got = append(got, show(j))
			}
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), c.want)
		}
	}
}

func TestRetryStandsAtItsBoundBehindMultiByteText(t *testing.T) {
	jobs := Read([]*source.File{source.New("app/jobs/a.rb", []byte("class A < ActiveJob::Base # für\n  retry_on Ä, \"é\", attempts: :unlimited\nend\n"))})
	if at := jobs[0].Retries[0].Attempts.Origin().Place(); at.Text() != ":unlimited" {
		t.Errorf("at %q", at.Text())
	}
}

func FuzzRead(f *testing.F) {
	f.Add("module É\nclass A < B::C\nqueue_as :é\nretry_on D, attempts: :unlimited do |x|\nend\nincluded do\nretry_on E\nend\nend\nend")
	f.Add("class A < A\nend\nclass B < C\nend\nclass C < B\nend")
	f.Fuzz(func(t *testing.T, text string) {
		for _, j := range Read([]*source.File{source.New("app/jobs/a.rb", []byte(text))}) {
			if j.Span.Start > j.Span.End || j.Span.End > len(text) {
				t.Fatal(j.Span)
			}
		}
	})
}
