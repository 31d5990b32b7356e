package cloud

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// shown is a queue in one line: address, name, visibility, receives, and the functions with their timeouts and windows.
func shown(q *queue.BrokerQueue) string {
	name, _ := q.Name.Get()
	text := q.Address + " " + name
	if v, ok := q.Visibility.Get(); ok {
		text += " " + v.String()
	}
	if n, ok := q.MaxReceive.Get(); ok {
		text += fmt.Sprintf(" x%d", n)
	}
	for _, c := range q.Consumers {
		t, _ := c.Function.Timeout.Get()
		w, _ := c.Window.Get()
		text += fmt.Sprintf(" -> %s %s+%s", c.Function.Name, t, w)
	}
	return text
}

func read(files map[string]string) *Result {
	out := &Result{}
	var tf []*source.File
	for path, text := range files {
		f := source.New(path, []byte(text))
		if IsTerraform(path) {
			tf = append(tf, f)
		} else if MayDeclare(path) {
			out.add(Read(f))
		}
	}
	if len(tf) > 0 {
		out.add(Terraform(tf))
	}
	return out
}

func TestQueuesAreReadWithTheirFunctions(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"terraform", map[string]string{"a/main.tf": `
locals { t = 30 }
variable "n" { default = "größe" }
resource "aws_sqs_queue" "q" {
  name                       = "${var.n}-jobs"
  visibility_timeout_seconds = local.t * 6
  redrive_policy             = jsonencode({ deadLetterTargetArn = aws_sqs_queue.d.arn, maxReceiveCount = 5 })
}
resource "aws_sqs_queue" "d" {}
resource "aws_lambda_function" "f" { timeout = local.t }
resource "aws_lambda_alias" "live" { function_name = aws_lambda_function.f.function_name }
resource "aws_lambda_event_source_mapping" "m" {
  event_source_arn                   = aws_sqs_queue.q.arn
  function_name                      = aws_lambda_alias.live.arn
  maximum_batching_window_in_seconds = 10
}
`}, "aws_sqs_queue.q größe-jobs 3m0s x5 -> f 30s+10s\naws_sqs_queue.d  30s"},
		{"values of terraform.tfvars", map[string]string{
			"main.tf": "variable \"v\" {}\nresource \"aws_sqs_queue\" \"q\" { visibility_timeout_seconds = var.v }\n", "terraform.tfvars": "v = 45\n",
		}, "aws_sqs_queue.q  45s"},
		{"circles", map[string]string{"main.tf": "locals {\n a = local.b\n b = local.a\n}\nresource \"aws_sqs_queue\" \"q\" { visibility_timeout_seconds = local.a }\n"}, "aws_sqs_queue.q "},
		{"cloudformation in JSON", map[string]string{"template.json": `{"Parameters": {"V": {"Type": "Number", "Default": 90}}, "Resources": {
  "Q": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": {"Fn::Sub": "x-${V}"}, "VisibilityTimeout": {"Ref": "V"}, "RedrivePolicy": {"maxReceiveCount": 4}}},
  "F": {"Type": "AWS::Lambda::Function", "Properties": {"Timeout": 10}},
  "M": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": {"EventSourceArn": {"Fn::GetAtt": ["Q", "Arn"]}, "FunctionName": {"Ref": "F"}}}}}`},
			"Q x-90 1m30s x4 -> F 10s+0s"},
		{"sam with short tags", map[string]string{"sam.yaml": `
Resources:
  Q: {Type: "AWS::SQS::Queue", Properties: {QueueName: jobs}}
  F:
    Type: AWS::Serverless::Function
    Properties:
      Timeout: 20
      Events:
        E: {Type: SQS, Properties: {Queue: !Sub "${Q.Arn}"}}
        Off: {Type: SQS, Properties: {Queue: !GetAtt Q.Arn, Enabled: false}}
        Named: {Type: SQS, Properties: {Queue: "arn:aws:sqs:eu-west-1:1:jobs"}}
`}, "Q jobs 30s -> F 20s+0s -> F 20s+0s"},
		{"serverless", map[string]string{"serverless.yml": `
provider: {name: aws}
custom: {t: {v: 40}}
functions:
  f: {events: [{sqs: {arn: !GetAtt Q.Arn, maximumBatchingWindow: 5}}, {http: x}]}
resources:
  - Resources: {Q: {Type: "AWS::SQS::Queue", Properties: {VisibilityTimeout: "${self:custom.t.v}", QueueName: "${opt:stage}-jobs"}}}
`}, "Q  40s -> f 6s+5s"},
		{"vapor", map[string]string{"vapor.yml": "id: 1\nname: x\nenvironments:\n  production: {queues: [a, {b: 3}], queue-timeout: 300}\n  staging: {queues: false}\n  other: {}\n"},
			"production  5m0s\nother  1m0s"},
		{"other files", map[string]string{"compose.yml": "services: {a: {image: b}}\n", "serverless.yml": "provider: {name: google}\nfunctions: {}\n", "vapor.yml": "x: 1\n"}, ""},
	}
	for _, test := range tests {
		var got []string
		for _, q := range read(test.files).Queues {
			got = append(got, shown(q))
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), test.want)
		}
	}
}

