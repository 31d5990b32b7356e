package lint

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

func TestFindingsOfSeveralEnvironmentsAreOne(t *testing.T) {
	production := queue.Environment{Name: ".env.production", Evidence: true}
	example := queue.Environment{Name: ".env.example"}
	at := func(message string, horizon ...string) *diag.Diagnostic {
		return &diag.Diagnostic{Rule: "QL101", Severity: diag.Error, Message: message, Environments: horizon}
	}
	type want struct {
		Message      string
		Environments []string
		Confidence   diag.Confidence
		Severity     diag.Severity
	}
	tests := []struct {
		name string
		runs []judged
		want []want
	}{
		{"in every environment: certain, no names",
			[]judged{{production, []*diag.Diagnostic{at("a")}}, {example, []*diag.Diagnostic{at("a")}}},
			[]want{{"a", nil, diag.Certain, diag.Error}}},
		{"in production alone: likely, named, as severe as before",
			[]judged{{production, []*diag.Diagnostic{at("a")}}, {example, nil}},
			[]want{{"a", []string{".env.production"}, diag.Likely, diag.Error}}},
		{"in the example alone, against evidence: a warning",
			[]judged{{production, nil}, {example, []*diag.Diagnostic{at("a")}}},
			[]want{{"a", []string{".env.example"}, diag.Likely, diag.Warning}}},
		{"other values are other findings",
			[]judged{{production, []*diag.Diagnostic{at("a")}}, {example, []*diag.Diagnostic{at("b")}}},
			[]want{{"a", []string{".env.production"}, diag.Likely, diag.Error}, {"b", []string{".env.example"}, diag.Likely, diag.Warning}}},
		{"a Horizon environment is named with its env file where files differ",
			[]judged{{production, nil}, {queue.Environment{Name: ".env.staging", Evidence: true}, []*diag.Diagnostic{at("a", "staging")}}},
			[]want{{"a", []string{"staging/.env.staging"}, diag.Likely, diag.Error}}},
		{"a Horizon environment alone where the files agree",
			[]judged{{production, []*diag.Diagnostic{at("a", "local")}}, {example, []*diag.Diagnostic{at("a", "local")}}},
			[]want{{"a", []string{"local"}, diag.Likely, diag.Error}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []want
			for _, d := range merge(test.runs) {
				got = append(got, want{d.Message, d.Environments, d.Confidence, d.Severity})
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
