package link

import "testing"

func TestEnvFilesProveWhatTheirNameSays(t *testing.T) {
	tests := map[string]EnvFileKind{
		".env":                    Evidence,
		".env.production":         Evidence,
		".env.production.example": Evidence,
		".env.prod":               Evidence,
		".env.staging":            Evidence,
		".env.example":            Example,
		".env.dist":               Example,
		".env.docker":             Example,
		".env.docker-compose":     Example,
		".env.testing":            NotCounted,
		".env.test.local":         NotCounted,
		".env.ci":                 NotCounted,
		".env.travis":             NotCounted,
		".env.dusk.local":         NotCounted,
		".env.unit-tests":         NotCounted,
		".env.local":              NotCounted,
		".envrc":                  NotCounted,
		"env.example":             NotCounted,
	}
	for name, want := range tests {
		if got := ClassifyEnvFile(name); got != want {
			t.Errorf("ClassifyEnvFile(%q) = %d, want %d", name, got, want)
		}
	}
}