func TestAFaultCountsWhereTheModuleIsAboutQueues(t *testing.T) {
	const queue, fault = "resource \"aws_sqs_queue\" \"q\" {}\n", "x = = 1\n"
	if r := read(map[string]string{"a/main.tf": queue, "a/other.tf": fault}); len(r.Problems) != 1 {
		t.Errorf("beside a queue: %d problems, want 1", len(r.Problems))
	}
	if r := read(map[string]string{"a/main.tf": queue, "b/other.tf": fault}); len(r.Problems) != 0 {
		t.Errorf("in another module: %d problems, want none", len(r.Problems))
	}
}

func TestAFaultDoesNotLoseTheOtherQueues(t *testing.T) {
	r := read(map[string]string{"main.tf": "resource \"aws_sqs_queue\" \"q\" {}\nx = = 1\n"})
	if len(r.Queues) != 1 || len(r.Problems) != 1 {
		t.Errorf("%d queues, %d problems", len(r.Queues), len(r.Problems))
	}
}

func FuzzRead(f *testing.F) {
	f.Add("main.tf", []byte("variable \"a\" { default = { b = 1 } }\nresource \"aws_sqs_queue\" \"q\" { name = var.a.b\n redrive_policy = \"{\" }\n"))
	f.Add("template.yaml", []byte("Resources: {Q: {Type: 'AWS::SQS::Queue', Properties: {VisibilityTimeout: !Sub [a], RedrivePolicy: !If [a, b]}}}\n"))
	f.Add("serverless.yml", []byte("provider: {name: aws}\ncustom: {a: '${self:custom.a}'}\nfunctions: {f: {timeout: '${self:custom.a}', events: [{sqs: a}]}}\n"))
	f.Add("vapor.yml", []byte("id: 1\nenvironments: &a {x: *a}\n"))
	f.Fuzz(func(t *testing.T, path string, data []byte) {
		for _, q := range read(map[string]string{path: string(data)}).Queues {
			if q.Span.IsZero() {
				t.Errorf("%q stands nowhere", q.Address)
			}
		}
	})
}

func TestAliasesWithinAliasesDoNotGrowATask(t *testing.T) {
	text := "x0: &x0 [a, b]\n"
	for i := range 30 {
		text += fmt.Sprintf("x%d: &x%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*x%d, ", i), 9))
	}
	text += "Resources:\n  T:\n    Type: AWS::ECS::TaskDefinition\n    Properties: {ContainerDefinitions: *x30}\n"
	if r := read(map[string]string{"template.yaml": text}); len(r.Tasks) != 1 {
		t.Errorf("%d tasks", len(r.Tasks))
	}
}

func TestClocksHaveTheirPlaceOnLinesOfSeveralBytesACharacter(t *testing.T) {
	for at, text := range map[string]string{
		"main.tf":        "resource \"aws_sqs_queue\" \"q\" { /* größe */ visibility_timeout_seconds = 45 }\n",
		"template.yaml":  "Resources: {Q: {Type: 'AWS::SQS::Queue', Properties: {QueueName: größe, VisibilityTimeout: 45}}}\n",
		"vapor.yml":      "id: 1\nname: é\nenvironments: {größe: {queue-timeout: 45}}\n",
		"serverless.yml": "provider: {name: aws}\nfunctions: {f: {handler: x}}\nresources: {Resources: {Q: {Type: 'AWS::SQS::Queue', Properties: {QueueName: größe, VisibilityTimeout: 45}}}}\n",
	} {
		queues := read(map[string]string{at: text}).Queues
		if len(queues) != 1 {
			t.Errorf("%s: %d queues", at, len(queues))
			continue
		}
		if got := queues[0].Visibility.Origin().Place().Text(); got != "45" {
			t.Errorf("%s: the clock is at %q", at, got)
		}
	}
}
